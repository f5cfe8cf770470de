/** Which user texts a person typed: those in `<user_query>`, where there are such tags. */

const QUERY = /<user_query>\n?([^]*?)\n?<\/user_query>/g
const LEADING = /^\s*<timestamp>[^<]*<\/timestamp>\s*/
/** Any other block in tags at the start is context that the editor put there. */
const INJECTED = /^\s*<[a-z]+(?:[_-][a-z]+)+(?:\s[^>]*)?>/

export function typedText(text: string): string | undefined {
  const queries = [...(text.includes('</user_query>') ? text.matchAll(QUERY) : [])].map((match) =>
    (match[1] as string).trim(),
  )
  if (queries.length > 0) return queries.join('\n').trim() || undefined
  const plain = text.replace(LEADING, '')
  return INJECTED.test(plain) ? undefined : plain.trim() || undefined
}
