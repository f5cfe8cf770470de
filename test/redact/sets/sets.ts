/** All sets. Set A was written beside the rules; the later ones without looking at them. */
import { lookAlikesA } from './a-look-alikes.js'
import { providersA } from './a-providers.js'
import { placesA, writingsA } from './a-writings.js'
import { lookAlikesB } from './b-look-alikes.js'
import { providersB } from './b-providers.js'
import { placesB, writingsB } from './b-writings.js'
import { lookAlikesC } from './c-look-alikes.js'
import { providersC } from './c-providers.js'
import { placesC, writingsC } from './c-writings.js'
import { setD } from './d-set.js'
import { lookAlikesE } from './e-look-alikes.js'
import { placesE, providersE } from './e-providers.js'
import { writingsE } from './e-writings.js'
import { setF } from './f-set.js'
import { setG } from './g/g-set.js'
import { setH } from './h/h-set.js'
import { setI } from './i/i-set.js'
import { setJ } from './j/j-set.js'
import type { CorpusSet } from './set.js'

export const sets: readonly CorpusSet[] = [
  { name: 'A', providers: providersA, places: placesA, writings: writingsA, lookAlikes: lookAlikesA },
  { name: 'B', providers: providersB, places: placesB, writings: writingsB, lookAlikes: lookAlikesB },
  { name: 'C', providers: providersC, places: placesC, writings: writingsC, lookAlikes: lookAlikesC },
  setD,
  { name: 'E', providers: providersE, places: placesE, writings: writingsE, lookAlikes: lookAlikesE },
  setF,
  setG,
  setH,
  setI,
  setJ,
]
