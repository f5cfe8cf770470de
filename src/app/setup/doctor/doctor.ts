/** Doctor: proves that a session is saved and brought back, or says what is broken and how to mend it. */
import { memoryOf } from '../../layouts/signs.js'
import { locate } from '../../locate.js'
import { statOf } from '../../../platform/files/files.js'
import type { Program } from '../../../platform/process/command.js'
import type { World } from '../../world.js'
import { broken, type Finding, note, ok } from './finding.js'
import { checkHome, checkLocks, checkRecords, checkStore } from './home.js'
import { checkFailures, checkInjection, checkLastSave, readHookLog } from './hook-log.js'
import { checkHookRun } from './hook-run.js'
import { checkWiring } from './wiring.js'

export interface DoctorRequest {
  program: Program
  version: string
}

export function doctor(world: World, { program, version }: DoctorRequest): Finding[] {
  const located = locate(world)
  const root = located.worktree
  const here = { userHome: world.userHome, env: world.env, root }
  const { findings, registered } = checkWiring({ here, program, version })
  return [
    checkProgram(program, version),
    ...attempt('home', () => checkHome(world)),
    ...findings,
    ...attempt('hook runs', () => (registered.length === 0 ? [] : [checkHookRun(world, program)])),
    ...attempt('version', () => checkRecords(world, version)),
    ...attempt('store', () => checkStore(world)),
    ...attempt('last save', () => [checkLastSave(world)]),
    ...attempt('last briefing', () => [checkInjection(world, root, readHookLog(world.home))]),
    ...attempt('hook log', () => checkFailures(world, readHookLog(world.home))),
    ...attempt('locks', () => checkLocks(world)),
    ...attempt('memory', () => [checkMemory(memoryOf(world, located, world.config.memoryDir))]),
  ]
}

function checkProgram({ hook, root, node }: Program, version: string): Finding {
  if (statOf(hook)) return ok('program', `dogear ${version} in ${root}, run by ${node} (${process.version})`)
  return broken('program', `${hook} is missing`, 'install dogear again')
}

function checkMemory(folder: string | null): Finding {
  return folder === null
    ? note('memory', 'the automatic memory of Claude Code is off, so MEMORY.md does not list checkpoints')
    : ok('memory', folder)
}

/** A check that cannot be made is a finding, and the others go on. */
function attempt(id: string, act: () => Finding[]): Finding[] {
  try {
    return act()
  } catch (error) {
    const { message, next } = error as { message: string; next?: string }
    return [broken(id, message, next ?? 'dogear verify')]
  }
}
