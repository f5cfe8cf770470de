// How well a text prepares for what a session did next. No model is asked: the same text gets the same figures.

/** null where a cut has nothing to measure it by. */
export function scoreOf(text, cut) {
  const shown = [...cut.known].filter((path) => placeOf(text, path) >= 0)
  const order = shown.toSorted((a, b) => placeOf(text, a) - placeOf(text, b))
  return {
    /** Of the files touched next, those that are named. */
    files: share([...cut.next], (path) => placeOf(text, path) >= 0),
    /** The same, when only the first eight names count. */
    top8: share([...cut.next], (path) => order.slice(0, 8).includes(path)),
    /** The first file touched is among the first three named. */
    first3: cut.first === undefined ? null : Number(order.slice(0, 3).includes(cut.first)),
    /** Of the commands run again, those that are named. */
    commands: share([...cut.nextCommands], (command) => text.includes(command.slice(0, 60))),
    /** The last instruction is there, word for word. */
    prompt: cut.prompt === '' ? null : Number(squeeze(text).includes(squeeze(cut.prompt).slice(0, 120))),
    /** Of the files named, those touched in the rest of the session. */
    precision: share(shown, (path) => cut.rest.has(path)),
    characters: text.length,
  }
}

export function meanOf(scores, key) {
  const values = scores.map((score) => score[key]).filter((value) => value !== null)
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** By its last two parts, or by its name where that is long enough to be no accident. */
function placeOf(text, path) {
  const parts = path.replace(/^\/+|\/+$/g, '').split('/')
  const at = text.indexOf(parts.slice(-2).join('/'))
  const name = parts.at(-1)
  if (at >= 0 || name.length <= 6) return at
  const plain = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\w.-])${plain}(?![\\w-])`).exec(text)?.index ?? -1
}

function share(all, isHit) {
  return all.length === 0 ? null : all.filter(isHit).length / all.length
}

function squeeze(text) {
  return text.replace(/\s+/g, ' ')
}
