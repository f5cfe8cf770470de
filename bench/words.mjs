// Words of the kind checkpoints are made of, the most frequent first. Ours, so that no text of anybody else is needed.
const WORDS = `
the to in and of is for it with not on that from this when are was by before only after test file all one must no into
then each but has we still so than what be or at an as up out which also both until while without where now run
add read write check fix keep move return build call save load parse print open close send wait retry drop split merge
change find count order match start stop skip hold wrap guard trace cache store fetch sort limit log lock queue
token login session user request response header cookie route handler server client socket stream buffer chunk record
table column row index query schema migration key value field form page button menu dialog list item panel theme colour
error warning timeout failure cause reason result status state event signal hook timer clock date zone offset amount
price order invoice payment refund discount currency total tax cart checkout basket customer account address email
upload download image folder path link branch commit diff review merge release version package module import export
config option flag default secret permission role policy group owner team member invite audit report chart filter
memory leak worker thread process pool batch job task step plan stage draft copy backup restore snapshot replica shard
unit mock fixture property seed case suite coverage flaky slow fast cold warm empty full broken missing stale fresh
small large long short first last next previous old new left right upper lower inner outer open closed strict loose
reject accept confirm cancel submit expire refresh rotate revoke grant verify sign encode decode escape quote trim round
because therefore instead however already again never always often seldom perhaps exactly roughly nearly twice once
`
  .trim()
  .split(/\s+/)

const VOCABULARY = 20_000

/** Rank 0 is the most frequent. Beyond the list the words are glued together, as identifiers are. */
export function wordAt(rank) {
  if (rank < WORDS.length) return WORDS[rank]
  const [first, second] = [rank % WORDS.length, Math.floor(rank / WORDS.length) + 40]
  return WORDS[first] + WORDS[second]
}

/** Zipf: the word of rank n comes up with a frequency of about 1/n. */
export function pickWord(random) {
  return wordAt(Math.floor(Math.exp(random() * Math.log(VOCABULARY))) - 1)
}

export function words(random, count) {
  return Array.from({ length: count }, () => pickWord(random)).join(' ')
}

/** Numbers from 0 to 1, the same ones in every run (mulberry32). */
export function seededRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
