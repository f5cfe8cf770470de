/** The rules of the layers. Each says why it is there and what to do instead: a rule nobody understands is worked around. */
import { MANIFESTS as AGENTS } from '../../src/agents/registry.js'
import { MANIFESTS as LAYOUTS } from '../../src/layouts/registry.js'
import { besidePrinter } from './printer-rule.js'
import type { Facts } from './source-facts.js'
import { callsBesideUseCases, FACES } from './use-cases.js'

export interface Rule {
  name: string
  why: string
  instead: string
  /** What breaks the rule in this file, in a few words; nothing when it is kept. */
  broken: (file: Facts) => string[]
}

const PURE = ['core', 'layouts']

/** What each layer may import, besides itself. Listed by name, so that a new folder is refused until it has a place. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  core: [],
  layouts: ['core'],
  platform: ['core'],
  store: ['core', 'layouts', 'platform'],
  agents: ['core', 'layouts', 'platform', 'store'],
  capture: ['core', 'layouts', 'platform', 'store', 'agents'],
  // Engines carry bytes: what those say is none of their business.
  remotes: ['core', 'platform'],
  app: ['core', 'layouts', 'platform', 'store', 'agents', 'capture', 'remotes'],
  // `dogear mcp` and `dogear hook` start the other faces.
  cli: ['core', 'layouts', 'platform', 'store', 'agents', 'capture', 'app', 'mcp', 'hook'],
  mcp: ['core', 'layouts', 'platform', 'store', 'agents', 'capture', 'app'],
  hook: ['core', 'layouts', 'platform', 'store', 'agents', 'capture', 'app'],
  // What runs before the program: it must stay tiny.
  boot: ['core', 'platform'],
  '': ['core', 'layouts', 'platform', 'store', 'agents', 'capture', 'remotes', 'app', 'testing'],
  // The laws of plug-ins, for tests and for those who write an engine: no layer may import it.
  testing: ['core', 'layouts', 'platform', 'agents', 'remotes'],
}

const RAW_IO = ['fs', 'child_process', 'os', 'net', 'http', 'https', 'tls', 'dgram', 'sqlite', 'worker_threads']

const ENTRIES = ['src/cli/main.ts', 'src/hook/main.ts']

export const rules: readonly Rule[] = [
  {
    name: 'imports go down only',
    why: 'a layer that knows its callers cannot be used, tested or replaced without them',
    instead: 'move the shared part down, or take it as an argument and let the caller pass it in',
    broken: (file) => {
      const allowed = BELOW[file.layer]
      if (!allowed)
        return [`src/${file.layer} has no place among the layers: give it one in test/support/architecture.ts`]
      return file.files
        .filter((path) => ![file.layer, ...allowed].includes(layerOf(path)))
        .map((path) => `imports ${path}`)
    },
  },
  {
    name: 'core and layouts are pure',
    why: 'the hard rules must be testable without a disk, a clock or luck, and give the same answer everywhere',
    instead: 'take the moment, the random bytes, the hash or the text as an argument; src/platform reads them',
    broken: (file) => {
      if (!PURE.includes(file.layer)) return []
      const impure = [
        'Date.now',
        'new Date()',
        'Math.random',
        'process',
        'performance',
        'crypto',
        'globalThis',
        'fetch',
      ]
      return [...file.packages.map((name) => `imports ${name}`), ...used(file, impure)]
    },
  },
  {
    name: 'only platform does raw I/O',
    why: 'durability is kept in one place: every write that goes around it is a write nobody has crashed on purpose',
    instead: 'call a function of src/platform, or add one there',
    broken: (file) =>
      ['platform', 'testing'].includes(file.layer)
        ? []
        : file.packages.filter(isRawIo).map((name) => `imports ${name}`),
  },
  {
    name: 'file access is synchronous',
    why: 'the order of system calls is then the order of the lines, which the fault tests rely on, and the start is faster',
    instead: 'use the synchronous functions of node:fs in src/platform',
    broken: (file) =>
      file.packages.filter((name) => /^(node:)?fs\/promises$/.test(name)).map((name) => `imports ${name}`),
  },
  {
    name: 'packages are for faces and platform',
    why: 'a library in the middle is loaded by every command and bundled into every hook',
    instead: 'write the few lines, or load the library in the face or the platform module that needs it',
    broken: (file) => {
      // An engine is loaded by whoever uses it, and by nobody else.
      if ([...FACES, 'platform', 'remotes', 'testing'].includes(file.layer)) return []
      return file.packages.filter((name) => !isBuiltin(name)).map((name) => `imports ${name}`)
    },
  },
  {
    name: 'nothing below the faces prints or ends the process',
    why: 'the library is silent, so that terminal, MCP server and hooks can all use it and cannot disagree',
    instead: 'return the data, or throw a DogearError, and let the face say it',
    broken: (file) => {
      if (FACES.includes(file.layer)) return used(file, ['console'])
      const streams = file.layer === 'platform' ? [] : ['process.stdout', 'process.stderr', 'process.stdin']
      const terminal =
        file.layer === 'platform' ? [] : file.files.filter((path) => path === 'src/platform/process/terminal.ts')
      return [
        ...used(file, ['console', 'process.exit', 'process.exitCode', ...streams]),
        ...terminal.map((path) => `imports ${path}`),
      ]
    },
  },
  {
    name: 'an id of a plug-in stands in its own folder only',
    why: 'a list kept by hand elsewhere is forgotten: the next layout or agent is half registered with everything green',
    instead:
      'say it in its manifest or an ability (the contracts: src/layouts/layout.ts, src/agents/agent.ts), and ask all MANIFESTS',
    broken: pluginsNamed,
  },
  {
    name: 'the environment is read by faces and platform',
    why: 'a use case that looks at variables by itself answers differently on every machine, and in every test',
    instead: 'let the face read it and pass the value in',
    broken: (file) => ([...FACES, 'platform'].includes(file.layer) ? [] : used(file, ['process.env'])),
  },
  {
    name: 'a command calls one function of app',
    why: 'a face that puts a use case together by itself does it otherwise than the next face',
    instead: 'let the use case do the whole of it, and answer with all that the face prints',
    broken: callsBesideUseCases,
  },
  {
    name: 'a face opens neither layouts nor settings',
    why: 'what is opened in two places is opened otherwise in one of them: the same command then behaves in two ways',
    instead: 'pass what the flags say to the use case (`Opening` of src/app/layouts/open.ts): it opens and tells',
    broken: ({ layer, path, values }) =>
      FACES.includes(layer) && !WORLDS.includes(path) && !path.endsWith('.test.ts')
        ? values.filter((value) => OPENED_IN_APP.test(value)).map((value) => `uses ${value}`)
        : [],
  },
  {
    name: 'nothing happens when a file is loaded',
    why: 'the built program runs a module when something of it is first used, or never (src/platform/code-cache.ts)',
    instead: 'do it in a function that is called; only the entries start something',
    broken: (file) => (file.acts && !ENTRIES.includes(file.path) ? ['does something at its top level'] : []),
  },
  {
    name: 'the words of an agent stop at its hooks.ts',
    why: 'an event that is done by the fields and the event names of one client has to be done again for the next one',
    instead: 'read the field in src/agents/<agent>/hooks.ts and add what it means to the events of src/agents/hooks.ts',
    broken: (file) =>
      /^src\/(?:hook|app\/session)\//.test(file.path) && !file.path.endsWith('.test.ts')
        ? [...file.words].filter((word) => WORD_OF_CLIENT.test(word)).map((word) => `reads ${word}`)
        : [],
  },
  {
    name: 'a model hears the printer and nobody else',
    why: 'text that goes around it is not quoted, marked or redacted: what a stranger wrote is then the next thing a model does',
    instead: 'make it with say, lines or fence of src/core/printer/words.ts; the types of the sinks take nothing else',
    broken: besidePrinter,
  },
]

/** Where a face builds the World: the one place that reads what is set for all projects. */
const WORLDS = ['src/cli/world.ts', 'src/hook/world.ts']

/** What is set, and which layouts are live here: use cases open them. */
const OPENED_IN_APP =
  /^src\/(?:app\/layouts\/(?!trust\.ts trust$)|store\/(?:config-file|settings|views)|store\/session\/durations)/

/** Clients spell their fields with underscores (dogear spells nothing so but constants), and name events and tools like this. */
const WORD_OF_CLIENT =
  /^[a-z]+(?:_[a-z]+)+$|^(?:Pre|Post|User|Session|Sub|Before|After)[A-Z]\w*(?:Use|Submit|Start|End|Compact|Tool|Agent)$|^mcp__/

/** Each plug-in, and the texts besides its id that tell it. */
const PLUGINS: readonly { home: string; id: string; signs: readonly string[] }[] = [
  ...LAYOUTS.map(({ id }) => ({ home: `src/layouts/${id}/`, id, signs: [] })),
  ...AGENTS.map(({ id, env }) => ({ home: `src/agents/${id}/`, id, signs: [...env.marks, ...env.sessions] })),
]

/** Made from the folders by scripts/generate-registry.mjs. */
const GENERATED = /^src\/\w+\/(?:(?:\w+-)?registry|all|all-samples)\.ts$/

/** In identifiers and texts, as `decision-log`, `decisionLog` or `DECISION_LOG`. A sentence may speak of one whose name is a word. */
function pluginsNamed({ path, words }: Facts): string[] {
  // What is copied from a template may have any name, also one that stands in the other template.
  if (!path.startsWith('src/') || GENERATED.test(path) || path.includes('/_template/')) return []
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_]/g, '')
  return PLUGINS.filter(({ home }) => !path.startsWith(home)).flatMap(({ id, signs }) => {
    // A short one is a part of many words ("pi" of "api"): there it has to be a part by itself.
    const has = (word: string): boolean =>
      id.length > SHORT_ID ? plain(word).includes(plain(id)) : !word.includes('|') && partsOf(word).includes(id)
    const isNamed = (word: string): boolean =>
      signs.includes(word) || (has(word) && (id.includes('-') || !/\S\s+\S/.test(word)))
    return [...words].filter(isNamed).map((word) => `names ${id}: ${word}`)
  })
}

const SHORT_ID = 5

/** `fromCodexHome` and `FROM_CODEX_HOME`: from, codex, home. */
function partsOf(word: string): string[] {
  return word
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
}

export const MAX_LINES = 250
/** Of tests and scripts, which are lists more often than stories. */
export const MAX_LIST_LINES = 300
export const MAX_FILES = 20
export const SMALL_LINES = 60

/** Small files with one user beside them that are still to be joined with it. The list only gets shorter. */
export const STILL_APART: readonly string[] = []

/** Folders with more files than one can look over, not counting those in their sub-folders. */
export function crowded(files: readonly Facts[]): string[] {
  const counts = new Map<string, number>()
  for (const { path } of files) counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > MAX_FILES).map(([folder]) => folder)
}

/**
 * Small files that only one neighbour uses. Left apart: what is made by a script, what is read only when it is needed,
 * and a part that several layouts or agents have under the same name, where one looks for it.
 */
export function belongsToNeighbour(files: readonly Facts[]): { path: string; user: string }[] {
  const partOf = (path: string): string | undefined => /^src\/(?:agents|layouts)\/[^/]+\/([^/]+)$/.exec(path)?.[1]
  const shared = (path: string): boolean =>
    partOf(path) !== undefined && files.filter((one) => partOf(one.path) === partOf(path)).length > 1
  return files
    .filter(({ path, lines }) => lines < SMALL_LINES && !GENERATED.test(path) && !shared(path))
    .flatMap(({ path }) => {
      const users = files.filter((one) => one.files.includes(path))
      const [user] = users
      const isApart = user === undefined || users.length > 1 || folderOf(user.path) !== folderOf(path)
      return isApart || user.onDemand.includes(path) ? [] : [{ path, user: user.path }]
    })
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

/** The files of each import cycle, in order; type imports count, because two files that need each other are one. */
export function findCycles(files: readonly Facts[]): string[][] {
  const imports = new Map(files.map((file) => [file.path, file.files]))
  const done = new Set<string>()
  const cycles: string[][] = []
  const walk = (path: string, trail: string[]): void => {
    const seenAt = trail.indexOf(path)
    if (seenAt >= 0) return void cycles.push([...trail.slice(seenAt), path])
    if (done.has(path)) return
    for (const next of imports.get(path) ?? []) walk(next, [...trail, path])
    done.add(path)
  }
  for (const file of files) walk(file.path, [])
  return cycles
}

function used(file: Facts, names: readonly string[]): string[] {
  return names.filter((name) => file.uses.has(name)).map((name) => `uses ${name}`)
}

function layerOf(path: string): string {
  return path.split('/').slice(1, -1)[0] ?? ''
}

function isBuiltin(name: string): boolean {
  return name.startsWith('node:')
}

function isRawIo(name: string): boolean {
  return RAW_IO.includes(name.replace(/^node:/, '').split('/')[0] ?? '') || name.includes('sqlite')
}
