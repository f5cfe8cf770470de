/** The words quoin answers with: its document gives them, and they are kept to the letter. */
import type { Entry } from '../../core/entry/entry.js'
import { cleanLine } from '../../core/text/text.js'
import type { Document, Messages } from '../layout.js'
import { pathIn } from './artifacts.js'
import { extrasIn, NO_BRANCH } from './checkpoint.js'

export const SESSION_MISMATCH = 'Session-id mismatch: sentinel is from a prior session. Using it anyway.'
export const MANUAL_RECOVERY =
  'Manual recovery — please paste the checkpoint content above and I will reconstruct state.'
export const REREAD_QUESTION = 'Re-fire reads on artifacts now? [y / n]'
/** Said once where the agent cannot start another; the work then goes on at the current tier. */
export const DISPATCH_UNAVAILABLE = '[quoin-stage-1: subagent dispatch unavailable; proceeding at current tier]'
export const NOT_ANNOUNCED = '[quoin-S-2: pidfile helpers unavailable; proceeding without lifecycle protection]'
export const NO_SESSION_ID =
  '[quoin checkpoint] WARNING: the session id cannot be determined — no pending-restore sentinel was written; the checkpoint file is kept.'

export function notDiscarded(path: string, why: string): string {
  return `[quoin checkpoint] WARNING: ${path} was not moved to the trash and stays in place: ${why}`
}

const SOFT_CAP = 4096

/** Over 4 KB something other than paths may have come in. Null: it is small enough. */
export function sizeWarning(path: string, bytes: number): string | null {
  if (bytes <= SOFT_CAP) return null
  return `[quoin checkpoint] WARNING: checkpoint file ${path} exceeds 4 KB soft cap (${bytes} bytes) — paths-not-content rule may be violated; check for accidentally-included content.`
}

type Shown = Pick<Entry, 'name' | 'intent' | 'task' | 'questions' | 'files' | 'plan' | 'extraKeys'> & {
  branch?: string | undefined
}

export function surfaceOf(document: Document): string {
  const { name, label = name, branch, fields, extraKeys } = document
  return surface({ name: label, branch, extraKeys, ...fields })
}

/** The paths of all artifacts, those of a kind we do not know too. */
export function artifactPaths({ files, plan, extraKeys }: Pick<Shown, 'files' | 'plan' | 'extraKeys'>): string[] {
  const others = (extrasIn({ extraKeys }).artifacts ?? []).map(pathIn).filter((path) => path !== null)
  const known = files.filter((file) => ARTIFACT_ROLES.has(file.role ?? '')).map((file) => file.path)
  return [...new Set([...(plan ? [plan.path] : []), ...known, ...others])]
}

const ARTIFACT_ROLES = new Set(['plan', 'architecture', 'critic-response', 'review', 'session-state'])

export const quoinMessages: Messages = {
  saved: ({ file, sentinel }) =>
    [
      `Checkpoint saved to: ${file}`,
      sentinel === undefined
        ? 'Sentinel written: (none: the session id is not known)'
        : `Sentinel written: ${sentinel}`,
      'To resume: /checkpoint --restore in a fresh session',
    ].join('\n'),
  cleared: (names) =>
    names.length === 1
      ? `Checkpoint moved to trash: ${names[0]}`
      : `Checkpoints moved to trash: ${names.length === 0 ? '(none)' : names.join(', ')}`,
  resumed: ({ entry }) => surface({ ...entry, branch: entry.where.branch }),
}

function surface(shown: Shown): string {
  const { name, branch, intent, task, questions, extraKeys } = shown
  const said = cleanLine((intent ?? task)?.text ?? '(none)').replace(/\.$/, '')
  const title = cleanLine(extrasIn({ extraKeys }).task ?? name)
  return [
    `Resuming task: ${title}. Branch: ${cleanLine(branch ?? NO_BRANCH)}. Last intent: ${said}.`,
    `In-flight artifacts: ${count(artifactPaths(shown).length, 'path')}.`,
    `Open questions: ${count(questions.length, 'item')}.`,
  ].join('\n')
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`
}
