/** What a session of this user left behind with its own edits is own, whatever becomes of it after that. */
import { readWorkFile } from '../../capture/files.js'
import { collectEdits, isLeftBy, type OwnEdits } from '../../core/own/edits.js'
import { MANIFESTS } from '../../layouts/registry.js'
import { keyOf, readMemory } from '../../store/own-content.js'
import type { Located } from '../../store/projects/projects.js'
import { pathBelow, rememberOwn, type WorkText } from './content.js'

const MAX_BYTES = 1_000_000
/** Every turn asks for it, and few edit such a file: the rest is loaded when one does. */
export function editsOfOwnFiles(): ReturnType<typeof collectEdits> {
  let read: RegExp | undefined
  return collectEdits((path) => (read ??= filesRead()).test(path))
}

/** State files, plans, and whatever lies in a folder of a layout: what dogear reads. */
function filesRead(): RegExp {
  const tops = MANIFESTS.flatMap((one) => (one.base === 'worktree' ? one.signs.map(topOf) : []))
  const names = ['SESSION-STATE\\.md$', 'working-buffer\\.md$', '[^\\\\/]*plan', `(?:${tops.join('|')})[\\\\/]`]
  return new RegExp(`(?:^|[\\\\/])(?:${names.join('|')})`, 'i')
}

function topOf(sign: string): string {
  return (sign.split('/', 1)[0] ?? '').replaceAll('.', '\\.')
}

/** The files as they are now, where the session's edits made them so. */
export function noteWrites(located: Located, wrote: OwnEdits, tag: string): void {
  const { worktree, project } = located
  const memory = readMemory(project)
  const wasOwn = (text: string): boolean => memory.get(keyOf(text)) === 'own'
  const left = [...wrote].flatMap(([path, edits]): WorkText[] => {
    const text = pathBelow(worktree, path) === null ? undefined : readWorkFile(worktree, path, MAX_BYTES)?.text
    return text !== undefined && isLeftBy(text, edits, wasOwn) ? [{ path, text }] : []
  })
  if (left.length > 0) rememberOwn(located, left, tag)
}
