import { prove } from './support/prove.js'

prove('grok')
