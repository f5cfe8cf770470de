/** Defects planted into a copy of the program, each with the check that must turn red because of it. */
import { trace } from '../strace.js'
import { damageEntries } from './damage.js'
import { errorPoints, failAt } from './errors.js'
import { saveUnderLimit } from './full-disk.js'
import { hammer } from './hammer.js'
import { prepare } from './judge.js'
import { killAt } from './kill.js'
import { newPlace } from './place.js'
import type { Change } from './plant.js'
import { checkProtocol } from './protocol.js'
import { SCENARIOS } from '../scenarios/scenarios.js'
import { placeFor, SAVE } from '../scenarios/setups.js'

/** What a check finds wrong with a program; nothing, with the good one. */
export type Check = (program?: string) => Promise<string[]>

export interface Defect extends Change {
  check: Check
  /** Words of what it must find: a program that merely does not run proves nothing. */
  finds: string
  /** Takes longer than a sample may. */
  slow?: true
}

const protocol: Check = async (program) => {
  const place = newPlace(program)
  const { ops } = await trace(place, [...SAVE, '--json'])
  return checkProtocol(ops, place.home)
}

/** Kills at those calls of a scenario only: a planted defect is somewhere in particular. */
function kills(name: string, shape: RegExp): Check {
  return async (program) => {
    const before = await prepare(scenarioOf(name), program)
    const points = before.points.filter((point) => shape.test(point.shape))
    return (await killAt(before, points)).violations
  }
}

function errors(name: string, shape: RegExp): Check {
  return async (program) => {
    const before = await prepare(scenarioOf(name), program)
    const points = errorPoints(before.points.filter((point) => shape.test(point.shape)))
    return (
      await failAt(
        before,
        points.filter(({ error }) => error === 'ENOSPC'),
      )
    ).violations
  }
}

function scenarioOf(name: string): (typeof SCENARIOS)[number] {
  const scenario = SCENARIOS.find((one) => one.name === name)
  if (!scenario) throw new Error(`there is no scenario "${name}"`)
  return scenario
}

const packing: Check = async (program) => {
  const place = await placeFor(scenarioOf('packing').setup)
  const { ops } = await trace({ ...place, program: program ?? place.program }, ['verify', '--repair', '--json'])
  return checkProtocol(ops, place.home)
}

const limited: Check = async (program) => (await saveUnderLimit(8, program)).violations
const damaged: Check = async (program) => (await damageEntries(3, program)).violations
const crowd: Check = async (program) =>
  (await hammer(newPlace(program), { processes: 8, saves: 25, names: ['auth'], kills: 0 })).violations

/** As a plain `writeFile` would do it. */
const IN_PLACE =
  "process.getBuiltinModule('node:fs').writeFileSync(target, text, { mode: 0o600, flag: 'wx' }); return true; const temp = ''"

const TEMP = 'platform/files/temp-file.ts'
const PACK = 'store/entries/pack-line.ts'
const PUBLISH = 'platform/files/temp-file.ts'

export const DEFECTS: readonly Defect[] = [
  {
    name: 'no sync of the file',
    file: TEMP,
    from: 'if (durable) fsyncSync(fd)',
    to: '',
    finds: 'before its bytes were synced',
    check: protocol,
  },
  {
    name: 'no sync of the folder',
    file: 'platform/files/raw-io.ts',
    from: '    fsyncSync(fd)\n',
    to: '\n',
    finds: 'was synced (new',
    check: protocol,
  },
  {
    name: 'a short write taken for a whole one',
    file: 'platform/files/raw-io.ts',
    from: 'if (count <= 0) throw',
    to: 'return\n    if (count <= 0) throw',
    finds: 'is cut off',
    check: limited,
  },
  {
    name: 'a temporary file that is not exclusive',
    file: TEMP,
    from: ' | constants.O_EXCL',
    to: '',
    finds: 'without O_EXCL',
    check: protocol,
  },
  {
    name: 'a temporary file that follows links',
    file: TEMP,
    from: ' | (constants.O_NOFOLLOW ?? 0)',
    to: '',
    finds: 'without O_NOFOLLOW',
    check: protocol,
  },
  {
    name: 'a temporary file on another disk',
    file: TEMP,
    from: 'join(dirname(target), tempName',
    to: "join(process.env['HOME'] ?? '/', tempName",
    finds: 'between the home and elsewhere',
    check: protocol,
  },
  {
    name: 'the answer before the entry',
    file: 'app/save/save.ts',
    from: 'createEntry(project, entry, tag)',
    to: "process.once('exit', () => createEntry(project, entry, tag))",
    finds: 'only after the answer',
    check: protocol,
  },
  {
    name: 'the answer before the entry, killed in between',
    file: 'app/save/save.ts',
    from: 'createEntry(project, entry, tag)',
    to: "process.once('exit', () => createEntry(project, entry, tag))",
    finds: 'the saved entry',
    check: kills('save, continuing', /^link/),
    slow: true,
  },
  {
    name: 'an entry written in place',
    file: PUBLISH,
    from: 'const temp = writeTemp(target, text, tag, true)',
    to: IN_PLACE,
    finds: 'created in place',
    check: protocol,
  },
  {
    name: 'an entry written in place, killed in between',
    file: PUBLISH,
    from: 'const temp = writeTemp(target, text, tag, true)',
    to: IN_PLACE,
    finds: 'is empty',
    check: kills('save, continuing', /^write \//),
    slow: true,
  },
  {
    name: 'a file that others can read',
    file: TEMP,
    from: 'EXCLUSIVE, 0o600',
    to: 'EXCLUSIVE, 0o644',
    finds: 'with mode 644',
    check: protocol,
  },
  {
    name: 'a folder that others can enter',
    file: 'platform/files/folders.ts',
    from: 'mkdirSync(path, 0o700)',
    to: 'mkdirSync(path, 0o755)',
    finds: 'with mode 755',
    check: protocol,
  },
  {
    name: 'an entry published by a rename that overwrites',
    file: PUBLISH,
    from: 'retryInterrupted(() => linkSync(from, to))\n    return { done: true, moved: false }',
    to: 'renameSync(from, to)\n    return { done: true, moved: true }',
    finds: 'would overwrite another',
    check: protocol,
  },
  {
    name: 'checksums that nobody looks at',
    file: 'store/entries/entries.ts',
    from: 'const seal = checkSeal(bytes, sha256Hex)',
    to: "const seal = 'intact' as ReturnType<typeof checkSeal>",
    finds: 'not found: damage',
    check: damaged,
  },
  {
    name: 'the error of a write swallowed',
    file: TEMP,
    from: '  } catch (error) {\n    dropTemp(path)\n    throw error\n  }',
    to: '  } catch {}',
    finds: 'claims to have succeeded',
    check: errors('save, continuing', /^write \//),
    slow: true,
  },
  {
    name: 'a prompt taken off the queue before it is delivered',
    file: 'app/session/prompts.ts',
    from: '    deliver(taken.prompt)',
    to: "    taken.delivered('2026-01-01')\n    deliver(taken.prompt)",
    finds: 'is lost',
    check: kills('prompts pop', /answer/),
    slow: true,
  },
  {
    name: 'the temporary files of the living swept',
    file: 'platform/process/process-tag.ts',
    from: 'return !isRunning(Number(pid), start)',
    to: 'return true',
    finds: 'a save failed',
    check: crowd,
    slow: true,
  },
  {
    name: 'unpacked files that go before their pack is in place',
    file: PACK,
    from: '  const isCreated = createDurable(',
    to: '  removeUnpacked(project, name, entries)\n  const isCreated = createDurable(',
    finds: 'is lost',
    check: kills('packing', /^link.*dgp/),
  },
  {
    name: 'unpacked files that go before the folder of their pack is synced',
    file: 'platform/files/files.ts',
    from: 'if (created) syncDir(dirname(path))',
    to: '',
    finds: 'was removed before',
    check: packing,
  },
  {
    name: 'a pack without its last entries',
    file: PACK,
    from: 'printPack(entries), tag, (temp) => {',
    to: 'printPack(entries.slice(0, 3).concat(entries.slice(-1))), tag, (temp) => {\n    return',
    finds: 'is lost',
    check: kills('packing', /answer/),
    slow: true,
  },
]
