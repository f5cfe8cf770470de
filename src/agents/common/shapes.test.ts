/** Tools nobody knows by name, told by what they are handed. */
import { expect, test } from 'vitest'
import { actionByShape } from './shapes.js'

test.each([
  ['ShellV2', { command: 'make' }, { type: 'run', command: 'make' }],
  ['str_replace_editor_v3', { path: '/w/a.go', old: 'x', new: 'y' }, { type: 'edit', path: '/w/a.go' }],
  ['open_file', { filePath: 'a.go' }, { type: 'read', path: 'a.go' }],
  ['delete_file', { path: 'a.go' }, { type: 'delete', path: 'a.go' }],
  ['code_search', { query: 'session ttl', path: 'src' }, { type: 'search', pattern: 'session ttl', path: 'src' }],
  ['browse', { url: 'https://example.org' }, { type: 'web', what: 'https://example.org' }],
  ['spawn_subagent', { prompt: 'look for leaks' }, { type: 'delegate', what: 'look for leaks' }],
  ['mcp__files__write_file', { path: 'b.md', content: 'x' }, { type: 'edit', path: 'b.md' }],
  ['mcp__tracker__create_task', { name: 'buy milk' }, { type: 'other', tool: 'mcp__tracker__create_task' }],
  ['mcp__editor__get_open', { command: 'select' }, { type: 'other', tool: 'mcp__editor__get_open' }],
  ['ponder', {}, { type: 'other', tool: 'ponder' }],
])('%s', (tool, input, action) => {
  expect(actionByShape(tool, input)).toEqual(action)
})
