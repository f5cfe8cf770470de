/** Entries as files: what a reader of the format sees without the program, and some that somebody else has made. */
import { cli, dropHome, newFiles, newHome, setClock } from './faces.js'
import type { Stored } from './laws.js'
import { FOREIGN_ENTRIES, NAMES } from './schedule.js'

export function wordsIn(text: string): Set<string> {
  return new Set(text.match(/\bz[a-z]\d{4}\b/g))
}

const STATED = /^(?:Failed|Constraints|Decisions|Blockers|Open questions)$/

/** A value in JSON behind each key, then the sections. */
export function parseStored(text: string): Stored {
  const [, head = '', body = ''] = text.split(/^---\n/m, 3)
  const lines = head.split('\n').filter((line) => line.includes(': '))
  const front = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(': ')), JSON.parse(line.slice(line.indexOf(': ') + 2)) as unknown]),
  )
  const { session = '', user = '' } = (front['by'] ?? {}) as { session?: string; user?: string }
  const sections = body.split(/^## /m).filter((section) => STATED.test(section.split('\n', 1)[0] ?? ''))
  const earlier = ((front['earlier'] ?? []) as { count: number }[]).reduce((sum, { count }) => sum + count, 0)
  const { id, name, kind, parents = [] } = front as { id: string; name: string; kind: string; parents?: string[] }
  const live = kind === 'saved' || kind === 'restored'
  return { id, name, session, person: user, parents, live, page: wordsIn(sections.join('\n')), earlier }
}

const MINUTE = 60_000

/** Of somebody who works on the same project and calls something by the same name: some in a row, and a fork. */
export async function foreignEntries(cwd: string, untilMs: number): Promise<string[]> {
  const home = newHome('bob')
  const seen = new Set<string>()
  const texts: string[] = []
  for (let n = 0; n < FOREIGN_ENTRIES; n++) {
    setClock(untilMs - (FOREIGN_ENTRIES - n) * MINUTE)
    const forks = n === FOREIGN_ENTRIES - 1 ? ['--continues', parseStored(texts[0] as string).id] : []
    const states = ['--failed', `zx000${n} — because of them`, '--next', 'Run npm test']
    await cli(home, { cwd }, 'save', NAMES[0], '--no-git', '--no-transcript', ...states, ...forks)
    for (const [path, text] of newFiles(home, seen)) {
      seen.add(path)
      texts.push(text)
    }
  }
  dropHome(home)
  return texts
}
