/**
 * The optional package, for a Node without a SQLite of its own. Its addon holds the same classes as the package, which only
 * passes them on; but the package finds it through all that Node was built with, and that takes as long as a search.
 */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'

const NAME = '@photostructure/sqlite'

/** Throws where it is not installed, or not built for this platform. */
export function loadSqlitePackage(): unknown {
  // The built program has both. Making a `require` means loading much of Node's own loaders.
  if (typeof require !== 'function' || typeof __dirname !== 'string') return makeRequire()(NAME)
  const addon = findAddon(__dirname)
  return require(addon ?? NAME)
}

declare const __dirname: string | undefined

/** As the package chooses it; null where it would have to look further. */
function findAddon(from: string): string | null {
  const { platform, arch } = process
  // "glibc" stands for every system but one.
  const libc = existsSync('/etc/alpine-release') ? 'musl' : 'glibc'
  const file = `node_modules/${NAME}/prebuilds/${platform}-${arch}/${NAME.replace('/', '+')}.${libc}.node`
  for (let folder = from; ; folder = dirname(folder)) {
    const path = `${folder}/${file}`
    if (existsSync(path)) return path
    if (folder === dirname(folder)) return null
  }
}

function makeRequire(): (id: string) => unknown {
  return process.getBuiltinModule('node:module').createRequire(import.meta.url)
}
