/** The tool `resume` where a layout has its own way: pending restores, artifacts as they are now, prompts that were blocked. */
import { applyRestore, type PendingRestore, type Restored } from '../../app/resume/restore.js'
import { wrapData } from '../../core/briefing/briefing.js'
import { cleanLine, cleanText } from '../../core/text/text.js'
import type { Artifact } from '../../layouts/abilities.js'
import type { Layout } from '../../layouts/layout.js'
import type { AnswerFlag } from '../../layouts/manifest.js'
import { MANIFESTS } from '../../layouts/registry.js'
import { type Args, choiceOf, textOf } from '../arguments.js'
import type { Answer } from '../tool.js'

export function answerRestore(pending: PendingRestore): Answer {
  const found: Restored[] = []
  const warnings = applyRestore(pending, (restored) => found.push(restored))
  return answerOf(found[0] as Restored, warnings.map(cleanLine))
}

/** What was asked before, by question; a second attempt has its own. */
export function answersFor(layout: Layout, given: Args): Record<string, string[]> {
  const flags = MANIFESTS.find(({ id }) => id === layout.id)?.answers ?? []
  return Object.fromEntries(
    flags.map((flag) => [flag.name, answersTo(flag, given)] as const).filter(([, said]) => said.length > 0),
  )
}

function answersTo({ name, choices, repeat }: AnswerFlag, given: Args): string[] {
  const first = choices ? choiceOf(given, name, choices) : textOf(given, name)
  const second = repeat ? textOf(given, `${name}-again`) : undefined
  return [first, second].filter((answer) => answer !== undefined)
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
