/** "undo that", "bring back src/auth.ts": said to an agent, and meant for what was lost. */

const POLITE = '(?:(?:please|bitte|ok|okay|no|oh no)[,!]?\\s+)*'
const THAT =
  '(?:that|this|it|them|everything|the (?:last )?(?:loss|damage)|my (?:work|changes|files)|the (?:files|work|changes))'
const FORMS = [
  new RegExp(`^${POLITE}undo(?:\\s+${THAT})?$`, 'i'),
  new RegExp(`^${POLITE}(?:bring|get)\\s+(?:back\\s+${THAT}|${THAT}\\s+back)$`, 'i'),
  new RegExp(
    `^${POLITE}(?:mach(?:e)?\\s+(?:das|es)\\s+(?:wieder\\s+)?rückgängig|hol(?:e)?\\s+(?:das|es|sie)\\s+zurück)$`,
    'i',
  ),
  /^(?:请)?(?:撤销|恢复(?:它|文件|改动))$/,
]
const NAMED = [
  new RegExp(`^${POLITE}(?:bring|get)\\s+back\\s+(\\S+)$`, 'i'),
  new RegExp(`^${POLITE}(?:bring|get)\\s+(\\S+)\\s+back$`, 'i'),
  new RegExp(`^${POLITE}undo\\s+(?:the loss of\\s+)?(\\S+)$`, 'i'),
  new RegExp(`^${POLITE}hol(?:e)?\\s+(\\S+)\\s+zurück$`, 'i'),
]
const MAX_LENGTH = 300

/** Null: nothing of the kind. Empty: the newest loss. */
export function undoAsked(prompt: string): string[] | null {
  const line = prompt.trim().replace(/[.!。！]+$/, '')
  if (line.length > MAX_LENGTH || line.includes('\n')) return null
  if (FORMS.some((form) => form.test(line))) return []
  const named = NAMED.map((form) => form.exec(line)?.[1]).find((one) => one !== undefined)
  const path = named?.replace(/^[`"'@]|[`"']$/g, '')
  // A word without a dot or a slash is no file.
  return path !== undefined && /[./]/.test(path) ? [path] : null
}
