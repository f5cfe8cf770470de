import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { problemAffectsResolutionKind } from '@arethetypeswrong/core/problems'
import { publint } from 'publint'
import { beforeAll, expect, test } from 'vitest'
import { checkout } from './support/checkout.js'
import { cleanEnv, dogear, tempDir } from './support/world.js'

interface Packed {
  filename: string
  size: number
  unpackedSize: number
  files: { path: string; mode: number }[]
}

const home = tempDir()
const consumer = tempDir()
let packed: Packed
let tarball: Buffer

beforeAll(() => {
  packed = (JSON.parse(npm(['pack', '--json', '--pack-destination', home], checkout)) as Packed[])[0] as Packed
  tarball = readFileSync(join(home, packed.filename))
  writeFileSync(join(consumer, 'package.json'), '{ "private": true, "type": "module" }\n')
  const install = ['install', '--offline', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund']
  npm([...install, join(home, packed.filename)], consumer)
})

test('the package holds exactly what a user needs', () => {
  const kinds = [...new Set(packed.files.map(({ path }) => kindOf(path)))].toSorted()
  expect(kinds).toEqual([
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'bin/dogear.js',
    'bin/package.json',
    'dist/THIRD-PARTY-LICENSES',
    'dist/boot.cjs',
    'dist/check-home.cjs',
    'dist/engines.js',
    'dist/gemini-extension/<file>',
    'dist/going-on.cjs',
    'dist/hook.cjs',
    'dist/index.js',
    'dist/lib/<chunk>.js',
    'dist/program.cjs',
    'dist/program/folder-remote.cjs',
    'dist/program/git-remote.cjs',
    'dist/program/lib-age.cjs',
    'dist/program/lib-postgres.cjs',
    'dist/program/postgres-remote.cjs',
    'dist/program/server.cjs',
    'dist/program/sync.cjs',
    'dist/sbom.cdx.json',
    'dist/types/<file>.d.ts',
    'docs/<page>.md',
    'package.json',
    'plugin/<file>',
    'src/agents/<agent>/AGENT.md',
    'src/layouts/<layout>/NOTES.md',
  ])
})

test('every link of its pages leads to a file in it: the project has no public address yet', () => {
  const paths = packed.files.map(({ path }) => path)
  const linksOf = (page: string): string[] => {
    const text = readFileSync(join(checkout, page), 'utf8').replaceAll(/^```[^]*?^```/gm, '')
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) => link)
    return links
      .map((link) => posix.join(posix.dirname(page), link))
      .filter((link) => !paths.includes(link))
      .map((link) => `${page}: ${link}`)
  }
  const pages = paths.filter((path) => path.endsWith('.md') && !path.startsWith('plugin/'))
  expect(pages).toContain('docs/claude-code.md')
  expect(pages.flatMap(linksOf)).toEqual([])
  expect(readFileSync(join(checkout, 'CONTRIBUTING.md'), 'utf8')).toContain('`repository`, `homepage` and `bugs`')
})

test('the package is small', () => {
  expect(packed.size).toBeLessThan(1_200_000)
  expect(packed.unpackedSize).toBeLessThan(5_000_000)
})

test('installing runs no script and needs no other package', () => {
  const manifest = readManifest()
  const atInstall = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish']
  expect(Object.keys(manifest.scripts).filter((name) => atInstall.includes(name))).toEqual([])
  expect(manifest.dependencies ?? {}).toEqual({})
  expect(manifest.optionalDependencies ?? {}).toEqual({})
})

test('the export map is pinned', () => {
  expect(readManifest().exports).toEqual({
    '.': { types: './dist/types/index.d.ts', import: './dist/index.js' },
    './engines': { types: './dist/types/engines.d.ts', import: './dist/engines.js' },
    './package.json': './package.json',
  })
})

test('publint finds nothing to say', async () => {
  const bytes = Uint8Array.from(tarball).buffer
  const { messages } = await publint({ pack: { tarball: bytes }, strict: true })
  expect(messages.map(({ code, path }) => `${code} at ${path.join('.')}`)).toEqual([])
})

test('the types resolve wherever ES modules do', async () => {
  const result = await checkPackage(createPackageFromTarballData(Uint8Array.from(tarball)))
  if (!result.types) throw new Error('the package has no types')
  const { problems } = result
  const meant = (['node16-esm', 'bundler'] as const).flatMap((kind) =>
    problems.filter((problem) => problemAffectsResolutionKind(problem, kind, result)),
  )
  expect(meant).toEqual([])
})

test('the program runs from an offline installation', () => {
  const program = join(consumer, 'node_modules', 'dogear', 'bin', 'dogear.js')
  const { code, stdout, stderr } = dogear(['help'], { cwd: consumer, home, program })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('resume')
})

test('the library can be imported, with types, and its names are pinned', () => {
  const use = "import * as dogear from 'dogear'\nexport const names: string[] = Object.keys(dogear)\n"
  mkdirSync(join(consumer, 'src'))
  writeFileSync(join(consumer, 'src', 'use.ts'), use)
  const tsc = join(checkout, 'node_modules', 'typescript', 'bin', 'tsc')
  const strict = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--types', '']
  run([tsc, ...strict, '--outDir', 'out', '--rootDir', 'src', 'src/use.ts'], consumer)
  const script = "import('./out/use.js').then(({ names }) => console.log(names.sort().join(' ')))"
  expect(run(['-e', script], consumer).trim()).toBe(
    'DEFAULT_CONFIG DogearError ERROR_CODES EXIT brief clear diff exportEntries history importEntries list normaliseFields ' +
      'note observe parseEntry parseWritten printEntry processTag resume save search show',
  )
})

test('who writes an engine of sync has the contract, an example and the laws', () => {
  const script = `
    const { folderRemote, REMOTE_LAWS, REMOTE_STORE, ...more } = await import('dogear/engines')
    const { mkdtempSync } = await import('node:fs')
    const fresh = () => mkdtempSync(process.cwd() + '/place-')
    for (const law of REMOTE_LAWS) {
      const place = fresh()
      const options = { store: REMOTE_STORE, scratch: '', interactive: false, deadlineMs: 1e9, env: {}, tag: 'a.b.1.1' }
      await law.check({ connect: async (device) => folderRemote(place, { ...options, device }) }, 1)
    }
    console.log(REMOTE_LAWS.length > 5, Object.keys(more).sort().join(' '))`
  expect(run(['--input-type=module', '-e', script], consumer).trim()).toBe('true MAX_BATCH_BYTES joinBytes sealedIn')
})

function kindOf(path: string): string {
  return path
    .replace(/^dist\/lib\/[^/]+\.js$/, 'dist/lib/<chunk>.js')
    .replace(/^((?:dist\/gemini-extension|plugin)\/).+$/, '$1<file>')
    .replace(/^src\/agents\/[^/]+\/AGENT\.md$/, 'src/agents/<agent>/AGENT.md')
    .replace(/^docs\/[^/]+\.md$/, 'docs/<page>.md')
    .replace(/^src\/layouts\/[^/]+\/NOTES\.md$/, 'src/layouts/<layout>/NOTES.md')
    .replace(/^dist\/types\/.+\.d\.ts$/, 'dist/types/<file>.d.ts')
}

interface Manifest {
  scripts: Record<string, string>
  dependencies?: Record<string, string>
  optionalDependencies: Record<string, string>
  exports: unknown
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(consumer, 'node_modules', 'dogear', 'package.json'), 'utf8')) as Manifest
}

function npm(args: string[], cwd: string): string {
  const env = { ...cleanEnv(home), npm_config_cache: join(home, 'npm-cache'), npm_config_update_notifier: 'false' }
  return execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

function run(args: string[], cwd: string): string {
  return execFileSync(process.execPath, args, { cwd, env: cleanEnv(home), encoding: 'utf8' })
}
