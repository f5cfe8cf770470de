/** A question about a decision as words to search for. */
const OF_QUESTIONS = new Set(
  (
    'why how what when which who did do does was were is are have has had we i you they us our my the a an to of in on for with ' +
    'and or not be been it this that so choose chose chosen decide decided use used instead than over again'
  ).split(' '),
)

const ASKED_IN_CHINESE =
  /^(?:我们)?(?:当初|当时)?(?:为什么|为何|怎么)(?:我们)?(?:要|会|不)?(?:选择|选用|使用|采用|用|选)?|[?？]$/g

/**
 * "why did we keep argon2?" as a query: without the words of the question, and to the stem. Empty: it names nothing to
 * look for. Phrases in quotes and words with a star stay as they are.
 */
export function decisionQuery(question: string): string {
  const words = question.replace(ASKED_IN_CHINESE, '').replace(/[“”]/g, '"')
  const parts = words.match(/"[^"]*"\*?|[^\s"]+/g) ?? []
  return parts.flatMap((part) => (/["*]/.test(part) ? [part] : (stemOf(part) ?? []))).join(' ')
}

const ENDING = /(?:ations?|ings?|ies|ied|es|ed|s|e|y)$/

/** A simple stem: "caching", "caches" and "cached" are all "cach*". Null: a word of the question itself. */
function stemOf(word: string): string | null {
  const bare = word.toLowerCase().replace(/[?!.,;:]+$/, '')
  if (bare === '' || OF_QUESTIONS.has(bare)) return null
  if (!/^[a-z]{5,}$/.test(bare)) return bare
  const stem = bare.replace(ENDING, '')
  return stem.length >= 3 ? `${stem}*` : bare
}
