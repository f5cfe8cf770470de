/** Set H: written before the rules were read, in the styles of notebooks, exports, histories, archives and states of tools. */
import type { CorpusSet } from '../set.js'
import { lookAlikesH } from './h-look-alikes.js'
import { placesH, providersH } from './h-providers.js'
import { writingsH } from './h-writings.js'

export const setH: CorpusSet = {
  name: 'H',
  providers: providersH,
  places: placesH,
  writings: writingsH,
  lookAlikes: lookAlikesH,
}
