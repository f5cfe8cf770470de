/** The places: what a repository, an agent's session and its hooks hold. */
import { join } from 'node:path'
import type { Client } from '../../hook/support.js'
import type { Repo } from '../../support/world.js'
import type { Put, Scene } from './scene.js'
import type { Plants } from './secrets.js'

export function dressRepository(repo: Repo, plants: Plants): void {
  repo.git('remote', 'add', 'origin', `https://me:${plants.bare('remote password')}@git.test/me/shop.git`)
  repo.git('remote', 'add', 'fork', `https://git.test/me/${plants.named('remote path')}.git`)
  repo.write({ 'src/c.ts': 'c\n' })
  repo.git('add', '--all')
  repo.git('commit', '--quiet', '--message', `${plants.said('commit subject')}\n\n${plants.said('commit body')}`)
  repo.git('tag', `v1-${plants.named('tag')}`)
  repo.write({ 'src/a.ts': 'stashed\n' })
  repo.git('stash', 'push', '--quiet', '--message', plants.said('stash message'))
  repo.git('switch', '--quiet', '--create', `fix/${plants.named('branch')}`)
  repo.write({
    [`src/${plants.named('new file')}.ts`]: 'x\n',
    [`${plants.named('new folder')}/x.ts`]: 'x\n',
    'src/b.ts': 'changed\n',
    'SESSION-STATE.md': `# State\n\n## Decisions\n- ${plants.said('SESSION-STATE.md')}\n\n## Next\n- ${plants.said('SESSION-STATE.md')}\n`,
    'memory/working-buffer.md': `# Buffer\n\n- ${plants.said('working buffer')}\n`,
    'docs/plan.md': `# Plan ${plants.said('plan title')}\n\n- [x] one\n- [ ] ${plants.said('plan step')}\n- [ ] three\n`,
    [`plans/${plants.named('plan file')}.md`]: '# Plan\n\n- [ ] one\n',
  })
}

export function settings(plants: Plants, userHome: string, put: Put): void {
  put(
    join(userHome, '.claude', 'settings.json'),
    JSON.stringify({
      env: { KEY: plants.bare('agent settings') },
      statusLine: { type: 'command', command: `show ${plants.said('status line')}` },
    }),
  )
}

export async function workInSession(client: Client, plants: Plants, scene: Scene): Promise<void> {
  const fire = (event: string, more: object): void => {
    const { stdout, stderr } = client.fire(event, more)
    scene.said.push({ sink: `hook ${event}`, text: stdout + stderr })
  }
  scene.planted.add(client.file.path)
  fire('SessionStart', { source: 'startup' })
  client.file.prompt(`Please mend the login. ${plants.said('prompt')}`)
  fire('UserPromptSubmit', { prompt: `Please mend the login. ${plants.said('prompt')}` })
  client.file.use(
    'Bash',
    { command: `deploy --to prod ${plants.said('tool input')}` },
    { error: true, text: `Exit code 1\nError: ${plants.said('tool output')}` },
  )
  client.file.use('Edit', {
    file_path: `src/${plants.named('edited file')}.ts`,
    old_string: plants.said('edit before'),
    new_string: plants.said('edit after'),
  })
  client.file.use('TodoWrite', {
    todos: [{ content: plants.said('todo'), status: 'in_progress', activeForm: plants.said('todo') }],
  })
  client.file.use('Read', { file_path: `docs/${plants.named('read file')}.md` })
  client.file.use('mcp__x__call', { argument: plants.said('tool of a server') })
  client.file.use('ExitPlanMode', { plan: `# The plan\n\n1. ${plants.said('agent plan')}\n2. two` })
  client.file.say(
    `We decided to use argon2 because ${plants.said('assistant')}. Next I will check ${plants.said('assistant next')}.`,
  )
  const tool = { tool_name: 'Bash', tool_input: { command: `deploy ${plants.said('tool input')}` }, tool_use_id: 't1' }
  fire('PreToolUse', tool)
  fire('PostToolUseFailure', { ...tool, error: plants.said('tool failure') })
  fire('PreToolUse', tool)
  fire('Stop', { last_assistant_message: `Next I will rotate it. ${plants.said('last words')}` })
  client.file.say('x'.repeat(2_200_000))
  client.file.prompt(`and then ${plants.said('later prompt')}`)
  fire('Stop', { last_assistant_message: 'Rotated.' })
  fire('UserPromptSubmit', { prompt: `goodnight, ${plants.said('farewell')}` })
  fire('StopFailure', { error: plants.said('turn failure') })
  fire('Notification', { message: plants.said('notification') })
  fire('PreCompact', { trigger: 'auto', custom_instructions: plants.said('compaction') })
  fire('SessionStart', { source: 'compact' })
  fire('SessionEnd', { reason: plants.said('end reason') })
}

/** Events whose very fields are secrets, and events that are broken. */
export function hookEvents(client: Client, plants: Plants, scene: Scene): void {
  scene.planted.add(client.file.path)
  client.file.prompt('Add a test for the login')
  client.file.say('Done. Next I will run it.')
  for (const [event, more] of [
    ['SessionStart', { source: plants.said('start source') }],
    ['UserPromptSubmit', { prompt: 'continue' }],
    ['Stop', { last_assistant_message: 'Done.' }],
    [
      'Stop',
      {
        cwd: `/nowhere/${plants.named('event folder')}`,
        transcript_path: `/nowhere/${plants.named('event transcript')}.jsonl`,
      },
    ],
    [plants.named('event name'), {}],
    ['PreToolUse', { tool_name: plants.named('tool name'), tool_input: { x: plants.said('tool input 2') } }],
    [
      'PostToolUseFailure',
      {
        tool_name: 'Bash',
        tool_input: { command: plants.said('tool input 2') },
        error: { a: plants.said('odd error') },
      },
    ],
    ['SessionEnd', { reason: 'other' }],
  ] as const) {
    const { stdout, stderr } = client.fire(event, more)
    scene.said.push({
      sink: `hook ${event.startsWith('S') || event.startsWith('P') || event.startsWith('U') ? event : 'unknown'}`,
      text: stdout + stderr,
    })
  }
}
