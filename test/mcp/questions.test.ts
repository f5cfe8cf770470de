import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { dogear, scratchRepo, tempDir } from '../support/world.js'
import { connectHere, ERAS } from './support/client.js'

const WORK = { task: 'Log in by OAuth', next: 'Run `npm test`', done: ['src/auth.ts'] }

/** Two checkpoints that are equally near. */
async function two(at: { cwd: string; home: string }): Promise<void> {
  for (const name of ['auth', 'billing'])
    expect(dogear(['save', name, '--task', 'T', '--next', 'Run `make`', '--done', 'a.ts'], at).code).toBe(0)
}

describe.each(ERAS)('a question to a client of %s', (era) => {
  test('is put before the user as a form, where the client can [F4]', async () => {
    const at = { cwd: scratchRepo().dir, home: tempDir(), era }
    await two(at)
    const { call, forms } = await connectHere({
      ...at,
      replies: [{ action: 'accept', content: { choice: 'billing' } }],
    })
    const result = await call('resume')
    expect(result).toMatchObject({ isError: false, data: { name: 'billing', why: 'the one you named' } })
    expect(forms).toMatchObject([{ message: expect.stringContaining('Which one') }])
    const choice = forms[0]?.requestedSchema.properties['choice'] as { enum?: string[]; oneOf?: { const: string }[] }
    expect((choice.enum ?? choice.oneOf?.map((one) => one.const))?.toSorted()).toEqual(['auth', 'billing'])
  })

  test('is answered with what to ask and how to answer, where it cannot [F4]', async () => {
    const at = { cwd: scratchRepo().dir, home: tempDir(), era }
    await two(at)
    const { call } = await connectHere(at)
    const { isError, data, text } = await call('resume')
    expect(isError).toBe(false)
    expect(data).toMatchObject({
      needs: {
        question: expect.stringContaining('Which one'),
        options: expect.arrayContaining([expect.objectContaining({ value: 'auth', detail: expect.any(String) })]),
        answer_with: 'call resume again with name: "<value>"',
      },
    })
    expect(text).toContain('call resume again with name: "<value>"')
    expect((await call('resume', { name: 'auth' })).data).toMatchObject({ name: 'auth' })
  })

  test('that the user declines does nothing, and is not the same as one dismissed', async () => {
    const at = { cwd: scratchRepo().dir, home: tempDir(), era }
    await two(at)
    const replies = [{ action: 'decline' as const, afterMs: 4000 }, { action: 'cancel' as const }]
    const { call, forms } = await connectHere({ ...at, clock: { ms: Date.now() }, replies })
    expect(await call('resume')).toMatchObject({ isError: false, data: { needs: { declined: true } } })
    const dismissed = await call('resume')
    expect(dismissed.data['needs']).not.toHaveProperty('declined')
    expect(dismissed.text).toContain('Nothing was done yet')
    expect(forms).toHaveLength(2)
  })

  test('a client that declines at once has asked nobody', async () => {
    const at = { cwd: scratchRepo().dir, home: tempDir(), era }
    await two(at)
    const { call } = await connectHere({ ...at, clock: { ms: Date.now() }, replies: [{ action: 'decline' }] })
    const { text, data } = await call('resume')
    expect(data['needs']).not.toHaveProperty('declined')
    expect(text).toContain('call resume again with name: "<value>"')
  })

  test('may be followed by another one', async () => {
    const [one, other] = [scratchRepo().dir, scratchRepo().dir]
    const at = { home: tempDir(), era }
    await two({ ...at, cwd: other })
    const { call, forms } = await connectHere({
      ...at,
      cwd: at.home,
      roots: [pathToFileURL(one).href, pathToFileURL(other).href],
      replies: [
        { action: 'accept', content: { choice: other } },
        { action: 'accept', content: { choice: 'auth' } },
      ],
    })
    expect((await call('resume')).data).toMatchObject({ name: 'auth' })
    expect(forms).toHaveLength(2)
  })

  test('without a name offers one made from the work, or another typed [B1]', async () => {
    const at = { cwd: scratchRepo().dir, home: tempDir(), era, env: { DOGEAR_NAMES: 'ask' } }
    const bare = await (await connectHere(at)).call('save', WORK)
    expect(bare).toMatchObject({
      isError: false,
      data: { needs: { options: [{ value: 'log-oauth' }], answer_with: expect.stringContaining('any other name') } },
    })
    const replies = [
      { action: 'accept', content: { choice: 'log-oauth' } },
      { action: 'accept', content: { choice: 'log-oauth', other: 'My Login' } },
    ] as const
    const names = ['log-oauth', 'my-login']
    const asked = await Promise.all(
      replies.map((reply) => connectHere({ ...at, cwd: scratchRepo().dir, replies: [reply, reply] })),
    )
    for (const [i, { call, forms }] of asked.entries()) {
      expect((await call('save', WORK)).data).toMatchObject({ saved: { name: names[i] } })
      // Asked once: from then on the session is on it.
      expect((await call('save', WORK)).data).toMatchObject({ saved: { name: names[i] } })
      expect(forms).toHaveLength(1)
    }
    const [{ forms }] = asked as [(typeof asked)[number]]
    expect(Object.keys(forms[0]?.requestedSchema.properties ?? {})).toEqual(['choice', 'other'])
  })
})

describe('which project', () => {
  const saved = (cwd: string, home: string): string => {
    dogear(['save', 'here', '--task', 'T', '--next', 'Run `make`', '--done', 'a.ts'], { cwd, home })
    return cwd
  }

  test('is the one the server was started in, whatever the client has open', async () => {
    const home = tempDir()
    const cwd = saved(scratchRepo().dir, home)
    const { call } = await connectHere({ cwd, home, roots: [pathToFileURL(scratchRepo().dir).href] })
    expect((await call('resume')).data).toMatchObject({ name: 'here' })
  })

  test.each(ERAS)('is the open folder of a client of %s that starts servers elsewhere', async (era) => {
    const home = tempDir()
    const folder = saved(scratchRepo().dir, home)
    const roots = [pathToFileURL(folder).href, 'file:///no/such/folder', 'file://other-machine/x']
    const { call } = await connectHere({ cwd: home, home, era, roots })
    expect((await call('resume')).data).toMatchObject({ name: 'here' })
  })

  test('a client that tells nonsense about its folders only loses that', async () => {
    const home = tempDir()
    const { call } = await connectHere({ cwd: home, home, roots: ['https://example.invalid/x'] })
    expect((await call('list')).text).toBe('No checkpoints found.')
  })

  test('is the folder that the call names', async () => {
    const home = tempDir()
    const folder = saved(scratchRepo().dir, home)
    const { call } = await connectHere({ cwd: home, home })
    expect((await call('resume')).data).toMatchObject({ error: { code: 'no-checkpoints' } })
    expect((await call('resume', { folder })).data).toMatchObject({ name: 'here' })
    mkdirSync(join(home, 'relative'))
    for (const wrong of ['relative', '/no/such/folder', 7])
      expect((await call('resume', { folder: wrong })).data).toMatchObject({ error: { code: 'bad-input' } })
  })
})
