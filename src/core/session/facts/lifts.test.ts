import { expect, test } from 'vitest'
import { liftIn, liftedBy } from './lifts.js'

const NEVER = [
  'never touch package.json',
  'Fass package.json nie an',
  'Ne touche jamais à package.json',
  'No toques package.json',
  'Não mexa no package.json',
  'Non toccare package.json',
  'Не трогай package.json',
  '不要动 package.json',
  'package.json には触らないでください',
  'Raak package.json nooit aan',
  'Rör aldrig package.json',
  'Nigdy nie ruszaj pliku package.json',
  'Не чіпай package.json',
  'package.json dosyasına asla dokunma',
  'لا تلمس package.json أبدا',
  'package.json은 절대 건드리지 마세요',
  'Never touch the file package.json',
]

const MAY = [
  'You may touch package.json again',
  "OK, it's fine to edit `package.json` now.",
  'package.json may be changed again',
  'Touching package.json is fine again',
  'Du darfst package.json wieder anfassen',
  'package.json darf jetzt wieder geändert werden.',
  'Tu peux de nouveau modifier package.json',
  'Puedes tocar package.json otra vez',
  'Você pode mexer no package.json de novo',
  'Puoi di nuovo toccare package.json',
  'Теперь можешь снова трогать package.json',
  '现在可以改 package.json 了',
  'package.json を触ってもいいです',
  'package.json を変更してもいいです',
  'Je mag package.json weer aanpassen',
  'Du får ändra package.json igen',
  'Możesz już zmieniać plik package.json',
  'Можеш знову змінювати package.json',
  'Artık package.json dosyasını değiştirebilirsin',
  'يمكنك تعديل package.json الآن',
  '이제 package.json 수정해도 돼',
]

const FORGET = [
  'Forget the rule about package.json',
  'forget the rule "never touch package.json"',
  'Forget the rule: never touch package.json',
  'Scratch what I said on package.json',
  'Drop the rule about package.json',
  'The rule about package.json no longer applies.',
  'Vergiss die Regel über package.json',
  'Oublie la règle sur package.json',
  'Olvida la regla sobre package.json',
  'Esqueça a regra sobre package.json',
  'Dimentica la regola su package.json',
  'Забудь правило про package.json',
  '忘记关于 package.json 的规则',
  'package.json のルールは忘れて',
]

function lifted(words: string, ...constraints: string[]): { clear: string[]; doubtful: string[] } {
  const lift = liftIn(words)
  return lift ? liftedBy(lift, constraints) : { clear: [], doubtful: [] }
}

test.each([...MAY, ...FORGET])('%s: lifts it, in whichever language it was forbidden', (words) => {
  for (const never of NEVER) expect(lifted(words, never), never).toEqual({ clear: [never], doubtful: [] })
})

test.each([
  ['You may touch src/pay.ts now.', 'Do not touch src/pay.ts for now'],
  ['You can push now', "Don't push yet."],
  ['Du darfst src/pay.ts jetzt anfassen', 'Fass src/pay.ts vorerst nicht an'],
  ['现在可以改 package.json 了', '先别改 package.json'],
  ['もうコミットしてもいいよ', 'まだコミットしないで'],
  ['이제 커밋해도 돼', '아직 커밋하지 마'],
])('%s: lifts what was forbidden for a while', (words, never) => {
  expect(lifted(words, never)).toEqual({ clear: [never], doubtful: [] })
})

test('what is allowed for a while is in doubt', () => {
  expect(lifted('You may push for now', 'Never push')).toEqual({ clear: [], doubtful: ['Never push'] })
})

test.each([
  ['You no longer have to run the linter', 'Always run the linter.'],
  ['Du musst den Linter nicht mehr benutzen', 'Immer den Linter benutzen'],
  ['不用再运行测试了', '始终运行测试'],
])('%s: lifts what was always to be done', (words, always) => {
  expect(lifted(words, always, 'never touch package.json')).toEqual({ clear: [always], doubtful: [] })
})

test.each([
  ['You may touch package.json again', 'never touch package-lock.json'],
  ['You may touch package.json again', 'always keep the public API stable'],
  ['You may run the linter', 'always run the linter'],
  ['You do not have to touch package.json', 'never touch package.json'],
  ['You may not touch package.json', 'never touch package.json'],
  ["You can't touch package.json", 'never touch package.json'],
  ['May I touch package.json again?', 'never touch package.json'],
  ['The linter says "you may touch package.json again"', 'never touch package.json'],
  ['Forget about package.json', 'never touch package.json'],
  ['The problem may be package.json', 'never touch package.json'],
  ['You may edit package.json', 'never commit package.json'],
  ['你不可以改 package.json', '不要动 package.json'],
  ['package.json darf nicht geändert werden', 'Fass package.json nie an'],
])('%s: says nothing against "%s"', (words, never) => {
  expect(lifted(words, never)).toEqual({ clear: [], doubtful: [] })
})

test.each([
  ['You may touch package.json once', 'never touch package.json'],
  ['You may touch package.json for this task', 'never touch package.json'],
  ['If CI is green you may touch package.json again', 'never touch package.json'],
  ['You may touch package.json again', 'never touch package.json or package-lock.json'],
  ['Forget the rule about package.json', 'never touch package.json or package-lock.json'],
  ['You may touch package.json again', 'Add the login page but never touch package.json'],
  ['Можешь снова пушить в main', 'Никогда не пушь в main'],
  ['Tu peux ajouter des dépendances', "N'ajoute pas de dépendances"],
  ['You may touch this file again', 'never touch this file'],
  ['Du darfst package.json heute wieder anfassen', 'Fass package.json nie an'],
  ['可以暂时改 package.json', '不要动 package.json'],
])('%s: leaves "%s" in doubt', (words, never) => {
  expect(lifted(words, never)).toEqual({ clear: [], doubtful: [never] })
})

test.each([
  ['Forget the rule about the tests', 'always run the tests before a commit'],
  ['Forget the rule about the public API', 'keep the public API stable'],
])('%s: the only rule about it is %j', (words, rule) => {
  expect(lifted(words, rule, 'never touch package.json')).toEqual({ clear: [rule], doubtful: [] })
})

test('a rule that says the same among other things is in doubt beside one that is lifted', () => {
  const [never, also] = ['never touch package.json', 'Add the login page but never touch package.json']
  expect(lifted('You may touch package.json again', never, also)).toEqual({ clear: [never], doubtful: [also] })
})

test('two files that were named together are lifted together', () => {
  const never = 'Never touch src/a.ts or src/b.ts'
  expect(lifted('You may touch src/a.ts and src/b.ts again', never)).toEqual({ clear: [never], doubtful: [] })
})

test('the rule about a file that two rules are about is neither of them for sure', () => {
  const rules = ['never touch package.json', 'never commit package.json']
  expect(lifted('Forget the rule about package.json', ...rules)).toEqual({ clear: [], doubtful: rules })
  expect(lifted('You may touch package.json again', ...rules)).toEqual({ clear: [rules[0]], doubtful: [] })
})
