/** A bar on standard error for work that takes a while; nothing where nobody watches. */
import { isTerminal } from '../platform/terminal.js'
import type { Output } from './output.js'

export interface Progress {
  show(done: number, total: number): void
  done(): void
}

const CELLS = 24

export function makeProgress(output: Output, label: string): Progress {
  let shown = -1
  let terminal: boolean | undefined
  // Looked at only when there is something to show: the look itself costs time.
  const watched = () => !output.quiet && !output.json && (terminal ??= isTerminal(2))
  return {
    show(done, total) {
      const filled = total > 0 ? Math.floor((done / total) * CELLS) : 0
      if (!watched() || filled === shown) return
      shown = filled
      output.draw(`\r${label} ${'█'.repeat(filled)}${'░'.repeat(CELLS - filled)} ${done}/${total}`)
    },
    done() {
      if (shown >= 0) output.draw('\r\u001b[K')
    },
  }
}
