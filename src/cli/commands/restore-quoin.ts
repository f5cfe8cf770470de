/** Resume in a quoin project: `/checkpoint --restore`. */
import { locate } from '../../app/locate.js'
import type { Artifact } from '../../app/quoin-artifacts.js'
import { restoreQuoin, type Restored, type RestoreRequest } from '../../app/quoin-restore.js'
import type { World } from '../../app/world.js'
import { EXIT } from '../../core/errors.js'
import { cleanLine, cleanText } from '../../core/sanitise.js'
import type { Context } from '../context.js'
import type { Output } from '../output.js'
import { countOf, valueOf, valuesOf } from '../parse-args.js'
import { printMarkdown } from '../render/markdown.js'

/** Null: quoin left nothing here, so it is an ordinary resume. */
export function restoreIn(world: World, context: Context): number | null {
  const { output } = context
  const warnings = restoreQuoin(world, locate(world), requestOf(world, context), (restored) => print(output, restored))
  if (warnings === null) return null
  if (warnings.length > 0) output.warn(warnings.map(cleanLine).join('\n'))
  return EXIT.ok
}

function requestOf(world: World, { args }: Context): RestoreRequest {
  const reread = valueOf(args, 'reread')
  const edited = valueOf(args, 'edited')
  return {
    sentinel: valuesOf(args, 'sentinel'),
    ...(reread === undefined ? {} : { reread: reread === 'yes' ? 'yes' : 'no' }),
    replay: valuesOf(args, 'replay'),
    ...(edited === undefined ? {} : { edited }),
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
