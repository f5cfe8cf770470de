/** Every place where the program speaks to a model, made to speak of one hostile text in every field it may stand in. */
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '../../src/core/entry/entry.js'
import { hookDesk, type Desk } from '../hook/support.js'
import { connectHere } from '../mcp/support/client.js'
import { byAda, entryText } from '../support/entries.js'
import type { Ran } from '../support/world.js'
import type { Heard } from './escapes.js'

type Say = (field: string) => string

/** What the program said, and where. `say`: the hostile text for a field. */
export async function hear(say: Say): Promise<Heard[]> {
  const desk = hookDesk()
  hostileTree(desk, say)
  const name = saveOwn(desk, say)
  desk.repo.git('commit', '--quiet', '--allow-empty', '--cleanup=verbatim', '--message', say('cm').replaceAll('\0', ''))
  const heard: Heard[] = []
  const add = (outlet: string, text: string): void => void heard.push({ outlet, text })
  const run = (...args: string[]): void => add(`dogear ${args[0]}`, desk.dogear(...args).stdout)
  const [one, two] = [desk.client('one'), desk.client('two')]
  // Of a session of its own: no save takes them up.
  const noted = desk.dogear('note', '--', `n ${say('no').slice(0, 4_000)}`.replaceAll('\0', ''))
  if (noted.code !== 0) throw new Error(noted.stderr)
  add('dogear note --list', desk.dogear('note', '--list').stdout)
  add('hook: after a compaction', one.fire('SessionStart', { source: 'compact' }).context)
  add('hook: at a start', two.fire('SessionStart', { source: 'startup' }).context)
  add('hook: continue', two.fire('UserPromptSubmit', { prompt: `continue ${name}` }).context)
  add('hook: list', desk.client('three').fire('UserPromptSubmit', { prompt: 'list checkpoints' }).context)
  await cutOff(desk, say, add)
  run('resume', name)
  run('list')
  run('show', name)
  run('history', name)
  run('diff', name)
  run('search', 'zqx')
  run('decisions')
  run('status')
  run('doctor')
  run('say', 'where were we?')
  // What was there with the save is lost.
  const gone = hostileFile(say)
  rmSync(join(desk.repo.dir, gone), { force: true })
  run('undo', '--list')
  run('undo')
  add('hook: undo that', two.fire('UserPromptSubmit', { prompt: 'undo that' }).context)
  const theirs = bringForeign(desk, say)
  const asked = desk.client('four')
  add('hook: foreign, asked', asked.fire('UserPromptSubmit', { prompt: `continue ${theirs.name}` }).context)
  add('hook: foreign', asked.fire('UserPromptSubmit', { prompt: `continue ${theirs.name}` }).context)
  add('dogear resume, foreign', desk.dogear('resume', theirs.name, '--yes').stdout)
  add('dogear show, foreign', desk.dogear('show', theirs.name).stdout)
  run('list')
  await hearMcp(desk, say, name, add)
  return heard
}

type Add = (outlet: string, text: string) => void

function hostileFile(say: Say): string {
  return say('fi').replace(/[\0/]/g, '_').slice(0, 80).trim()
}

/** As far as git and the disk allow it: a file, a branch. */
function hostileTree(desk: Desk, say: Say): void {
  try {
    writeFileSync(join(desk.repo.dir, hostileFile(say)), 'x\n')
  } catch {
    // Not a name on this disk.
  }
  const branch = say('br')
    .replace(/[\s~^:?*[\\\u0000-\u001f\u007f]+/g, '-')
    .replace(/\.\.|^[-/.]+|[/.]+$|@\{/g, '')
    .slice(0, 60)
  spawnSync('git', ['checkout', '--quiet', '-b', branch], { cwd: desk.repo.dir })
}

/** Returns its name. `name`: where the text itself cannot be one. Else twice, so that there is something to compare. */
function saveOwn(desk: Desk, whole: Say, name?: string): string {
  const say: Say = (field) => whole(field).slice(0, 30_000)
  const fields = {
    task: say('ta'),
    next: say('ne'),
    left_off: say('le'),
    stage: say('st'),
    done: [say('do')],
    failed: [{ what: say('fa'), why: say('fw') }],
    decisions: [{ what: say('de'), why: say('dw'), rejected: [say('dr')] }],
    questions: [say('qu')],
    blockers: [say('bl')],
    context: [say('co')],
    constraints: [say('cn')],
    commands: [say('cd')],
    files: [{ path: say('fp').slice(0, 200), role: 'edited' }],
  }
  const file = join(desk.userHome, 'saved.json')
  const label =
    name ??
    say('la')
      .replace(/[\\/~]/g, '')
      .slice(0, 60)
  writeFileSync(file, JSON.stringify({ ...fields, next: 'Something else first', decisions: ['plainly this'] }))
  const save = (): Ran => desk.dogear('save', '--from', file, '--session', 'one', '--json', '--', label)
  const first = name === undefined ? save() : null
  writeFileSync(file, JSON.stringify(fields))
  const second = save()
  if ((first?.code ?? 0) !== 0 || second.code !== 0) throw new Error(`${first?.stdout}${second.stdout}${second.stderr}`)
  return second.json<{ saved: { name: string } }>().saved.name
}

/** A session in which it was said and run, and that was killed. */
async function cutOff(desk: Desk, say: Say, add: Add): Promise<void> {
  const client = desk.client('killed')
  client.fire('SessionStart', { source: 'startup' })
  const command = say('rc').slice(0, 2_000)
  client.fire('PostToolUseFailure', {
    tool_name: 'Bash',
    tool_input: { command },
    error: say('er').slice(0, 2_000),
  })
  add('hook: a failed command', client.fire('PreToolUse', { tool_name: 'Bash', tool_input: { command } }).context)
  client.file.prompt(say('pr'))
  client.file.say(`${say('as')}\n\nNext I will ${say('an')}`)
  client.file.use('Bash', { command }, { error: true, text: say('to') })
  client.fire('Stop', { stop_hook_active: false })
  await client.kill()
  add('dogear brief', desk.dogear('brief', '--transcript', client.file.path).stdout)
  const next = desk.client('after')
  desk.dogear('prompts', 'push', '--session', 'after', '--', say('pq').slice(0, 2_000))
  add('hook: offer', next.fire('SessionStart', { source: 'startup' }).context)
  add('hook: continue what was cut off', next.fire('UserPromptSubmit', { prompt: 'continue' }).context)
}

function bringForeign(desk: Desk, say: Say): Entry {
  const item = (field: string): { text: string } => ({ text: say(field).slice(0, 40_000).replaceAll('\0', '') })
  const entry = byAda({
    name: 'theirs',
    by: { user: say('us').slice(0, 80), host: say('ho').slice(0, 80), agent: say('ag').slice(0, 80) },
    task: item('xt'),
    next: item('xn'),
    decisions: [{ ...item('xd'), why: say('xw').slice(0, 1_000) }],
    questions: [item('xq')],
    done: [item('xo')],
    extraSections: [{ title: say('xs').slice(0, 60).replace(/\s+/g, ' '), text: item('xx').text }],
    extraKeys: { label: say('xl').slice(0, 60) },
  })
  const file = join(desk.userHome, 'theirs.md')
  writeFileSync(file, entryText(entry))
  desk.dogear('import', file)
  return entry
}

async function hearMcp(desk: Desk, say: Say, name: string, add: Add): Promise<void> {
  const { call, client } = await connectHere({ cwd: desk.repo.dir, home: desk.userHome })
  const both = async (outlet: string, tool: string, args: Record<string, unknown>): Promise<void> => {
    const { text, data } = await call(tool, args)
    add(`mcp ${outlet}`, text)
    for (const one of textsIn(data)) add(`mcp ${outlet}, as data`, one)
  }
  await both('list', 'list', {})
  await both('search', 'search', { query: 'zqx' })
  await both('undo', 'undo', {})
  await both('resume', 'resume', { name })
  await both('foreign, asked', 'resume', { name: 'theirs' })
  await both('foreign', 'resume', { name: 'theirs', answers: { foreign: 'yes' } })
  await both('note', 'note', { text: say('mn').slice(0, 4_000) })
  await both('save', 'save', {
    name,
    task: say('ms').slice(0, 8_000),
    next: say('mx').slice(0, 8_000),
    questions: [say('mq')],
  })
  await both('an error', 'resume', { name: say('me').slice(0, 100) })
  await both('an error', 'save', { name, replaces: [say('mr').slice(0, 100).replaceAll(',', '')] })
  const { messages } = await client.getPrompt({ name: 'resume', arguments: { name } })
  for (const { content } of messages) if (content.type === 'text') add('mcp prompt', content.text)
  const { resources } = await client.listResources()
  for (const one of resources) add('mcp resources, as data', [one.name, one.description ?? ''].join('\n'))
  for (const { uri } of [
    ...resources.slice(0, 2),
    { uri: resources.find((one) => one.uri.includes('theirs'))?.uri ?? '' },
  ]) {
    if (uri === '') continue
    const { contents } = await client.readResource({ uri })
    for (const one of contents) if ('text' in one) add('mcp resource', one.text)
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** What a layout says in its own words, above the briefing or in its place. */
export function hearLayout(layout: string, say: Say): Heard[] {
  const desk = hookDesk()
  desk.config({ layouts: [layout] })
  const name = saveOwn(desk, say, 'build-menu')
  desk.repo.write({ 'src/login.ts': 'changed' })
  const outlets = [['resume', name], ['resume', name, '--yes'], ['list'], ['show', name]]
  return outlets.map((args) => ({ outlet: `${layout}: dogear ${args.join(' ')}`, text: desk.dogear(...args).stdout }))
}
