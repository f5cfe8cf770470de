import { expect, test } from 'vitest'
import { type Edited, handlersOf, openText, readAt } from '../common/json-edit.js'
import { isOurHandler, mcpServer, servesDogear } from '../common/line.js'
import { addHooks, addServer, addStatusLine, takeOutOurs } from './settings-edit.js'
import { eventsFor, hookGroups, parseStatusCommand, statusCommand } from './wiring.js'

const isOurs = (handler: unknown): boolean => isOurHandler(handler, 'claude-code')

const LAUNCHER = '/home/me/.claude/hooks/dogear.sh'
const groups = hookGroups(LAUNCHER)
const server = mcpServer(LAUNCHER)
const SERVER_AT = ['mcpServers', 'dogear']
const status = (wraps?: string): string => statusCommand(LAUNCHER, wraps)

const FOREIGN = `{
  // my own settings
  "model": "opus",
  "permissions": { "allow": ["Bash(npm test)"], }, /* keep */
  "hooks": {
    "Stop": [
      { "hooks": [ { "type": "command", "command": "notify-send done" } ] }
    ],
    "PreToolUse": []
  },
  "statusLine": { "type": "command", "command": "~/.claude/line.sh | tr 'a' \\"b\\"", "padding": 0 },
}
`

const DOCUMENTS: [string, string | null][] = [
  ['no file', null],
  ['an empty file', ''],
  ['white space', '\n\n'],
  ['a byte order mark alone', '\uFEFF'],
  ['an empty object', '{}'],
  ['an empty object with line ends', '{\n}\n'],
  ['foreign settings with comments and trailing commas', FOREIGN],
  ['the same with Windows line ends and a byte order mark', `\uFEFF${FOREIGN.replaceAll('\n', '\r\n')}`],
  ['tabs', '{\n\t"model": "opus",\n\t"hooks": {\n\t\t"SessionStart": [\n\t\t]\n\t}\n}\n'],
  ['everything on one line', '{"model":"opus","hooks":{"Stop":[{"hooks":[]}]}}'],
  ['empty hooks', '{ "hooks": { } }'],
  ['hooks that hold only a comment', '{\n  "hooks": {\n    // none yet\n  }\n}\n'],
]

function install(text: string | null): Edited {
  const hooked = addHooks(openText(text), groups)
  const served = addServer(hooked, SERVER_AT, server)
  return (served && addStatusLine(served, status)) || hooked
}

test.each(DOCUMENTS)('%s: installed and taken out again, every byte is as before [F13]', (_, text) => {
  const { text: after, inserted } = install(text)
  expect(takeOutOurs(after, inserted, [SERVER_AT])).toBe(text ?? '')
})

test.each(DOCUMENTS)('%s: twice changes nothing the second time [F13]', (_, text) => {
  const once = install(text)
  const twice = addHooks(openText(once.text, once.inserted), groups)
  const served = addServer(twice, SERVER_AT, server)
  expect(served && addStatusLine(served, status)).toEqual(once)
})

test.each(DOCUMENTS)('%s: all events are there, and what others wrote is still said', (_, text) => {
  const { text: after } = install(text)
  for (const name of eventsFor(null)) expect(readAt(after, ['hooks', name])).toContainEqual(groups[name])
  expect(readAt(after, SERVER_AT)).toEqual(server)
  expect(readAt(after, ['model'])).toBe(text?.includes('model') ? 'opus' : undefined)
})

test('edits that others made meanwhile stay, and only our bytes go [F13]', () => {
  const { text, inserted } = install(FOREIGN)
  const edited = text
    .replace('"model": "opus"', '"model": "sonnet",\n  "env": { "A": "1" }')
    .replace('"notify-send done"', '"notify-send finished"')
  const expected = FOREIGN.replace('"model": "opus"', '"model": "sonnet",\n  "env": { "A": "1" }').replace(
    '"notify-send done"',
    '"notify-send finished"',
  )
  expect(takeOutOurs(edited, inserted, [SERVER_AT])).toBe(expected)
})

test('hooks that somebody added after ours, or into our group, stay [F13]', () => {
  const mine = { type: 'command', command: 'mine' }
  const { text, inserted } = install('{}')
  const parsed = JSON.parse(text) as { hooks: Record<string, { hooks: unknown[] }[]> }
  parsed.hooks['Stop']?.push({ hooks: [mine] })
  parsed.hooks['SessionEnd']?.[0]?.hooks.push(mine)
  const left = JSON.parse(takeOutOurs(JSON.stringify(parsed, null, 2), inserted, [SERVER_AT])) as unknown
  expect(left).toEqual({ hooks: { Stop: [{ hooks: [mine] }], SessionEnd: [{ hooks: [mine] }] } })
})

test('entries of an older version are brought up to date in their place', () => {
  const old = hookGroups('/old/dogear.sh')
  const mine = { hooks: [{ type: 'command', command: 'mine' }] }
  const before = addHooks(openText(JSON.stringify({ hooks: { Stop: [old['Stop'], mine] } }, null, 2)), old)
  const after = addHooks(before, groups)
  expect(readAt(after.text, ['hooks', 'Stop'])).toEqual([groups['Stop'], mine])
  expect(after.text).not.toContain('/old/')
})

test('without the record of what was put in, ours goes all the same', () => {
  const { text } = install('{\n  "model": "opus"\n}\n')
  expect(takeOutOurs(text, undefined, [SERVER_AT])).toBe('{\n  "model": "opus"\n}\n')
})

test('a status line is wrapped, and put back as it was written [F13]', () => {
  const { text, inserted } = install(FOREIGN)
  const command = readAt(text, ['statusLine', 'command']) as string
  expect(parseStatusCommand(command)).toEqual({ wraps: `~/.claude/line.sh | tr 'a' "b"` })
  expect(readAt(text, ['statusLine', 'padding'])).toBe(0)
  expect(readAt(text, ['statusLine', 'refreshInterval']), 'its age goes on while nothing happens').toBe(60)
  expect(inserted.status).toBe(`"~/.claude/line.sh | tr 'a' \\"b\\""`)
})

test.each(['a', "it's", "'", "''x'", 'echo "$A" \\ | sed s/a/b/', '日本 語\n2'])(
  'a command survives quoting: %s',
  (wraps) => {
    expect(parseStatusCommand(statusCommand("/with space/it's/dogear.sh", wraps))).toEqual({
      wraps,
    })
    expect(parseStatusCommand(statusCommand(LAUNCHER, wraps))).toEqual({ wraps })
    expect(parseStatusCommand(wraps)).toBeNull()
  },
)

test('a status line that is no command, and a server of that name that is not ours, are left alone', () => {
  expect(addStatusLine(openText('{"statusLine": {"type": "other"}}'), status)).toBe(false)
  expect(addServer(openText('{"mcpServers": {"dogear": {"command": "x"}}}'), SERVER_AT, server)).toBe(false)
})

test.each([
  ['{"hooks": []}', '"hooks" is not an object'],
  ['{"hooks": {"Stop": {}}}', '"hooks.Stop" is not a list'],
  ['[]', 'it is no JSON object'],
])('settings that have another shape are refused: %s', (text, message) => {
  expect(() => install(text)).toThrow(message)
})

test('what a client does not know is not written for it: it would drop the whole file', () => {
  const lacking = (version: string): string[] => eventsFor(null).filter((name) => !eventsFor(version).includes(name))
  expect(lacking('2.1.78')).toEqual([])
  expect(lacking('2.1.325')).toEqual([])
  expect(lacking('2.1.77')).toEqual(['StopFailure'])
  expect(lacking('2.1.9')).toEqual(['StopFailure'])
  expect(lacking('2.0.45')).toEqual(['PostToolUseFailure', 'StopFailure'])
  expect(Object.keys(hookGroups(LAUNCHER, '2.0.45'))).toEqual(eventsFor('2.0.45'))
  const now = install(null)
  const older = addHooks(openText(now.text, now.inserted), hookGroups(LAUNCHER, '2.1.77'))
  expect(readAt(older.text, ['hooks', 'StopFailure'])).toBeUndefined()
})

test('status lines and hooks of versions before 0.6.0 are still ours', () => {
  expect(parseStatusCommand(`/usr/bin/node /h/dogear.cjs statusline /opt/dogear --wrap 'mine'`)).toEqual({
    wraps: 'mine',
  })
  expect(parseStatusCommand('/usr/bin/node /h/dogear.cjs statusline /opt/dogear')).toEqual({})
  expect(parseStatusCommand('sh /h/dogear.sh statusline; rm x')).toBeNull()
})

test('what is ours is told from what is not', () => {
  expect(isOurs(handlersOf(groups['Stop'])[0])).toBe(true)
  expect(isOurs({ command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/dogear.cjs', 'claude-code'] })).toBe(true)
  expect(isOurs({ command: 'node', args: ['/x/not-dogear.cjs', 'claude-code'] })).toBe(false)
  expect(isOurs({ command: 'node "${CLAUDE_PROJECT_DIR}/.claude/hooks/dogear.cjs" claude-code' })).toBe(true)
  expect(isOurs({ command: `'/my node' '/it'\\''s/dogear.cjs' claude-code /opt/dogear` })).toBe(true)
  expect(isOurs({ command: 'true; node /x/dogear.cjs claude-code' })).toBe(false)
  expect(isOurs({ command: 'test ! -f /other || exec sh /x/dogear.sh claude-code' })).toBe(false)
  expect(isOurs({ command: 'node "$(mine)/dogear.cjs" claude-code' })).toBe(false)
  expect(isOurs({ command: 'dogear' })).toBe(false)
  expect(servesDogear({ command: 'dogear', args: ['mcp'] })).toBe(true)
})
