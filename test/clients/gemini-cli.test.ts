import { prove } from './support/prove.js'

prove('gemini-cli')
