import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqlite } from '../../platform/sqlite.js'
import { brief, gather } from '../../testing/agent-samples.js'
import { tempDir } from '../../../test/support/world.js'
import { reader } from './reader.js'

const exported = join(import.meta.dirname, 'testdata', 'exported.json')

interface Exported {
  info: Record<string, unknown> & { id: string; directory: string }
  messages: { info: Record<string, unknown> & { id: string }; parts: (Record<string, unknown> & { id: string })[] }[]
}

const session = JSON.parse(readFileSync(exported, 'utf8')) as Exported

const told = [
  'where {"session":"ses_1a2b3c","cwd":"/home/dev/shop"}',
  'prompt: Print invoices as PDF',
  'where {"model":"glm-5"}',
  'text: On it.',
  'call c1 bash → run {"command":"npm run build"}',
  'result {"call":"c1","ok":false,"exit":2,"text":"boom"}',
  'call c2 edit → edit {"path":"/home/dev/shop/pdf.ts","added":2,"removed":1,"undo":{"before":"a","after":"b\\nc"}}',
  'result {"call":"c2","ok":true}',
  'call c3 write → edit {"path":"/home/dev/shop/new.ts"}',
  'result {"call":"c3","ok":false,"interrupted":true,"text":"The user rejected permission to use this specific tool call."}',
  'call c4 todowrite → note {"tool":"todowrite"}',
  'todos: layout (doing)',
  'result {"call":"c4","ok":true,"text":"[]"}',
  'call c5 read → read {"path":"a.ts"}',
  'usage {"context":2050,"model":"glm-5","output":20}',
  'compaction {"trigger":"auto"}',
]

test('an exported session is read; what was reverted does not count [F2]', () => {
  expect(reader.sniff(readFileSync(exported, 'utf8'), exported)).toBe(true)
  const { events, survived, mark } = gather(reader, exported)
  expect(brief(events)).toEqual(told)
  expect(survived).toEqual({ malformed: 0, unknown: 1, duplicate: 0, tornTail: false })
  expect(gather(reader, exported, mark)).toMatchObject({ events: [], restarted: false })
  expect(reader.readTail(exported)).toMatchObject({
    lastPrompt: 'Print invoices as PDF',
    context: { tokens: 2050 },
    model: 'glm-5',
    session: 'ses_1a2b3c',
  })
})

test('the older storage, one file per message and part, tells the same [F2]', () => {
  const home = tempDir()
  const storage = join(home, '.local', 'share', 'opencode', 'storage')
  const put = (path: string, value: unknown): void => {
    mkdirSync(dirname(join(storage, path)), { recursive: true })
    writeFileSync(join(storage, path), JSON.stringify(value))
  }
  const { info, messages } = session
  put(`session/p1/${info.id}.json`, info)
  put('session/p1/ses_sub.json', { id: 'ses_sub', parentID: info.id, directory: info.directory })
  for (const message of messages) {
    put(`message/${info.id}/${message.info.id}.json`, message.info)
    for (const part of message.parts) put(`part/${message.info.id}/${part.id}.json`, part)
  }
  const [found] = reader.findSessions({ cwd: '/home/dev/shop', userHome: home, env: {} })
  expect(found).toMatchObject({ agent: 'opencode', session: info.id, cwd: '/home/dev/shop' })
  const path = found?.path as string
  expect(reader.sniff(readFileSync(path, 'utf8'), path)).toBe(true)
  expect(brief(gather(reader, path).events)).toEqual(told)
  expect(reader.readTail(path).lastPrompt).toBe('Print invoices as PDF')
  writeFileSync(join(storage, 'message', info.id, 'msg_00.json'), '{ half')
  expect(gather(reader, path).survived.malformed).toBe(1)
})

test('the database tells the same, page by page, and is read again only when it changed [F2]', (context) => {
  const home = tempDir()
  const path = join(home, '.local', 'share', 'opencode', 'opencode.db')
  mkdirSync(dirname(path), { recursive: true })
  const db = openSqlite(path)
  if (!db) return context.skip('there is no SQLite here')
  db.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE session (id text PRIMARY KEY, project_id text, parent_id text, directory text, title text, revert text, time_created integer, time_updated integer);
    CREATE TABLE message (id text PRIMARY KEY, session_id text, time_created integer, time_updated integer, data text);
    CREATE TABLE part (id text PRIMARY KEY, message_id text, session_id text, time_created integer, time_updated integer, data text);`)
  const addSession = db.prepare('INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const addMessage = db.prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?)')
  const addPart = db.prepare('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)')
  const { info, messages } = session
  addSession.run(info.id, 'p1', null, info.directory, 't', JSON.stringify(info['revert']), 1, 5)
  addSession.run('ses_sub', 'p1', info.id, info.directory, 't', null, 1, 9)
  for (const [i, message] of messages.entries()) {
    const { id, ...data } = message.info
    addMessage.run(id, info.id, 1000 + i, 1000 + i, JSON.stringify(data))
    for (const { id: part, ...rest } of message.parts) addPart.run(part, id, info.id, 1, 1, JSON.stringify(rest))
  }
  const [found] = reader.findSessions({ cwd: '/home/dev/shop', userHome: home, env: {} })
  expect(found).toMatchObject({ path: `${path}#${info.id}`, session: info.id, mtimeMs: 5 })
  const first = gather(reader, `${path}#${info.id}`)
  expect(brief(first.events)).toEqual(told)
  expect(brief(gather(reader, path).events)).toEqual(told)
  expect(reader.readTail(path).lastPrompt).toBe('Print invoices as PDF')
  expect(gather(reader, path, first.mark)).toMatchObject({ events: [], restarted: false })
  for (let i = 0; i < 450; i++) {
    addMessage.run(`msg_00${i}`, info.id, 500, 2000 + i, JSON.stringify({ role: 'user', time: { created: 1 } }))
    addPart.run(`prt_00${i}`, `msg_00${i}`, info.id, 1, 1, JSON.stringify({ type: 'text', text: `prompt ${i}` }))
  }
  addMessage.run('msg_bad', info.id, 400, 1, '{ half')
  const second = gather(reader, path, first.mark)
  expect(second.restarted).toBe(true)
  expect(second.events.filter(({ kind }) => kind === 'prompt')).toHaveLength(451)
  expect(second.survived.malformed).toBe(1)
  db.close()
})

test('a database that is none of opencode says what to do instead', () => {
  const path = join(tempDir(), 'opencode.db')
  writeFileSync(path, 'SQLite format 3\u0000 and then nothing')
  expect(reader.sniff('SQLite format 3\u0000', path)).toBe(true)
  expect(() => gather(reader, path)).toThrow(/cannot be read as a database of opencode|no SQLite/)
})
