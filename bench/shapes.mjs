// How the entries are spread over projects and workstreams.
import { mkdirSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { loadCore, writeWorkstream } from './entries.mjs'
import { runForOutput } from './measure.mjs'
import { seededRandom } from './words.mjs'

/**
 * The project the commands run in lies in the middle of the others. `workstreams` and `entries` are per project and per
 * workstream. The first is an everyday home, against which growth is measured.
 */
export const SHAPES = {
  100: { projects: 2, workstreams: 5, entries: 10 },
  '10,000': { projects: 20, workstreams: 20, entries: 25 },
  '100,000': { projects: 100, workstreams: 20, entries: 50 },
}

/** Nobody's home, but `list` and `resume` have the same targets there. */
export const WORST_SHAPES = {
  'a first project with 6 entries': { projects: 1, workstreams: 2, entries: 3 },
  'one workstream with 10,000 entries': { projects: 1, workstreams: 1, entries: 10_000 },
  '1,000 workstreams in one project': { projects: 1, workstreams: 1000, entries: 5 },
  // 25,000 autosaves of sessions that nobody named, over twelve months.
  'a year of use': { projects: 1, workstreams: 40, entries: 5, sessions: 7000 },
  // No entry holds its page: what was known is folded from those before it.
  'a home of 0.1.0 with 100 entries': { projects: 1, workstreams: 2, entries: 50, isOld: true },
}

export function entriesIn({ projects, workstreams, entries, sessions = 0 }) {
  return projects * workstreams * entries + 4 * sessions
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Fills the home and returns the name of a workstream of the project that `repository` is. */
export async function fillHome(shape, { dogear, repository, options, library }) {
  const own = makeProject(dogear, options)
  const maker = {
    ...library,
    ...(await loadCore(join(dirname(dirname(dogear)), 'core'))),
    random: seededRandom(shape.projects * shape.entries),
    secret: shape.isOld ? null : JSON.parse(readFileSync(join(homeOf(own), 'own', 'key'), 'utf8')).secret,
    made: 0,
    facts: null,
    extraKeys: {},
  }
  const startMs = Date.now() - 400 * DAY
  for (let i = 0; i < shape.projects; i++) {
    const isOwn = i === Math.floor(shape.projects / 2)
    const dir = isOwn ? own : makeOther(own, i, shape.projects)
    maker.facts = factsOf(repository, basename(dir), isOwn)
    for (let k = 0; k < shape.workstreams; k++) {
      writeWorkstream(maker, join(dir, 'entries'), streamName(k), shape.entries, startMs + (i * 997 + k * 61) * 1000)
    }
    const sessions = isOwn ? (shape.sessions ?? 0) : 0
    for (let k = 0; k < sessions; k++) {
      writeSession(maker, dir, k, shape.sessions)
      if (k % 500 === 0) await setImmediate()
    }
    // Lets Ctrl-C through.
    await setImmediate()
  }
  // What has no mark and lies there when the program first runs is the user's own.
  if (shape.isOld) rmSync(join(homeOf(own), 'own'), { recursive: true })
  return streamName(Math.floor(shape.workstreams / 2))
}

/** Every fourth is a quick question. The last ended an hour ago. */
function writeSession(maker, dir, k, sessions) {
  const startMs = Date.now() - 3 * HOUR - (sessions - 1 - k) * Math.floor((365 * DAY) / sessions)
  const month = new Date(startMs).toISOString().slice(0, 7).replace('-', '')
  const name = `loose-${month}-${k.toString(36).padStart(8, '0')}`
  maker.extraKeys = k % 4 === 3 ? { quick: true } : {}
  const shelf = join(dir, 'loose', month)
  writeWorkstream(maker, shelf, name, k % 7 < 4 ? 4 : 3, startMs)
  // The time of a month says when it was last saved to.
  utimesSync(shelf, startMs / 1000, startMs / 1000)
}

function streamName(k) {
  return `stream-${String(k).padStart(4, '0')}`
}

/** By the program itself, so that the project is found the usual way; what that save wrote goes. */
function makeProject(dogear, options) {
  const answer = runForOutput([dogear, 'save', 'first', '--next', 'Run npm test', '--no-git', '--json'], options)
  const entries = dirname(dirname(JSON.parse(answer).saved.path))
  for (const name of readdirSync(entries)) rmSync(join(entries, name), { recursive: true })
  return dirname(entries)
}

function homeOf(project) {
  return dirname(dirname(project))
}

function makeOther(own, i, projects) {
  const side = i < projects / 2 ? 'a' : 'z'
  const key = `${side}-project-${i}-${String(i).padStart(12, '0')}`
  const dir = join(dirname(own), key)
  const record = JSON.parse(readFileSync(join(own, 'project.json'), 'utf8'))
  const roots = [{ ...record.roots[0], path: `/nowhere/${key}/.git`, ino: String(i) }]
  mkdirSync(dir, { mode: 0o700 })
  writeFileSync(join(dir, 'project.json'), JSON.stringify({ ...record, key, roots }), { mode: 0o600 })
  return dir
}

function factsOf(repository, project, isOwn) {
  const worktree = isOwn ? repository.dir : `/nowhere/${project}`
  return {
    by: { agent: 'claude-code', session: 'b0a7c1de-0000-4000-8000-000000000000', user: 'bench', host: 'bench' },
    where: { project, worktree, branch: 'main', head: repository.head, dirty: [] },
    files: repository.files,
  }
}
