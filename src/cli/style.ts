/** Colours as functions on text, which do nothing where colours are off. */

export interface Style {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
}

export const PLAIN: Style = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same }

export const COLOURED: Style = {
  bold: code(1, 22),
  dim: code(2, 22),
  red: code(31, 39),
  green: code(32, 39),
  yellow: code(33, 39),
  cyan: code(36, 39),
}

/** NO_COLOR wins over FORCE_COLOR, which wins over the kind of stream. An empty variable counts as not set. */
export function wantsColour(env: Readonly<Record<string, string | undefined>>, terminal: () => boolean): boolean {
  if (env['NO_COLOR']) return false
  const forced = env['FORCE_COLOR']
  if (forced) return forced !== '0' && forced !== 'false'
  return env['TERM'] !== 'dumb' && terminal()
}

function same(text: string): string {
  return text
}

function code(on: number, off: number): (text: string) => string {
  return (text) => `\u001b[${on}m${text}\u001b[${off}m`
}
