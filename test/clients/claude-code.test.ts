import { prove } from './support/prove.js'

prove('claude-code')
