/** Entries as files: what a reader of the format sees without the program, and some that somebody else has made. */
import { createHash } from 'node:crypto'
import { cli, dropHome, type Home, newFiles, newHome, setClock } from './faces.js'
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
  const [line = null, at = null] = (front['continued'] as string | undefined)?.split(' ') ?? []
  const continued = line === null ? null : { line, at }
  return { id, name, session, person: user, parents, live, continued, page: wordsIn(sections.join('\n')), earlier }
}

const MINUTE = 60_000

/** What is there whatever happens: entries of somebody else, the folders of names that are typed, and of the project. */
export interface Given {
  foreign: string[]
  slugs: string[]
  /** As in `projects/<key>`. */
  key: string
  worktree: string
}

export async function givenHere(worktree: string, untilMs: number): Promise<Given> {
  const home = newHome('bob')
  const { foreign, key } = await foreignEntries(home, worktree, untilMs)
  const slugs: string[] = []
  for (const label of NAMES) {
    const { said } = await cli(home, { cwd: worktree }, 'save', label, ...UNSEEN, '--next', 'Run npm test', '--dry-run')
    slugs.push((said as { saved: { name: string } }).saved.name)
  }
  dropHome(home)
  setClock(untilMs)
  return { foreign, slugs, key, worktree }
}

const UNSEEN = ['--no-git', '--no-transcript']

/** Of somebody who works on the same project and calls something by the same name: some in a row, and a fork. */
async function foreignEntries(home: Home, cwd: string, untilMs: number): Promise<Pick<Given, 'foreign' | 'key'>> {
  const seen = new Set<string>()
  const foreign: string[] = []
  let key = ''
  for (let n = 0; n < FOREIGN_ENTRIES; n++) {
    setClock(untilMs - (FOREIGN_ENTRIES - n) * MINUTE)
    const forks = n === FOREIGN_ENTRIES - 1 ? ['--continues', parseStored(foreign[0] as string).id] : []
    const states = ['--failed', `zx000${n} — because of them`, '--next', 'Run npm test']
    await cli(home, { cwd }, 'save', NAMES[0], ...UNSEEN, ...states, ...forks)
    for (const [path, text] of newFiles(home, seen)) {
      seen.add(path)
      foreign.push(text)
      key = path.split('/').at(-4) as string
    }
  }
  return { foreign, key }
}

/** As dogear 0.1.0 wrote it: no page, no ids of items, no marks. */
export function oldEntry({ key, slugs, worktree }: Given, user: string): { id: string; path: string; text: string } {
  const [id, name] = ['20261001T080000000Z-1-0123456789ab', slugs[0] as string]
  const front = {
    dogear: 1,
    id,
    name,
    lane: 'named',
    kind: 'saved',
    parents: [],
    saved: '2026-10-01T08:00:00.000+00:00',
    by: { user, host: 'vm' },
    where: { project: key, worktree, branch: 'main' },
  }
  const lines = Object.entries(front).map(([field, value]) => `${field}: ${JSON.stringify(value)}\n`)
  const body = `---\n\n# ${name}\n\n## Next action\nRun npm test\n\n## Failed\n- zo0001\n  - why: it did\n\n## Decisions\n- zo0002\n`
  const sealed = `---\n${lines.join('')}${body}`
  const check = `${Buffer.byteLength(sealed)} ${createHash('sha256').update(sealed).digest('hex')}`
  const text = `---\n${lines.join('')}check: ${JSON.stringify(check)}\n${body}`
  return { id, path: `projects/${key}/entries/${name}/${id}.md`, text }
}
