import { prove } from './support/prove.js'

prove('cline')
