/** Set I: written when set H was mended, in the styles of dot files, servers' settings, what commands print, and code. */
import type { CorpusSet } from '../set.js'
import { lookAlikesI } from './i-look-alikes.js'
import { placesI, providersI } from './i-providers.js'
import { writingsI } from './i-writings.js'

export const setI: CorpusSet = {
  name: 'I',
  providers: providersI,
  places: placesI,
  writings: writingsI,
  lookAlikes: lookAlikesI,
}
