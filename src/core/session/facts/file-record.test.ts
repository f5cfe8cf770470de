import { expect, test } from 'vitest'
import { lookedFor, searchedIn } from './file-record.js'

test('a search names what it looks for', () => {
  expect(lookedFor('handleLogin|log_in\\(')).toEqual(['handleLogin', 'log_in'])
  expect(searchedIn('rg -n readLine2 src | head')).toEqual(['readLine2'])
})

test('names are never cut out of a secret that is looked for [F7]', () => {
  const password = ['Wq8Er5Ty2Ui9', 'Op3AsD7q'].join('')
  const key = [
    'sk',
    'ant',
    'api03',
    `Zx9Cv8Bn7Mq6We5Rt4Yu3Io2Pa1Sd0Fg9Hj8Kl7Zx6Cv5Bn4Mq3We2Rt1Yu0_Io9Pa8Sd7Fg6Hj5Kl4Zx3Cv2Bn1Mq0WeAA`,
  ].join('-')
  for (const text of [`password=${password}`, `openLine ${key}`, `${'x '.repeat(150)}${key}`]) {
    for (const names of [lookedFor(text), searchedIn(`rg "${text}" src`)])
      expect(names.filter((name) => password.includes(name) || key.includes(name))).toEqual([])
  }
  expect(lookedFor(`openLine password=${password}`)).toContain('openLine')
})
