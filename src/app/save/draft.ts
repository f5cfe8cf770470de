/**
 * Drafting by a command of the user's choice, usually a cheap model: it is given what the checkpoint would say, and what
 * comes back joins it as stated [E1]. Whatever goes wrong, the save goes on without.
 */
import { mergeDraft, parseDraft, printFactsToDraft } from '../../core/entry/draft.js'
import { DogearError } from '../../core/errors.js'
import { cleanLine } from '../../core/text/text.js'
import { MAX_ENTRY_BYTES } from '../../core/entry/seal.js'
import type { Written } from '../../core/entry/written.js'
import { envAround } from '../../platform/git/outside.js'
import { runCommand } from '../../platform/process/command.js'
import type { Located } from '../../store/projects/projects.js'
import type { World } from '../world.js'
import { gather, type SaveRequest } from './gather.js'
import { planSave } from './plan.js'

interface Drafted {
  /** With what the draft adds. */
  request: SaveRequest
  /** Why nothing was added. */
  warning?: string
}

/** Set for the command: an agent that drafts must neither be asked to draft again nor save its own session. */
const DRAFTING = 'DOGEAR_DRAFTING'
const MAX_MS = 120_000

export async function draftRequest(
  world: World,
  located: Located,
  request: SaveRequest,
  command: string,
  timeoutMs: number = MAX_MS,
): Promise<Drafted> {
  if (world.env[DRAFTING]) return { request, warning: 'not drafted: this is run by a command that drafts already' }
  if (command.trim() === '')
    throw new DogearError('usage', 'there is no command to draft with', {
      expected: 'dogear save --draft "claude -p --model haiku"',
    })
  // Redacted and complete, as it would be written. Questions are asked and names refused before anybody drafts.
  const trial = { ...request, dryRun: true, strict: false }
  const { entry } = planSave(await gather(world, located, trial), trial)
  const answer = await runCommand(command, {
    cwd: world.cwd,
    env: { ...envAround(world, world.cwd), [DRAFTING]: '1' },
    input: printFactsToDraft(entry),
    timeoutMs,
    maxBytes: MAX_ENTRY_BYTES,
  })
  if (!answer.ok) return { request, warning: without(`the drafting command ${answer.why}`) }
  const draft = readDraft(answer.stdout)
  if (typeof draft === 'string') return { request, warning: without(`the draft cannot be used: ${draft}`) }
  return { request: { ...request, written: mergeDraft(request.written, draft, entry) } }
}

function readDraft(text: string): Written | string {
  if (text.trim() === '') return 'it is empty'
  try {
    return parseDraft(text)
  } catch (error) {
    if (!(error instanceof DogearError)) throw error
    return error.message
  }
}

function without(why: string): string {
  return `${cleanLine(why).replace(/\.$/, '')}; saved without it`
}
