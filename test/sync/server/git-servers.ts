/** git over the network, as people have it: by its daemon, by HTTP with a login, by ssh with a key. Each behind a wire that can be cut. */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { cleanEnv, type Env, tempDir } from '../../support/world.js'
import { answers, freePort, here, ready, startWire, stopAtEnd, type Wire } from './wire.js'

export interface GitServer {
  /** An empty bare repository, and its URL. */
  make: (name: string) => { url: string; dir: string }
  /** What a machine needs to reach it: its git settings. */
  env: Env
  wire: Wire
  /** Nobody may push any more, or everybody again. */
  allow: (pushes: boolean) => void
}

export const WAYS = ['daemon', 'http', 'ssh'] as const
export type Way = (typeof WAYS)[number]

const SSHD = '/usr/sbin/sshd'

/** Null: it can be had here. */
export function whyNot(way: Way): string | null {
  return way === 'ssh' && !existsSync(SSHD) ? 'openssh-server is not installed' : null
}

export async function startGit(way: Way): Promise<GitServer> {
  const base = tempDir()
  const port = await freePort()
  const wire = await startWire(port)
  const started = await START[way](base, port, wire.port)
  const settings = join(base, 'gitconfig')
  writeFileSync(settings, started.settings)
  return {
    env: { GIT_CONFIG_GLOBAL: settings },
    make(name) {
      const dir = join(base, `${name}.git`)
      spawnSync('git', ['init', '--quiet', '--bare', dir], { env: cleanEnv(base) })
      spawnSync('git', ['--git-dir', dir, 'config', 'http.receivepack', 'true'], { env: cleanEnv(base) })
      return { url: `${started.url}/${way === 'ssh' ? dir.slice(1) : `${name}.git`}`, dir }
    },
    wire,
    allow: started.allow,
  }
}

interface Started {
  url: string
  settings: string
  allow: (pushes: boolean) => void
}

const START: Record<Way, (base: string, port: number, front: number) => Promise<Started>> = {
  async daemon(base, port, front) {
    const options = [`--base-path=${base}`, '--export-all', '--reuseaddr', '--listen=127.0.0.1', `--port=${port}`]
    let child = spawn('git', ['daemon', '--enable=receive-pack', ...options], { stdio: 'ignore', detached: true })
    stopAtEnd(child)
    await answers(port)
    const again = (pushes: boolean): void => {
      process.kill(-(child.pid as number))
      const service = pushes ? '--enable=receive-pack' : '--disable=receive-pack'
      child = spawn('git', ['daemon', service, ...options], { stdio: 'ignore', detached: true })
      stopAtEnd(child)
      spawnSync('sh', [
        '-c',
        `for i in $(seq 100); do git ls-remote git://127.0.0.1:${port}/none 2>&1 | grep -q refused || exit 0; sleep 0.1; done`,
      ])
    }
    return { url: `git://127.0.0.1:${front}`, settings: '', allow: again }
  },
  async http(base, port, front) {
    await ready(spawn(process.execPath, [here('git-http.mjs'), `${port}`, base, 'ada:open sesame']))
    const logins = join(base, 'logins')
    const allow = (pushes: boolean): void => {
      writeFileSync(join(base, 'rule'), pushes ? 'pushes' : 'no pushes')
      // git takes a login out that was refused.
      writeFileSync(logins, `http://ada:open%20sesame@127.0.0.1:${front}\n`, { mode: 0o600 })
    }
    allow(true)
    return {
      url: `http://127.0.0.1:${front}`,
      settings: `[credential]\n\thelper = store --file=${logins}\n`,
      allow,
    }
  },
  async ssh(base, port, front) {
    const [hostKey, key, allowed] = ['host-key', 'key', 'allowed'].map((name) => join(base, name)) as [
      string,
      string,
      string,
    ]
    for (const path of [hostKey, key]) spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path])
    const line = readFileSync(`${key}.pub`)
    writeFileSync(allowed, line, { mode: 0o600 })
    chmodSync(base, 0o700)
    if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true })
    const settings = {
      HostKey: hostKey,
      AuthorizedKeysFile: allowed,
      PidFile: 'none',
      StrictModes: 'no',
      UsePAM: 'no',
      PasswordAuthentication: 'no',
    }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
    stopAtEnd(
      spawn(SSHD, ['-D', '-f', '/dev/null', '-p', `${port}`, '-o', 'ListenAddress=127.0.0.1', ...options], {
        stdio: 'ignore',
      }),
    )
    await answers(port)
    const ssh = `ssh -i ${key} -o IdentitiesOnly=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR`
    return {
      url: `ssh://${userInfo().username}@127.0.0.1:${front}`,
      settings: `[core]\n\tsshCommand = ${ssh}\n`,
      allow: (pushes) => writeFileSync(allowed, pushes ? line : '', { mode: 0o600 }),
    }
  },
}
