// What of others is in the build: their licences (dist/THIRD-PARTY-LICENSES) and a bill of materials in the form of CycloneDX
// (dist/sbom.cdx.json). Made of the modules that the bundler has put into the files, so both are true of every build.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** A plugin for the bundler, and the paths of the modules of packages of which something is left in the files it made. */
export function collectModules() {
  const modules = new Set()
  const plugin = {
    name: 'papers',
    generateBundle(_options, files) {
      for (const file of Object.values(files))
        for (const [id, { renderedLength }] of Object.entries(file.modules ?? {}))
          if (renderedLength > 0 && id.includes('/node_modules/')) modules.add(id)
    },
  }
  return { plugin, modules }
}

/** Throws where a licence is not known: nothing is shipped without it. */
export function writePapers(out, modules) {
  const packages = packagesOf(modules)
  writeFileSync(join(out, 'THIRD-PARTY-LICENSES'), printLicences(packages))
  writeFileSync(join(out, 'sbom.cdx.json'), `${JSON.stringify(billOf(packages), null, 2)}\n`)
}

/** By name. `within`: it came inside of another package, whose own build had put it there. */
export function packagesOf(modules) {
  const found = new Map()
  for (const id of modules) {
    const own = installed(folderOf(id))
    found.set(`${own.name}@${own.version}`, own)
    for (const [, name, version] of readFileSync(id, 'utf8').matchAll(REGION))
      found.set(`${name.replace('+', '/')}@${version}`, inlined(name.replace('+', '/'), version, own.name))
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** How the bundler of the MCP library marks where a piece comes from: the folder of that package in its own installation. */
const REGION = /^\/\/#region \S*\/node_modules\/\.pnpm\/(@?[^@/]+)@(\d[^/_]*)[^/]*\/node_modules\//gm

function folderOf(id) {
  const at = id.lastIndexOf('/node_modules/') + '/node_modules/'.length
  const parts = id.slice(at).split('/')
  return id.slice(0, at) + parts.slice(0, parts[0].startsWith('@') ? 2 : 1).join('/')
}

function installed(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|notice|copying)(?:\.\w+)?$/i.test(file))
    .toSorted()
    .map((file) => join(folder, file))
  // One that names its licence and does not bring the words.
  const ours = join(root, 'scripts', 'licences', `${name.replace('/', '+')}.txt`)
  if (files.length === 0 && existsSync(ours)) files.push(ours)
  if (files.length === 0 || typeof license !== 'string') throw new Error(`${name} is bundled and has no licence`)
  const text = files.map((file) => readFileSync(file, 'utf8').trim()).join('\n\n')
  return { name, version, license, text }
}

/** The licences that a build has left out of what it put together. */
const INLINED = {
  '@cfworker/json-schema': 'MIT',
  'content-type': 'MIT',
}

function inlined(name, version, within) {
  const path = join(root, 'scripts', 'licences', `${name.replace('/', '+')}.txt`)
  if (!Object.hasOwn(INLINED, name) || !existsSync(path))
    throw new Error(
      `${name} ${version} came inside of ${within}: put its licence into scripts/licences, and its name here`,
    )
  return { name, version, license: INLINED[name], text: readFileSync(path, 'utf8').trim(), within }
}

function printLicences(packages) {
  const parts = packages.map(({ name, version, license, text, within }) => {
    const title = `${name} ${version} (${license}${within ? `; inside of ${within}` : ''})`
    return `${title}\n${'='.repeat(title.length)}\n\n${text}\n`
  })
  return `The files in this folder hold code of these packages, under these licences.\n\n${parts.join('\n\n')}`
}

/** Without a time and a serial number: the same build has the same bill. */
function billOf(packages) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const self = purlOf(manifest)
  const components = packages.map((one) => ({
    type: 'library',
    'bom-ref': purlOf(one),
    name: one.name,
    version: one.version,
    scope: 'required',
    ...hashesOf(one, lock),
    licenses: [{ license: { id: one.license } }],
    purl: purlOf(one),
  }))
  const refsWithin = (name) => packages.filter(({ within }) => within === name).map(purlOf)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': self,
        name: manifest.name,
        version: manifest.version,
        licenses: [{ license: { id: manifest.license } }],
        purl: self,
      },
    },
    components,
    dependencies: [
      { ref: self, dependsOn: packages.filter(({ within }) => !within).map(purlOf) },
      ...packages.map((one) => ({ ref: purlOf(one), dependsOn: refsWithin(one.name) })),
    ],
  }
}

function purlOf({ name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

/** Of the archive it was installed from. */
function hashesOf({ name, version, within }, lock) {
  // Two packages may have brought two versions of a third.
  const path = Object.keys(lock).find(
    (one) =>
      one.endsWith(`node_modules/${name}`) &&
      lock[one].version === version &&
      lock[one].integrity?.startsWith('sha512-'),
  )
  if (within || path === undefined) return {}
  const locked = lock[path]
  const content = Buffer.from(locked.integrity.slice('sha512-'.length), 'base64').toString('hex')
  return { hashes: [{ alg: 'SHA-512', content }] }
}
