/** `doctor`: what is wrong, each with the command that mends it. */
import { broken, type Finding } from '../../../agents/install.js'
import { doctor } from '../../../app/setup/doctor/doctor.js'
import type { World } from '../../../app/world.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import { cleanLine } from '../../../core/text/text.js'
import { thisProgram } from '../../../platform/process/command.js'
import type { Context } from '../../context.js'
import type { Style } from '../../print/output.js'
import { readWorld, VERSION } from '../../world.js'

export async function run(context: Context): Promise<number> {
  const { output, args } = context
  const { world, problems } = await worldAnyhow(context)
  // In a home that may not be used nothing else is looked at.
  if (!world) return tell(context, problems)
  const request = { program: thisProgram(), version: VERSION, unlock: args.on.has('unlock') }
  const diagnosis = await doctor(world, request)
  for (const path of diagnosis.opened) output.warn(`opened ${path}`)
  return tell(context, [...problems, ...diagnosis.findings])
}

function tell({ output }: Context, findings: readonly Finding[]): number {
  const needsYou = findings.filter((one) => !one.ok)
  const ok = !findings.some(({ status }) => status === 'broken')
  if (output.json) output.printJson({ findings, ok })
  else output.print((output.quiet ? needsYou : findings).map((one) => printFinding(one, output.style)).join(''))
  return ok ? EXIT.ok : EXIT.findings
}

/** What is set may be what is broken. */
async function worldAnyhow({ env, args }: Context): Promise<{ world: World | null; problems: Finding[] }> {
  const problems: Finding[] = []
  const onBadConfig = (error: DogearError): void => {
    problems.push(broken('config', error.message, error.next ?? 'mend it'))
  }
  try {
    return { world: await readWorld(env, { args, host: false, onBadConfig }), problems }
  } catch (error) {
    if (!(error instanceof DogearError) || error.code === 'not-found') throw error
    return { world: null, problems: [broken('home', error.message, error.next ?? 'set DOGEAR_HOME')] }
  }
}

const MARKS: Record<Finding['status'], string> = { ok: '✓', note: '·', warn: '!', broken: '✗' }

function printFinding({ id, status, message, next }: Finding, style: Style): string {
  const line = `${MARKS[status]} ${id.padEnd(13)} ${cleanLine(message)}\n`
  return next === undefined ? line : `${style.bold(line.trimEnd())}\n  ${' '.repeat(13)} → ${cleanLine(next)}\n`
}
