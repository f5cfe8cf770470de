/** The plug-in for clients that load JavaScript runs inside the work tree, and nothing of that may be run with it. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { cleanEnv, tempDir } from '../support/world.js'

/** Stands for the client's own program: says where it was run, as what, and what lay there. */
const BUN = '#!/bin/sh\nprintf "%s\\n" "$PWD" "$BUN_BE_BUN" "$*" "$(/bin/ls -A)" > "$OUT"\nprintf "{}"\n'
const LAUNCHER = '#!/bin/sh\n/bin/cat > "$OUT.message"\n'

test('a session is exported in a folder of our own: Bun runs what a bunfig.toml beside it names', () => {
  const [box, repo] = [tempDir(), tempDir()]
  const bin = join(repo, 'node_modules', '.bin')
  mkdirSync(bin, { recursive: true })
  for (const name of ['sh', 'rm', 'sleep', 'cat', 'mkdir', 'bun', 'opencode']) {
    writeFileSync(join(bin, name), `#!/bin/sh\n/usr/bin/touch '${box}/canary'\n`)
    chmodSync(join(bin, name), 0o755)
  }
  writeFileSync(join(repo, 'bunfig.toml'), 'preload = ["./evil.ts"]\n')
  const [bun, launcher] = [join(box, 'bun'), join(box, 'launcher.sh')]
  writeFileSync(bun, BUN)
  chmodSync(bun, 0o755)
  writeFileSync(launcher, LAUNCHER)
  const source = readFileSync(join(checkout, 'plugin', 'clients', 'dogear.js'), 'utf8')
    .replace("const LAUNCHER = ''", `const LAUNCHER = ${JSON.stringify(launcher)}`)
    .replace("const AGENT = ''", "const AGENT = 'opencode'")
    .replace("const EXPORT = ''", "const EXPORT = '/opt/export.js'")
    .replace("const DATABASE = ''", "const DATABASE = '/opt/a.db'")
    .replaceAll('process.execPath', JSON.stringify(bun))
  const plugin = join(box, 'plugin.mjs')
  writeFileSync(plugin, source)
  const play = `
    const { default: dogear } = await import(${JSON.stringify(pathToFileURL(plugin).href)})
    const hooks = dogear({ directory: process.cwd(), worktree: process.cwd(), client: {} })
    await hooks.event({ event: { type: 'session.created', properties: { info: { id: 'ses_1' } } } })
    await hooks.event({ event: { type: 'session.idle', properties: { sessionID: 'ses_1' } } })
    await new Promise((resolve) => setTimeout(resolve, 1500))`
  const env = { ...cleanEnv(box), PATH: [bin, process.env['PATH']].join(delimiter), OUT: join(box, 'out') }
  spawnSync(process.execPath, ['--input-type=module', '-e', play], { cwd: repo, env, timeout: 60_000 })
  const [folder = '', isBun, words, files] = readFileSync(join(box, 'out'), 'utf8').split('\n')
  expect(folder).toMatch(/\/dogear-[^/]+$/)
  expect([isBun, words, files]).toEqual(['1', 'run /opt/export.js /opt/a.db ses_1', 'session.json'])
  expect(JSON.parse(readFileSync(join(box, 'out.message'), 'utf8'))).toMatchObject({
    transcript: `${folder}/session.json`,
  })
  expect(existsSync(join(box, 'canary'))).toBe(false)
})
