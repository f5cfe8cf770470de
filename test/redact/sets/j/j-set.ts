/** Set J: what tools print, complete settings, sentences of twenty languages; written before any rule was mended for it. */
import type { CorpusSet } from '../set.js'
import { lookAlikesJ } from './j-look-alikes.js'
import { placesJ, providersJ } from './j-providers.js'
import { writingsJ } from './j-writings.js'

export const setJ: CorpusSet = {
  name: 'J',
  providers: providersJ,
  places: placesJ,
  writings: writingsJ,
  lookAlikes: lookAlikesJ,
}
