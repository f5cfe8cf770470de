/** Markdown for a terminal: the same text, its headings and warnings coloured. */
import { cleanText } from '../../core/text/text.js'
import type { Style } from './output.js'

export function printMarkdown(text: string, style: Style): string {
  return cleanText(text)
    .split('\n')
    .map((line) => paintLine(line, style))
    .join('\n')
}

function paintLine(line: string, style: Style): string {
  if (/^#{1,3} /.test(line)) return style.bold(line)
  if (line.startsWith('⚠') || line.startsWith('Warning:')) return style.yellow(line)
  return line
}
