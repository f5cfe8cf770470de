import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasBlock, putBlock, takeBlock } from './toml-block.js'

const LINES = '[mcp_servers.dogear]\ncommand = "sh"\nargs = ["/home/ada/dogear.sh", "mcp"]\n'
const anyToml = fc.string({
  unit: fc.constantFrom('\n', '\r\n', '[a]', '[[b.c]]', 'x = 1', ' # keep', '"', "'", 'ö', '\t'),
})

test('put in and taken out again, every byte is as before, and put in twice it stands there once', () => {
  fc.assert(
    fc.property(anyToml, (text) => {
      const { text: once, pad } = putBlock(text, LINES)
      expect(once.startsWith(text)).toBe(true)
      expect(putBlock(once, LINES).text).toBe(once)
      expect(takeBlock(once, pad)).toBe(text)
    }),
  )
})

test('what a client or the user writes behind or into the block stays', () => {
  const { text, pad } = putBlock('model = "m" # mine\n', LINES)
  const later = `${text}\n[projects."/src"]\ntrust_level = "trusted"\n`
  expect(takeBlock(later, pad)).toBe('model = "m" # mine\n\n[projects."/src"]\ntrust_level = "trusted"\n')
  const inside = text.replace('# <<< dogear', '[tui]\ntheme = "dark"\n# <<< dogear')
  expect(takeBlock(inside, pad)).toContain('[tui]\ntheme = "dark"\n')
  const again = putBlock(inside, LINES).text
  expect(again).toBe(`${text}\n[tui]\ntheme = "dark"\n`)
  expect(putBlock(again, LINES).text).toBe(again)
})

test('a newer block stands where the older stood', () => {
  const { text } = putBlock('a = 1\n', LINES)
  const moved = putBlock(`${text}[b]\n`, LINES.replace('/home/ada', '/opt')).text
  expect(moved).toContain('"/opt/dogear.sh"')
  expect(moved.endsWith('[b]\n')).toBe(true)
  expect(hasBlock(takeBlock(moved))).toBe(false)
})

test("a server of that name which is the user's is left alone", () => {
  expect(() => putBlock('[mcp_servers."dogear"]\ncommand = "mine"\n', LINES)).toThrow('mcp_servers.dogear')
})
