/** Set G: written before the rules were read, in the styles of chats, pipelines, dumps and logs. */
import type { CorpusSet } from '../set.js'
import { lookAlikesG } from './g-look-alikes.js'
import { placesG, providersG } from './g-providers.js'
import { writingsG } from './g-writings.js'

export const setG: CorpusSet = {
  name: 'G',
  providers: providersG,
  places: placesG,
  writings: writingsG,
  lookAlikes: lookAlikesG,
}
