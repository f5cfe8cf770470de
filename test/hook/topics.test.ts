/** A session's first words say what to go on with and name no workstream: stories, played through the built hook program. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../support/world.js'
import { say, work } from './stories.js'
import { hookDesk, type Client, type Desk } from './support.js'

function deskWith(lines: Readonly<Record<string, string>>): Desk {
  const desk = hookDesk()
  for (const [name, task] of Object.entries(lines)) desk.dogear('save', name, '--task', task, '--next', 'Look at it')
  return desk
}

function begin(desk: Desk, session = 'new', cwd?: string): Client {
  const client = desk.client(session, cwd)
  client.fire('SessionStart', { source: 'startup' })
  return client
}

const UNTOUCHED = { code: 0, stdout: '', stderr: '' }
const TWO = { alpha: 'Write the parser of the settings', beta: 'Make the login page faster' }

test.each([
  'pick up where I left off with the parser',
  'continue with the parser',
  'continue parser',
  "let's get back to the parser",
  'weiter mit dem Parser',
])('%j goes on with the line that speaks of it, and says why', (words) => {
  const context = say(begin(deskWith(TWO)), words)
  expect(context).toContain('Write the parser of the settings')
  expect(context).toContain('matches your words: parser')
  expect(context).not.toContain('login page')
})

test.each([
  ['seguimos con el login', { uno: 'Arreglar el login', dos: 'Guardar la caché' }, 'Arreglar el login'],
  ['接着做解析器', { eins: '编写配置解析器', zwei: '修复登录页面' }, '编写配置解析器'],
  ['продолжим с кэшем', { a1: 'Уменьшить кэш', b1: 'Починить вход' }, 'Уменьшить кэш'],
  ['파서 계속해줘', { a1: '설정 파서를 작성', b1: '로그인 화면' }, '설정 파서를 작성'],
])('%j in other languages', (words, lines, task) => {
  const context = say(begin(deskWith(lines)), words)
  expect(context).toContain(task)
  expect(context).toContain('matches your words')
})

test('a session that nobody named is found by its task, and goes on as one line', () => {
  const desk = deskWith(TWO)
  const one = desk.client('one')
  work(desk, one)
  one.fire('SessionEnd', { reason: 'other' })
  const two = begin(desk, 'two')
  expect(say(two, 'continue with the session cookies')).toContain('matches your words: cookies')
  two.file.say('I look at them. Next I will write the cookie tests.')
  two.fire('Stop', { stop_hook_active: false })
  expect(two.folder()).toBe(one.folder())
  const page = desk.entries().at(-1)
  expect(page).toMatch(/## Task\n+Replace the session cookies/)
  expect(page).toContain('jose')
})

test('words that were answered with a line are no request of their own', async () => {
  const desk = hookDesk()
  const one = desk.client('one')
  work(desk, one)
  await one.kill()
  const two = begin(desk, 'two')
  expect(say(two, 'continue with the session cookies')).toContain('matches your words')
  two.file.say('I look at them.')
  two.fire('Stop', { stop_hook_active: false })
  two.turn('Now the expiry check, please', 'It is there.')
  await two.kill()
  const briefing = say(begin(desk, 'three'), 'continue')
  expect(briefing).toContain('- Now the expiry check, please\n- Replace the session cookies')
  expect(briefing).not.toContain('continue with the session cookies')
})

test('several that match are a question, which a number answers', () => {
  const desk = deskWith({ ...TWO, gamma: 'Test the parser with broken files' })
  const client = begin(desk)
  const question = say(client, 'continue with the parser')
  expect(question).toContain('Several checkpoints match "parser"')
  expect(question).toMatch(/1\. gamma: .*\n2\. alpha: /)
  expect(question).not.toContain('beta')
  expect(say(client, 'continue 2')).toContain('Write the parser of the settings')
})

test.each([
  'continue with the deployment',
  'weiter mit dem Deployment',
  'continue with the payment parser',
  'weiter mit dem',
])('%j matches nothing, and is left to the model', (words) => {
  expect(begin(deskWith(TWO)).fire('UserPromptSubmit', { prompt: words })).toMatchObject(UNTOUCHED)
})

test('a word that all have in common is no match', () => {
  const lines = Object.fromEntries(['a1', 'b1', 'c1', 'd1'].map((name) => [name, `Mend the tests of ${name}`]))
  expect(begin(deskWith(lines)).fire('UserPromptSubmit', { prompt: 'continue with the tests' })).toMatchObject(
    UNTOUCHED,
  )
})

test('in the middle of work the same words mean the conversation', () => {
  const desk = deskWith(TWO)
  const one = desk.client('one')
  work(desk, one)
  expect(one.fire('UserPromptSubmit', { prompt: 'continue with the parser' })).toMatchObject(UNTOUCHED)
})

test('what another worktree saved is asked about before it is handed over', () => {
  const desk = hookDesk()
  const tree = join(tempDir(), 'tree')
  desk.repo.git('worktree', 'add', '--quiet', '-b', 'side', tree)
  desk.dogear('save', 'alpha', '--task', 'Write the parser of the settings', '--next', 'Look at it')
  const client = begin(desk, 'there', tree)
  const question = say(client, 'continue with the parser')
  expect(question).toContain('A checkpoint of another worktree matches "parser"')
  expect(question).toContain('1. alpha')
  expect(say(client, 'continue 1')).toContain('## Task')
})

test('what was cleared is not found by its words', () => {
  const desk = deskWith(TWO)
  desk.dogear('clear', 'alpha')
  expect(begin(desk).fire('UserPromptSubmit', { prompt: 'continue with the parser' })).toMatchObject(UNTOUCHED)
})

test.each(['continue tokens', 'pick up where I left off with tokens'])(
  'after a rename %j leads to the line under its new name, and says so',
  (words) => {
    const desk = deskWith({ tokens: 'Sign the cookies', beta: TWO.beta })
    desk.dogear('rename', 'tokens', 'auth')
    const client = begin(desk)
    const context = say(client, words)
    expect(context).toContain('Sign the cookies')
    expect(context).toContain('"tokens" is called "auth" now')
    expect(client.state()?.on?.name).toBe('auth')
  },
)

test('an old name in another script is known, too', () => {
  const desk = deskWith({ 登录: 'Sign the cookies', beta: TWO.beta })
  desk.dogear('rename', '登录', 'auth')
  expect(say(begin(desk), '继续登录')).toContain('"登录" is called "auth" now')
})

test.each(['continue cart-totl', 'contniue with cart-totl', 'weiter mit cart-totel'])(
  '%j asks whether the line of nearly that name is meant, also where the same slip was made before',
  (words) => {
    const desk = deskWith({ 'cart-total': 'Sum up what is in the cart', beta: TWO.beta })
    const before = begin(desk, 'before')
    before.turn('contniue cart-totl', 'What do you mean?')
    before.fire('SessionEnd', { reason: 'other' })
    const client = begin(desk)
    const question = say(client, words)
    expect(question).toMatch(/There is no checkpoint "cart-tot\w+". Is "cart-total" meant\?/)
    expect(say(client, 'continue 1')).toContain('Sum up what is in the cart')
  },
)

test.each(['contniue beta', 'resmue beta'])('%j means the line of that name', (words) => {
  expect(say(begin(deskWith(TWO)), words)).toContain('Make the login page faster')
})

test('at work a verb with a slip is left to the model', () => {
  const desk = deskWith(TWO)
  const one = desk.client('one')
  work(desk, one)
  expect(one.fire('UserPromptSubmit', { prompt: 'contniue beta' })).toMatchObject(UNTOUCHED)
})
