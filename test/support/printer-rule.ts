/** Nothing hands text to a model but the printer: what the types cannot see. */
import type { Facts } from './source-facts.js'

/** What makes text for a model of a plain string, and who may say that it was quoted before. */
const MAKERS: Readonly<Record<string, RegExp>> = {
  asPrinted: /^src\/(?:core\/(?:printer|briefing)\/|app\/resume\/layouts\.ts$)/,
  asKept: /^src\/app\/session\/waiting-briefing\.ts$/,
}

/** Where text leaves for a model, by the word of the protocol, and the one place that uses it. */
const SINKS: Readonly<Record<string, RegExp>> = {
  additionalContext: /^src\/agents\/[^/]+\/(?:hooks|hook-words|install|check)\.ts$/,
  structuredContent: /^src\/mcp\/result\.ts$/,
  contents: /^src\/mcp\/resources\.ts$/,
  messages: /^src\/mcp\/prompts\.ts$/,
}

const PRINTER = 'src/core/printer/words.ts'

/** The types hold all others to it; these are the ways around the types. */
export function besidePrinter({ path, layer, values, words }: Facts): string[] {
  if (path === PRINTER) return []
  const makes = Object.keys(MAKERS).filter((name) => values.includes(`${PRINTER} ${name}`) && !MAKERS[name]?.test(path))
  const isFace = ['mcp', 'hook', 'app', 'agents'].includes(layer)
  const sinks = Object.keys(SINKS).filter(
    (name) => isFace && words.has(name) && (layer === 'mcp' || name === 'additionalContext'),
  )
  const elsewhere = sinks.filter((name) => !SINKS[name]?.test(path))
  const unfinished = layer === 'mcp' && sinks.length > 0 && !values.includes(`${PRINTER} finish`)
  const casts =
    isFace &&
    layer !== 'agents' &&
    words.has('Finished') &&
    !/^src\/app\/session\/(?:event|waiting-briefing)\.ts$/.test(path)
  const cleans =
    /^src\/cli\/(?:commands\/look\/|print\/list)/.test(path) && values.includes('src/core/text/text.ts cleanText')
  return [
    ...makes.map((name) => `calls ${name}`),
    ...elsewhere.map((name) => `answers with ${name}`),
    ...(unfinished ? ['answers without finish'] : []),
    ...(casts ? ['calls a text Finished'] : []),
    ...(cleans ? ['prints entries without quotes'] : []),
  ]
}
