/** Which layout a memory folder is used with: two share their file names and differ in what is in the files. */
import { LAYOUTS } from './all.js'
import type { Layout, TextFile } from './layout.js'
import type { MemoryManifest } from './manifest.js'
import { MANIFESTS, type LayoutId } from './registry.js'

/**
 * The newest checkpoint that tells decides; where none does, the index. Null: there is neither. In doubt it is the
 * default, which keeps what is resumed.
 */
export function memoryLayoutOf(files: readonly TextFile[]): Layout | null {
  const used = IN_MEMORY.filter((manifest) => isUsed(manifest, files))
  const layouts = used.map(({ id }) => LAYOUTS.find((layout) => layout.id === id) as Layout)
  const isIndex = ({ path }: TextFile): boolean => used.some(({ signs }) => signs.index?.file === path)
  const newest = files.filter((file) => !isIndex(file)).toSorted((a, b) => b.mtimeMs - a.mtimeMs)
  for (const file of [...newest, ...files.filter(isIndex)]) {
    const takers = layouts.filter((layout) => layout.takes(file.path))
    const owner = takers.length === 1 ? takers[0] : takers.find((layout) => layout.recognises?.(file))
    if (owner) return owner
  }
  return layouts[used.findIndex(({ isDefault }) => isDefault)] ?? layouts[0] ?? null
}

/** Where a memory folder holds nothing yet. */
export function defaultMemoryLayout(): Layout {
  const { id } = IN_MEMORY.find(({ isDefault }) => isDefault) as MemoryManifest
  return LAYOUTS.find((layout) => layout.id === id) as Layout
}

const IN_MEMORY = MANIFESTS.filter((one): one is MemoryManifest<LayoutId> => one.base === 'memory')

function isUsed({ signs: { name, index } }: MemoryManifest, files: readonly TextFile[]): boolean {
  return files.some(({ path, text }) => name.test(path) || (index?.file === path && index.holds.test(text)))
}
