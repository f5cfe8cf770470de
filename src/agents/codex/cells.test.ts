/** Calls in cells of JavaScript: what they did, what they printed, and processes that outlive them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../../../test/support/world.js'
import { brief, gather } from '../../testing/agent-samples.js'
import { reader } from './reader.js'

type Row = Record<string, unknown>

const item = (payload: Row): Row => ({ type: 'response_item', payload })
const cell = (id: string, input: string): Row => item({ type: 'custom_tool_call', name: 'exec', call_id: id, input })
const printed = (id: string, ...texts: string[]): Row =>
  item({
    type: 'custom_tool_call_output',
    call_id: id,
    output: ['Script completed\nWall time 0.1 seconds\nOutput:\n', ...texts].map((text) => ({
      type: 'input_text',
      text,
    })),
  })

function told(rows: Row[]): string[] {
  const path = join(tempDir(), 'rollout.jsonl')
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return brief(gather(reader, path).events)
}

test('each call of a cell gets what was printed of it [F2]', () => {
  const both =
    'const [a, b] = await Promise.all([tools.exec_command({cmd:"make"}), tools.exec_command({cmd:"make lint"})]); text(JSON.stringify(a)); text(JSON.stringify(b))'
  expect(
    told([cell('c1', both), printed('c1', '{"exit_code":0,"output":"ok"}', '{"exit_code":2,"output":"line 3"}')]),
  ).toEqual([
    'call c1 exec_command → run {"command":"make"}',
    'call c1.2 exec_command → run {"command":"make lint"}',
    'result {"call":"c1","ok":true,"exit":0,"text":"ok"}',
    'result {"call":"c1.2","ok":false,"exit":2,"text":"line 3"}',
  ])
  const withCode = 'const r = await tools.exec_command({cmd:"make"}); text(r.output + `\\nEXIT=${r.exit_code}`)'
  expect(told([cell('c1', withCode), printed('c1', 'boom\nEXIT=2')])[1]).toBe(
    'result {"call":"c1","ok":false,"exit":2,"text":"boom\\nEXIT=2"}',
  )
})

test('a list in a cell is a list, and a look at what tools there are is nothing done', () => {
  expect(
    told([cell('c1', 'await tools.update_plan({plan:[{step:"A",status:"in_progress"}]})'), printed('c1')]),
  ).toEqual(['todos: A (doing)'])
  expect(told([cell('c1', 'text(ALL_TOOLS.filter((x) => /git/.test(x.name)))'), printed('c1', '[]')])).toEqual([])
  expect(told([cell('c1', 'await tools[name](options)')])).toEqual(['call c1 exec → other {"tool":"exec"}'])
})

test('a process that goes on is answered by its end', () => {
  expect(
    told([
      cell('c1', 'const r = await tools.exec_command({cmd:"make"}); text(JSON.stringify(r))'),
      printed('c1', '{"session_id":7,"output":""}'),
      cell('c2', 'text(JSON.stringify(await tools.write_stdin({session_id:7, chars:""})))'),
      printed('c2', '{"session_id":7,"output":"still"}'),
      cell('c3', 'text(JSON.stringify(await tools.write_stdin({session_id:7, chars:""})))'),
      printed('c3', '{"exit_code":1,"output":"FAIL cart"}'),
    ]),
  ).toEqual([
    'call c1 exec_command → run {"command":"make"}',
    'result {"call":"c1","ok":false,"exit":1,"text":"FAIL cart"}',
  ])
  const call = (name: string, id: string, args: Row): Row =>
    item({ type: 'function_call', name, call_id: id, arguments: JSON.stringify(args) })
  const output = (id: string, text: string): Row => item({ type: 'function_call_output', call_id: id, output: text })
  expect(
    told([
      call('exec_command', 'e1', { cmd: 'make' }),
      output('e1', 'Wall time: 1 seconds\nProcess running with session ID 7\nOutput:\n'),
      call('write_stdin', 'w1', { session_id: 7 }),
      output('w1', 'Wall time: 1 seconds\nProcess exited with code 0\nOutput:\nall passed'),
    ])[1],
  ).toMatch(/^result \{"call":"e1","ok":true,"exit":0/)
  expect(
    told([
      cell('c1', 'text(await tools.exec_command({cmd:"make"}))'),
      item({ type: 'custom_tool_call_output', call_id: 'c1', output: 'Script running with cell ID 4\nOutput:\n' }),
      call('wait', 'w1', { cell_id: '4' }),
      output('w1', 'Script completed\nOutput:\n{"exit_code":0,"output":"done"}'),
    ]),
  ).toEqual(['call c1 exec_command → run {"command":"make"}', 'result {"call":"c1","ok":true,"exit":0,"text":"done"}'])
})

test('the client’s own record of what a cell did is its answer, and told once', () => {
  const patch =
    'const p = "*** Begin Patch\\n*** Update File: a.ts\\n@@\\n-x\\n+y\\n*** End Patch"; await tools.apply_patch(p)'
  const applied = {
    type: 'patch_apply_end',
    call_id: 'exec-1',
    success: true,
    changes: { '/w/a.ts': { type: 'update', unified_diff: '-x\n+y' } },
  }
  const event = (payload: Row): Row => ({ type: 'event_msg', payload })
  expect(told([cell('c1', patch), event(applied), printed('c1', '{}')])).toEqual([
    'call c1 apply_patch → edit {"path":"a.ts","added":1,"removed":1}',
    'result {"call":"c1","ok":true}',
  ])
  // What cannot be read from the script is told by the record.
  expect(told([cell('c1', 'await tools.apply_patch(await load())'), event(applied), printed('c1', '{}')])[1]).toBe(
    'call exec-1 apply_patch → edit {"path":"/w/a.ts","added":1,"removed":1}',
  )
})

test('a goal and a summary are what was stated; the summary is not said a second time', () => {
  const summary = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Half done.' }] }
  expect(
    told([
      item({ type: 'function_call', name: 'create_goal', call_id: 'g', arguments: '{"objective":"Ship the cart"}' }),
      { ...item(summary), metadata: { compaction_output: true } },
      { type: 'compacted', payload: { message: 'Another language model started this. Here is it:\nHalf done.' } },
    ]),
  ).toEqual([
    'call g create_goal → note {"tool":"create_goal"}',
    'stated {"what":"goal","text":"Ship the cart"}',
    'compaction {}',
    'stated {"what":"summary","text":"Half done."}',
  ])
})
