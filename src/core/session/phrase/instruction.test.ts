import { expect, test } from 'vitest'
import { firstInstruction, isGoAhead, isHandedBack, isInstruction } from './instruction.js'

test.each(
  [
    [
      'continue',
      'Continue steuer',
      'checkpoint one',
      'go on',
      'Good night',
      'ok, go ahead please',
      'yes',
      '/continue auth',
    ],
    [
      'good night!',
      '/checkpoint save x',
      'save my place',
      'continue 2',
      'the first',
      '2',
      '👍',
      'Good.',
      'Great, thanks!',
      'exit',
    ],
    [
      'weiter',
      'Mach weiter!',
      'Gute Nacht',
      'continue, s’il te plaît',
      'continuez',
      'à demain',
      'sigue',
      'continúa',
      'hasta mañana',
    ],
    [
      'boa noite',
      'continua',
      'vai avanti',
      'buonanotte',
      '继续',
      '好的，继续',
      '晚安',
      '続けてください',
      'おやすみ',
      'продолжай',
      'до завтра',
    ],
    ['guarda', 'Speicher das als Rechnung', 'sauvegarde ça', 'save this as invoice overview', 'сохрани', '保存して'],
    ['保存检查点', 'where did we stop?', 'list checkpoints', 'leg los', 'давай'],
  ].flat(),
)('%j asks for nothing of its own', (words) => {
  expect(isInstruction(words)).toBe(false)
})

test.each(
  [
    [
      'go on with the tests',
      'continue in src/a.ts',
      'yes, but use bcrypt',
      'commit now',
      'ok, commit',
      'Fix it. Good night',
    ],
    [
      'explain the checkpoint format',
      'Good. Now add the tests',
      'mach weiter mit dem Login',
      'continue fixing',
      'why?',
    ],
    [
      'save the cart to the database',
      'save this as docs/plan.md',
      'speichere die Rechnung als PDF',
      'guarda el carrito',
    ],
    ['继续写测试并提交代码', '続きのテストを書いて', 'продолжай с тестами', 'why does it say "good night"?'],
  ].flat(),
)('%j is an instruction', (words) => {
  expect(isInstruction(words)).toBe(true)
})

test('leave to go on is not leave to do what was held back', () => {
  expect([isHandedBack('ok, go on'), isGoAhead('ok, go on')]).toEqual([true, false])
  expect([isHandedBack('Go ahead!'), isGoAhead('Go ahead!')]).toEqual([false, true])
})

test('praise before an instruction is not the instruction', () => {
  expect(firstInstruction(['Good.', 'Now add the tests.'])).toBe('Now add the tests.')
  expect(firstInstruction(['Good.'])).toBe('Good.')
})
