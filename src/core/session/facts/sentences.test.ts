import { expect, test } from 'vitest'
import { firstSentence, isAbandoned, isDecision, sentencesIn } from './sentences.js'
import { isNamedNext } from './words/next.js'

test.each([
  "The first way didn't work at all",
  'Polling does not work behind the proxy',
  'It won’t work on Windows',
  'That is not going to work here',
  'The cache was a dead end',
  'We gave up on polling',
  'I abandoned the second parser',
  'That approach is too slow',
  'This approach fails on Windows',
  "I'll revert what I did",
  'Please revert the change',
  'I backed it out again',
  'We scrapped that one',
  '这个方法行不通',
])('given up: %s', (sentence) => {
  expect(isAbandoned(sentence)).toBe(true)
})

test.each([
  'I decided to keep the old name',
  "We've chosen nothing, but we chose Redis",
  'I opted for a lock',
  'We settled on one file',
  'We went the long way round',
  "I've went back to Redis",
  "Let's go with Redis",
  "I'm going to go with Redis",
  'I went with the lock',
  'Decidí usar HMAC porque solo un servicio lo verifica',
  'Elegí Postgres',
  'Escolhi HMAC porque só um serviço verifica',
  'Ми вирішили лишити HMAC',
  'قررت استخدام HMAC لأن خدمة واحدة فقط تتحقق',
  'Wir nehmen Postgres, weil wir Transaktionen brauchen',
  'Ich lasse die Tabelle so, denn der Export liest sie',
  'On garde SQLite car il n’y a qu’un seul processus',
  'Usamos colas en lugar de cron',
  'Vamos manter o cache em vez de recalcular',
  'Usiamo Redis perché la sessione deve scadere',
  'We houden de oude naam omdat andere teams hem gebruiken',
  'Zostawiamy kolejkę, bo cron gubi zadania',
  'Используем очередь вместо крона',
  'Залишаємо чергу, бо крон губить завдання',
  'Kuyruk kullanacağız çünkü cron iş kaybediyor',
  '我们用 Redis 而不是 Memcached',
  'cron ではなくキューを使います',
  'cron 대신 큐를 사용합니다',
])('a choice: %s', (sentence) => {
  expect(isDecision(sentence)).toBe(true)
})

test('a sentence ends behind a letter of any alphabet, and not behind one that stands alone', () => {
  expect(sentencesIn('Remplace les cookies par des jetons signés. Ne touche jamais à package.json.')).toHaveLength(2)
  expect(sentencesIn('Замени куки на токены. Никогда не трогай package.json.')).toHaveLength(2)
  expect(sentencesIn('It is what J. Doe wrote, e.g. in the notes.')).toHaveLength(1)
})

test.each([
  'Wir nehmen an, dass der Server läuft, weil der Test grün ist',
  'Der Test ist rot, weil die Datenbank fehlt',
  'I want to use the parser here',
  'On peut regarder le fichier car il est court',
  'Ich sehe mir die Datei an, weil der Test rot ist',
  '先看看日志，因为测试失败了',
  'テストが失敗したため、ログを見ます',
  'Decidí mirar el archivo primero',
  'The tests work without a server',
  'It goes out with the next release',
])('neither: %s', (sentence) => {
  expect([isAbandoned(sentence), isDecision(sentence)]).toEqual([false, false])
})

test.each([
  '`tool install` does not work well with components, this is documented I think',
  'der Import funktioniert nicht, schau mal',
  '登录不行，帮我看看',
])('from the user a fault, from the agent a way that was given up: %s', (sentence) => {
  expect([isAbandoned(sentence, 'user'), isAbandoned(sentence)]).toEqual([false, true])
})

test.each(['We gave up on polling', 'The cookie approach does not work, the proxy strips it'])(
  'whoever says it: %s',
  (sentence) => {
    expect(isAbandoned(sentence, 'user')).toBe(true)
  },
)

test.each([
  "Limitation: if someone uses another default branch, this won't work correctly",
  'It does not work unless the server is up',
])('of a case, and not of what was tried: %s', (sentence) => {
  expect(isAbandoned(sentence)).toBe(false)
})

test.each([
  "I'll keep waiting rather than starting any other heavy checks in parallel",
  "I'll take a closer look at the log so that my take is grounded rather than vibes-only",
  "I'll use the compiler output to clean up the rest rather than guessing",
])('how one goes about it is no choice: %s', (sentence) => {
  expect(isDecision(sentence)).toBe(false)
})

test('a choice against something that ends like that is one', () => {
  expect(isDecision("We'll use a queue rather than polling")).toBe(true)
})

/** A quick look at the first words comes before each slow pattern: whatever the pattern begins with must pass it. */
const NEXT = [
  'Next: the parser|next steps — the parser|The next step is the parser|Next, I write it|remaining: two',
  'Als nächstes der Parser|Nächster Schritt: Parser|Ensuite, nous testons|Prochaine étape : le test|下一步写测试',
  'El siguiente paso es probar|próximo paso: probar|A continuación lo pruebo|O próximo passo é testar|次にテスト',
  'Em seguida testamos|Il prossimo passo è il test|Далее: тесты|Следующий шаг — тесты|Дальше я напишу тест|Далі: тести|بعد ذلك سأكتب الاختبار|接下来写测试|다음으로 테스트',
].flatMap((row) => row.split('|'))

test.each(NEXT)('named as next: %s', (sentence) => {
  expect(isNamedNext(sentence)).toBe(true)
})

const CHOICES = [
  'Decision: one file|Decided: one file|Entscheidung : eine Datei|Décision : un fichier|decisión: uno|Decisão: um',
  "Decisione: uno|Решение: один файл|决定：一个文件|決定: 一つ|I'll do it because it is slow|I’ll do it since it is",
  "I will do it because it is|We'll do it so that it ends|we will do it since it is|Let's do it because it is",
  "let’s do it since it is|We should do it because it is|I should do it since it is|Don't do it because it is",
  'Keep it because it is|Use it since it is|Skip it so that it ends|Leave it because it is|Avoid it since it is',
].flatMap((row) => row.split('|'))

test.each(CHOICES)('a choice by its first words: %s', (sentence) => {
  expect(isDecision(sentence)).toBe(true)
})

test('a sentence is as long as what it says, in any script', () => {
  expect(sentencesIn('文档写好了。下一步：更新变更日志。')).toEqual(['文档写好了。', '下一步：更新变更日志。'])
  expect(sentencesIn('Done. Good. Next: the tests.')).toEqual(['Next: the tests.'])
})

test('the title of a session is the first sentence that says something', () => {
  expect(firstSentence('help!\n\nThe build is red since the merge.')).toBe('The build is red since the merge.')
  expect(firstSentence('Fix login. It crashes.')).toBe('Fix login.')
  expect(firstSentence('help!')).toBe('help!')
})
