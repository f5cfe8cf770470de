/** What comes from outside, before anything of it is taken: is it whole, is it redacted, can its id be. */
import type { Entry } from '../../core/entry/entry.js'
import { DogearError } from '../../core/errors.js'
import { type IdParts, parseId, shortId } from '../../core/entry/id.js'
import { parseEntry } from '../../core/entry/parse.js'
import { printEntry } from '../../core/entry/print.js'
import { redactEntry } from '../../core/redact/redact.js'
import { checkSeal, sealText } from '../../core/entry/seal.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { withoutForgotten } from '../../store/forgotten.js'
import { isGone } from '../../store/own.js'
import type { World } from '../world.js'

export interface Source {
  source: string
  text: string
}

/** What was not taken, and why. */
export type Refused = { source: string; message: string }[]

export interface Given extends Source {
  entry: Entry
  /** It held something that was forgotten here. */
  isForgotten: boolean
}

const DAY_MS = 86_400_000
/** For what continues something that is not here: nobody saves more often than that. */
const MAX_GENERATION = 1_000_000

/** By the clock here, which may be the one that is wrong. */
export function isEarly(world: World, ms: number): boolean {
  return ms > world.now().ms + DAY_MS
}

/** Ids from outside are claims: a time or a generation that cannot be would outrank all that is saved here later. */
export function isBounded(
  world: World,
  { entry, source }: Given,
  isHere: (name: string, id: string) => boolean,
  isComing: ReadonlySet<string>,
  refused: Refused,
): boolean {
  const { id, name, parents } = entry
  const { ms, generation } = parseId(id) as IdParts
  const highest = Math.max(0, ...parents.map((parent) => parseId(parent)?.generation ?? 0))
  const areKnown = parents.every((parent) => isComing.has(parent) || isHere(name, parent))
  const limit = areKnown ? 1 + highest : Math.min(1 + highest, MAX_GENERATION)
  const refuse = (message: string): false => {
    refused.push({ source, message })
    return false
  }
  if (isGone(world.home, id) && !isHere(name, id))
    return refuse(`${shortId(id)} of "${name}" was purged here, and does not come back`)
  if (isEarly(world, ms)) return refuse(`its id says it was saved in the future (${id.slice(0, 8)})`)
  return generation <= limit || refuse(`its generation is ${generation}, where at most ${limit} is possible`)
}

/** One Markdown file is one entry; the JSON that `export --json` prints holds many. */
/** What is sealed is taken as it is. What is not was written by hand: it is redacted, printed and sealed here. */
export function accept(home: string, { source, text }: Source, refused: Refused): Given[] {
  const state = checkSeal(new TextEncoder().encode(text), sha256Hex)
  try {
    if (state !== 'intact' && state !== 'unsealed') {
      throw new DogearError(
        'bad-entry',
        `its bytes are not the ones that were saved (${state}); to take an edited text as a new checkpoint: dogear save <name> --from ${source}`,
      )
    }
    const entry = parseEntry(text)
    const redacted = redactEntry(entry)
    const safe = withoutForgotten(home, redacted, true)
    const isAsItWas = state === 'intact' && printEntry(safe) === printEntry(entry)
    const bytes = isAsItWas ? text : sealText(printEntry(safe), sha256Hex)
    return [{ source, entry: safe, text: bytes, isForgotten: safe !== redacted }]
  } catch (error) {
    if (!(error instanceof DogearError)) throw error
    refused.push({ source, message: error.message })
    return []
  }
}
