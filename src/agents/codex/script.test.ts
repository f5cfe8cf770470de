/** What scripts ask tools to do, without running them. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callsInScript } from './script.js'

const commands = (script: string): unknown[] =>
  callsInScript(script).map(({ args }) => (args as { cmd?: unknown } | undefined)?.cmd)

test('a command is read with its folder, whatever its quotes are [F2]', () => {
  const at = { cmd: `echo "it's"`, workdir: '/w/api' }
  expect(callsInScript(`text(await tools.exec_command({cmd:"echo \\"it's\\"", workdir:'/w/api'}))`)).toEqual([
    { tool: 'exec_command', args: at },
  ])
  expect(callsInScript('await tools["exec_command"]({ "cmd": `echo "it\'s"`, workdir: `/w/api` })')[0]?.args).toEqual(
    at,
  )
  expect(commands('tools?.exec_command({cmd: String.raw`rg "\\bmain\\d" src`})')).toEqual(['rg "\\bmain\\d" src'])
  expect(commands('tools.exec_command({cmd: "a\\u0062\\x63\\\nd"})')).toEqual(['abcd'])
})

test.each([
  ['a constant', 'const dir = "/w"; const cmd = `ls ${dir}/src`; tools.exec_command({ cmd })', ['ls /w/src']],
  [
    'texts put together',
    'const a = "npm"; tools.exec_command({cmd: a + " run " + ["lint", "--fix"].join(" ")})',
    ['npm run lint --fix'],
  ],
  ['one that grows', 'let c = "cd x"; c += " && make"; tools.exec_command({cmd: c})', ['cd x && make']],
  ['several at once', 'await Promise.all(["a", "b"].map((cmd) => tools.exec_command({cmd})))', ['a', 'b']],
  [
    'several side by side',
    'await Promise.all([tools.exec_command({cmd:"a"}), tools.exec_command({cmd:"b"})])',
    ['a', 'b'],
  ],
  [
    'a loop',
    'const fs = ["x.go", "y.go"]\nfor (const f of fs) { const r = await tools.exec_command({cmd: "cat " + f}); text(r) }',
    ['cat x.go', 'cat y.go'],
  ],
  [
    'a loop over pairs',
    'for (const [dir, {what}] of [["api", {what: "test"}]]) await tools.exec_command({cmd: `make -C ${dir} ${what}`})',
    ['make -C api test'],
  ],
  [
    'a helper',
    'const sh = async (cmd, ms = 5) => { const r = await tools.exec_command({cmd: `nice ${cmd}`}); return r }; text(await sh("a")); await sh("b")',
    ['nice a', 'nice b'],
  ],
  ['a named function', 'function go(c) { return tools.exec_command({cmd: c}) }\nawait go("a")', ['a']],
  [
    'a helper handed over',
    'const go = (cmd) => tools.exec_command({cmd}); await Promise.all(["a", "b"].map(go))',
    ['a', 'b'],
  ],
  ['shared options', 'const at = {workdir: "/w", cmd: "x"}; tools.exec_command({...at, cmd: "y"})', ['y']],
  ['what is only known later', 'const id = r.session; tools.exec_command({cmd: `kill ${id.pid}`})', ['kill ${id.pid}']],
  [
    'behind comments and patterns',
    '// tools.exec_command({cmd:"no"})\nconst re = /tools\\.exec_command\\({cmd:"no"}/; /* ` */ tools.exec_command({cmd:"a"})',
    ['a'],
  ],
  ['a property of the same name', 'my.tools.exec_command({cmd: "no"}); tools.exec_command({cmd: "a"})', ['a']],
])('%s is followed', (_, script, expected) => {
  expect(commands(script)).toEqual(expected)
})

test('lists and texts are handed over as they are', () => {
  const plan =
    'tools.update_plan({explanation: "x", plan: [{step: "A", status: "completed"}, {step: `B`, status: "pending"}]})'
  expect(callsInScript(plan)[0]?.args).toEqual({
    explanation: 'x',
    plan: [
      { step: 'A', status: 'completed' },
      { step: 'B', status: 'pending' },
    ],
  })
  const patch =
    'const patch = "*** Begin Patch\\n*** Delete File: a.ts\\n*** End Patch"; text(await tools.apply_patch(patch))'
  expect(callsInScript(patch)[0]).toEqual({
    tool: 'apply_patch',
    args: '*** Begin Patch\n*** Delete File: a.ts\n*** End Patch',
  })
})

test('whatever the text is, it ends, and throws nothing', () => {
  const pieces = [
    'tools.',
    'exec_command(',
    '{cmd:',
    '"a"',
    '`',
    '${',
    '}',
    ')',
    '(',
    '[',
    ']',
    '=>',
    'for (const x of ',
    '.map(',
    'const f = (x) => f(x); f(1);',
    '/',
    ',',
    '+',
    '\\',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (some) => {
      expect(callsInScript(some.join('')).length).toBeLessThanOrEqual(200)
    }),
  )
  expect(callsInScript('('.repeat(50_000)).length).toBe(0)
  expect(callsInScript('const f = (x) => { f(x); f(x) }; f(1)').length).toBe(0)
})
