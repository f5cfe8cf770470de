/** The process that started this one, past a shell that it used to do so. */
import { readFileSync } from 'node:fs'

const SHELL = /^(?:ba|da|z|k|a|fi)?sh$/

/** Most shells become the one command they are given; some stay and wait for it. Elsewhere than on Linux they count. */
export function parentPastShell(pid: number = process.ppid): number {
  const stat = readStat(pid)
  // The program's name stands in brackets and may itself hold brackets and spaces.
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
  const above = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  return SHELL.test(name) && above > 0 ? above : pid
}

function readStat(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
