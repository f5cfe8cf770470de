import { expect, test } from 'vitest'
import { carryOn } from './carry-on.js'
import { emptyFields, type Fields } from './entry.js'

const seen = (text: string) => ({ text, observed: 'transcript 1' })
const last: Fields = {
  ...emptyFields(),
  task: seen('Repair the cart'),
  intent: seen('first request'),
  next: seen('sand it'),
  done: [seen('created a.ts (+10 −0)'), seen('edited b.ts (+1 −1)'), { text: 'commit 1', observed: 'git log' }],
  failed: [seen('`npm test`'), seen('`npm run e2e`')],
  decisions: [seen('use Redis'), { text: 'stated by the model' }],
  files: [
    { path: 'a.ts', role: 'created', observed: 'transcript 1' },
    { path: 'c.ts', role: 'read', observed: 'transcript 1' },
  ],
}

test('what came since is added to what was known, newest first', () => {
  const now: Fields = {
    ...emptyFields(),
    intent: seen('second request'),
    done: [seen('edited a.ts (+2 −3)')],
    failed: [seen('`make`')],
    files: [{ path: 'a.ts', role: 'read', observed: 'transcript 9' }],
  }
  const fields = carryOn(last, { fields: now, passed: ['npm test 2>&1 | tail'], talked: true })
  expect(fields.task?.text).toBe('Repair the cart')
  expect(fields.intent?.text).toBe('second request')
  expect(fields.next).toBeUndefined()
  expect(fields.done.map(({ text }) => text)).toEqual([
    'created a.ts (+12 −3)',
    '`npm test` failed, now passes',
    'edited b.ts (+1 −1)',
  ])
  expect(fields.failed.map(({ text }) => text)).toEqual(['`make`', '`npm run e2e`'])
  expect(fields.decisions.map(({ text }) => text)).toEqual(['use Redis'])
  expect(fields.files.map(({ path, role }) => `${path} ${role}`)).toEqual(['a.ts created', 'c.ts read'])
})

test('where nothing was said since, the next action and the request stand', () => {
  const fields = carryOn(last, { fields: emptyFields(), passed: [], talked: false })
  expect([fields.next?.text, fields.intent?.text]).toEqual(['sand it', 'first request'])
})

test('the lists do not grow without end', () => {
  let fields = last
  for (let i = 0; i < 100; i++) {
    const now = { ...emptyFields(), done: [seen(`edited f${i}.ts (+1 −0)`)], decisions: [seen(`choice ${i}`)] }
    fields = carryOn(fields, { fields: now, passed: [], talked: true })
  }
  expect([fields.done.length, fields.decisions.length]).toEqual([50, 12])
})
