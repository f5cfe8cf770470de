import { expect, test } from 'vitest'
import type { FoundFile } from '../abilities.js'
import { type Choice, type RestoreState, chooseRestore } from './choose.js'
import { SESSION_MISMATCH } from './messages.js'

const MEMORY = '.workflow_artifacts/memory'
const HOUR = 3_600_000
const NOON = Date.UTC(2026, 10, 15, 12)

/** `2026-11-15-auth`, on a branch, written some hours after noon of the 15th. */
function checkpoint(stem: string, branch = 'main', hours = 0, base = ''): FoundFile {
  const text = `## Status\ncheckpoint save\n## Active task\n${stem.slice(11)}\n## Branch\n${branch}\n`
  return { path: `${base}${MEMORY}/checkpoints/${stem}.md`, text, mtimeMs: NOON + hours * HOUR }
}

function sentinel(session: string, names: string, hours = 0, base = ''): FoundFile {
  return { path: `${base}${MEMORY}/pending-restore-${session}.txt`, text: `${names}\n`, mtimeMs: NOON + hours * HOUR }
}

function to(stem: string): string {
  return `${MEMORY}/checkpoints/${stem}.md`
}

interface Expected {
  /** The stem of the checkpoint, `ask` or `nothing`. */
  chosen: string
  notes?: string[]
  sentinels?: number
}

const auth = checkpoint('2026-11-15-auth', 'feat/auth')
const billing = checkpoint('2026-11-15-billing', 'feat/billing', 3)
const old = checkpoint('2026-11-10-payments', 'feat/pay', -120)

const CASES: [title: string, state: Partial<RestoreState>, expected: Expected][] = [
  [
    'the sentinel of this session is used, whatever else waits',
    {
      session: 's1',
      sentinels: [sentinel('s1', to('2026-11-15-auth')), sentinel('s2', to('2026-11-15-billing'), 5)],
      checkpoints: [auth, billing],
    },
    { chosen: '2026-11-15-auth', notes: [], sentinels: 1 },
  ],
  [
    'the sentinel of this session is used although its checkpoint is old',
    { session: 's1', sentinels: [sentinel('s1', to('2026-11-10-payments'))], checkpoints: [old, auth] },
    { chosen: '2026-11-10-payments', notes: [], sentinels: 1 },
  ],
  ['no sentinel and no checkpoint: nothing', { sentinels: [], checkpoints: [] }, { chosen: 'nothing', notes: [] }],
  ['no sentinel: the newest checkpoint', { checkpoints: [old, auth] }, { chosen: '2026-11-15-auth', sentinels: 0 }],
  [
    'exactly one of another session: used with the warning',
    { session: 's9', sentinels: [sentinel('s1', to('2026-11-15-auth'))], checkpoints: [auth] },
    { chosen: '2026-11-15-auth', notes: [SESSION_MISMATCH], sentinels: 1 },
  ],
  [
    'exactly one, and this session does not know its id: the same',
    { sentinels: [sentinel('s1', to('2026-11-15-auth'))], checkpoints: [auth, billing] },
    { chosen: '2026-11-15-auth', notes: [SESSION_MISMATCH] },
  ],
  [
    'several that name the same checkpoint are one',
    { sentinels: [sentinel('s1', to('2026-11-15-auth')), sentinel('s2', to('2026-11-15-auth'))], checkpoints: [auth] },
    { chosen: '2026-11-15-auth', notes: [SESSION_MISMATCH], sentinels: 2 },
  ],
  [
    'incident: two tasks within four hours are a question and not a guess',
    {
      session: 's9',
      sentinels: [sentinel('s1', to('2026-11-15-auth')), sentinel('s2', to('2026-11-15-billing'), 3)],
      checkpoints: [auth, billing],
    },
    { chosen: 'ask' },
  ],
  [
    'incident: two tasks within four hours without sentinels: the newer, and the other one is named',
    { checkpoints: [auth, billing] },
    {
      chosen: '2026-11-15-billing',
      notes: ['Another task was saved on 2026-11-15: auth (dogear resume auth).'],
    },
  ],
  [
    'incident: the only sentinel is five days old and of another task than what was saved since',
    { session: 's9', sentinels: [sentinel('s1', to('2026-11-10-payments'), -120)], checkpoints: [old, auth] },
    { chosen: 'ask' },
  ],
  [
    'a sentinel days old is used where the newer checkpoint is of the same task',
    {
      sentinels: [sentinel('s1', to('2026-11-10-auth'))],
      checkpoints: [checkpoint('2026-11-10-auth'), auth],
    },
    { chosen: '2026-11-10-auth', notes: [SESSION_MISMATCH] },
  ],
  [
    'incident: a five-day-old checkpoint that a copy made look new does not win',
    { checkpoints: [{ ...old, mtimeMs: NOON + 100 * HOUR }, auth] },
    { chosen: '2026-11-15-auth' },
  ],
  [
    'incident: saved in a subfolder, the path is relative to that',
    {
      sentinels: [sentinel('s1', to('2026-11-15-auth'), 0, 'packages/api/')],
      checkpoints: [checkpoint('2026-11-15-auth', 'main', 0, 'packages/api/')],
    },
    { chosen: 'packages/api/2026-11-15-auth', notes: [SESSION_MISMATCH] },
  ],
  [
    'incident: saved in a subfolder, the path is relative to the root',
    {
      sentinels: [sentinel('s1', `packages/api/${to('2026-11-15-auth')}`, 0, 'packages/api/')],
      checkpoints: [checkpoint('2026-11-15-auth', 'main', 0, 'packages/api/')],
    },
    { chosen: 'packages/api/2026-11-15-auth' },
  ],
  [
    'an absolute path within the project',
    { session: 's1', sentinels: [sentinel('s1', `/repo/${to('2026-11-15-auth')}`)], checkpoints: [auth] },
    { chosen: '2026-11-15-auth', notes: [] },
  ],
  [
    'an absolute path from before the project was moved',
    { session: 's1', sentinels: [sentinel('s1', `/old/place/${to('2026-11-15-auth')}`)], checkpoints: [auth] },
    { chosen: '2026-11-15-auth', notes: [] },
  ],
  [
    'incident: copies made by sync programs count neither as sentinels nor as checkpoints',
    {
      sentinels: [sentinel('s1 (conflicted copy 2026-11-15)', to('2026-11-15-auth'))],
      checkpoints: [
        auth,
        checkpoint('2026-11-15-auth.sync-conflict-20261115-120000-ABCDEFG', 'x', 9),
        checkpoint("2026-11-16-auth (Ana's conflicted copy)", 'x', 9),
      ],
    },
    {
      chosen: '2026-11-15-auth',
      notes: [
        `Ignored ${MEMORY}/checkpoints/2026-11-15-auth.sync-conflict-20261115-120000-ABCDEFG.md: it is a copy that a sync program made. Compare it with the original.`,
        `Ignored ${MEMORY}/checkpoints/2026-11-16-auth (Ana's conflicted copy).md: it is a copy that a sync program made. Compare it with the original.`,
        `Ignored ${MEMORY}/pending-restore-s1 (conflicted copy 2026-11-15).txt: it is a copy that a sync program made.`,
      ],
      sentinels: 0,
    },
  ],
  [
    'incident: an empty session id matches no sentinel, not even one without an id',
    {
      session: '',
      sentinels: [sentinel('', to('2026-11-15-auth')), sentinel('s2', to('2026-11-15-billing'))],
      checkpoints: [auth, billing],
    },
    { chosen: 'ask' },
  ],
  [
    'a sentinel that names a missing checkpoint is told about and left',
    { session: 's1', sentinels: [sentinel('s1', to('2026-11-14-gone'))], checkpoints: [auth] },
    {
      chosen: '2026-11-15-auth',
      notes: [
        `Ignored ${MEMORY}/pending-restore-s1.txt: the checkpoint it names is not there: ${to('2026-11-14-gone')}`,
      ],
      sentinels: 0,
    },
  ],
  ...['/etc/passwd', '../../secret.md', 'src/index.ts/../../../x', 'C:\\Users\\x\\notes.md'].map(
    (path): [string, Partial<RestoreState>, Expected] => [
      `a sentinel that names a file elsewhere leads nowhere: ${path}`,
      { session: 's1', sentinels: [sentinel('s1', path)], checkpoints: [] },
      {
        chosen: 'nothing',
        notes: [`Ignored ${MEMORY}/pending-restore-s1.txt: it names a file outside of the checkpoints: ${path}`],
      },
    ],
  ),
  [
    'a sentinel that cannot be read, and an empty one',
    {
      session: 's1',
      sentinels: [{ ...sentinel('s1', ''), text: null }, sentinel('s2', '')],
      checkpoints: [auth],
    },
    { chosen: '2026-11-15-auth', sentinels: 0 },
  ],
  [
    'a corrupt checkpoint that is named is still the chosen one: the reader says what is wrong with it',
    { session: 's1', sentinels: [sentinel('s1', to('2026-11-15-auth'))], checkpoints: [{ ...auth, text: '\0\0' }] },
    { chosen: '2026-11-15-auth' },
  ],
  [
    'what somebody meant comes before a later automatic one of that day',
    { checkpoints: [auth, checkpoint('2026-11-15-auth-precompact', 'feat/auth', 5)] },
    { chosen: '2026-11-15-auth' },
  ],
  [
    'an automatic one of a later day comes before what was meant earlier',
    { checkpoints: [auth, checkpoint('2026-11-16-auth-precompact', 'feat/auth', 20)] },
    { chosen: '2026-11-16-auth-precompact' },
  ],
  [
    'on the same date the later file is the newer',
    { checkpoints: [checkpoint('2026-11-15-a', 'm', 2), checkpoint('2026-11-15-b', 'm', 1)] },
    { chosen: '2026-11-15-a' },
  ],
  [
    'what has no date in its name is no checkpoint',
    { checkpoints: [checkpoint('notes-of-mine', 'm', 9), auth] },
    { chosen: '2026-11-15-auth' },
  ],
]

function choose(state: Partial<RestoreState>): Choice {
  return chooseRestore({ root: '/repo', today: '2026-12-31', sentinels: [], checkpoints: [], answers: [], ...state })
}

function stemOf(choice: Choice): string {
  if (choice.do !== 'restore') return choice.do
  return choice.checkpoint.replace(`${MEMORY}/checkpoints/`, '').replace(/\.md$/, '')
}

test.each(CASES)('%s [E8]', (_title, state, expected) => {
  const choice = choose(state)
  expect(stemOf(choice)).toBe(expected.chosen)
  expect(choice.notes).toEqual(expected.notes ?? choice.notes)
  const sentinels = choice.do === 'restore' ? choice.sentinels.length : 0
  expect(sentinels).toBe(expected.sentinels ?? sentinels)
})

const MANY: Partial<RestoreState> = {
  session: 's9',
  sentinels: [sentinel('s1', to('2026-11-10-payments'), 1), sentinel('s2', to('2026-11-15-billing'), 3)],
  checkpoints: [old, auth, billing],
}

test('the list is that of the seed, newest first [E8]', () => {
  expect(choose(MANY)).toMatchObject({
    attempt: 1,
    text: `Multiple pending-restore sentinels found. Which session do you want to restore?
1. Task: billing Branch: feat/billing (checkpoint: 2026-11-15)
2. Task: payments Branch: feat/pay (checkpoint: 2026-11-10)
Enter number, or 'skip' to proceed to direct checkpoint lookup:`,
  })
})

test.each([
  [['2'], '2026-11-10-payments', true],
  [[' 1 '], '2026-11-15-billing', true],
  [['skip'], '2026-11-15-billing', false],
  [['SKIP'], '2026-11-15-billing', false],
  [['3'], 'ask', false],
  [['0'], 'ask', false],
  [['yes'], 'ask', false],
  [['', '2'], '2026-11-10-payments', true],
  [['9', 'skip'], '2026-11-15-billing', false],
  [['9', '-1'], '2026-11-15-billing', false],
])('answered %j the choice is %s [E8]', (answers, chosen, mismatch) => {
  const choice = choose({ ...MANY, answers })
  expect(stemOf(choice)).toBe(chosen)
  expect(choice.notes.includes(SESSION_MISMATCH)).toBe(mismatch)
  expect(choice).toMatchObject(choice.do === 'ask' ? { attempt: 2 } : {})
})

test('a checkpoint that cannot be read is listed as such and hides no other [E8] [E10]', () => {
  const choice = choose({ ...MANY, checkpoints: [{ ...old, text: null }, billing] })
  expect(choice).toMatchObject({ options: [expect.stringContaining('billing'), expect.stringContaining('unreadable')] })
})

test('text from a checkpoint cannot draw on the terminal', () => {
  const evil = checkpoint('2026-11-15-auth', '\u001b[2Jmain\u202e')
  const choice = choose({
    ...MANY,
    sentinels: [...(MANY.sentinels ?? []), sentinel('s3', to('2026-11-15-auth'))],
    checkpoints: [evil, billing],
  })
  expect(JSON.stringify(choice)).not.toMatch(/\\u001b|\u202e/)
})
