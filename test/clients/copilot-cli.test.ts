import { prove } from './support/prove.js'

prove('copilot-cli')
