/** How the tour speaks: short steps, with time to read them where somebody reads. */
import type { Output } from '../output.js'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Stage {
  title(text: string): Promise<void>
  say(text: string): Promise<void>
  /** A command as one would type it. */
  command(line: string): Promise<void>
}

export function makeStage(output: Output): Stage {
  const { bold, dim, green } = output.style
  const pause = async (ms: number) => {
    if (output.terminal) await sleep(ms)
  }
  let step = 0
  return {
    async title(text) {
      step++
      output.print(`\n${bold(`${step}. ${text}`)}\n`)
      await pause(700)
    },
    async say(text) {
      output.print(text)
      await pause(Math.min(2500, 400 + text.length * 12))
    },
    async command(line) {
      output.print(`${dim('$')} ${green(line)}`)
      await pause(600)
    },
  }
}
