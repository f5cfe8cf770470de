/**
 * Does this message end the session? Matched is a message that says nothing else, or whose first or last sentence is
 * a clear goodbye. The same words inside a sentence about the work ("add an exit code", "晚安按钮") are no farewell,
 * and what stands in quotes or code never is.
 */

/** Nobody means anything else by them. */
const CLEAR = [
  'good ?night|nighty? night|night night|g ?night|gn',
  'good ?bye|bye(?: bye)?|farewell|cheerio|ciao|so long',
  'see (?:you|ya|u)(?: all| guys)?(?: tomorrow| later| soon| next (?:week|time)| around| on monday| again)?|cya|later gator',
  '(?:talk|speak|catch) (?:to )?(?:you|ya|u)(?: up)? (?:tomorrow|later|soon|then)|ttyl',
  'until (?:tomorrow|next time|monday)|till tomorrow',
  "(?:i'?m |i am |i'?ll be |time to )?(?:signing|logging|heading|clocking|checking) (?:off|out|home)",
  "(?:i'?m |i am )?(?:going|off|heading|gonna go) (?:to (?:bed|sleep)|home)|time (?:for bed|to (?:sleep|go home))",
  "(?:let'?s |time to |i'?ll |gonna )?call it (?:a day|a night)|let'?s (?:stop|leave it) (?:here|there|for (?:today|tonight))",
  "(?:i'?m |we'?re |i am |we are )?(?:done|finished|out) for (?:today|tonight|the (?:day|night|week))",
  "that'?s (?:it|all|enough|a wrap) for (?:today|tonight|the (?:day|night|week))|(?:that'?s a wrap|wrapping up for (?:today|tonight))",
  "(?:(?:let'?s|let us|we'?ll|we will|we can|i'?ll|i will) )?(?:continue|resume|go on|carry on|pick (?:this|it) (?:back )?up|finish (?:this|it)?)(?: (?:this|it|here))? ?(?:again )?(?:tomorrow|next week|on monday|in the morning)",
  '晚安|(?:明天|明儿|再|下次|改天|周一|回[头頭])[见見]|拜拜|掰掰',
  '(?:我)?(?:先)?(?:下班|收工|下线|下線|睡|撤|走|去睡|去睡[觉覺]|回家)了|(?:我)?(?:该|要|得|准备|先)(?:去)?(?:下班|睡[觉覺]?|休息)了?|收工|下班',
  '今天(?:就|先)?(?:到|做到|干到)(?:这|這)(?:里|裡|儿)?(?:了)?|(?:今天)?先[这這][样樣]|(?:先|就)到[这這](?:里|裡|儿)?(?:了)?',
  '明天(?:再)?(?:继续|繼續|接着(?:做|干|来)?|说|做|来)|(?:我们|咱们)?明天再(?:继续|说|来|搞|弄)',
]

/** Also the words of programs and menus: only as the whole message. */
const PLAIN = [
  "/?(?:exit|quit|log ?out|log ?off|sign ?out|shut ?down)|(?:i'?m |i am )?(?:exiting|quitting|leaving)(?: now)?|i(?:'?m| am) off|gotta go|g2g|brb|afk",
  '/?(?:退出|登出|注[销銷]|登出|离线|離線)|[结結]束(?:会话|會話|对话)?|关机|溜了|闪了',
]

/** Said around a goodbye; alone it is none. */
const COURTESY = [
  '(?:ok|okay|k|alright|all right|right|well|so|and|anyway|cool|fine|yes|yep|sure|perfect|great|nice|awesome|excellent|wonderful|good|brilliant|lovely)(?: (?:work|job|stuff|session|progress|day|one))?(?: (?:today|tonight|everyone|all|so far))?',
  '(?:many |much )?(?:thanks|thank you|thx|ty|cheers)(?: (?:a lot|so much|very much|again|everyone|all|for (?:today|now|everything|your help|the help|all (?:the|your) help|all that)))*',
  "that'?s (?:it|all|enough|everything)(?: (?:for now|from me))?|(?:we|i)(?:'?re|'?m| are| am) done(?: here)?|(?:i'?m|i am) (?:so |very )?(?:tired|exhausted|beat|knackered)|it'?s (?:getting )?late(?: here)?",
  '(?:sleep well|take care|have a (?:good|nice|great) (?:one|night|evening|day|weekend)|sweet dreams|rest well)',
  '好[的了吧]?|嗯+|行|可以|那|那就|谢谢(?:你|啦|了)?|謝謝(?:你)?|多谢|感谢|(?:今天)?辛苦(?:了|啦)?|太晚了|好累|累了|我累了|困了|我困了|早点休息|好梦',
]

/** Cut off both ends of a clause before it is compared. */
const AROUND =
  '(?:ok|okay|alright|well|so|then|and|now|anyway|please|pls|thanks|thank you|thx|hey|hi|guys|all|everyone|everybody|folks|team|friends?|my friend|buddy|mate|dear|claude|codex|gemini|cursor|copilot|assistant|computer|robot|for now|for today|for tonight|there|i guess|i think)'
const BEFORE = new RegExp(`^${AROUND} `)
const AFTER = new RegExp(` ${AROUND}$`)
const BEFORE_HAN = /^(?:好的?|嗯+|那就?|行|谢谢你?|謝謝|辛苦了|大家|各位|我们|咱们|ok)(?=[\u4e00-\u9fff])/
const AFTER_HAN = /(?<=[\u4e00-\u9fff])(?:啦|哦|喔|噢|吧|呀|啊|哈|咯|喽|囉|嘞|呢|大家|各位|朋友们?|宝贝)+$/

const MAX_LENGTH = 600

/** The words that said goodbye, or null. `more`: further words that count as clear. */
export function farewellIn(message: string, more: readonly string[] = []): string | null {
  const said = judgeSentences(message, more)
  if (isOnlyThat(said)) return said.find(isGoodbye)?.words ?? null
  const edges = [said.at(-1), said[0]]
  return edges.find((one) => one?.kind === 'clear')?.words ?? null
}

/** It says goodbye and nothing else. */
export function isOnlyFarewell(message: string): boolean {
  const said = judgeSentences(message, [])
  return isOnlyThat(said) && said.some(isGoodbye)
}

function isOnlyThat(said: readonly Said[]): boolean {
  return said.every((one) => one.kind !== 'other')
}

function isGoodbye({ kind }: Said): boolean {
  return kind === 'clear' || kind === 'plain'
}

function judgeSentences(message: string, more: readonly string[]): Said[] {
  if (message.length > MAX_LENGTH) return []
  const own = new Set(more.map((word) => plain(word)))
  return sentencesOf(withoutQuoted(message)).map((sentence) => judge(sentence, own))
}

interface Said {
  kind: 'clear' | 'plain' | 'courtesy' | 'other'
  words: string
}

/** Other words in one of its clauses make the whole sentence one about something else. */
function judge(sentence: string, own: ReadonlySet<string>): Said {
  if (/[?？]$/.test(sentence)) return { kind: 'other', words: sentence }
  const clauses = sentence
    .split(/[,，;；、:：—–~～]+|\s-\s|\.{2,}|…/)
    .map(plain)
    .filter((clause) => clause !== '')
    .map((clause) => judgeClause(clause, own))
  if (clauses.some((one) => one.kind === 'other')) return { kind: 'other', words: sentence }
  return (
    clauses.find((one) => one.kind === 'clear') ??
    clauses.find((one) => one.kind === 'plain') ?? { kind: 'courtesy', words: sentence }
  )
}

const IS_CLEAR = wholly(CLEAR)
const IS_PLAIN = wholly(PLAIN)
const IS_COURTESY = wholly(COURTESY)

function judgeClause(clause: string, own: ReadonlySet<string>): Said {
  for (const words of [clause, bare(clause)]) {
    if (own.has(words) || IS_CLEAR.test(words)) return { kind: 'clear', words }
    if (IS_PLAIN.test(words)) return { kind: 'plain', words }
    if (words === '' || IS_COURTESY.test(words)) return { kind: 'courtesy', words }
  }
  return { kind: 'other', words: clause }
}

function wholly(patterns: readonly string[]): RegExp {
  return new RegExp(`^(?:${patterns.join('|')})$`, 'u')
}

function bare(clause: string): string {
  let words = clause
  for (let before = ''; before !== words;) {
    before = words
    words = words.replace(BEFORE, '').replace(AFTER, '').replace(BEFORE_HAN, '').replace(AFTER_HAN, '').trim()
  }
  return words
}

/** Code, quotations and quoted lines are about the words, not said with them. */
function withoutQuoted(message: string): string {
  return message
    .replace(/```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g, ' … other … ')
    .replace(/^\s*>.*$/gm, '')
    .replace(
      /`[^`\n]*`|"[^"\n]*"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|‘[^’\n]*’|(?<![\p{L}\p{N}])'[^'\n]+'(?![\p{L}\p{N}])/gu,
      ' … other … ',
    )
}

function sentencesOf(message: string): string[] {
  return message
    .split(/(?<=[.!?。！？])(?=\s|$|[^\s\w.!?])|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => plain(sentence) !== '')
}

/** Lower case, without marks, emoji and the tail of "byeeee". */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’]/g, "'")
    .replace(/\p{Extended_Pictographic}|[\u{1f3fb}-\u{1f3ff}]|\ufe0f|\u200d/gu, ' ')
    .replace(/(?:^|\s)(?:[:;]-?[)(dp*]|<3|xx?|\^\^)(?=\s|$)/g, ' ')
    .replace(/[.!?。！？,，*_()（）[\]]+/g, ' ')
    .replace(/(\p{L})\1{2,}(?=\s|$)/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}
