/** The phrases people use for the five commands, in English and Chinese, as a table. */

export type Phrase =
  /** `intent`: words that are no name and say where it stands. */
  | { do: 'save'; name?: string; task?: string; intent?: string }
  | { do: 'resume'; name?: string }
  | { do: 'list' }
  | { do: 'clear'; name?: string; all?: true }
  /** `[no-redispatch:N]` with N of 2 or more: the skill called itself again. */
  | { do: 'abort'; hops: string; skill: string }

export interface Form {
  /** The pattern itself is made where a message may be a phrase: few are. */
  pattern: string
  phrase: Phrase
  /**
   * The first group holds a name, and the phrase counts only if it can be one; `noun`: and is no verb in -ing; `known`: and is
   * one of those there are, where a sentence looks the same.
   */
  name?: 'any' | 'noun' | 'known'
}

const CHECKPOINT = '(?:(?:the|my|a|this|last|latest|saved) )*checkpoints?'
const AS = '(?: (?:as|for|named|called|under))?'

/** In this order; the first that fits decides. */
export const FORMS: readonly Form[] = [
  {
    pattern: whole(`(?:clear|delete|remove|drop) (?:all|every|all of)(?: my| the)? checkpoints?`),
    phrase: { do: 'clear', all: true },
  },
  {
    pattern: whole('(?:清除|删除|清空|清掉)(?:所有|全部)的?(?:检查点|存档)|清空检查点'),
    phrase: { do: 'clear', all: true },
  },
  {
    pattern: whole(`(?:clear|delete|remove|drop) (?:the |my )?checkpoint${AS} (.+)`),
    phrase: { do: 'clear' },
    name: 'any',
  },
  {
    pattern: whole(`(?:clear|delete|remove|drop) (?:the |my )?(.+?) checkpoint`),
    phrase: { do: 'clear' },
    name: 'known',
  },
  { pattern: whole('(?:清除|删除|清掉)(?:检查点|存档)[:：]? ?(.+)'), phrase: { do: 'clear' }, name: 'any' },

  {
    pattern: whole(`(?:list|show)(?: me)?(?: all| all of)?(?: the| my)? (?:saved )?checkpoints|checkpoints`),
    phrase: { do: 'list' },
  },
  {
    pattern: whole(`(?:what|which) checkpoints (?:are there|do i have|exist|have i saved)\\??`),
    phrase: { do: 'list' },
  },
  {
    pattern: whole(
      `what (?:was i|were we|have i been|am i) (?:working on|doing)(?: last(?: time)?| before| yesterday)?\\??`,
    ),
    phrase: { do: 'list' },
  },
  {
    pattern: whole(
      '(?:列出|查看|显示)(?:所有|全部)?(?:检查点|存档)|检查点列表|有哪些(?:检查点|存档)[?？]?|我(?:们)?(?:之前|上次|刚才)?在(?:做|干)什么(?:来着)?[?？]?',
    ),
    phrase: { do: 'list' },
  },

  {
    pattern: whole(`where (?:did (?:we|i) (?:stop|leave off|left off|get to)|were (?:we|i)(?: at)?)\\??`),
    phrase: { do: 'resume' },
  },
  {
    pattern: whole(`(?:continue|resume|pick up|carry on|start)(?: from)? where (?:we|i|you) (?:left off|stopped|were)`),
    phrase: { do: 'resume' },
  },
  { pattern: whole(`(?:continue|resume|restore|load)(?: from)? ${CHECKPOINT}`), phrase: { do: 'resume' } },
  {
    pattern: whole(`(?:continue|resume|restore|load)(?: from)? ${CHECKPOINT}${AS} (.+)`),
    phrase: { do: 'resume' },
    name: 'any',
  },
  {
    pattern: whole(
      `(?:continue|resume|restore)(?: (?:my|the|this))?(?: (?:last|previous))? (?:session|work|task|place)`,
    ),
    phrase: { do: 'resume' },
  },
  {
    pattern: whole(`(?:continue|resume) (?:my |the )?(?:task|work on|workstream) (.+)`),
    phrase: { do: 'resume' },
    name: 'any',
  },
  { pattern: whole('continue|resume'), phrase: { do: 'resume' } },
  {
    pattern: whole('(?:continue|resume|go on|carry on|keep going)(?: working)? (?:with|on) (.+)'),
    phrase: { do: 'resume' },
    name: 'known',
  },
  { pattern: whole('(?:continue|resume) (.+)'), phrase: { do: 'resume' }, name: 'noun' },
  {
    pattern: whole(
      '(?:从上次|从上次(?:停下|中断|离开)的地方|接着上次(?:的)?|继续上次(?:的)?)(?:的?(?:工作|任务|会话|进度|地方))?(?:继续)?|(?:继续|恢复|加载)(?:检查点|存档|会话|进度|工作|任务)?|(?:我们)?(?:上次|之前)?(?:做|停|干|进行)(?:到|在)(?:哪|哪里|哪儿|哪一步)了?[?？]?',
    ),
    phrase: { do: 'resume' },
  },
  {
    pattern: whole('(?:继续|恢复|加载)(?:检查点|存档|任务)?[:：]? ?([\\x21-\\x7e].*)'),
    phrase: { do: 'resume' },
    name: 'any',
  },
  { pattern: whole('(?:继续|恢复|加载)(?:检查点|存档|任务)?[:：]? ?(.+)'), phrase: { do: 'resume' }, name: 'known' },

  {
    pattern: whole(
      `save (?:my |the |our )?(?:place|session|progress|spot)|save (?:a |the )?checkpoint|(?:make|create|write|take) a checkpoint|checkpoint (?:this|it|here|my work|my progress|this session|the session)`,
    ),
    phrase: { do: 'save' },
  },
  {
    pattern: whole(
      `save (?:(?:a |the |this |my )?checkpoint${AS}|(?:the |this |my )?(?:session|place|progress) as) (.+)`,
    ),
    phrase: { do: 'save' },
    name: 'any',
  },
  {
    pattern: whole('(?:make|create|write|take) a checkpoint (?:as|for|named|called|under) (.+)'),
    phrase: { do: 'save' },
    name: 'any',
  },
  { pattern: whole('checkpoint'), phrase: { do: 'save' } },
  {
    pattern: whole(
      '(?:保存|创建|建立?|存)(?:一?个)?(?:检查点|存档|进度|会话|当前进度)|检查点|存档|存个档|保存(?:一下)?(?:当前)?(?:的)?(?:进度|状态)',
    ),
    phrase: { do: 'save' },
  },
  {
    pattern: whole('(?:保存|创建)?(?:检查点|存档)(?:为|名为|叫)?[:：]? ?([\\x21-\\x7e].*)'),
    phrase: { do: 'save' },
    name: 'any',
  },
]

function whole(pattern: string): string {
  return `^(?:${pattern})$`
}
