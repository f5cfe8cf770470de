/** Resume where a layout has its own way to restore: `/checkpoint --restore`. */
import { applyRestore, type PendingRestore, type Restored } from '../../../app/resume/restore.js'
import { EXIT } from '../../../core/errors.js'
import { cleanLine, cleanText } from '../../../core/text/text.js'
import type { Artifact } from '../../../layouts/abilities.js'
import type { Context } from '../../context.js'
import { printMarkdown, type Output } from '../../print/output.js'

export function printRestore(pending: PendingRestore, { output }: Context): number {
  const warnings = applyRestore(pending, (restored) => print(output, restored))
  if (warnings.length > 0) output.warn(warnings.map(cleanLine).join('\n'))
  return EXIT.ok
}

function print(output: Output, restored: Restored): void {
  const { surface, briefing, artifacts, prompts, notes } = restored
  if (output.json) return output.printJson({ restored: documentOf(restored) })
  if (notes.length > 0) output.warn(notes.map(cleanLine).join('\n'))
  output.print(surface)
  if (briefing !== undefined) output.print(`\n${printMarkdown(briefing, output.style)}`)
  for (const artifact of artifacts ?? []) output.print(`\n${printArtifact(artifact)}`)
  if (prompts.length > 0) output.print(`\n${prompts.map(cleanText).join('\n\n')}`)
}

/** Somebody's file is data: the fence is longer than any in it. */
function printArtifact({ path, text, cut }: Artifact): string {
  const name = cleanLine(path)
  if (text === undefined) return `${name}: missing, or not readable here`
  const body = cleanText(text)
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map((run) => run[0].length))
  const fence = '`'.repeat(longest + 1)
  const rest = cut === undefined ? '' : `\n(${cut} more characters in ${name})`
  return `${name} as it is now:\n${fence}\n${body.replace(/\n*$/, '\n')}${fence}${rest}`
}

function documentOf(restored: Restored): Record<string, unknown> {
  const { path, document, surface, briefing, artifacts, prompts, notes } = restored
  const { name, lane, branch, fields } = document
  return {
    name,
    path,
    lane,
    ...(branch === undefined ? {} : { branch }),
    fields,
    surface,
    ...(briefing === undefined ? {} : { briefing }),
    artifacts,
    prompts,
    notes,
  }
}
