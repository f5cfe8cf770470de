/**
 * "contniue with auth", "resmue": the verb of a phrase with one letter wrong. Only the first word is looked at, and what it
 * becomes counts as the phrase does: in a session that has done nothing yet, with the name of a line behind it or nothing.
 */

const VERBS = [
  'continue|resume|weitermachen|fortfahren|continuer|continuez|continuons|reprends|continúa|continuar|seguimos|retomar|retomamos',
  'proseguiamo|continuiamo|riprendiamo|kontynuuj|fortsätt|продолжай|продолжи|продолжим|продолжаем',
].flatMap((row) => row.split('|'))

/** Other forms of the verbs, which tell something or belong to a sentence. */
const FORMS: ReadonlySet<string> = new Set(
  'continues|continued|resumes|resumed|resumé|presume|continua|continuo|continuas|continuará|continuez|retoma|retomas|retomo|reprend|seguidos|segumos'.split(
    '|',
  ),
)

const MAX_LENGTH = 80
const MIN_VERB = 6

/** The text with the verb as it was meant; null: there is nothing to be mended. */
export function respelled(text: string): string | null {
  if (text.length > MAX_LENGTH || text.includes('\n')) return null
  const [, word = '', rest = ''] = /^\s*([^\s.!?,;:]+)(.*)$/.exec(text) ?? []
  const said = word.toLowerCase()
  if (said.length < MIN_VERB - 1 || FORMS.has(said) || VERBS.includes(said)) return null
  const verb = VERBS.find((one) => isOneOff(said, one))
  return verb === undefined ? null : `${verb}${rest}`
}

/** One letter too many, too few or another one, or two neighbours the wrong way round. */
function isOneOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const [left, right] = [a.slice(at), b.slice(at)]
  if (left.length > right.length) return left.slice(1) === right
  if (left.length < right.length) return left === right.slice(1)
  return (
    left.slice(1) === right.slice(1) ||
    (left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0])
  )
}
