// The built program kept warm in one process (test/support/warm-program.cjs), for days of use that nobody times: most of what a
// hook costs is the start of Node. Each request has a clock of its own.
import { spawn, spawnSync } from 'node:child_process'
import { constants, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const path = (name) => fileURLToPath(new URL(`../test/${name}`, import.meta.url))

/** `root`: a folder with `bin` and `dist`; `folder`: for the pipes. Asking waits, as spawnSync does. */
export function startWarm(root, folder, clock) {
  const [requests, answers] = ['requests', 'answers'].map((name) => join(folder, name))
  const made = spawnSync('mkfifo', [requests, answers], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`mkfifo: ${made.error?.message ?? made.stderr}`)
  const args = ['--require', clock, path('support/warm-program.cjs'), requests, answers, root]
  const child = spawn(process.execPath, args, { stdio: 'ignore', env: {} })
  child.unref()
  // For reading and writing: opening does not wait for the other side then.
  const [to, from] = [openSync(requests, constants.O_RDWR), openSync(answers, constants.O_RDONLY)]
  return {
    ask: (request) => {
      const bytes = Buffer.from(`${JSON.stringify(request)}\n`)
      for (let done = 0; done < bytes.length;) done += writeSync(to, bytes, done)
      return JSON.parse(readLine(from))
    },
    stop: () => child.kill('SIGKILL'),
  }
}

function readLine(fd) {
  const parts = []
  const part = Buffer.alloc(65_536)
  for (;;) {
    const count = readSync(fd, part)
    if (count === 0) throw new Error('the warm program has ended')
    parts.push(Buffer.from(part.subarray(0, count)))
    if (part[count - 1] === 10) return Buffer.concat(parts).toString('utf8')
  }
}
