/** The words a person answers an offer of blocked prompts with, and what follows from them. */
import type { Offer } from './prompts.js'

export type Replay =
  /** These, by their place in the offer, in ascending order. Then the file goes to the trash. */
  | { do: 'send'; places: number[] }
  /** That one after an edit; then as above. */
  | { do: 'edit'; place: number }
  /** None of them; to the trash. */
  | { do: 'drop' }
  /** None of them; they stay for another time. */
  | { do: 'leave' }

/** Asked once, and once more after an answer that means nothing; after that it counts as "none". */
export type Decided = Replay | { do: 'ask'; attempt: 1 | 2 }

export function decideReplay(offer: Offer, answers: readonly string[]): Decided {
  for (const answer of answers.slice(0, 2)) {
    const replay = parseReplay(offer, answer)
    if (replay) return replay
  }
  if (answers.length >= 2) return none(offer)
  return { do: 'ask', attempt: answers.length === 0 ? 1 : 2 }
}

/** Null: it is none of the choices. */
export function parseReplay(offer: Offer, answer: string): Replay | null {
  const said = answer.trim().toLowerCase()
  if (said === 'delete') return { do: 'drop' }
  if (said === 'n' || said === 'no' || said === 'none') return none(offer)
  return offer.isLegacy ? parseLegacy(said) : parseList(said, offer.prompts.length)
}

/** Another session's prompts are not thrown away unless somebody says so. */
function none(offer: Offer): Replay {
  return offer.case === 'B' ? { do: 'drop' } : { do: 'leave' }
}

function parseLegacy(said: string): Replay | null {
  if (said === 'y' || said === 'yes') return { do: 'send', places: [0] }
  return /^edit(?: 1)?$/.test(said) ? { do: 'edit', place: 0 } : null
}

function parseList(said: string, count: number): Replay | null {
  if (said === 'all' || (count === 1 && (said === 'y' || said === 'yes')))
    return { do: 'send', places: Array.from({ length: count }, (_, i) => i) }
  const edit = /^edit\s+(\d{1,6})$/.exec(said)?.[1]
  if (edit !== undefined) return isPlace(Number(edit) - 1, count) ? { do: 'edit', place: Number(edit) - 1 } : null
  if (!/^\d{1,6}(?:\s*,\s*\d{1,6})*$/.test(said)) return null
  const places = [...new Set(said.split(',').map((number) => Number(number) - 1))].toSorted((a, b) => a - b)
  return places.every((place) => isPlace(place, count)) ? { do: 'send', places } : null
}

function isPlace(place: number, count: number): boolean {
  return place >= 0 && place < count
}
