/** Advice is written for the command line; a model that has tools is told the same in their words. */
import { ALL_FIELDS } from '../core/entry.js'

const TOOLS = 'save|resume|list|search|note|clear'
/** The argument for what is this flag on the command line: lists are named in the plural. */
const ARGUMENTS = new Map(ALL_FIELDS.map(({ flags, argument }) => [flags[0]?.name, argument.name]))

export function inWordsOfTools(text: string): string {
  return text
    .replace(CALL, asCall)
    .replace(/^dogear (?=[a-z])/, 'in a terminal: dogear ')
    .replace(/--([a-z][a-z-]*)(?= ["<])/g, (_, flag: string) => `${ARGUMENTS.get(flag) ?? flag}:`)
}

const CALL = new RegExp(`^dogear (${TOOLS})(?: (<[a-z]+>|[a-z0-9][a-z0-9-]*))?(?=$|( --)|\\s)`)

function asCall(_: string, tool: string, name: string | undefined, more: string | undefined): string {
  const named = name === undefined ? '' : ` with name: "${name.startsWith('<') ? '…' : name}"`
  return `call ${tool}${named}${more === undefined ? '' : ','}`
}
