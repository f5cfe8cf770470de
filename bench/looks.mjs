// `npm run bench:looks`: what a hostile repository, page, colleague or secret is tried with, how often, and what got through. Each
// row runs the tests of its class; the rows of secrets draw their sets from a seed.
//   --write     also puts the table into docs/security-looks.md
//   --seed N    draws other secrets
//   --secrets   only the rows of secrets; of the page the other rows stay as they are
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'rolldown'
import { root } from '../scripts/root.mjs'

const { values } = parseArgs({
  options: {
    write: { type: 'boolean' },
    secrets: { type: 'boolean' },
    seed: { type: 'string', default: '1120010631' },
  },
})

/** `before`: of 0.2.0, as it was found by somebody else with corpora of his own, where that was counted. */
const CLASSES = [
  {
    name: 'nothing of a repository is run',
    what: 'settings, hooks, filters, aliases, programs on the PATH, a forged index, submodules',
    files: ['src/platform/git/safe.test.ts', 'test/undo/attack.test.ts', 'test/sync/hostile.test.ts'],
    also: [
      'src/platform/git/settings.test.ts',
      'test/install/doctor-project.test.ts',
      'test/install/launcher.test.ts',
      'test/code-cache.test.ts',
      'test/cli/relay.test.ts',
    ],
    before: '3 ways in',
  },
  {
    name: 'git and dogear mean one repository',
    what: 'odd forms of .git, gitdir and commondir, compared with git rev-parse',
    files: ['src/platform/git/folder-as-git.test.ts', 'src/platform/git/folder.test.ts'],
    also: ['src/platform/git/folder-drawn.test.ts'],
  },
  {
    name: 'the home is where it should be',
    what: 'relative, empty, tracked by a repository, of another user, a link',
    files: ['src/platform/home.test.ts', 'test/cli/home.test.ts'],
  },
  {
    name: 'a stuck file stops nobody',
    what: 'pipes, devices and files that never answer',
    files: ['test/hook/stuck.test.ts', 'src/platform/git/patience.test.ts'],
  },
  {
    name: 'what a stranger wrote is no next action',
    what: 'files of the work tree and of every layout, pull requests, merges, stashes',
    files: ['test/scenarios/foreign.test.ts', 'test/scenarios/foreign-words.test.ts', 'test/own'],
    also: ['src/core/own', 'test/layouts/wiring-foreign.test.ts', 'test/hook/files-here.test.ts'],
    before: '1 way in',
  },
  {
    name: 'text of an entry stays data for a model',
    what: 'headings, tags, marks, delimiters and hidden letters, at every outlet',
    files: ['test/injection', 'src/core/printer'],
  },
  {
    name: 'text of an entry stays text for a terminal',
    what: 'escape sequences, control and bidirectional letters',
    files: ['test/cli/terminal.test.ts'],
  },
  {
    name: 'an MCP client cannot answer for the user',
    what: 'forged states, arguments, trust that nobody was asked for, odd messages',
    files: ['test/mcp/hostile.test.ts', 'test/mcp/trust.test.ts', 'src/mcp/request-state.test.ts'],
  },
  {
    name: 'colleagues and carriers',
    what: 'forged, cut, replayed and odd records; who lets themselves in; names; links and pipes in a folder',
    files: ['test/sync/strangers.test.ts', 'test/sync/hostile.test.ts', 'test/sync/forged.test.ts'],
  },
  {
    name: 'undo stays in the work tree',
    what: 'links, forged names, moved folders, names of any kind, secrets in names and contents',
    files: ['test/undo/attack.test.ts', 'test/undo/hostile.test.ts'],
  },
  {
    name: 'no byte is parsed into harm',
    what: 'each parser of outside data, by inputs made from a seed',
    files: ['test/fuzz/fuzz.test.ts', 'test/fuzz/found.test.ts'],
  },
  {
    name: 'a planted secret is written nowhere',
    what: 'every byte of the home, of layouts, of settings, of a remote; every answer',
    files: ['test/redact/planted.test.ts', 'test/redact/sinks.test.ts', 'test/redact/views.test.ts'],
  },
]

const out = mkdtempSync(join(tmpdir(), 'dogear-looks-'))
let tests = []
try {
  if (!values.secrets) tests = testsOf(CLASSES.flatMap(({ files, also = [] }) => [...files, ...also]))
  const rows = [...(values.secrets ? [] : CLASSES.map(look)), ...(await secrets())]
  const lines = [
    '| class | what is tried | looks | got through | 0.2.0 |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ name, what, looks, through, before = 'not counted' }) =>
        `| ${name} | ${what} | ${looks} | ${through} | ${before} |`,
    ),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  if (values.write) write(lines)
} finally {
  rmSync(out, { recursive: true, force: true })
}

/** All tests of all classes, in one run. */
function testsOf(paths) {
  const report = join(out, 'report.json')
  spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...['unit', 'whole'].flatMap((project) => ['--project', project]),
      '--reporter=json',
      `--outputFile=${report}`,
      ...new Set(paths),
    ],
    { cwd: root, stdio: 'ignore' },
  )
  return JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status }) => ({ path: relative(root, name), status })),
  )
}

/** A test is a look; one that fails got through. */
function look({ files, also = [], ...row }) {
  const isOf = ({ path, status }) =>
    status !== 'skipped' && [...files, ...also].some((one) => path === one || path.startsWith(`${one}/`))
  const looks = tests.filter(isOf)
  if (looks.length === 0) throw new Error(`no tests for "${row.name}"`)
  return { ...row, looks: looks.length, through: looks.filter(({ status }) => status !== 'passed').length }
}

async function secrets() {
  const from = { redact: 'src/core/redact/redact.ts', set: 'test/redact/sets/set.ts', sets: 'test/redact/sets/sets.ts' }
  const input = Object.fromEntries(Object.entries(from).map(([name, path]) => [name, join(root, path)]))
  await build({ input, output: { dir: out, format: 'esm' }, logLevel: 'warn' })
  const load = (name) => import(pathToFileURL(join(out, `${name}.js`)).href)
  const [{ redact }, { sets }, { drawSet, isWrong }] = [await load('redact'), await load('sets'), await load('set')]
  const samples = sets.flatMap((set) => drawSet(set, Number(values.seed)))
  const row = (kind, name, what, before) => {
    const all = samples.filter((sample) => sample.kind === kind)
    const through = all.filter((sample) => isWrong(sample, redact(sample.text))).length
    const share = `${((through / all.length) * 100).toFixed(2)} %`
    return { name, what, looks: all.length, through: `${through} (${share})`, before }
  }
  return [
    row('provider', 'secrets that providers make', `ten sets, seed ${values.seed}`, '4.3 % of 99'),
    row('generic', 'secrets that only their surroundings give away', 'the same', '30.6 % of 90'),
    row('look-alike', 'what only looks like a secret is left alone', 'the same; got through: was changed'),
  ]
}

function write(lines) {
  const path = join(root, 'docs', 'security-looks.md')
  const text = readFileSync(path, 'utf8')
  const place = /(<!-- looks -->\n)([\s\S]*)(<!-- \/looks -->)/
  const nameOf = (line) => line.split('|')[1]
  const all = (before) => {
    if (!values.secrets) return lines
    const stay = before
      .trimEnd()
      .split('\n')
      .filter((line) => !lines.slice(2).some((one) => nameOf(one) === nameOf(line)))
    return [...stay, ...lines.slice(2)]
  }
  writeFileSync(
    path,
    text.replace(place, (_, open, before, close) => `${open}${all(before).join('\n')}\n${close}`),
  )
}
