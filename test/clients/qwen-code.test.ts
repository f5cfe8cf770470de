import { prove } from './support/prove.js'

prove('qwen-code')
