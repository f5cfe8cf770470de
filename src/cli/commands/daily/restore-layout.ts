/** Resume where a layout has its own way to restore: `/checkpoint --restore`. */
import { locate } from '../../../app/locate.js'
import { restoreAs, type Restored, type RestoreRequest } from '../../../app/resume/restore.js'
import type { World } from '../../../app/world.js'
import { EXIT } from '../../../core/errors.js'
import { cleanLine, cleanText } from '../../../core/text/text.js'
import type { Artifact } from '../../../layouts/abilities.js'
import type { Layout } from '../../../layouts/layout.js'
import type { Context } from '../../context.js'
import type { Output } from '../../print/output.js'
import { countOf, valuesOf } from '../../args/parse.js'
import { printMarkdown } from '../../print/output.js'
import { ANSWER_FLAGS } from '../../args/spec.js'

/** Null: there is nothing to restore, so it is an ordinary resume. */
export async function restoreIn(world: World, layout: Layout, context: Context): Promise<number | null> {
  const { output } = context
  const request = requestOf(world, context)
  const warnings = await restoreAs(world, locate(world), layout, request, (restored) => print(output, restored))
  if (warnings === null) return null
  if (warnings.length > 0) output.warn(warnings.map(cleanLine).join('\n'))
  return EXIT.ok
}

function requestOf(world: World, { args }: Context): RestoreRequest {
  const given = ANSWER_FLAGS.map(({ name }) => [name, valuesOf(args, name)] as const)
  return {
    answers: Object.fromEntries(given.filter(([, values]) => values.length > 0)),
    budget: countOf(args, 'budget') ?? world.config.budget,
    dryRun: args.on.has('dry-run'),
  }
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

function documentOf({
  path,
  document,
  surface,
  briefing,
  artifacts,
  prompts,
  notes,
}: Restored): Record<string, unknown> {
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
