/** What the package says of the code of others in it: dist/THIRD-PARTY-LICENSES and dist/sbom.cdx.json. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout, listSources } from './support/checkout.js'
import { cleanEnv, tempDir } from './support/world.js'

interface Component {
  name: string
  version: string
  hashes?: { alg: string; content: string }[]
  licenses: { license: { id: string } }[]
  purl: string
}

interface Bill {
  bomFormat: string
  specVersion: string
  metadata: { component: { name: string; version: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const read = (path: string): string => readFileSync(join(checkout, path), 'utf8')
const bill = JSON.parse(read('dist/sbom.cdx.json')) as Bill
const licences = read('dist/THIRD-PARTY-LICENSES')
const manifest = JSON.parse(read('package.json')) as { name: string; version: string }
const lock = (
  JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version: string; integrity: string; license: string }>
  }
).packages

test('the bill is one of CycloneDX, for this version', () => {
  const { name, version } = manifest
  expect([bill.bomFormat, bill.specVersion]).toEqual(['CycloneDX', '1.6'])
  expect(bill.metadata.component).toMatchObject({ name, version })
  const refs = [`pkg:npm/${name}@${version}`, ...bill.components.map(({ purl }) => purl)]
  expect(bill.dependencies.map(({ ref }) => ref)).toEqual(refs)
  expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).toSorted()).toEqual(refs.slice(1).toSorted())
})

test('every package that the source imports is on it', () => {
  const imported = listSources('src', ['.ts'])
    .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('src/testing/'))
    .flatMap((path) => [...read(path).matchAll(/(?:from|import\() ?'((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?'/g)])
    .map(([, name]) => name as string)
    .filter((name) => !name.startsWith('node:') && name !== 'node')
  expect(imported).not.toEqual([])
  expect(bill.components.map(({ name }) => name)).toEqual(expect.arrayContaining([...new Set(imported)]))
})

test('versions, hashes and licences are those of the lock file', () => {
  const locked = bill.components.filter(({ hashes }) => hashes)
  expect(locked.map(({ name }) => name)).toEqual(expect.arrayContaining(['@modelcontextprotocol/server', 'zod']))
  for (const { name, version, hashes, licenses } of locked) {
    const isIt = ([path, one]: [string, (typeof lock)[string]]): boolean =>
      path.endsWith(`node_modules/${name}`) && one.version === version
    const { integrity, ...known } = (Object.entries(lock).find(isIt) as [string, (typeof lock)[string]])[1]
    expect({ version, license: licenses[0]?.license.id }).toEqual({ version: known.version, license: known.license })
    expect(hashes?.[0]?.content).toBe(Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex'))
  }
})

test('what a library had put into its own build is on it, too', () => {
  const inside = bill.components.filter(({ hashes }) => !hashes).map(({ name }) => name)
  expect(inside).toEqual(['@cfworker/json-schema', 'content-type'])
})

test('every package on it has its licence in the package', () => {
  for (const { name, version, licenses } of bill.components) {
    const at = licences.indexOf(`\n${name} ${version} (${licenses[0]?.license.id}`)
    expect(at, name).toBeGreaterThan(0)
    const next = licences.indexOf('\n\n\n', at)
    expect(licences.slice(at, next < 0 ? undefined : next), name).toMatch(/copyright|Apache License/i)
  }
  expect(licences.match(/^=+$/gm)).toHaveLength(bill.components.length)
})

/** The bundler on a toy source with two packages, of which it takes one. */
function papersOf(files: Record<string, string>): { names: string[] } | { error: string } {
  const folder = tempDir()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const script = `
    import { build } from ${JSON.stringify(join(checkout, 'node_modules/rolldown/dist/index.mjs'))}
    import { collectModules, packagesOf } from ${JSON.stringify(join(checkout, 'scripts/papers.mjs'))}
    const { plugin, modules } = collectModules()
    await build({ cwd: process.cwd(), input: 'a.js', plugins: [plugin], logLevel: 'silent', output: { dir: 'out' } })
    try {
      console.log(JSON.stringify({ names: packagesOf(modules).map(({ name, version }) => name + ' ' + version) }))
    } catch (error) {
      console.log(JSON.stringify({ error: error.message }))
    }`
  const options = { cwd: folder, env: cleanEnv(folder), encoding: 'utf8' as const }
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], options)) as {
    names: string[]
  }
}

const packageOf = (name: string, code: string): Record<string, string> => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', license: 'MIT', main: 'i.js' }),
  [`node_modules/${name}/i.js`]: code,
})
const TOY = {
  ...packageOf('used', 'export const used = () => console.log(1)\n'),
  ...packageOf('@a/unused', 'export const unused = () => 2\n'),
  'a.js': "import { used } from 'used'\nimport { unused } from '@a/unused'\nused()\nexport const x = () => unused\n",
}

test('only what is left in the files counts, and nothing without a licence is let through', () => {
  const licence = { 'node_modules/used/LICENSE': 'MIT', 'node_modules/@a/unused/license.md': 'MIT' }
  expect(papersOf({ ...TOY, ...licence, 'a.js': "import { used } from 'used'\nimport '@a/unused'\nused()\n" })).toEqual(
    { names: ['used 1.0.0'] },
  )
  expect(papersOf({ ...TOY, ...licence })).toEqual({ names: ['@a/unused 1.0.0', 'used 1.0.0'] })
  expect(papersOf(TOY)).toEqual({ error: expect.stringContaining('has no licence') as string })
  const inside =
    '//#region ../node_modules/.pnpm/left+pad@1.2.3/node_modules/left/pad/i.js\nexport const used = () => console.log(1)\n//#endregion\n'
  expect(papersOf({ ...TOY, ...licence, 'node_modules/used/i.js': inside })).toEqual({
    error: expect.stringContaining('left/pad 1.2.3 came inside of used') as string,
  })
})
