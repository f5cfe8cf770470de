/** A client without hooks that resumed two pieces of work is asked which one a save without a name is for [rule 13]. */
import { expect, test } from 'vitest'
import { dogear, scratchRepo, tempDir } from '../support/world.js'
import { connect, type Connected, ERAS } from './support/client.js'

const WORK = { next: 'Run `npm test`', done: ['src/auth.ts'] }

interface Place {
  cwd: string
  home: string
}

function twoLines(): Place {
  const at = { cwd: scratchRepo().dir, home: tempDir() }
  for (const name of ['auth', 'v2.1'])
    expect(dogear(['save', name, '--task', `Work on ${name}`, '--next', 'Run `make`'], at).code).toBe(0)
  return at
}

async function resumeBoth({ call }: Connected): Promise<void> {
  for (const name of ['auth', 'v2.1']) expect(await call('resume', { name })).toMatchObject({ isError: false })
}

test.each(ERAS)('a client of %s that cannot ask is told what to ask and how to go on', async (era) => {
  const connected = await connect({ ...twoLines(), era })
  await resumeBoth(connected)
  const { data, isError, text } = await connected.call('save', WORK)
  expect(isError).toBe(false)
  expect(data).toMatchObject({
    needs: {
      question: 'Several checkpoints were resumed here. Which one is this save for?',
      options: [
        { value: 'auth', label: 'auth', detail: expect.stringContaining('Run `make`') },
        { value: 'v2.1', label: 'v2.1', detail: expect.stringContaining('Run `make`') },
      ],
      answer_with: 'call save again with name: "<value>"',
    },
  })
  expect(text).toContain('Nothing was done yet')
  expect((await connected.call('save', { ...WORK, name: 'auth' })).data).toMatchObject({ saved: { name: 'auth' } })
  // Answered: from then on it is on that one.
  expect((await connected.call('save', WORK)).data).toMatchObject({ saved: { name: 'auth', heads: 1 } })
})

test.each(ERAS)('a client of %s that can ask puts it before the user', async (era) => {
  const replies = [{ action: 'accept', content: { choice: 'v2.1' } }] as const
  const at = twoLines()
  const connected = await connect({ ...at, era, replies: [...replies] })
  await resumeBoth(connected)
  expect((await connected.call('save', WORK)).data).toMatchObject({ saved: { heads: 1 } })
  expect(connected.forms).toHaveLength(1)
  expect(dogear(['resume', 'v2.1', '--dry-run'], at).stdout).toContain('Run `npm test`')
  expect(dogear(['resume', 'auth', '--dry-run'], at).stdout).not.toContain('Run `npm test`')
})

test('one line resumed twice, or a session that is known, needs no question', async () => {
  const at = twoLines()
  const once = await connect(at)
  for (const name of ['auth', 'auth']) await once.call('resume', { name })
  expect((await once.call('save', WORK)).data).toMatchObject({ saved: { name: 'auth' } })
  const known = await connect({ ...at, env: { DOGEAR_SESSION: 'one' } })
  await resumeBoth(known)
  expect((await known.call('save', WORK)).data).toMatchObject({ saved: { name_from: 'session' } })
})
