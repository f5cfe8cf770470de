import { expect, test } from 'vitest'
import { CHINESE, EVERYWHERE, JAPANESE, KOREAN, ROWS } from './before-words.js'
import { aboutBefore, namesLine } from './before.js'
import { isInstruction } from './instruction.js'

const GO_ON = [
  'read your handoff and start|Read HANDOFF.md and continue|read @docs/handoff-friday.md, then get going|catch up and continue please',
  'please look at the todo list and do the next task|my laptop died, keep going|implement the plan|continue with step 3 of the plan|hand-over first, then go on',
  'mach bitte weiter|lies die Übergabe und fang an|mit dem nächsten Schritt weitermachen|lis la passation et continue|on enchaîne',
  'sigamos con lo de ayer|lee el traspaso y empieza|vamos continuar o trabalho|riprendiamo il lavoro di ieri|ga verder met het werk',
  'kontynuujmy pracę|прочитай handoff и продолжай|продовжуємо|kaldığımız yerden devam edelim|أكمل العمل من فضلك|请继续|看一下交接文件然后继续',
  'contiune pls|cotninue|reusme|procced|pls contiune where u left off|aight lets keep it moving|ok im back, lets go|do the rest',
  'mach da weiter wo du aufgehört hast|retoma donde lo dejaste|bora continuar|riprendiamo da dove ci siamo fermati|kaldığın yerden devam et',
  'ادامه بده|המשך|जारी रखो|ทำต่อ|tiếp tục đi|làm tiếp|lanjutkan|fortsett|folytasd|συνέχισε|настави|كمل من حيث توقفت|继续吧|ㄱㄱ',
  '前回の続きをお願いします|引き継ぎを読んで作業を開始してください|계속해줘|인수인계 문서 읽고 시작해줘|fortsätt där vi slutade',
].flatMap((row) => row.split('|'))

const WHERE = [
  'whats next|status?|what did we get done last time|give me a status update|what is still pending|whats the plan, where are we',
  'wie ist der Stand?|was steht als Nächstes an?|on en est où ?|quelle est la prochaine étape ?|¿en qué quedamos?|¿qué falta por hacer?',
  "whats nxt|wher were we|yo where we at|waht's next|wats next|sitrep|tldr where we at|how far did we get?|any updates?|what's on the agenda",
  'wo warn wir?|wie weit sind wir?|on en était où déjà ?|onde a gente parou?|na czym stanęliśmy?|что там по статусу|sırada ne var',
  'איפה היינו?|کجا بودیم؟|अगला क्या है?|ถึงไหนแล้ว|bước tiếp theo là gì|hvor kom vi til?|mihin jäätiin?|hol tartottunk?|unde am rămas?|πού μείναμε;|还有啥没做',
  'onde paramos ontem?|qual é o próximo passo?|a che punto siamo?|waar waren we gebleven?|na czym skończyliśmy?|на чём мы остановились',
  'какой статус?|nerede kalmıştık?|sıradaki görev ne?|أين توقفنا؟|ما هي الخطوة التالية؟|接下来做什么？|現状は？|次は何をすればいいですか|다음에 해야할 작업은 무엇일까요?',
].flatMap((row) => row.split('|'))

const ACT = 'commit and push|make a pr for this|finish it|fix all of them|PR 머지해줘|提交所有改动'.split('|')

const OWN = [
  'what is a monad?|fix the typo in README|add a dark mode|run npm test|fix the bug in src/parser.ts|continue with the parser rewrite',
  'write my resume|update my resume|what are you doing?|where is the config?|good morning|write a handoff|create a handoff document',
  'how do I merge a branch|how do I commit|what is the next prime after 7?|what time is it now?|explain how this works|summarize this repo',
  'Next.js upgrade|add a status endpoint|show the progress bar|read src/app.ts and continue|look at the code|tell me a joke|look at issue 12',
  'what can you do?|who are you|hi|check this|make a list of all files|git status|turn the left panel off|yes|ok|start a new project',
  'check the stats|show stats|nest the list|port the parser|form validation|open the agenda|play the next track when done|what now.sh does',
  'resume the video when the tab is visible|continue button does nothing|how does session resume work here|how far is the moon|restart the server',
  'add proceed to checkout button|implement pick up and drop off for orders|reset the cache|what is the status code for not found|new feature please',
  'сделай кнопку дальше красной|状态机重构|进度条不显示|進捗バーを追加|진행률 표시 추가|додай кнопку далі|προσθεσε κουμπι|הוסף כפתור המשך|adaugă un buton',
  'mach den Button blau|weiter mit dem Login|corrige le bug du parser|arregla el login|исправь тесты и продолжай|почини парсер',
  '继续写测试|加一个按钮|ログイン画面を直して|次のテストを書いて|로그인 버그 고쳐줘|düğmeyi mavi yap|أصلح صفحة الدخول',
].flatMap((row) => row.split('|'))

test.each(GO_ON)('%j goes on with the work before', (text) => {
  expect(aboutBefore(text)).toEqual({ means: 'go-on', documents: [], isPlain: expect.any(Boolean) as boolean })
})

test.each(WHERE)('%j asks where it stands', (text) => {
  expect(aboutBefore(text)?.means).toBe('where')
})

test.each(ACT)('%j is done with what is there', (text) => {
  expect(aboutBefore(text)?.means).toBe('act')
  expect(isInstruction(text)).toBe(true)
})

test.each(OWN)('%j is about something of its own', (text) => {
  expect(aboutBefore(text)).toBeNull()
})

test('what was understood is never a task; what is to be done with the work is', () => {
  expect([...GO_ON, ...WHERE].filter((text) => text.length < 60 && isInstruction(text))).toEqual([])
})

test('one clause that plainly asks about the work before is heard beside others', () => {
  const said = 'So, this was about the retry of the mail queue. I have lost track of where we are. Can you help?'
  expect(aboutBefore(said)).toEqual({ means: 'where', documents: [], more: true })
  for (const own of [
    'Add a status page. It shows the next run.',
    'Rename the flag, then commit. Continue reading from the socket.',
  ])
    expect(aboutBefore(own)).toBeNull()
})

test('a document whose name hands nothing over is one that the work before may have written', () => {
  expect(aboutBefore('read docs/plan.md and start')).toMatchObject({ means: 'go-on', documents: ['docs/plan.md'] })
  expect(aboutBefore('read docs/plan.md and continue')).toMatchObject({ documents: ['docs/plan.md'] })
  expect(aboutBefore('read docs/plan.md and rewrite it')).toBeNull()
})

test('a label is named as a word of its own, an ordinary word only alone', () => {
  const named: [string, string][] = [
    ['feat-login', 'feat-login'],
    ["let's work on auth", 'auth'],
    ['Fix the expiry in feat-login please', 'feat-login'],
    ['登录', '登录'],
    ['was there a test in v2.1?', 'v2.1'],
  ]
  for (const [text, label] of named) expect([text, namesLine(text, label)]).toEqual([text, true])
  const not: [string, string][] = [
    ['add author names', 'auth'],
    ['fix the auth header', 'auth'],
    ['feat-login-2 is broken', 'feat-login'],
    ['anything', 'x'],
  ]
  for (const [text, label] of not) expect([text, namesLine(text, label)]).toEqual([text, false])
})

test('the tables are spelled as a message is folded', () => {
  const cells = [EVERYWHERE, ...ROWS, CHINESE, JAPANESE, KOREAN].flatMap((row) => Object.values(row) as string[])
  const marked = cells
    .flatMap((cell) => cell.split(' '))
    .filter((word) =>
      /[\u0300-\u036fA-Zßłı’]/u.test(
        word
          .normalize('NFKD')
          .replace(/[\u3099\u309a]/g, '')
          .replace(/\p{Script=Hangul}/gu, ''),
      ),
    )
  expect(marked).toEqual([])
})
