import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bareWords, ENGLISH, goingOnIn, isToGoOn, isYes, MAX_WORDS_LENGTH, topicIn } from './going-on.js'

const GO_ON = [
  'go on|weiter|Mach weiter!|seguimos|接着来|接着来吧|продолжим|계속해|devam et|continuons|続きから|carry on|keep going',
  "let's pick this up again|good morning, let's continue|can you continue?|continue from yesterday|let's get back to it",
  "please continue with what we were doing|continue with the plan|let's continue where we left off|ok, back to work continue|Hallo, weiter geht's",
].flatMap((row) => row.split('|'))

const WHERE = [
  "where were we?|where did we leave off yesterday?|what's next?|What is left to do?|remind me where we were",
  'wo waren wir?|Wo sind wir stehengeblieben?|où en étions-nous ?|¿dónde estábamos?|onde paramos?|どこまでやったっけ？|到哪了？',
].flatMap((row) => row.split('|'))

test.each(GO_ON)('%j goes on with what was before', (text) => {
  expect(goingOnIn(text)).toBe('go-on')
})

test.each(WHERE)('%j asks where it stands', (text) => {
  expect(goingOnIn(text)).toBe('where')
})

const OTHER = [
  'go on with the tests|fix the build|pick up the parser|what are you doing?|where is the config?',
  'what is left to do in the parser?|weiter mit dem Login|good morning|yes|继续写测试|get back to me|what did the test say?',
].flatMap((row) => row.split('|'))

test.each(OTHER)('%j means something else', (text) => {
  expect(goingOnIn(text)).toBeNull()
})

test('a yes is an answer, a greeting is none', () => {
  expect(['yes', 'Ja, bitte!', 'ok', "sure, let's go", '好的'].filter((text) => !isYes(text))).toEqual([])
  expect(['good morning', 'hi', 'no', 'yes, but use bcrypt', '👍', '2', ''].filter(isYes)).toEqual([])
})

test.each([
  ['pick up where I left off with the parser', 'with the parser'],
  ['continue with the tokens', 'the tokens'],
  ["Good morning, let's get back to the parser.", 'to the parser'],
  ['please continue working on the parser', 'on the parser'],
  ['can we pick up the parser?', 'the parser'],
  ['weiter mit dem Parser', 'mit dem parser'],
  ['mit dem Parser weitermachen', 'mit dem parser'],
  ['seguimos con el login', 'con el login'],
  ['on continue avec le cache', 'avec le cache'],
  ['продолжим с парсером', 'с парсером'],
  ['接着做解析器', '解析器'],
  ['解析器继续', '解析器'],
  ['パーサーの続き', 'パーサーの'],
  ['파서 계속해줘', '파서'],
  ['parser ile devam edelim', 'parser ile'],
  ['continue with fix#12', 'with fix#12'],
])('%j goes on with %j', (text, topic) => {
  expect(topicIn(text)).toBe(topic)
})

test.each(
  [
    'continue|weiter|seguimos|继续|go on|fix the parser|go fix the parser|the parser is broken|where is the parser?',
    'continue with the tests, then deploy|run the tests and continue|continue; the parser is next|what about the parser?',
    'continue with the parser.\nAnd the tests.',
  ].flatMap((row) => row.split('|')),
)('%j names nothing to go on with', (text) => {
  expect(topicIn(text)).toBeNull()
})

test('law: what a pattern of words accepts is heard, though the pattern is made only where all words are its own', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      let state = seed
      const choose = (limit: number): number => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
        return (state >>> 12) % limit
      }
      const goOn = memberOf(ENGLISH.goOn, choose)
      const goOnWith = memberOf(ENGLISH.goOnWith, choose)
      const where = memberOf(ENGLISH.where, choose)
      expect([goOn, isToGoOn(goOn)]).toEqual([goOn, true])
      // Longer ones are not looked at, and "you" at the end is a courtesy.
      const isLong = where.length > MAX_WORDS_LENGTH || bareWords(where) !== where
      expect([where, isLong || goingOnIn(where) === 'where']).toEqual([where, true])
      const isWordy = goOnWith.split(' ').length > 7
      expect([goOnWith, isWordy || topicIn(`${goOnWith} the parser`)?.endsWith('parser')]).toEqual([goOnWith, true])
    }),
    { numRuns: 3_000 },
  )
})

/** A text that the pattern accepts: it has only words, groups and the signs `|`, `?` and `*`. */
function memberOf(source: string, choose: (limit: number) => number): string {
  let at = 0
  const either = (): string => {
    const ways = [sequence()]
    while (source[at] === '|') {
      at++
      ways.push(sequence())
    }
    return ways[choose(ways.length)] as string
  }
  const sequence = (): string => {
    let text = ''
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const from = at
      const isGroup = source.startsWith('(?:', at)
      at += isGroup ? 3 : 1
      const part = isGroup ? either() : '^$'.includes(source[from] as string) ? '' : (source[from] as string)
      if (isGroup) at++
      const sign = source[at] === '?' || source[at] === '*' ? source[at++] : ''
      text += sign === '' || choose(2) === 1 ? part : ''
    }
    return text
  }
  return either()
}
