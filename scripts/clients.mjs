// The real clients that dogear is proven with, fetched from npm into .cache/clients. None is a dependency.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Name and version, by the folder in the cache. `node22`: for those that need a newer Node than this may be. */
export const PACKAGES = {
  claude: '@anthropic-ai/claude-code-linux-x64@2.1.325',
  codex: '@openai/codex@0.166.0',
  gemini: '@google/gemini-cli@0.61.0',
  opencode: 'opencode-ai@1.18.33',
  copilot: '@github/copilot@1.0.102',
  node22: 'node@22.23.3',
  qwen: '@qwen-code/qwen-code@0.24.4',
  kilo: '@kilocode/cli@7.7.7',
  pi: '@earendil-works/pi-coding-agent@0.87.1',
  cline: 'cline@3.0.65',
  droid: '@factory/cli-linux-x64@0.225.2',
  grok: '@xai-official/grok@1.0.41',
}

const cache = join(root, '.cache', 'clients')

/** Null when it is there (fetched now if need be); else why it cannot be had. Claude Code is fetched by its own tests. */
export function fetchClient(name) {
  const folder = join(cache, name)
  if (existsSync(join(folder, 'node_modules')) && !existsSync(join(folder, 'half'))) return null
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  writeFileSync(join(folder, 'half'), '')
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{"private":true}')
  // Install scripts of some write into the home: they get one of their own.
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', PACKAGES[name]]
  const ran = spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, HOME: home, npm_config_cache: join(cache, '.npm') },
    timeout: 400_000,
  })
  if (ran.status !== 0) return `npm could not install ${PACKAGES[name]}: ${(ran.stderr ?? '').trim().split('\n')[0]}`
  rmSync(join(folder, 'half'))
  return null
}
