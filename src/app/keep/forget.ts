/**
 * Forget: a text is taken out of every entry, pack and view, and does not come back. What is kept of it cannot be read. There
 * is no way back, so what would change can be looked at first.
 */
import { safeName } from '../../core/redact/safe-name.js'
import { DogearError } from '../../core/errors.js'
import { openItems } from '../../core/page/known.js'
import { flatText, makeForget, MAX_FORGOTTEN, MIN_FORGOTTEN, rememberForgotten } from '../../core/redact/forget.js'
import { isoWithZone } from '../../core/text/text.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { readCatalog } from '../../store/entries/catalog.js'
import { idsInHome } from '../../store/entries/listing.js'
import { readHeads } from '../../store/entries/heads.js'
import { eraseInHome, type Erased } from '../../store/erase.js'
import { callForgotten, isCalledForgotten } from '../../store/forgotten.js'
import { ensureKey } from '../../store/own.js'
import { locate } from '../locate.js'
import { takeBackUnsent } from '../sync/publish.js'
import type { World } from '../world.js'

interface ForgetRequest {
  /** The words themselves, or the id of an item whose words they are. */
  text?: string
  item?: string
  dryRun: boolean
}

export interface ForgottenAnswer extends Erased {
  /** Remotes that have it: they are told with the next sync. */
  places: number
}

export function forgetText(world: World, request: ForgetRequest): ForgottenAnswer {
  const text = flatText(request.text ?? textOfItem(world, request.item ?? ''))
  checkLength(text)
  const { home, tag } = world
  // Found by itself and not by what the home remembers: a look must leave no trace.
  const forget = makeForget([rememberForgotten(text, '', sha256Hex)], '', sha256Hex)
  const eraser = { forget, at: isoWithZone(world.now()), tag, dryRun: true }
  const found = eraseInHome(home, eraser)
  if (isNothing(found) && !isCalledForgotten(home, text)) throw nowhere()
  if (request.dryRun) return { ...found, places: 0 }
  // Before anything is changed: what is saved or read meanwhile passes by it already.
  ensureKey(home, () => idsInHome(home), tag)
  callForgotten(home, text)
  const erased = eraseInHome(home, { ...eraser, dryRun: false })
  return { ...erased, places: takeBackUnsent(world) }
}

function isNothing({ entries, packs, files, left }: Erased): boolean {
  return entries + packs + files.length + left.length === 0
}

/** Of what is open on any line of this project. */
function textOfItem(world: World, id: string): string {
  const { project, exists } = locate(world)
  const names = exists ? readCatalog(project).map(({ name }) => name) : []
  for (const name of names)
    for (const head of readHeads(project, name).heads) {
      const found = openItems(head).find(({ item }) => item.id === id)
      if (found) return found.item.text
    }
  throw new DogearError('not-found', `there is no open item "${safeName(id).slice(0, 80)}" in this project`, {
    expected: 'the id of an item, as `dogear show NAME --json` and the answer of a save list them',
    next: 'dogear forget TEXT',
  })
}

/** In characters and not in bytes: a secret of three letters is none. */
function checkLength(text: string): void {
  if (text.length >= MIN_FORGOTTEN && text.length <= MAX_FORGOTTEN) return
  throw new DogearError('bad-input', `a text of ${text.length} characters cannot be forgotten`, {
    expected: `${MIN_FORGOTTEN} to ${MAX_FORGOTTEN} characters: what is shorter stands in texts that nobody meant`,
    next: 'dogear forget TEXT --dry-run',
  })
}

function nowhere(): DogearError {
  return new DogearError('not-found', 'that text is nowhere in what dogear keeps; nothing was changed', {
    expected: 'the words as they were saved, in the same case; how lines are broken does not matter',
    next: 'dogear search WORDS',
  })
}
