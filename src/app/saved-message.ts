/** What a save answers in the words of the layout whose file was written. */
import type { Entry } from '../core/entry.js'
import { cleanText } from '../core/sanitise.js'
import type { Opened, Published } from './live.js'

/** Null: dogear's own words. */
export function savedMessage({ world, layouts }: Opened, entry: Entry, published: Published | null): string | null {
  const layout = layouts?.live[0]?.layout
  const { file, sentinel } = published?.files.find((one) => one.layout === layout?.id) ?? {}
  if (!layout || file === undefined || world.config.policy.answer === 'dogear') return null
  return cleanText(layout.messages.saved({ entry, file, ...(sentinel === undefined ? {} : { sentinel }) }))
}
