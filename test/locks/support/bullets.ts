/** A layout as small as can be: one line per workstream in MEMORY.md, and a file of its own. */
import type { Edit, Layout, TextFile } from '../../../src/layouts/layout.js'

const refuse = (): never => {
  throw new Error('not used')
}

export const bullets: Layout = {
  id: 'named-checkpoints',
  base: 'memory',
  folders: ['', 'notes/*'],
  takes: (path) => path === 'MEMORY.md' || path.endsWith('.note'),
  policy: {} as Layout['policy'],
  messages: {} as Layout['messages'],
  scan: refuse,
  publish: refuse,
  retract: refuse,
}

/** The bullet of `name` says `text`; every other line, its ending and the BOM stay. */
export function setBullet(files: readonly TextFile[], name: string, text: string): Edit[] {
  const old = files.find((file) => file.path === 'MEMORY.md')?.text ?? '# Project Memory\n'
  const end = old.includes('\r\n') ? '\r\n' : '\n'
  const bullet = `- **${name}** ${text}`
  const lines = old.split(end)
  const at = lines.findIndex((line) => line.startsWith(`- **${name}** `))
  if (at >= 0) lines[at] = bullet
  else lines.splice(1, 0, bullet)
  const next = lines.join(end)
  return next === old ? [] : [{ do: 'write', path: 'MEMORY.md', text: next, shared: true }]
}
