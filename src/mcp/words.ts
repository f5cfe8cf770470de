/** Advice is written for the command line; a model that has tools is told the same in their words. */

const TOOLS = 'save|resume|list|search|note|clear'
/** Flags whose argument has another name: lists are named in the plural. */
const FIELDS: Readonly<Record<string, string>> = {
  'left-off': 'left_off',
  decision: 'decisions',
  blocker: 'blockers',
  question: 'questions',
  command: 'commands',
  file: 'files',
}

export function inWordsOfTools(text: string): string {
  return text
    .replace(CALL, asCall)
    .replace(/^dogear (?=[a-z])/, 'in a terminal: dogear ')
    .replace(/--([a-z][a-z-]*)(?= ["<])/g, (_, flag: string) => `${FIELDS[flag] ?? flag}:`)
}

const CALL = new RegExp(`^dogear (${TOOLS})(?: (<[a-z]+>|[a-z0-9][a-z0-9-]*))?(?=$|( --)|\\s)`)

function asCall(_: string, tool: string, name: string | undefined, more: string | undefined): string {
  const named = name === undefined ? '' : ` with name: "${name.startsWith('<') ? '…' : name}"`
  return `call ${tool}${named}${more === undefined ? '' : ','}`
}
