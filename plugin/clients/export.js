// Prints a session of opencode or of a fork of it as their own `export` does: `BUN_BE_BUN=1 opencode run export.js DATABASE SESSION`.
// For a Node that reads no SQLite: the client brings a Bun, which does. Nothing is written.
import { Database } from 'bun:sqlite'

const [database, session] = process.argv.slice(2)
const db = new Database(database, { readonly: true })
const parse = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
const found = db.query('SELECT * FROM session WHERE id = ?').get(session)
const messages = db.query('SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id').all(session)
const parts = db.query('SELECT id, data FROM part WHERE message_id = ? ORDER BY id')

// A message at a time: sessions grow large.
const info = { ...found, revert: parse(found?.revert), parentID: found?.parent_id }
process.stdout.write(`{"info":${JSON.stringify(info)},"messages":[`)
for (const [i, { id, data }] of messages.entries()) {
  const own = parts.all(id).map((part) => ({ ...parse(part.data), id: part.id }))
  process.stdout.write(`${i === 0 ? '' : ','}${JSON.stringify({ info: { ...parse(data), id }, parts: own })}`)
}
process.stdout.write(']}\n')
