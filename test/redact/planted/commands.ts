/** The sinks: commands of every kind, calls of the server, with more places of their own. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { slugOf } from '../../../src/agents/claude-code/folders.js'
import { LAYOUT_IDS } from '../../../src/layouts/registry.js'
import { connectHere } from '../../mcp/support/client.js'
import { checkout } from '../../support/checkout.js'
import { TEXT_FLAGS } from '../../support/entries.js'
import type { Env, Repo } from '../../support/world.js'
import type { Put, Run, Scene } from './scene.js'
import type { Plants } from './secrets.js'

export function saves(plants: Plants, run: Run): void {
  const texts = TEXT_FLAGS.flatMap((flag) => [`--${flag}`, `${flag}: ${plants.said(`save --${flag}`)}`])
  run([
    'save',
    ...texts,
    '--file',
    `src/${plants.named('file flag')}.ts`,
    '--plan',
    `plans/${plants.named('plan file')}.md`,
    '--session',
    's-1',
  ])
  run(['save', 'auth', ...texts, '--plan', 'docs/plan.md', '--stage', plants.said('stage'), '--json'])
  run(['save', 'auth', '--next', 'run it', '--strict', '--json'])
  run(['save', `work on ${plants.named('label')}`, '--next', 'run the login test'])
  run(['save', '--auto', '--reason', plants.said('reason'), '--done', plants.said('auto done'), '--session', 's-2'])
  run(['save', '--dry-run', '--next', plants.said('dry run'), '--json'])
  run([
    'save',
    'agent-named',
    '--next',
    'x y z',
    '--agent',
    plants.named('agent name'),
    '--session',
    plants.named('session flag'),
  ])
  run(['save', 'drafted', '--draft', `echo '## Next\n${plants.said('draft')}'`, '--next', 'go on'])
  run(['save', 'drafted', '--draft', `echo ${plants.said('draft failure')} >&2; exit 3`, '--next', 'go on'])
  run(
    ['save', 'from', '--from', '-'],
    {},
    undefined,
    `# notes ${plants.said('document title')}\n\nabove ${plants.said('document')}\n\n## Odd ${plants.said('odd section')}\n${plants.said('odd text')}\n`,
  )
  run(['note', plants.said('note'), '--why', plants.said('note why')])
  run(['note', plants.said('decision note'), '--type', 'decision', '--json'])
  run(['save', 'auth', '--done', 'src/a.ts: noted'])
  run(['prompts', 'push', plants.said('kept prompt')])
  run(['prompts', 'push', plants.said('kept prompt 2')])
  run(['prompts', 'list', '--json'])
  run(['prompts', 'pop'])
}

export function agentsOf(plants: Plants, top: string, run: Run, put: Put): void {
  for (const agent of ['claude-code', 'codex', 'copilot-cli', 'cursor', 'gemini-cli', 'opencode']) {
    const folder = join(checkout, 'src', 'agents', agent, 'testdata')
    for (const file of readdirSync(folder).filter((name) => /\.jsonl?$/.test(name))) {
      const text = readFileSync(join(folder, file), 'utf8').replace(
        /"((?:text|content|command|description|title|message|output|error|explanation|step|path|file_path|query|thought|subject)"\s*:\s*")([^"\\]{3,}?)"/g,
        (_, key: string, value: string) => `"${key}${value} ${plants.said(`transcript of ${agent}`)}"`,
      )
      const path = put(join(top, 'agents', agent, file), text)
      run(['save', `read-${agent}`, '--transcript', path])
      run(['brief', '--transcript', path])
    }
  }
}

export function carries(plants: Plants, top: string, run: Run, both: (args: string[]) => void, put: Put): void {
  const document = put(
    join(top, 'in', 'notes.md'),
    `---\nname: carried\npassword: ${plants.bare('import key')}\n---\n# Carried\n\n## Next\n${plants.said('import')}\n\n## Things\n${plants.said('import section')}\n`,
  )
  both(['import', document])
  both(['import', put(join(top, 'in', `${plants.named('import file name')}.md`), '{broken')])
  both(['import', join(top, 'in', `missing-${plants.named('missing file')}.md`)])
  run(['export', 'auth'])
  run(['export', '--all', '--to', join(top, 'out', 'all'), '--json'])
  run(['export', '--all', '--to', join(top, 'out', plants.named('export folder'))])
}

export function worktreeOf(repo: Repo, plants: Plants, top: string, run: Run): void {
  const folder = join(top, 'work', `tree-${plants.named('linked worktree')}`)
  repo.git('worktree', 'add', '--quiet', '-b', `side-${plants.named('other branch')}`, folder)
  run(['save', '--next', 'in the other one'], {}, folder)
  run(['list', '--json'], {}, folder)
  run(['resume'], {}, folder)
  const moved = join(top, 'work', `moved-${plants.named('moved worktree')}`)
  repo.git('worktree', 'move', folder, moved)
  run(['resume', '--json'], {}, moved)
  run(['status'], {}, moved)
}

export function layouts(plants: Plants, repo: Repo, userHome: string, run: Run, put: Put, scene: Scene): void {
  const memory = join(userHome, '.claude', 'projects', slugOf(repo.dir), 'memory')
  for (const layout of LAYOUT_IDS) {
    run(['config', 'layout', layout])
    run([
      'save',
      `${layout}-work`,
      '--next',
      plants.said(`with ${layout}`),
      '--decision',
      plants.said(`with ${layout}`),
      '--done',
      'src/a.ts: x',
    ])
    // Somebody edits what was written there, with a secret in it.
    for (const folder of [repo.dir, memory]) {
      for (const path of filesBelow(folder).filter(
        (one) => one.endsWith('.md') && !scene.planted.has(one) && !one.includes('/docs/'),
      )) {
        const text = readFileSync(path, 'utf8')
        if (!text.includes(`${layout}-work`)) continue
        put(path, text.replace(/\n([-*] |## )/, `\n- ${plants.said(`edited ${layout}`)}\n$1`))
      }
    }
    run(['resume', `${layout}-work`, '--trust', 'yes'])
    run(['save', `${layout}-work`, '--next', 'and on', '--trust', 'yes', '--overwrite'])
    run(['list', '--json'])
    run(['clear', `${layout}-work`])
    run(['trash', 'list'])
  }
  run(['config', 'layout', 'none'])
  run(['config', 'memory-dir', join(userHome, `memory-${plants.named('memory folder')}`)])
  run(['config', 'draft', `draft --key ${plants.said('setting')}`, '--global'])
  run(['config', '--json'])
  run(['config'])
  run(['config', 'draft', '', '--global'])
  run(['config', 'memory-dir', ''])
  // What git has of them is not ours.
  execFileSync('git', ['add', '--all'], { cwd: repo.dir })
}

export function damages(plants: Plants, home: string, run: Run): void {
  const files = filesBelow(join(home, 'projects')).filter((path) => /entries\/auth\/.*\.md$/.test(path))
  const [first, second] = files
  if (first !== undefined) writeFileSync(first, `${readFileSync(first, 'utf8')}\n${plants.said('edited entry')}\n`)
  if (second !== undefined) writeFileSync(second, `${plants.said('damaged entry')} {`)
  const journal = filesBelow(join(home, 'projects')).find((path) => path.endsWith('journal.jsonl'))
  if (journal !== undefined)
    writeFileSync(journal, `${readFileSync(journal, 'utf8')}{"check":"x","text":"${plants.said('torn note')}"`)
  const project = first?.split('/entries/')[0] ?? home
  writeFileSync(join(project, 'entries', `${plants.named('stray file')}.md`), plants.said('stray text'), {
    mode: 0o600,
  })
  for (const args of [
    ['verify'],
    ['verify', '--json'],
    ['verify', '--repair', '--dry-run'],
    ['verify', '--repair', '--json'],
  ])
    run(args)
  run(['show', 'auth'])
}

export function looks(plants: Plants, both: (args: string[]) => void): void {
  for (const args of [
    ['list'],
    ['list', '--cleared'],
    ['list', '--loose'],
    ['list', '--branch', `fix/${plants.named('branch')}`],
    ['show', 'auth'],
    ['history', 'auth'],
    ['diff', 'auth'],
    ['search', 'uses'],
    ['search', plants.bare('note')],
    ['search', 'login', '--scan'],
    ['decisions'],
    ['resume', 'auth'],
    ['resume'],
    ['status'],
    ['say', 'continue'],
    ['say', `continue ${plants.named('phrase')}`],
    ['brief'],
    ['watch', '--once'],
    ['trust'],
    ['init', '--dry-run', 'claude-code'],
    ['init', 'claude-code'],
    ['uninstall', 'claude-code'],
  ])
    both(args)
}

export function errors(plants: Plants, both: (args: string[]) => void): void {
  for (const args of [
    ['resume', `no such ${plants.named('unknown name')}`],
    ['show', `../${plants.named('bad name')}`],
    ['save', '--continues', plants.named('bad id')],
    ['save', 'auth', '--close', plants.named('bad item')],
    ['config', plants.named('bad setting'), 'x'],
    ['config', 'budget', plants.said('bad value')],
    [plants.named('bad command')],
    ['list', `--${plants.named('bad flag')}`],
    ['list', '--since', plants.said('bad age')],
    ['save', '--from', `/nowhere/${plants.named('bad path')}`],
    ['save', '--transcript', `/nowhere/${plants.named('bad path')}`],
    ['trash', 'restore', plants.named('bad trash')],
    ['rename', 'auth', `../${plants.named('bad rename')}`],
    ['forget', plants.said('forget')],
    ['forget', '--item', plants.named('bad item')],
    ['restore', plants.named('bad restore')],
    ['prompts', 'pop', plants.named('bad prompt')],
    ['export', 'auth', '--to', `/proc/${plants.named('bad export')}`],
  ])
    both(args)
}

export async function overMcp(
  plants: Plants,
  cwd: string,
  desk: { userHome: string; home: string },
  env: Env,
  scene: Scene,
): Promise<void> {
  const { call, client } = await connectHere({ cwd, home: desk.userHome, env: { ...env, DOGEAR_HOME: desk.home } })
  const ask = async (tool: string, args: Record<string, unknown>): Promise<void> => {
    const { text, data } = await call(tool, args).catch((error: Error) => ({ text: error.message, data: {} }))
    scene.said.push({ sink: `mcp ${tool} text`, text }, { sink: `mcp ${tool} data`, text: JSON.stringify(data) })
  }
  await ask('save', {
    name: 'by-mcp',
    next: plants.said('mcp next'),
    decisions: [{ text: plants.said('mcp decision') }],
    done: [plants.said('mcp done')],
  })
  await ask('save', { name: `by ${plants.named('mcp name')}`, next: 'go on there' })
  await ask('save', { name: 'by-mcp', [plants.named('mcp argument')]: 1 })
  await ask('note', { text: plants.said('mcp note'), type: 'decision', why: plants.said('mcp why') })
  await ask('note', { text: 'x', type: plants.named('mcp choice') })
  await ask('resume', {})
  await ask('resume', { name: 'auth' })
  await ask('resume', { name: plants.named('mcp unknown') })
  await ask('list', {})
  await ask('search', { query: plants.said('mcp query') })
  await ask('search', { query: 'uses' })
  await ask('clear', { name: plants.named('mcp unknown') })
  const { resources } = await client.listResources().catch(() => ({ resources: [] }))
  for (const { uri } of resources.slice(0, 20)) {
    const read = await client.readResource({ uri }).catch((error: Error) => error.message)
    scene.said.push({ sink: 'mcp resource', text: JSON.stringify(read) })
  }
  scene.said.push({ sink: 'mcp resources', text: JSON.stringify(resources) })
}

export function keeps(plants: Plants, run: Run, both: (args: string[]) => void): void {
  run(['rename', 'from', `from ${plants.named('new label')}`])
  run(['clear', 'drafted', '--json'])
  both(['trash'])
  run(['restore', 'drafted'])
  run(['clear', 'auth'])
  run(['trash', 'restore', 'auth', '--json'])
  run(['clear', '--loose', '--older-than', '0d'])
  both(['clear', '--merged'])
}

export function filesBelow(dir: string): string[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir, { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? (one.name === '.git' ? [] : filesBelow(join(dir, one.name))) : [join(dir, one.name)],
  )
}
