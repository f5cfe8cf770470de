import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bareTopic, linesAbout } from './topic.js'

function about(topic: string, ...lines: string[]): string[] {
  return linesAbout(topic, lines, (line) => [line]).map(({ line }) => line)
}

const PARSER = 'Write the parser of the config format'
const LOGIN = 'Move the login to signed tokens'
const CACHE = 'Make the cache smaller'

test.each([
  ['the parser', PARSER],
  ['with the Parsers', PARSER],
  ['mit dem Parser', PARSER],
  ['con el login', LOGIN],
  ['token', LOGIN],
  ['the login tokens', LOGIN],
  ['the caches thing', CACHE],
  ['the config parser tests', PARSER],
])('%j is about %j', (topic, line) => {
  expect(about(topic, PARSER, LOGIN, CACHE)).toEqual([line])
})

test.each([
  ['解析器', '编写配置解析器', '修复登录页面'],
  ['登录页面的工作', '修复登录页面', '编写配置解析器'],
  ['パーサーの', '設定のパーサを書く', '画面を直す'],
  ['파서를', '설정 파서 작성', '로그인 화면'],
  ['с парсером', 'Написать парсер настроек', 'Починить вход'],
  ['über die Größe', 'Größe der Bilder', 'Farbe der Bilder'],
  ['con la sesión', 'Guardar la sesion en disco', 'Pintar la pantalla'],
  ['ตัวแยกวิเคราะห์', 'เขียนตัวแยกวิเคราะห์ใหม่', 'แก้หน้าเข้าสู่ระบบ'],
  ['den Rechnungen', 'Rechnungsübersicht nach Monaten', 'Farbe der Bilder'],
  ['der Rechnungsübersicht', 'Rechnungen gruppieren', 'Farbe der Bilder'],
  ['oauth', 'Add OAuthLogin to src/app.ts', 'Split the store'],
  ['verify token', 'Mend verifyToken()', 'Split the store'],
])('%j is about %j in its script', (topic, line, other) => {
  expect(about(topic, other, line)).toEqual([line])
})

test.each(['the', 'with it', 'my work', 'mit dem', 'con el', 'the next step', '工作', '', '!?', '2'])(
  '%j says nothing',
  (topic) => {
    expect(about(topic, `${PARSER} with the next step 2 mit dem con el 工作`, LOGIN)).toEqual([])
  },
)

test('half of the words is not enough: it may be other work', () => {
  expect(about('the payment parser', PARSER, LOGIN)).toEqual([])
  expect(about('phase 2', 'phase 1', 'other')).toEqual([])
  expect(about('解析日志', '解析配置', '修复登录')).toEqual([])
  expect(about('form', 'Format the dates', LOGIN)).toEqual([])
  expect(about('port', 'Portal of the users', LOGIN)).toEqual([])
  expect(about('import', 'The important fix', LOGIN)).toEqual([])
  expect(about('the deployment', 'Deploy it', LOGIN)).toEqual([])
})

test('several lines are several; the one with more of the words is meant', () => {
  expect(about('the parser', PARSER, 'parser tests', LOGIN)).toEqual([PARSER, 'parser tests'])
  expect(about('the parser config format', PARSER, 'parser format', LOGIN)).toEqual([PARSER])
})

test('a word that stands in many of the lines tells nothing, and those beside it do', () => {
  const many = ['a', 'b', 'c', 'd'].map((letter) => `Run the tests of ${letter}${letter}`)
  expect(about('the tests', ...many, LOGIN)).toEqual([])
  expect(about('the login tests', ...many, LOGIN)).toEqual([LOGIN])
})

const word = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 1, maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(...'解析登录页面缓存'), minLength: 1, maxLength: 5 }),
  fc.string({ unit: fc.constantFrom(...'парсевход'), minLength: 1, maxLength: 8 }),
  fc.string({ maxLength: 8 }),
)
const sentence = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))

test('no line is meant that has no word in common', () => {
  fc.assert(
    fc.property(sentence, fc.array(sentence, { maxLength: 5 }), (topic, lines) => {
      const letters = new Set(topic.normalize('NFKD').toLowerCase())
      const others = lines.map((line) => [...line].filter((one) => !isIn(one, letters)).join(''))
      expect(about(topic, ...others)).toEqual([])
    }),
  )
})

function isIn(letter: string, letters: ReadonlySet<string>): boolean {
  return [...letter.normalize('NFKD').toLowerCase()].some((one) => letters.has(one) && /[\p{L}\p{N}]/u.test(one))
}

test('what is meant does not depend on the order of lines, and what was said stands in it', () => {
  fc.assert(
    fc.property(sentence, fc.uniqueArray(sentence, { maxLength: 6 }), (topic, lines) => {
      const found = linesAbout(topic, lines, (line) => [line])
      expect(about(topic, ...lines.toReversed()).toSorted()).toEqual(found.map(({ line }) => line).toSorted())
      for (const { words } of found) expect(words.length).toBeGreaterThan(0)
    }),
  )
})

test('the small words around a name are left off', () => {
  expect(['with the auth refactor', 'mit dem Parser', 'fix#12', 'the', ''].map(bareTopic)).toEqual([
    'auth refactor',
    'Parser',
    'fix#12',
    '',
    '',
  ])
})
