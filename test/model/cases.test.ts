/** Schedules in which a law was once broken, as small as they are known, or in which the model itself had to be mended. */
import './machine.js'
import { expect, test } from 'vitest'
import { play } from './drive.js'
import type { Step } from './schedule.js'
import { openTally } from './tally.js'

openTally()

const save = { do: 'save', who: 0, face: 'cli', name: null, states: [], closes: false, how: null } satisfies Step
const work = { do: 'work', who: 1, rules: false, fails: false, kilobytes: 0 } satisfies Step
const go = { do: 'continue', who: 0, name: 0 } satisfies Step

const CASES: Readonly<Record<string, Step[]>> = {
  'a save that is mended keeps what is not given anew': [
    { ...save, states: ['questions'] },
    { ...save, how: 'amends' },
  ],
  'a save that is mended keeps what a note had said': [
    { do: 'note', who: 0, face: 'cli' },
    save,
    { ...save, how: 'amends', states: ['decisions'] },
  ],
  'what was cut off before its first save is offered on the branch it was on': [
    { do: 'kill', who: 0, midway: true },
    { do: 'branch', worktree: 0, to: 1 },
  ],
  'a save is mended on its own line, whatever that is called': [
    { ...save, name: 1 },
    { ...save, how: 'amends' },
  ],
  'what begins under a name that was given away is other work': [
    { do: 'rename', name: 0, to: 1 },
    { ...save, name: 0 },
  ],
  'who is on a line goes on under its new name, also where the old one was given to other work since': [
    { ...save, name: 0 },
    { do: 'open', worktree: 0 },
    { do: 'rename', name: 0, to: 1 },
    { ...save, who: 1, name: 0 },
    { ...work, who: 0, rules: true },
  ],
  'and so does what was cut off on it': [
    { ...save, name: 0 },
    { do: 'kill', who: 0, midway: true },
    { do: 'rename', name: 0, to: 1 },
    { ...save, who: 1, name: 0 },
  ],
  'what was put away is no second head': [go, { do: 'put away', name: 0 }, { ...save, name: 0 }],
  'another session on a line without a name goes on under the name that it got': [
    work,
    { do: 'open', worktree: 1 },
    { do: 'continue', who: 1, name: null },
    { ...save, states: ['questions'] },
    { ...save, who: 1 },
  ],
  'what came from somebody else, taken with a yes, is known after a clear': [
    { do: 'import', which: [1] },
    go,
    go,
    { do: 'clear', who: 0 },
    { do: 'compact', who: 0 },
  ],
  'what a session was told about when it began is what "continue" means': [
    { do: 'quick', worktree: 1, kills: false },
    { do: 'open', worktree: 1 },
    { do: 'day', worktree: 1, turns: 1 },
    { do: 'continue', who: 0, name: null },
  ],
  'that line is meant also where somebody in another worktree went on with it since': [
    work,
    { do: 'open', worktree: 0 },
    { ...save, name: 0 },
    { do: 'continue', who: 1, name: null },
  ],
  'also where it was told in the short form': [
    { ...save, states: ['questions'], name: 0 },
    { do: 'end', who: 0 },
    { do: 'clear', who: 1 },
    { do: 'open', worktree: 0 },
    { ...go, name: 0 },
    { do: 'clear', who: 0 },
    { ...go, name: null },
  ],
  'and where it got another name since': [
    work,
    { do: 'open', worktree: 0 },
    { ...save, name: 0 },
    { do: 'rename', name: 0, to: 1 },
    { do: 'end', who: 0 },
    { do: 'continue', who: 0, name: null },
  ],
  'but by its old name other work is meant that has it since': [
    { do: 'open', worktree: 0 },
    { do: 'rename', name: 0, to: 1 },
    { ...save, name: 0 },
    go,
  ],
  'what came from somebody else, taken with a yes, goes on under a new name': [
    { do: 'import', which: [3] },
    go,
    go,
    { ...save, name: 1 },
  ],
  'which of two sides goes on is answered once, and nobody has to save for it': [
    { ...save, name: 0 },
    { do: 'open', worktree: 0 },
    { ...go, who: 1 },
    { ...save, states: ['questions'] },
    { ...work, rules: true },
    { do: 'open', worktree: 0 },
    { ...go, who: 2 },
    { ...work, who: 2 },
    { do: 'open', worktree: 0 },
    { ...go, who: 3 },
  ],
  'what a clear came from is meant by "continue", also where it was put away and somebody else has one of that name': [
    { do: 'open', worktree: 0 },
    { ...save, name: 0 },
    { do: 'put away', name: 0 },
    { do: 'clear', who: 0 },
    { do: 'import', which: [1] },
    { ...go, name: null },
  ],
  'what was cut off stands on the branch it was on': [
    { do: 'branch', worktree: 0, to: 1 },
    { ...save, name: 0 },
    { do: 'open', worktree: 0 },
    { do: 'kill', who: 0, midway: true },
    { do: 'rename', name: 0, to: 1 },
    { ...save, name: 0 },
    { do: 'branch', worktree: 0, to: 0 },
  ],
  'what was cut off on a line with the name of its branch stays on it, whatever is checked out since': [
    save,
    { do: 'kill', who: 0, midway: true },
    { do: 'branch', worktree: 0, to: 1 },
  ],
  'a line that was left with its branch is not what a clear comes from': [
    save,
    { do: 'open', worktree: 0 },
    { do: 'branch', worktree: 0, to: 1 },
    { ...save, who: 1 },
    { do: 'clear', who: 0 },
  ],
  'when its branch is back, the session is on it again': [
    { ...save, who: 3, states: ['blockers'] },
    { do: 'branch', worktree: 1, to: 1 },
    { do: 'branch', worktree: 1, to: 0 },
    save,
  ],
  'also where it did something else meanwhile': [
    { ...save, who: 3, states: ['blockers'] },
    { do: 'branch', worktree: 1, to: 1 },
    { do: 'ask', who: 0 },
    { do: 'branch', worktree: 1, to: 0 },
    save,
  ],
  'what is brought back is mine, also where somebody else had put something under that name': [
    { do: 'import', which: [1] },
    { do: 'put away', name: 0 },
    { do: 'bring back', name: 0 },
  ],
  'and all that I had there, where two sessions had gone on at once': [
    { ...save, name: 0 },
    { do: 'open', worktree: 0 },
    { ...go, who: 1 },
    { ...save, states: ['questions'] },
    { ...save, who: 1, states: ['decisions'] },
    { do: 'put away', name: 0 },
    { do: 'bring back', name: 0 },
  ],
  'who is taken up again goes on from what others added since, and did see': [
    { ...save, name: 0, states: ['decisions'] },
    { do: 'end', who: 0 },
    { do: 'open', worktree: 0 },
    go,
    { ...save, states: ['questions'] },
    { do: 'end', who: 0 },
    { do: 'take up', which: 0 },
    { ...work, who: 0 },
  ],
  'a question with a save by its session is no quick session: a clear comes from that save': [
    { do: 'ask', who: 1 },
    { ...save, how: 'fresh' },
    { do: 'open', worktree: 1 },
    { do: 'kill', who: 1, midway: true },
    { do: 'clear', who: 0 },
    { do: 'ask', who: 0 },
  ],
  'a session that is told to go on with its own line has said all that it said': [
    { ...go, who: 2, name: 0 },
    { ...go, name: null },
    { ...go, who: 4, name: 2 },
    { do: 'clear', who: 0 },
    { ...go, who: 1, name: 0 },
  ],
  'a question after a note is no quick session': [
    { do: 'note', who: 1, face: 'cli' },
    { do: 'compact', who: 0 },
    { do: 'ask', who: 0 },
    { do: 'day', worktree: 1, turns: 1 },
  ],
}

test.each(Object.entries(CASES))('%s', async (_, steps) => {
  for (const old of [true, false]) expect((await play({ steps, delivery: [1, 2], old })).wrong).toEqual([])
})
