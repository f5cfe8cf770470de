/** Story 7: dogear is broken on purpose. Every turn completes untouched, and `doctor` says why. */
import { expect, test } from 'vitest'
import { lookUp, startModel } from './model-server.js'
import { copyProgram, corruptStore, fillDisk, stickLocks } from './support/broken.js'
import { ask, dogearAt, dogearWithin, type Desk } from './support/desk.js'
import { client, reason } from './support/real.js'
import { workOn } from './support/work.js'
import { wiredDesk } from './support/wired.js'

const INVOICE = workOn('invoice')

/** Whole turns of every kind, in a session of its own: each is as the model played it. */
async function expectUntouched(desk: Desk): Promise<void> {
  const model = await startModel(...INVOICE.turns(desk.repo.dir))
  const first = await ask(client, desk, model, INVOICE.instruction)
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.said).toContain(INVOICE.next)
  expect(model.requests).toHaveLength(3)
  expect(model.seen()).toContain(`Error: ${INVOICE.why}`)
  const more = ['--resume', first.session]
  expect(await ask(client, desk, model, '/compact', more)).toMatchObject({ code: 0, stderr: '' })
  expect(model.requests).toHaveLength(4)
  expect(model.seen()).not.toMatch(/hook error|ENOSPC|DogearError|at .*\.cjs:\d/)
  const save = 'mcp__dogear__save'
  model.plays(
    lookUp(save),
    { tools: [{ name: save, input: { name: 'auth', next: 'Run npm test' } }] },
    { text: 'Bye.' },
  )
  expect(await ask(client, desk, model, 'goodnight', more)).toMatchObject({ code: 0, said: 'Bye.', stderr: '' })
  expect(model.seen()).toContain('goodnight')
}

/** A desk with a checkpoint in its store and in the memory of the client. */
function deskInUse(program?: string): Desk {
  const desk = wiredDesk(undefined, program)
  dogearAt(desk, ['save', 'auth', '--task', 'Log in by OAuth', '--next', 'Run npm test -- auth'])
  return desk
}

interface Finding {
  id: string
  ok: boolean
  message: string
  next?: string
}

/** What `dogear doctor` finds wrong, each with the way to mend it. */
async function faultsAt(desk: Desk): Promise<string[]> {
  const { stdout } = await dogearWithin(desk, ['doctor', '--json'])
  const { findings } = JSON.parse(stdout) as { findings: Finding[] }
  return findings
    .filter(({ ok }) => !ok)
    .map(({ id, message, next }) => `${id}: ${message} → ${next ?? 'NO WAY TO MEND IT'}`)
}

test.skipIf(reason)('no space is left on the disk [E15]', async () => {
  const desk = fillDisk(deskInUse())
  await expectUntouched(desk)
  expect(await faultsAt(desk)).toContainEqual(expect.stringMatching(/^home: .*ENOSPC.* → free some space/))
})

test.skipIf(reason)('the store is corrupt [E15]', async () => {
  const desk = corruptStore(deskInUse())
  await expectUntouched(desk)
  expect(await faultsAt(desk)).toContainEqual(expect.stringMatching(/^store: .* damaged → dogear verify/))
})

test.skipIf(reason)('the program was removed [E15]', async () => {
  const { program, remove } = copyProgram()
  const desk = deskInUse(program)
  remove()
  await expectUntouched(desk)
  expect(await faultsAt(desk)).toContainEqual(
    expect.stringMatching(/^hooks: .*hook\.cjs, which is not there → dogear init/),
  )
})

test.skipIf(reason)('a lock is never given back [E15]', async () => {
  const desk = stickLocks(deskInUse())
  await expectUntouched(desk)
  expect(await faultsAt(desk)).toContainEqual(expect.stringMatching(/^locks: .* not given back → .*doctor --unlock/))
})
