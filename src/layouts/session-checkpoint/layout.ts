/** Layout of seed 001: see NOTES.md. Resuming a checkpoint consumes it, and a save under its name asks first. */
import { memoryFiles } from '../common/memory-layout.js'
import type { Layout } from '../layout.js'
import { manifest } from './manifest.js'
import { messages } from './messages.js'
import { parseProse } from './parse.js'
import { printProse, printWhen } from './print.js'

export const layout: Layout = {
  id: manifest.id,
  policy: {
    onResume: 'consume',
    onExisting: 'ask',
    several: 'ask',
    asks: [],
    naming: 'ask',
    answer: 'line',
    none: 'No saved checkpoints found.',
  },
  messages,
  ...memoryFiles({
    parseProse,
    printProse,
    printWhen,
    resumeLine: 'Resume any: `continue` or `continue {name}`',
    begins: 'leftOff',
    clock: false,
    migrates: false,
  }),
}
