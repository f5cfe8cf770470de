import { expect, test } from 'vitest'
import { commandMark } from '../../core/session/marks.js'
import type { TranscriptEvent } from '../../core/session/transcript.js'
import { collectFailures } from './failures.js'
import { failuresOf, joinFailures } from './failures.js'

const ref = { offset: 0 }

function ran(command: string, seconds: number, ok: boolean): TranscriptEvent[] {
  const call = { kind: 'call', call: command, tool: 'Bash', action: { type: 'run', command }, ref, at: 0 } as const
  return [call, { kind: 'result', call: command, ok, ref, at: seconds * 1000 }]
}

test('commands that passed and commands that took long are told apart from the rest [C9] [F14]', () => {
  const failures = collectFailures(30)
  for (const event of [...ran('./grow', 31, true), ...ran('./sow', 3, true), ...ran('./reap', 50, false)])
    failures.add(event)
  expect(failures.slow()).toEqual([commandMark('./grow')])
  expect([...failures.passed()]).toEqual([commandMark('./grow'), commandMark('./sow')])
})

test('the commands an entry tells as failed are those in code marks, each with its reason [F14]', () => {
  const failed = [{ text: 'ran `npm run e2e` twice', why: 'no browser' }, { text: 'polling' }, { text: '`cut off …`' }]
  expect(failuresOf({ failed })).toEqual([{ kind: 'command', key: commandMark('npm run e2e'), why: 'no browser' }])
})

test('of two failures of one command the newer reason counts [F14]', () => {
  const [old, fresh] = ['a', 'b'].map((why) => ({ kind: 'command', key: 'k', why }) as const)
  expect(joinFailures([old as never], [fresh as never])).toEqual([fresh])
})
