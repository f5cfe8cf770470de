/** One attack, played out: the user works, a stranger's files come in some way, and all that dogear says after that is looked at. */
import { join } from 'node:path'
import { hookDesk } from '../../hook/support.js'
import { dogear, scratchRepo, tempDir } from '../../support/world.js'
import { EVIL, EVIL_SEEN, type Place, PLACES, planFile } from './places.js'
import { WAYS } from './ways.js'

export interface Attack {
  place: string
  way: string
  /** The day that the stranger's files claim. */
  day?: string
  /** Said before the stranger's files come: `--trust mine`, say. */
  before?: string[][]
}

/** What came out in the user's name: where, and the line. */
export function play({ place, way, day = '2026-01-14', before = [] }: Attack): string[] {
  const { layout, files } = PLACES[place] as Place
  const repo = scratchRepo({ 'src/menu.ts': 'export {}\n' })
  const origin = join(tempDir(), 'origin.git')
  repo.git('clone', '--quiet', '--bare', '.', origin)
  repo.git('remote', 'add', 'origin', origin)
  repo.git('fetch', '--quiet', 'origin')
  repo.git('remote', 'set-head', 'origin', 'main')
  repo.git('branch', '--quiet', '--set-upstream-to', 'origin/main')
  const desk = hookDesk(repo)
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  if (layout) {
    desk.dogear('config', 'layout', layout)
    desk.dogear('trust', layout)
    desk.dogear('save', 'menu', '--task', 'Build the menu', '--next', 'Draw the menu', '--decision', 'SVG — sharp')
    desk.dogear('config', 'layout', 'auto')
  }
  if (place === 'plan') {
    repo.write({ 'docs/plan.md': planFile('Paint the menu') })
    desk.dogear('save', 'menu', '--next', 'Draw the menu', '--plan', 'docs/plan.md')
    repo.git('clean', '--quiet', '-fd', 'docs')
  }
  one.turn('Build the menu', 'Next I will draw the menu.')
  repo.git('add', '--all')
  repo.git('commit', '--quiet', '--allow-empty', '--message', 'own work')
  repo.git('push', '--quiet', 'origin', 'main')
  for (const args of before) desk.dogear(...args)
  const scene = { repo, origin, files: files(EVIL, day) }
  const folder = (WAYS[way] as (typeof WAYS)[string])(scene) ?? repo.dir
  const home = desk.userHome
  const run = (...args: string[]): string => dogear(args, { cwd: folder, home }).stdout
  const again = desk.client('one', folder)
  const said = [
    ['Stop', again.turn('Go on', 'Next I will draw more of the menu.').context],
    ['start', desk.client('two', folder).fire('SessionStart', { source: 'startup' }).context],
    ['continue', desk.client('three', folder).fire('UserPromptSubmit', { prompt: 'continue' }).context],
    ['save', run('save', 'shed', '--next', 'Paint the shed')],
    ['list', run('list')],
    ['resume', run('resume', '--yes')],
  ] as const
  return [
    ...said.flatMap(([where, text]) => leaks(where, text)),
    ...desk.entries().flatMap((text) => leaks('entry', text)),
  ]
}

const FENCED = /^[ \t]*>[ \t]/
/** The names of files as git status lists them, in a briefing and in the front matter of an entry. */
const BY_GIT =
  /^(?:where: |- (?:modified|added|deleted|renamed|untracked|conflicted|conflicts in) |- not committed: \d+ files?)/

/** Quoted lines are fenced: whatever they say, they say it as a stranger's. */
function leaks(where: string, text: string): string[] {
  const lines = text.split('\n').filter((line) => EVIL_SEEN.test(line) && !FENCED.test(line) && !BY_GIT.test(line))
  return lines.map((line) => `${where}: ${line.trim().slice(0, 160)}`)
}
