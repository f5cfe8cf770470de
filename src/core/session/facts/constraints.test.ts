import { expect, test } from 'vitest'
import { isForNow } from '../../entry/observed.js'
import { constraintFacts } from './constraints.js'

function after(...prompts: string[]): { good: string[]; now: string[] } {
  const facts = constraintFacts()
  prompts.forEach((text, i) => facts.prompt(text, { offset: i }))
  const items = facts.items().toReversed()
  const texts = (wanted: boolean): string[] => items.filter((one) => isForNow(one) === wanted).map(({ text }) => text)
  return { good: texts(false), now: texts(true) }
}

test.each(
  [
    [
      'never touch package.json',
      'Always run the linter.',
      'From now on write tests first',
      'keep the public API stable',
    ],
    [
      'use the token, not the IP',
      "Don't add new dependencies.",
      'You must not edit the migrations',
      'only use the standard library',
    ],
    [
      'The generated files must not be edited',
      'Please never use any',
      'Leave the config alone',
      'We always use tabs here',
    ],
    ['Add the login page but never touch package.json', 'avoid global state', 'no new dependencies, please'],
    [
      'Fass package.json nie an',
      'Ab jetzt alles auf Deutsch',
      'Die API darf nicht geändert werden',
      'Benutze immer pnpm',
    ],
    [
      'Ne touche jamais à package.json',
      'Désormais, écris en français',
      'Utilise toujours pnpm',
      "N'ajoute pas de dépendances",
    ],
    ['No toques package.json', 'Nunca borres los tests', 'A partir de ahora usa pnpm', 'Usa el token, no la IP'],
    [
      'Não mexa no package.json',
      'Sempre rode os testes',
      'Non toccare package.json',
      "D'ora in poi usa pnpm",
      'Usa sempre pnpm',
    ],
    ['不要动 package.json', '别改公共接口', '从现在开始用中文', '始终运行测试', '保持公共 API 稳定'],
    [
      'package.json には触らないでください',
      '必ずテストを実行して',
      '今後は日本語で',
      'Не трогай package.json',
      'Всегда запускай тесты',
      'С этого момента пиши по-русски',
    ],
    [
      'Raak package.json nooit aan',
      'Gebruik altijd pnpm',
      'Rör aldrig package.json',
      'Använd bara standardbiblioteket',
    ],
    [
      'Nigdy nie ruszaj pliku package.json',
      'Od teraz pisz po polsku',
      'Не чіпай package.json',
      'Завжди запускай тести',
    ],
    [
      'package.json dosyasına asla dokunma',
      'package.json dosyasını silme',
      'Bundan sonra Türkçe yaz',
      'Sadece pnpm kullan',
    ],
    ['И никогда не трогай package.json', 'Y nunca borres los tests', 'Et ne touche jamais à package.json'],
    [
      'ولا تلمس package.json أبدا',
      'لا تلمس package.json أبدا',
      'ممنوع حذف الاختبارات',
      'من الآن فصاعدا اكتب بالعربية',
      'استخدم pnpm فقط',
    ],
    ['package.json은 절대 건드리지 마세요', '새 의존성 추가 금지', '앞으로는 한국어로 써', 'pnpm만 사용해'],
    [
      'Đừng sửa package.json',
      'Không được xóa các bài kiểm tra',
      'Jangan ubah package.json',
      'Mulai sekarang pakai pnpm',
    ],
  ].flat(),
)('for good: %s', (text) => {
  expect(after(text)).toEqual({ good: [text], now: [] })
})

test.each(
  [
    'do not commit anything yet|First show me a plan|just explain how it works|For now leave the tests out',
    "Don't push until I say so|Explain it first|Noch nichts committen|Erstmal nur erklären",
    "Pour l'instant, explique le code|Ne commite pas encore|Todavía no hagas commit|Primero explica el plan",
    'Por enquanto não faça commit|Ainda não faça commit|Per ora spiega solo il piano|先解释一下|先不要提交',
    'まだコミットしないでください|まず説明して|Пока не коммить|Сначала объясни план|Commit nog niets|Leg eerst het plan uit',
    'Committa inte än|Na razie niczego nie commituj|Найперше не коміть поки що|Henüz commit yapma|Önce açıkla',
    'لا تعمل commit بعد|اشرح فقط|아직 커밋하지 마|설명만 해줘|Jangan commit dulu|И пока ничего не коммить.',
    'Et ne commite rien pour le moment|ولا تقم بعمل commit لأي شيء الآن',
  ].flatMap((row) => row.split('|')),
)('for now: %s', (text) => {
  expect(after(text)).toEqual({ good: [], now: [text] })
})

test.each(
  [
    [
      'The server never starts on port 80',
      'it always fails',
      "The tests don't pass yet",
      "I don't know why it fails",
      "don't worry about that",
      'never mind, snake_case is fine after all',
      "we don't need to commit",
      'Make sure it is not slow',
      'Why do you never run the tests?',
    ],
    [
      '> never touch package.json',
      '```\nnever touch package.json\n```',
      'The linter says "never use any" here',
      'Fix the `do not edit` marker',
    ],
    [
      'ERROR: do not run this as root',
      'Fix it:\n    never mind the indented log',
      'No funciona en Windows',
      'Das hat nie funktioniert',
      'Non funziona',
    ],
    [
      '<dogear-briefing>Never touch package.json.</dogear-briefing>',
      'add a retry to the client',
      '服务器启动失败',
      'テストが失敗する',
      'Тесты падают',
    ],
    ['Serwer nie działa', 'Sunucu asla çalışmıyor', 'Testler henüz geçmiyor', 'Dosya değiştirme işlemi hata veriyor'],
    [
      'الاختبارات لا تعمل',
      'لا تعمل الاختبارات بعد',
      '서버가 항상 실패해요',
      'De server werkt niet',
      'Servern fungerar inte',
      'هل يجب ألا ألمسه؟',
    ],
    `Fix this please\n\n${'Never do this. It is a long text that somebody pasted from a page. '.repeat(40)}`,
  ].flat(),
)('no constraint: %s', (text) => {
  expect(after(text)).toEqual({ good: [], now: [] })
})

test('of a long prompt the first paragraph is the user’s own', () => {
  const pasted = 'Always wear a helmet. It is a long text that somebody pasted from a page. '.repeat(40)
  expect(after(`Never touch package.json.\nHere is the page:\n\n${pasted}`).good).toEqual(['Never touch package.json.'])
  // In the very next line, too.
  expect(after(`Fix it. Never use eval.\n${pasted.replaceAll('. ', '.\n')}`).good).toEqual(['Never use eval.'])
})

test.each(['go ahead', 'ok, commit now', 'Commit it', 'Ok do it', 'leg los'])(
  '%j ends what was held back for now',
  (words) => {
    expect(after('do not commit anything yet', 'never touch package.json', words)).toEqual({
      good: ['never touch package.json'],
      now: [],
    })
  },
)

test.each([
  ['Bitte noch keine Commits machen', 'Du darfst jetzt committen'],
  ['Na razie niczego nie commituj', 'Możesz już commitować'],
  ['Henüz commit yapma', 'Artık commit yapabilirsin'],
  ['لا تعمل commit بعد', 'يمكنك الآن عمل commit'],
  ['まだコミットしないで', 'もうコミットしてもいいよ'],
  ['先别提交', '可以提交了'],
])('%j ends with %j', (held, words) => {
  expect(after(held).now).toEqual([held])
  expect(after(held, words)).toEqual({ good: [], now: [] })
})

test.each(['go on', 'why does the commit hook fail?', 'rename the commit helper', "don't push yet"])(
  '%j does not allow to commit',
  (words) => {
    expect(after('do not commit anything yet', words).now).toContain('do not commit anything yet')
  },
)

test('"go on" ends what was to come first', () => {
  expect(after('just explain how it works', 'continue').now).toEqual([])
})

test('what was held back and is seen to be done ends it', () => {
  const facts = constraintFacts()
  facts.prompt('do not commit anything yet', { offset: 0 })
  facts.prompt("don't push until I say so", { offset: 1 })
  facts.acted('commit')
  expect(facts.items().map(({ text }) => text)).toEqual(["don't push until I say so"])
})

test('said again it is one constraint, the newest first, and the number is bounded', () => {
  expect(after('Never touch it.', 'always lint', 'never touch it').good).toEqual(['always lint', 'never touch it'])
  expect(after(...Array.from({ length: 90 }, (_, i) => `never touch file${i}.ts`)).good).toHaveLength(40)
})

test('a rule ends with the words that lift it, and comes back when it is said again', () => {
  const lifted = ['never touch package.json', 'always lint', 'You may touch package.json again.']
  expect(after(...lifted).good).toEqual(['always lint'])
  expect(after(...lifted, 'Never touch package.json').good).toEqual(['always lint', 'Never touch package.json'])
})

test.each(['From now on you may only edit src/', 'From now on you may not edit package.json'])(
  'a permission that limits is a rule: %s',
  (words) => {
    expect(after('never touch package.json', words).good).toEqual(['never touch package.json', words])
  },
)

test('what lifts a rule that is not known here is kept, with when it was said: it may be known from before', () => {
  const facts = constraintFacts()
  facts.prompt('fix the login', { offset: 0 }, 1000)
  facts.prompt('You may touch package.json again.', { offset: 7 }, 2000)
  expect(facts.items()).toEqual([])
  expect(facts.said()).toEqual({
    lifts: [{ text: 'You may touch package.json again.', observed: 'lifts, transcript 7' }],
    times: { 'transcript 7': 2000 },
    acts: {},
  })
})

test('what was done or allowed is told with when it was: an earlier session may have been asked to wait with it', () => {
  const facts = constraintFacts()
  facts.prompt('ok, push it', { offset: 0 }, 1000)
  facts.acted('commit', 2000)
  facts.acted('push', 3000)
  expect(constraintFacts(facts.state()).said().acts).toEqual({ push: 3000, commit: 2000 })
  facts.prompt('go ahead', { offset: 9 }, 4000)
  expect(facts.said().acts['*']).toBe(4000)
})

test.each([
  ['Do not push yet, and never touch package.json.', 'Do not push yet', 'never touch package.json.'],
  [
    'Fass src/pay.ts vorerst nicht an und niemals die Migration',
    'Fass src/pay.ts vorerst nicht an',
    'niemals die Migration',
  ],
  ['先别提交，而且永远不要改 package.json', '先别提交', '永远不要改 package.json'],
])('%j: the rule for good stays one behind what is for now', (said, now, good) => {
  expect(after(said)).toEqual({ good: [good], now: [now] })
  expect(after(said, 'go ahead')).toEqual({ good: [good], now: [] })
})

test.each([
  'For now, never touch package.json',
  'Never commit and never push until I say so',
  "Don't commit yet and don't push",
])('%j is for now as a whole', (said) => expect(after(said)).toEqual({ good: [], now: [said] }))

/** What leads up to a request is cut off by a slow pattern; a quick look at its first word comes before it. */
test.each(
  "please|pls|also|then|so|and|but|ok|okay|now|again|remember|note|important|you|we|i want you to|you should|should|make sure you|make sure to|be sure to|just make sure|bitte|du sollst|wir|aber|auch|und|s'il te plaît|por favor|per favore|пожалуйста|ok please".split(
    '|',
  ),
)('led up to by %j', (lead) => {
  expect(after(`${lead} keep the public API stable`).good).toHaveLength(1)
  expect(after(`${lead}x keep the public API stable`).good).toHaveLength(0)
})
