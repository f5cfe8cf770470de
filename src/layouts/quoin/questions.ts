/** The questions of a restore, in the words of the seed. Each is answered by a flag; given twice, the flag answers twice. */
import { type DogearError, needsAnswer } from '../../core/errors.js'
import { cleanLine } from '../../core/text/text.js'
import type { Choice } from './choose.js'
import { REREAD_QUESTION } from './messages.js'
import { type Blocked, type Offer, printForEdit, printOffer } from './prompts.js'

/** A second question of the same kind has its own id, so that a face that asks each question once asks it again. */
function idOf(flag: string, attempt: 1 | 2): string {
  return attempt === 1 ? flag : `${flag}-again`
}

export function askSentinel({ text, options, attempt, notes }: Choice & { do: 'ask' }): DogearError {
  return needsAnswer({
    id: idOf('sentinel', attempt),
    question: [...notes, text].join('\n'),
    options: [
      ...options.map((label, i) => ({ value: String(i + 1), label })),
      { value: 'skip', label: 'skip', detail: 'take the newest checkpoint' },
    ],
    answerWith: again('dogear resume --sentinel <number|skip>', attempt),
  })
}

export function askReread(notes: readonly string[], surface: string): DogearError {
  return needsAnswer({
    id: 'reread',
    question: [...notes, surface, REREAD_QUESTION].join('\n'),
    options: [
      { value: 'yes', label: 'y', detail: 'read them now' },
      { value: 'no', label: 'n', detail: 'go on without' },
    ],
    answerWith: 'dogear resume --reread <yes|no>',
  })
}

export function askReplay(offer: Offer, attempt: 1 | 2): DogearError {
  return needsAnswer({
    id: idOf('replay', attempt),
    question: printOffer(offer),
    options: offer.isLegacy ? legacyOptions(offer) : listOptions(offer),
    answerWith: again('dogear resume --replay <answer>', attempt),
  })
}

export function askEdited(prompt: Blocked): DogearError {
  return needsAnswer({
    id: 'edited',
    question: printForEdit(prompt),
    options: [
      { value: '', label: 'Type the edited version' },
      { value: prompt.text, label: 'Send it as it is' },
    ],
    answerWith: 'dogear resume --replay "edit <number>" --edited <text>',
  })
}

function legacyOptions(offer: Offer): { value: string; label: string }[] {
  return ['y', 'n', offer.case === 'B' ? 'edit' : 'delete'].map((value) => ({ value, label: value }))
}

function listOptions({ case: which, prompts }: Offer): { value: string; label: string }[] {
  const each = prompts.map(({ text }, i) => ({
    value: String(i + 1),
    label: `${i + 1}: ${cleanLine(text).slice(0, 60)}`,
  }))
  const words = ['none', ...(which === 'C' ? ['delete'] : [])].map((value) => ({ value, label: value }))
  return [{ value: 'all', label: 'all' }, ...each, ...words, { value: '', label: 'Type it: 1,3 or edit 1' }]
}

function again(line: string, attempt: 1 | 2): string {
  return attempt === 1 ? line : `${line}, given a second time after the first answer`
}
