/** The tool `resume` in a quoin project: pending restores, artifacts as they are now, prompts that were blocked. */
import { locate } from '../../app/locate.js'
import type { Artifact } from '../../app/quoin-artifacts.js'
import { type Restored, restoreQuoin } from '../../app/quoin-restore.js'
import type { World } from '../../app/world.js'
import { cleanLine, cleanText } from '../../core/sanitise.js'
import { type Args, choiceOf, textOf } from '../arguments.js'
import type { Answer } from '../tool.js'
import { wrapData } from '../wrap.js'

/** Null: quoin left nothing here. `answers`: what was asked before, by question; a second attempt has its own. */
export function restore(world: World, answers: Args, budget: number): Answer | null {
  const reread = choiceOf(answers, 'reread', ['yes', 'no'])
  const edited = textOf(answers, 'edited')
  const request = {
    sentinel: both(answers, 'sentinel'),
    replay: both(answers, 'replay'),
    ...(reread === undefined ? {} : { reread }),
    ...(edited === undefined ? {} : { edited }),
    budget,
    dryRun: false,
  }
  const found: Restored[] = []
  const warnings = restoreQuoin(world, locate(world), request, (restored) => found.push(restored))
  const [restored] = found
  return warnings === null || !restored ? null : answerOf(restored, warnings.map(cleanLine))
}

function both(answers: Args, id: string): string[] {
  return [textOf(answers, id), textOf(answers, `${id}-again`)].filter((answer) => answer !== undefined)
}

function answerOf(
  { document, path, surface, briefing, artifacts, prompts, notes }: Restored,
  warnings: string[],
): Answer {
  const parts = [cleanText(surface), briefing ?? '', ...(artifacts ?? []).map(printArtifact)]
  const text = wrapData(`checkpoint ${document.name}, file ${path}`, parts.filter((part) => part !== '').join('\n\n'))
  const run = prompts.map((prompt) => cleanText(prompt))
  const said = [...notes.map(cleanLine), ...warnings]
  return {
    text: [text, ...(run.length > 0 ? ['The user wants these prompts of theirs run now:', ...run] : []), ...said].join(
      '\n',
    ),
    data: {
      name: document.name,
      path,
      briefing: text,
      ...(run.length === 0 ? {} : { prompts: run }),
      ...(said.length === 0 ? {} : { notices: said }),
    },
  }
}

function printArtifact({ path, text, cut }: Artifact): string {
  if (text === undefined) return `${cleanLine(path)}: missing, or not readable here`
  const rest = cut === undefined ? '' : `\n(${cut} more characters in the file)`
  return `${cleanLine(path)} as it is now:\n${cleanText(text).trimEnd()}${rest}`
}
