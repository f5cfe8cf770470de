import fc from 'fast-check'
import { expect, test } from 'vitest'
import { farewellIn } from './farewell.js'

const FAREWELLS = [
  'goodnight',
  'Good night!',
  'good night everyone',
  'Goodnight Claude 😴',
  'ok good night',
  'Thanks, good night!',
  'Great work today, good night!',
  'logout',
  'log out',
  'Logging out now',
  'please log out',
  '/exit',
  'exit',
  'EXIT.',
  'exit please',
  'quit',
  '/quit',
  'bye',
  'byeeee',
  'bye bye :)',
  'Goodbye, thanks for your help!',
  'see you tomorrow',
  'See ya tomorrow, thanks!',
  'Thanks a lot. See you tomorrow.',
  'talk to you later',
  "that's it for today",
  "That's enough for today, see you tomorrow!",
  "let's call it a day",
  "I'm done for today",
  "I'm heading home",
  "I'm going to bed, good night",
  "let's continue tomorrow",
  "We'll pick this up tomorrow. Good night",
  'signing off',
  'Please commit that first. Good night!',
  'Good night! Leave the branch as it is.',
  'until tomorrow',
  '晚安',
  '晚安！',
  '晚安啦',
  '好的，晚安',
  '好的晚安',
  '谢谢，明天见',
  '明天见',
  '明天見！',
  '今天辛苦了，晚安~',
  '拜拜',
  '再见',
  '我先下班了',
  '下班了，明天见',
  '今天就到这里吧',
  '先这样，明天继续',
  '我去睡了',
  '退出',
  '登出',
  '先提交代码。明天见！',
]

const ABOUT_THE_WORK = [
  'add an exit code',
  'exit plan mode',
  'exit code 1?',
  'The process should exit when stdin ends',
  'why does it exit?',
  'exit?',
  'make the exit button red',
  'log out the user after 30 minutes',
  'the logout button does nothing',
  'implement logout',
  'fix logout, then run the tests',
  'logout and login are broken',
  'add a goodnight mode to the lamp',
  'good night mode is broken',
  'print goodbye at the end',
  'Add the greetings hello, goodbye, good night',
  'rename bye to farewell',
  'write "goodnight" to the log',
  'Print `exit` and wait',
  '`exit`',
  '"good night"',
  '```\nexit\n```',
  '> good night\nwhat does he mean by that',
  'translate: see you tomorrow -> bis morgen',
  'schedule the mail "see you tomorrow" for 9',
  'continue',
  'continue with the tests tomorrow branch',
  'thanks',
  'ok thanks, great work',
  "that's it",
  'done',
  'what happens if the user says good night?',
  'quit asking and fix it',
  'see you have changed auth.ts, why',
  'later we need caching',
  '退出码是多少？',
  '实现退出登录功能',
  '登出接口报错了',
  '给晚安按钮加个样式',
  '明天见客户之前把报告写完',
  '再见页面的文案改一下',
  '把“晚安”翻译成英文',
  '程序为什么会退出',
  '好的，谢谢',
  '继续',
  '就这样',
  '',
  '   ',
  '🙂',
]

test.each(FAREWELLS)('%j ends the session [C9]', (message) => {
  expect(farewellIn(message)).not.toBeNull()
})

test.each(ABOUT_THE_WORK)('%j is about the work [C9]', (message) => {
  expect(farewellIn(message)).toBeNull()
})

test('the words that said goodbye are named, for the log [C10]', () => {
  expect(farewellIn('Great work today, Good Night!')).toBe('good night')
  expect(farewellIn('好的，晚安')).toBe('晚安')
  expect(farewellIn('ok exit')).toBe('exit')
})

test('further words can be given, and are matched just as strictly [C9]', () => {
  expect(farewellIn('Feierabend!', [])).toBeNull()
  expect(farewellIn('Feierabend!', ['Feierabend'])).toBe('feierabend')
  expect(farewellIn('Danke. Schönen Feierabend', ['schönen feierabend'])).toBe('schönen feierabend')
  expect(farewellIn('Feierabend-Modus bauen', ['Feierabend'])).toBeNull()
})

test('a long message is work, whatever it ends with, and any text is judged quickly', () => {
  expect(farewellIn(`${'Do this. '.repeat(100)}good night`)).toBeNull()
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 700 }), (text) => {
      const said = farewellIn(text)
      expect(said === null || said.length > 0).toBe(true)
    }),
  )
})
