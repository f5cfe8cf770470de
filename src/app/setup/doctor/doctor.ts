/** Doctor: proves that a session is saved and brought back, or says what is broken and how to mend it. */
import { envOutside } from '../../../platform/git/outside.js'
import { agentsWith, type Able } from '../../../agents/abilities.js'
import { broken, type Finding, note, ok } from '../../../agents/install.js'
import { statOf } from '../../../platform/files/files.js'
import type { Program } from '../../../platform/process/command.js'
import { readAllInstalled } from '../../../store/installed.js'
import { memoryAgent, memoryOf } from '../../layouts/signs.js'
import { locate } from '../../locate.js'
import type { World } from '../../world.js'
import { checkHome, checkLocks, checkRecords, checkStore, checkSync, checkTrust, openStuckLocks } from './home.js'
import { checkArrival, checkFailures, checkHookRun, checkLastSave, readHookLog } from './hooks.js'
import { checkReading } from './reading.js'
import { checkTakes } from './takes.js'

export interface DoctorRequest {
  program: Program
  version: string
  /** Open the locks that are stuck, before anything is looked at. */
  unlock: boolean
}

export interface Diagnosis {
  /** The locks that were opened. */
  opened: string[]
  findings: Finding[]
}

export async function doctor(world: World, { program, version, unlock }: DoctorRequest): Promise<Diagnosis> {
  const opened = unlock ? openStuckLocks(world) : []
  const located = locate(world)
  const root = located.worktree
  const { userHome } = world
  const env = envOutside(world, root)
  const agents = await Promise.all(
    agentsHere(world).map(async (agent) => ({ agent, install: await agent.install.load() })),
  )
  const setUp = readAllInstalled(world.home).map((record) => record.agent)
  const checks = await Promise.all(
    agents.map(async ({ agent, install }) => {
      const place = { userHome, env, root, program, version, wasSetUp: setUp.includes(agent.id) }
      const { findings, isSetUp } = install.check(place)
      if (!isSetUp) return findings
      const run = (): Finding[] => [checkHookRun({ ...world, env }, agent, install, program)]
      return [...findings, ...((await install.prove?.(place)) ?? []), ...attempt('hook runs', run)]
    }),
  )
  const arrivals = agents.map(({ agent, install }) =>
    attempt('last briefing', () => [checkArrival(world, root, agent, install, readHookLog(world.home))]),
  )
  const looked = agents.map(({ agent }) => agent)
  const findings = [
    checkProgram(program, version),
    ...attempt('home', () => checkHome(world)),
    ...checks.flat(),
    ...attempt('version', () => checkRecords(world, version)),
    ...attempt('store', () => checkStore(world)),
    ...attempt('last save', () => [checkLastSave(world)]),
    ...arrivals.flat(),
    ...attempt('reading', () => checkReading(world, root)),
    ...attempt('hook log', () => checkFailures(world, readHookLog(world.home))),
    ...attempt('takes', () => checkTakes(world, looked)),
    ...attempt('sync', () => checkSync(world)),
    ...attempt('locks', () => checkLocks(world)),
    ...attempt('trust', () => checkTrust(located)),
    ...attempt('memory', () => [checkMemory(memoryOf(world, located, world.config.memoryDir))]),
  ]
  return { opened, findings }
}

/** Those that have run on this machine or were set up; where there are none, the one that init means. */
function agentsHere(world: World): Able<'install'>[] {
  const all = agentsWith('install')
  const setUp = readAllInstalled(world.home).map(({ agent }) => agent)
  const here = all.filter((one) => setUp.includes(one.id) || one.homes(world).some((home) => statOf(home)))
  return here.length > 0 ? here : all.slice(0, 1)
}

function checkProgram({ hook, root, node }: Program, version: string): Finding {
  if (statOf(hook)) return ok('program', `dogear ${version} in ${root}, run by ${node} (${process.version})`)
  return broken('program', `${hook} is missing`, 'install dogear again')
}

function checkMemory(folder: string | null): Finding {
  if (folder !== null) return ok('memory', folder)
  const whose = memoryAgent()?.title ?? 'every agent'
  return note('memory', `the automatic memory of ${whose} is off, so MEMORY.md does not list checkpoints`)
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
