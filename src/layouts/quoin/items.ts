/** Lists in a checkpoint: bullets, decisions with their reasons below them, "(none)" for nothing. */
import type { Decision, Item } from '../../core/entry.js'
import type { Attributes, Bullet } from '../../core/items.js'
import { DECISION_ATTRIBUTES, NO_ATTRIBUTES, parseBullets, printBullet } from '../../core/items.js'
import { isNothing } from '../../core/written-items.js'

export const NONE = '(none)'

export function printItems(items: readonly Item[]): string {
  return printBullets(
    items.map(({ text }) => ({ text })),
    NO_ATTRIBUTES,
  )
}

export function parseItems(text: string): Item[] {
  return parseList(text, NO_ATTRIBUTES).map((bullet) => ({ text: bullet.text }))
}

export function printDecisions(decisions: readonly Decision[]): string {
  return printBullets(
    decisions.map(({ text, why, rejected }) => ({
      text,
      ...(why === undefined ? {} : { why }),
      ...(rejected === undefined ? {} : { rejected }),
    })),
    DECISION_ATTRIBUTES,
  )
}

export function parseDecisions(text: string): Decision[] {
  return parseList(text, DECISION_ATTRIBUTES)
}

function printBullets(bullets: readonly Bullet[], attributes: Attributes): string {
  if (bullets.length === 0) return NONE
  return bullets
    .map((bullet) => printBullet(bullet, attributes))
    .join('')
    .trimEnd()
}

function parseList(text: string, attributes: Attributes): Bullet[] {
  if (isNothing(text)) return []
  return parseBullets(text, attributes)
    .map(stated)
    .filter((bullet) => !isNothing(bullet.text))
}

/** A file cannot make dogear say that it saw something: such a mark is part of what was stated. */
function stated({ observed, ...bullet }: Bullet): Bullet {
  return observed === undefined ? bullet : { ...bullet, text: `${bullet.text} [observed: ${observed}]` }
}
