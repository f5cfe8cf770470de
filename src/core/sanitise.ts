/**
 * Text from an entry is data. Before it reaches a terminal or a model it loses everything that could act on either:
 * escape sequences, control characters, bidirectional overrides, invisible characters.
 */

// Whole sequences go before single control bytes, else "[31m" would be left of "ESC[31m".
const SEQUENCES =
  // oxlint-disable-next-line no-control-regex
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g

// C0 but tab and newline, DEL, C1, soft hyphen, Arabic letter mark, Hangul fillers, zero-width, bidi, invisible operators, BOM, tags.
const CONTROLS =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]/gu

// Nearly every text is made of these alone; the patterns above take longer to be made than a briefing to be printed.
const HARMLESS =
  /^[\t\n -~\u00a1-\u00ac\u00ae-\u034e\u2010-\u2027\u2030-\u205e\u2100-\u2bff\u3001-\u3163\u3165-\ud7ff]*$/

export function cleanText(text: string): string {
  if (HARMLESS.test(text)) return text
  return text.replace(/\r\n?/g, '\n').replace(SEQUENCES, '').replace(CONTROLS, '')
}

// A line that stays as it is: printable words, one space between them.
const CLEAN_LINE = /^(?:[!-~]+(?: [!-~]+)*)?$/

export function cleanLine(text: string): string {
  if (CLEAN_LINE.test(text)) return text
  return cleanText(text).replace(/\s+/g, ' ').trim()
}
