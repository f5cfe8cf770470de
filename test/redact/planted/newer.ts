/** Undo, sync, relay, every agent's settings: what they write and say, with more places of their own. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MANIFESTS } from '../../../src/agents/registry.js'
import type { Client } from '../../hook/support.js'
import type { Env, Repo } from '../../support/world.js'
import type { Put, Run, Scene } from './scene.js'
import type { Plants } from './secrets.js'

type Both = (args: string[], more?: Env) => void

/** An agent takes files away, and is asked for them back. */
export function undoes(client: Client, repo: Repo, plants: Plants, both: Both, run: Run, scene: Scene): void {
  const fire = (event: string, more: object): void => {
    const { stdout, stderr } = client.fire(event, more)
    scene.said.push({ sink: `hook ${event} of undo`, text: stdout + stderr })
  }
  const around = (tool_name: string, tool_input: object, work: () => void): void => {
    const tool = { tool_name, tool_input, tool_use_id: `u-${tool_name}` }
    fire('PreToolUse', tool)
    work()
    fire('PostToolUse', { ...tool, tool_response: { stdout: plants.said('answer of a tool') } })
  }
  repo.write({
    'kept.md': 'Ideas of a morning that stand nowhere else, one after the other.\n',
    'loose.md': `One line with ${plants.said('uncommitted file')} and more.\n`,
    [`notes/${plants.named('uncommitted name')}.md`]: 'Ideas as well, and many of them.\n',
  })
  const path = join(repo.dir, 'notes', `${plants.named('edited by a tool')}.md`)
  around('Write', { file_path: path, content: plants.said('written by a tool') }, () => undefined)
  around('Write', { file_path: path, content: plants.said('written by a tool') }, () => writeFileSync(path, 'x\n'))
  const command = `rm -rf kept.md loose.md notes # ${plants.said('removing command')}`
  around('Bash', { command }, () => execFileSync('rm', ['-rf', 'kept.md', 'loose.md', 'notes'], { cwd: repo.dir }))
  fire('Stop', { last_assistant_message: 'Removed.' })
  both(['undo', '--list'])
  both(['undo', `notes/${plants.named('uncommitted name')}.md`])
  both(['undo', '--show', `notes/${plants.named('uncommitted name')}.md`])
  both(['undo', '--show', 'kept.md'])
  both(['undo', '--to', plants.named('unknown take')])
  both(['undo', '--apply', plants.named('unknown plan')])
  const id = /--apply ([0-9a-f]{12})/.exec(run(['undo', 'kept.md']))?.[1] ?? ''
  both(['undo', '--apply', id])
  both(['undo', '--redo'])
  both(['forget', 'Ideas of a morning'])
  both(['undo', '--list'])
}

/** A folder and a repository are given what there is. */
export function syncs(plants: Plants, top: string, both: Both, run: Run, scene: Scene): void {
  const folder = join(top, 'remote', 'shared')
  const repository = join(top, 'remote', 'notes.git')
  mkdirSync(folder, { recursive: true })
  execFileSync('git', ['init', '--quiet', '--bare', repository])
  both(['sync', 'add', `https://me:${plants.bare('password of a remote')}@127.0.0.1:1/notes.git`])
  both(['sync', 'add', `postgres://me:${plants.bare('password of a database')}@127.0.0.1:1/notes`])
  both(['sync', 'add', join(top, 'remote', plants.named('name of a remote'))])
  run(['sync', 'add', folder])
  run(['sync', 'add', repository, '--team'])
  run(['save', 'shared', '--next', plants.said('shared next'), '--decision', plants.said('shared decision')])
  both(['share', 'shared'])
  both(['share', plants.named('share of nothing')])
  both(['sync'])
  run(['forget', 'shared decision'])
  both(['sync'])
  both(['sync', 'status'])
  both(['sync', 'members'])
  both(['sync', 'trust', plants.named('unknown device')])
  both(['sync', 'members', 'remove', plants.named('unknown device')])
  scene.folders.push({ sink: 'folder of a remote', folder }, { sink: 'repository of a remote', folder: repository })
  const objects = execFileSync('git', ['-C', repository, 'cat-file', '--batch', '--batch-all-objects'], {
    maxBuffer: 64e6,
  })
  scene.said.push({ sink: 'objects of a remote', text: objects.toString('latin1') })
}

/** Another agent goes on; and each is set up, beside settings of its own. */
export function handsOver(plants: Plants, top: string, userHome: string, both: Both, put: Put, scene: Scene): void {
  const bin = join(top, 'bin')
  mkdirSync(bin)
  for (const program of ['codex', 'gemini', 'opencode']) {
    writeFileSync(join(bin, program), '#!/bin/sh\nexit 0\n')
    chmodSync(join(bin, program), 0o755)
  }
  const path = { PATH: `${bin}:${process.env['PATH']}` }
  both(['relay', 'codex', '--dry-run'], path)
  both(['relay', 'codex', plants.named('relayed name'), '--dry-run'], path)
  both(['relay', plants.named('unknown agent')], path)
  for (const [at, text] of [
    ['.codex/config.toml', `model = "x"\n[mcp_servers.x.env]\nKEY = "${plants.bare('codex settings')}"\n`],
    ['.gemini/settings.json', JSON.stringify({ env: { KEY: plants.bare('gemini settings') } })],
    ['.config/opencode/opencode.json', JSON.stringify({ key: plants.bare('opencode settings') })],
    ['.cursor/mcp.json', JSON.stringify({ mcpServers: { x: { env: { KEY: plants.bare('cursor settings') } } } })],
  ] as const)
    put(join(userHome, at), text)
  for (const { id: agent } of MANIFESTS) {
    both(['init', agent, '--dry-run'], path)
    both(['init', agent], path)
  }
  both(['doctor'], path)
  for (const { id } of MANIFESTS) both(['uninstall', id], path)
  if (existsSync(join(userHome, '.claude'))) scene.folders.push({ sink: 'settings of the user', folder: userHome })
}
