/** Layout of seed 000: see NOTES.md. A checkpoint is kept when it is resumed, and a save under its name continues it. */
import { memoryFiles } from '../common/memory-layout.js'
import { legacySections } from '../common/memory-legacy.js'
import { MEMORY_FILE } from '../common/memory-md.js'
import type { Layout } from '../layout.js'
import { manifest } from './manifest.js'
import { messages } from './messages.js'
import { parseProse } from './parse.js'
import { printProse, printWhen } from './print.js'

export const layout: Layout = {
  id: manifest.id,
  policy: {
    onResume: 'keep',
    onExisting: 'continue',
    several: 'ask',
    asks: [],
    naming: 'lower',
    answer: 'advice',
    none: 'No checkpoints found.',
  },
  messages,
  ...memoryFiles({
    parseProse,
    printProse,
    printWhen,
    resumeLine: 'Resume any: `continue {name}`',
    begins: 'next',
    clock: true,
    migrates: true,
  }),
  // What a first save takes out of MEMORY.md goes into the entry.
  gather: (desk) => {
    const index = desk.files().find(({ path }) => path === MEMORY_FILE)
    return index ? { moreSections: legacySections(index.text) } : {}
  },
}
