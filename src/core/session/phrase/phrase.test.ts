import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayBeTalk, parsePhrase, type Phrase } from './phrase.js'

const save = (name?: string, task?: string): Phrase => ({
  do: 'save',
  ...(name === undefined ? {} : { name }),
  ...(task === undefined ? {} : { task }),
})
const resume = (name?: string): Phrase => ({ do: 'resume', ...(name === undefined ? {} : { name }) })
const clear = (name?: string): Phrase => ({ do: 'clear', ...(name === undefined ? {} : { name }) })
const list: Phrase = { do: 'list' }
const all: Phrase = { do: 'clear', all: true }

const PHRASES: readonly (readonly [string, Phrase])[] = [
  // 000 and 001
  ['checkpoint', save()],
  ['Checkpoint.', save()],
  ['checkpoint auth', save('auth')],
  ['checkpoint auth-refactor', save('auth-refactor')],
  ['checkpoint auth refactor', save('auth refactor')],
  ['checkpoint feature/login', save('feature/login')],
  ['checkpoint "fix the build"', save('fix the build')],
  ['checkpoint billing', save('billing')],
  ['continue checkpoint billing', resume('billing')],
  ['checkpoint please', save()],
  ['checkpoint this', save()],
  ['please checkpoint auth', save('auth')],
  ['save checkpoint', save()],
  ['save checkpoint auth', save('auth')],
  ['Save a checkpoint named auth', save('auth')],
  ['save checkpoint as oauth-login', save('oauth-login')],
  ['create a checkpoint', save()],
  ['continue', resume()],
  ['Continue!', resume()],
  ['continue auth', resume('auth')],
  ['continue auth-refactor', resume('auth-refactor')],
  ['continue checkpoint', resume()],
  ['continue checkpoint auth', resume('auth')],
  ['continue from checkpoint', resume()],
  ['continue from the last checkpoint', resume()],
  ['resume', resume()],
  ['resume auth', resume('auth')],
  ['resume checkpoint auth', resume('auth')],
  ['clear checkpoint auth', clear('auth')],
  ['clear checkpoint feature/x-1', clear('feature/x-1')],
  ['delete checkpoint auth', clear('auth')],
  ['clear all checkpoints', all],
  ['delete all my checkpoints', all],
  // 002
  ['/checkpoint save meeting-prep', save('meeting-prep')],
  [
    '/checkpoint save build-login-page --task "Build login page with OAuth fallback"',
    save('build-login-page', 'Build login page with OAuth fallback'),
  ],
  ["/checkpoint save a --task='B c'", save('a', 'B c')],
  ['/checkpoint save a --task Build it all', save('a', 'Build it all')],
  ['/checkpoint save --task “Build it”', save(undefined, 'Build it')],
  ['/checkpoint list', list],
  ['/checkpoint resume meeting-prep', resume('meeting-prep')],
  ['/checkpoint resume', resume()],
  ['/checkpoint delete meeting-prep', clear('meeting-prep')],
  ['/checkpoint delete', clear()],
  ['checkpoint list', list],
  ['checkpoint resume auth', resume('auth')],
  ['what was I working on?', list],
  ['What were we working on', list],
  ['list checkpoints', list],
  ['show me my checkpoints', list],
  ['which checkpoints do I have?', list],
  ['continue where we left off', resume()],
  ['resume where I left off, please', resume()],
  ['resume task auth', resume('auth')],
  ['where did we stop?', resume()],
  ['Where did I leave off?', resume()],
  // 003
  [
    '/checkpoint --summary "Moving invoices to a queue because mail blocks"',
    save(undefined, 'Moving invoices to a queue because mail blocks'),
  ],
  ['/checkpoint --summary=Half of the queue', save(undefined, 'Half of the queue')],
  // 004
  ['/checkpoint half of the retries are in', { do: 'save', intent: 'half of the retries are in' }],
  ['/dogear:checkpoint list', list],
  ['/checkpoint list all', list],
  ['/checkpoint', save()],
  ['/checkpoint --restore', resume()],
  ['/checkpoint auth', save('auth')],
  ['[no-redispatch] /checkpoint', save()],
  ['[no-redispatch] /checkpoint --restore', resume()],
  ['[no-redispatch:1] /checkpoint save x', save('x')],
  ['[no-redispatch:2] /checkpoint', { do: 'abort', hops: '2', skill: 'checkpoint' }],
  ['[no-redispatch:17]', { do: 'abort', hops: '17', skill: 'checkpoint' }],
  ['save my place', save()],
  ['Save session', save()],
  ['save session as auth', save('auth')],
  ['restore checkpoint', resume()],
  ['restore checkpoint auth', resume('auth')],
  ['resume from checkpoint', resume()],
  ['/continue', resume()],
  ['/continue auth', resume('auth')],
  // Chinese
  ['保存检查点', save()],
  ['保存检查点 auth', save('auth')],
  ['请保存检查点', save()],
  ['检查点 login-page', save('login-page')],
  ['存档', save()],
  ['保存进度', save()],
  ['继续', resume()],
  ['继续 auth', resume('auth')],
  ['继续auth-refactor', resume('auth-refactor')],
  ['继续上次的工作', resume()],
  ['接着上次', resume()],
  ['恢复', resume()],
  ['恢复检查点', resume()],
  ['恢复检查点 auth', resume('auth')],
  ['上次做到哪了？', resume()],
  ['列出检查点', list],
  ['我之前在做什么？', list],
  ['清除检查点 auth', clear('auth')],
  ['删除检查点auth', clear('auth')],
  ['清除所有检查点', all],
]

const SENTENCES = [
  'continue with the refactoring of auth and then run tests',
  'continue testing',
  'continue working',
  'continue with it',
  'continue to the next step',
  'continue the loop until it works',
  'Continue, but skip the migrations',
  'continue?',
  'yes, continue with step 3',
  'resume the download if it was interrupted',
  'resume playing when the tab is visible',
  'resume parsing',
  'how does resume work?',
  'make the continue button blue',
  'please continue where the parser failed',
  'checkpoint the database before the migration',
  'the checkpoint is broken',
  'write a checkpoint function',
  'add a checkpoint table to the schema',
  'what does a checkpoint contain?',
  'checkpoint files are missing',
  'explain checkpoint list and why it is slow',
  'save the file',
  'save session cookies in redis, then test',
  'save session cookies',
  'save my place in the queue feature',
  'clear the cache',
  'checkpoint interval',
  'checkpoint retry interval',
  'checkpoint every 5 minutes',
  'checkpoint every epoch',
  'clear checkpoint logs',
  'continue tests',
  'resume upload',
  'clear checkpoint table',
  'clear the parser checkpoint',
  '/checkpoint --purge',
  'clear checkpoint when the user logs out',
  'remove all checkpoints from the code of the trainer, they are slow',
  'delete the checkpoint files of the model',
  'list all files',
  'where did we stop the server?',
  'what was I working on yesterday in the parser, and did it pass?',
  'restore the backup',
  'restore checkpoint from the S3 bucket after a crash',
  'run "continue auth" in the other terminal',
  'a\ncontinue auth',
  'continue auth\nand then commit',
  '/checkpoints',
  '/check point',
  '/clear',
  '继续重构登录模块',
  '继续写测试',
  '恢复数据库',
  '检查点的格式是什么',
  '保存文件',
  '清除缓存',
  '如何恢复检查点？',
  '',
  '   ',
  'x'.repeat(10_000),
]

test.each(PHRASES)('%j is a command [A1, A9, A14, B11, C1, C4, C5, C6, E1]', (text, phrase) => {
  expect(parsePhrase(text)).toEqual(phrase)
})

test.each(SENTENCES)('%j is a sentence, and left alone', (text) => {
  expect(parsePhrase(text)).toBeNull()
})

test('the name of a workstream that exists is understood in any words [A9]', () => {
  expect(parsePhrase('continue testing', ['testing'])).toEqual(resume('testing'))
  expect(parsePhrase('continue the login page', ['the-login-page'])).toEqual(resume('the login page'))
  expect(parsePhrase('checkpoint the database', ['the-database'])).toEqual(save('the database'))
})

test.each(['interval', 'tests', 'upload', 'table', 'parser'])(
  'a workstream called %s is meant by its name [A9, A14]',
  (name) => {
    expect(parsePhrase(`checkpoint ${name}`, [name])).toEqual(save(name))
    expect(parsePhrase(`continue ${name}`, [name])).toEqual(resume(name))
    expect(parsePhrase(`continue with ${name}`, [name])).toEqual(resume(name))
    expect(parsePhrase(`clear checkpoint ${name}`, [name])).toEqual(clear(name))
    expect(parsePhrase(`delete the ${name} checkpoint`, [name])).toEqual(clear(name))
  },
)

test('where the words behind a bare command say what the user is at, only a name that is there is one [E3]', () => {
  expect(parsePhrase('/checkpoint retry the webhook', [], 'intent')).toEqual({
    do: 'save',
    intent: 'retry the webhook',
  })
  expect(parsePhrase('/checkpoint retries', ['retries'], 'intent')).toEqual(save('retries'))
  expect(parsePhrase('/checkpoint save retries', [], 'intent')).toEqual(save('retries'))
  expect(parsePhrase('/checkpoint', [], 'intent')).toEqual(save())
})

test('"checkpoint sharding" may be talk about the work until there is a workstream of that name [A1]', () => {
  expect(mayBeTalk('checkpoint sharding', [])).toBe(true)
  expect(mayBeTalk('checkpoint sharding', ['sharding'])).toBe(false)
  expect(
    ['save checkpoint sharding', '/checkpoint sharding', 'checkpoint feat-2', 'checkpoint'].some((text) =>
      mayBeTalk(text, []),
    ),
  ).toBe(false)
})

test('any text gives a phrase or null, never an error', () => {
  const words = fc.constantFrom(
    'checkpoint',
    'continue',
    '/checkpoint',
    'save',
    '--task',
    '"',
    'auth',
    '继续',
    'all',
    '[',
  )
  const texts = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 6 }).map((parts) => parts.join(' ')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const phrase = parsePhrase(text)
      expect(phrase === null || typeof phrase.do === 'string').toBe(true)
    }),
  )
})
