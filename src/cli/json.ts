/**
 * JSON for programs. Text is whole, but what could act on a terminal is written as \u escapes, which means the same
 * to whoever parses it.
 */
export function printJson(value: unknown): string {
  return `${JSON.stringify(value, plainValue).replace(ACTIVE, escape)}\n`
}

// DEL, C1, soft hyphen, zero-width, bidirectional and other invisible characters, tags. JSON.stringify has escaped C0.
const ACTIVE =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]/gu

function escape(text: string): string {
  return Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join(
    '',
  )
}

/** Nanosecond times are bigint inside; JSON has none. */
function plainValue(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
