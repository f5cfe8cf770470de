/** The rules of the layers. Each says why it is there and what to do instead: a rule nobody understands is worked around. */
import { MANIFESTS } from '../../src/agents/registry.js'
import { LAYOUT_IDS } from '../../src/layouts/registry.js'
import type { Facts } from './source-facts.js'

export interface Rule {
  name: string
  why: string
  instead: string
  /** What breaks the rule in this file, in a few words; nothing when it is kept. */
  broken: (file: Facts) => string[]
}

const FACES = ['cli', 'mcp', 'hook']
const PURE = ['core', 'layouts']

/** What each layer may import, besides itself. Listed by name, so that a new folder is refused until it has a place. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  core: [],
  layouts: ['core'],
  platform: ['core'],
  store: ['core', 'layouts', 'platform'],
  agents: ['core', 'layouts', 'platform', 'store'],
  capture: ['core', 'layouts', 'platform', 'store', 'agents'],
  app: ['core', 'layouts', 'platform', 'store', 'agents', 'capture'],
  // `dogear mcp` and `dogear hook` start the other faces.
  cli: ['core', 'layouts', 'platform', 'store', 'agents', 'capture', 'app', 'mcp', 'hook'],
  mcp: ['core', 'layouts', 'platform', 'store', 'agents', 'capture', 'app'],
  hook: ['core', 'layouts', 'platform', 'store', 'agents', 'capture', 'app'],
  // What runs before the program: it must stay tiny.
  boot: ['core', 'platform'],
  '': ['core', 'layouts', 'platform', 'store', 'agents', 'capture', 'app'],
}

const RAW_IO = ['fs', 'child_process', 'os', 'net', 'http', 'https', 'tls', 'dgram', 'sqlite', 'worker_threads']

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
    broken: (file) => (file.layer === 'platform' ? [] : file.packages.filter(isRawIo).map((name) => `imports ${name}`)),
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
      if ([...FACES, 'platform'].includes(file.layer)) return []
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
    name: 'an id of a layout stands in its own folder only',
    why: 'a list kept by hand elsewhere is forgotten: the layout is then half registered with everything green',
    instead: 'say it in its manifest, its policy or an ability, and read it from there for whichever layout it is',
    broken: (file) => idsElsewhere(file, 'src/layouts', LAYOUT_IDS),
  },
  {
    name: 'the environment is read by faces and platform',
    why: 'a use case that looks at variables by itself answers differently on every machine, and in every test',
    instead: 'let the face read it and pass the value in',
    broken: (file) => ([...FACES, 'platform'].includes(file.layer) ? [] : used(file, ['process.env'])),
  },
  {
    name: 'an agent is known by name in its own folder only',
    why: 'a list of agents somewhere else is a list that the next agent is missing from, with everything green',
    instead:
      'add what has to be known to the contract (src/agents/agent.ts), say it in the manifest, ask all MANIFESTS',
    broken: (file) => agentsNamed(file).filter(() => !NAMES_AGENTS.includes(file.path)),
  },
]

/** What has still to be put behind an ability. It only ever gets shorter. */
export const NAMES_AGENTS: readonly string[] = [
  'src/app/setup/doctor/home.ts',
  'src/app/setup/doctor/hook-log.ts',
  'src/app/setup/doctor/hook-run.ts',
  'src/app/setup/doctor/wiring.ts',
  'src/app/session/observe.ts',
  'src/app/session/save.ts',
  'src/app/setup/init-plan.ts',
  'src/app/setup/init.ts',
  'src/app/layouts/signs.ts',
  'src/app/setup/uninstall.ts',
  'src/app/setup/uninstall.ts',
  'src/cli/commands/setup/init.ts',
  'src/cli/commands/setup/uninstall.ts',
  'src/cli/specs/agents.ts',
  'src/hook/main.ts',
  'src/hook/caller.ts',
  'src/hook/start.ts',
  'src/hook/world.ts',
]

/** Ids, imports from an agent's folder, and the variables it is told by. A name that is also a word counts only alone. */
export function agentsNamed({ path, texts }: Facts): string[] {
  if (!path.startsWith('src/') || GENERATED.test(path)) return []
  return MANIFESTS.filter(({ id }) => !path.startsWith(`src/agents/${id}/`)).flatMap(({ id, env }) => {
    const signs = [...env.marks, ...env.sessions]
    const named = id.includes('-') ? new RegExp(`(?<![\\w-])${id}(?![\\w-])`) : new RegExp(`(?:^|/)${id}(?:/|$)`)
    const found = texts.filter((text) => named.test(text) || signs.includes(text))
    return [...new Set(found)].map((text) => `names ${id}: ${text}`)
  })
}

export const MAX_LINES = 400
export const MAX_FILES = 20
export const SMALL_LINES = 60

/** Small files with one user beside them that are still to be joined with it. The list only gets shorter. */
export const STILL_APART: readonly string[] = ['src/hook/caller.ts', 'src/hook/plan.ts']

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

/** Made from the folders by scripts/generate-registry.mjs. */
const GENERATED = /^src\/\w+\/(?:registry|all|all-samples)\.ts$/

function idsElsewhere({ path, words }: Facts, home: string, ids: readonly string[]): string[] {
  if (GENERATED.test(path)) return []
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_]/g, '')
  return ids
    .filter((id) => !path.startsWith(`${home}/${id}/`))
    .filter((id) => [...words].some((word) => plain(word).includes(plain(id))))
    .map((id) => `names ${id}`)
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
