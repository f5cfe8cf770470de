/**
 * A decision as one sentence, as people write them: "Chose A over B because R". What is read is printed back to the
 * letter: a sentence of another shape is all text.
 */
import type { Decision } from '../../core/entry.js'

const CHOICE = /^(?:chose|choose|chosen|use|used|using|pick|picked|prefer|preferred|select|selected|took|went with)\b/i
const BECAUSE = ' because '
const OVER = ' over '
const REJECTED = ' (rejected: '

export function printDecisionText({ text, why, rejected = [] }: Decision): string {
  return printChoice(text, rejected) + (why === undefined ? '' : BECAUSE + why)
}

/** The text must be trimmed. */
export function parseDecisionText(sentence: string): Decision {
  const at = sentence.indexOf(BECAUSE)
  const choice = at < 0 ? sentence : sentence.slice(0, at)
  const decision = { ...parseChoice(choice), ...(at < 0 ? {} : { why: sentence.slice(at + BECAUSE.length) }) }
  return isTidy(decision) && printDecisionText(decision) === sentence ? decision : { text: sentence }
}

function printChoice(text: string, rejected: readonly string[]): string {
  if (rejected.length === 0) return text
  if (rejected.length === 1 && CHOICE.test(text)) return text + OVER + rejected[0]
  return `${text}${REJECTED}${rejected.join('; ')})`
}

function parseChoice(choice: string): Decision {
  const bracket = choice.endsWith(')') ? choice.lastIndexOf(REJECTED) : -1
  if (bracket > 0) {
    const rejected = choice.slice(bracket + REJECTED.length, -1).split('; ')
    return { text: choice.slice(0, bracket), rejected }
  }
  const over = CHOICE.test(choice) ? choice.indexOf(OVER) : -1
  return over > 0 ? { text: choice.slice(0, over), rejected: [choice.slice(over + OVER.length)] } : { text: choice }
}

/** An entry trims its texts, and would give another sentence back. */
function isTidy({ text, why = '-', rejected = [] }: Decision): boolean {
  return [text, why, ...rejected].every((part) => part !== '' && part === part.trim())
}
