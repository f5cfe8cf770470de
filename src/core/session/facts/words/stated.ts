/**
 * What a text says of the state of the work under headings: the summary with which a compaction went on, or a file that was
 * written for whoever goes on. Only the sections that tell what is still to be done, what was chosen and what is kept to.
 */
import { cleanLine } from '../../../text/text.js'
import { labelledNext } from './next.js'

export interface Stated {
  pending: string[]
  decisions: string[]
  kept: string[]
  next?: string
}

type Kind = 'pending' | 'next' | 'decisions' | 'kept' | 'none'

/** By the words of a heading, in lower case. */
const HEADINGS: readonly [kind: Kind, words: RegExp][] = [
  [
    'next',
    /^(?:optional |immediate |suggested |proposed )?next (?:steps?|actions?|tasks?)|^nächste[rs]? schritte?|^prochaines? étapes?|^(?:siguientes?|próximos?) pasos?|^próximos? passos?|^prossim[oi] pass[oi]|^следующи[йе] шаг|^下一步|^次のステップ|^다음 단계/,
  ],
  [
    'pending',
    /^(?:pending|remaining|open|outstanding|unfinished|incomplete)(?: \w+){0,2}$|^(?:to-?dos?|what(?:['’]s| is) (?:left|missing)|left to do|in progress)|^(?:offen|noch zu tun|ausstehend)|^(?:reste|à faire|en attente)|^(?:pendiente|por hacer|lo que falta)|^(?:pendên|pendente|a fazer)|^(?:da fare|in sospeso)|^(?:осталось|не сделано)|^(?:待办|未完成|剩余)|^(?:残|未完了|未対応)|^(?:남은|미완료|할 일)/,
  ],
  [
    'decisions',
    /^(?:key |design |important |main )?(?:decisions?|choices)(?: (?:made|taken))?$|^(?:wichtige )?entscheidungen|^décisions|^decisiones|^decisões|^decisioni|^решения|^决定|^決定(?:事項)?|^결정/,
  ],
  [
    'kept',
    /^(?:user(?:['’]s)? )?(?:constraints|preferences|requirements|rules|instructions|feedback)(?: and \w+)?$|^(?:vorgaben|regeln|randbedingungen)|^contraintes|^restricciones|^restrições|^vincoli|^ограничения|^约束|^制約|^제약/,
  ],
]

const HEADING = /^\s{0,3}(?:#{1,6}\s+|\d{1,2}[.)]\s+|\*\*)([^\n]{2,80}?)(?:\*\*)?\s*[:：]?\s*(?:\*\*)?\s*$/
const ITEM = /^(\s*)(?:[-*+•]|\d{1,3}[.)、])\s+(?:\[( |x|X)\]\s+)?(.+)$/
const MAX_LOOKED_AT = 40_000
const MAX_ITEMS = 8
const MAX_ITEM = 240

/** `title` lines of all languages, lists below them; of the next step also a paragraph. */
export function readStated(text: string): Stated {
  const stated: Stated = { pending: [], decisions: [], kept: [] }
  let kind: Kind = 'none'
  let [isCode, depth] = [false, -1]
  for (const line of text.slice(0, MAX_LOOKED_AT).split('\n')) {
    if (/^\s*```/.test(line)) isCode = !isCode
    if (isCode || line.length > 2000) continue
    const title = HEADING.exec(line)?.[1]
    const found = title === undefined ? undefined : kindOf(title)
    if (found !== undefined && (found !== 'none' || /^\s{0,3}(?:#|\d)/.test(line))) {
      // A numbered item below a heading that counts is no heading of its own.
      if (found === 'none' && kind !== 'none' && /^\s{0,3}\d/.test(line) && !/[:：]\s*$/.test(line)) take(line)
      else [kind, depth] = [found, -1]
      continue
    }
    take(line)
  }
  const next = stated.next ?? labelledNext(text)
  return { ...stated, ...(next !== undefined && { next }) }

  function take(line: string): void {
    if (kind === 'none') return
    const item = ITEM.exec(line)
    if (kind === 'next') {
      const said = plain(item?.[3] ?? line)
      if (said !== '' && stated.next === undefined) stated.next = said
      return
    }
    if (!item || item[2]?.toLowerCase() === 'x') return
    const indent = (item[1] as string).length
    if (depth < 0) depth = indent
    if (indent <= depth && stated[kind].length < MAX_ITEMS) stated[kind].push(plain(item[3] as string))
  }
}

function kindOf(title: string): Kind {
  const said = cleanLine(title).replaceAll('*', '').trim().toLowerCase()
  return HEADINGS.find(([, words]) => words.test(said))?.[0] ?? 'none'
}

function plain(text: string): string {
  return cleanLine(text).replaceAll('**', '').trim().slice(0, MAX_ITEM)
}

const TEXT_FILE = /\.(?:md|markdown|txt|org|rst)$/

/** A name that files have which are written for whoever goes on. */
export function isHandOver(path: string): boolean {
  const small = path.toLowerCase()
  return (
    TEXT_FILE.test(small) &&
    /(?:^|[/\\])(?:session[-_ ]?)?(?:hand[-_ ]?(?:off|over)|next(?:[-_ ]?(?:steps?|session|up))?|to-?do|wip|status|progress|resume|continue|where[-_ ]we[-_ ]are|übergabe|notes|journal|session[-_ ]?(?:notes|log|state|summary))(?:[-_. ][^/\\]{0,60})?\.\w+$/.test(
      small,
    )
  )
}
