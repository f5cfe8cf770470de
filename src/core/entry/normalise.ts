/** Fields as an entry holds them: tidy text, nothing empty. `printEntry` and `parseEntry` give exactly these back. */
import { isItemId } from '../page/item-id.js'
import { present } from '../present.js'
import { tidyChars, tidyLine, tidyText } from '../text/text.js'
import {
  type Decision,
  type Failed,
  type Fields,
  type FileRef,
  IN_READING_ORDER,
  type Item,
  makeFields,
  type Plan,
} from './entry.js'
import { HASH, ROLE } from './items.js'
import { tidyOrigin } from './page-keys.js'

/** Doing it twice changes nothing. */
export function normaliseFields(fields: Partial<Fields>): Fields {
  return makeFields(
    {
      prose: ({ key }) => fields[key] && tidyItem(fields[key]),
      line: ({ key }) => (fields[key] && tidyLine(fields[key])) || null,
      plan: ({ key }) => fields[key] && tidyPlan(fields[key]),
      items: ({ key }) => tidyAll(fields[key], tidyItem),
      reasoned: ({ key }) => tidyAll(fields[key], tidyFailed),
      choices: ({ key }) => tidyAll(fields[key], tidyDecision),
      files: ({ key }) => tidyAll(fields[key], tidyFile),
    },
    IN_READING_ORDER,
  )
}

function tidyAll<T>(items: readonly T[] | undefined, tidy: (item: T) => T | null): T[] {
  return (items ?? []).map(tidy).filter((item) => item !== null)
}

function tidyItem(item: Item): Item | null {
  const text = tidyText(item.text)
  return text === '' ? null : { text, ...tidyObserved(item), ...tidyMark(item) }
}

function tidyFailed(failed: Failed): Failed | null {
  const item = tidyItem(failed)
  const why = tidyText(failed.why ?? '')
  return item && { ...item, ...(why && { why }) }
}

function tidyDecision(decision: Decision): Decision | null {
  const item = tidyFailed(decision)
  const rejected = (decision.rejected ?? []).map(tidyText).filter((text) => text !== '')
  return item && { ...item, ...(rejected.length > 0 && { rejected }) }
}

function tidyMark({ id, origin }: Item): Pick<Item, 'id' | 'origin'> {
  return present({ id: isItemId(id) ? id : undefined, origin: origin && tidyOrigin(origin) })
}

/** What is observed stays so, even where nobody says by what. */
function tidyObserved({ observed }: { observed?: string }): { observed?: string } {
  return observed === undefined ? {} : { observed: tidyLine(observed) || 'unknown' }
}

function tidyFile(file: FileRef): FileRef | null {
  const path = tidyChars(file.path)
  if (path.trim() === '') return null
  const role = file.role?.trim().toLowerCase().replace(/\s+/g, '-') ?? ''
  const hash = file.hash?.trim().toLowerCase().slice(0, 16) ?? ''
  return {
    path,
    // Sixteen hex digits would be read back as the hash.
    ...(ROLE.test(role) && !HASH.test(role) && { role }),
    ...(isCount(file.bytes) && { bytes: file.bytes }),
    ...(HASH.test(hash) && { hash }),
    ...tidyObserved(file),
  }
}

function tidyPlan(plan: Plan): Plan | null {
  const path = tidyChars(plan.path)
  if (path.trim() === '') return null
  return { path, ...(isCount(plan.step) && { step: plan.step }), ...(isCount(plan.of) && { of: plan.of }) }
}

function isCount(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && !Object.is(value, -0)
}
