/** What a machine has besides disk: a table of processes, and who started the one that runs now. No git is ever run. */
import { vi } from 'vitest'

interface Machine {
  /** Process ids. */
  alive: Set<number>
  /** The agent that started what runs now. */
  caller: number
  /** Where that agent is at work. */
  here: { worktree: string; branch: string }
  /** What `dogear mcp` gave its server. */
  host: unknown
}

const table = vi.hoisted((): Machine => ({
  alive: new Set(),
  caller: 0,
  here: { worktree: '', branch: '' },
  host: null,
}))
export const machine: Machine = table

vi.mock('../../src/platform/git/git.js', async (original) => ({
  ...(await original<object>()),
  runGit: () => ({ ok: false, stdout: '' }),
  startGit: () => null,
}))

vi.mock('../../src/platform/process/process-tag.js', async (original) => {
  const real = await original<{ processTag(): string }>()
  const near = real.processTag().split('.', 2).join('.')
  const pidIn = (tag: string): number => Number(tag.split('.')[2])
  return {
    ...real,
    tagOf: (pid: number) => (table.alive.has(pid) ? `${near}.${pid}.1` : null),
    tagIsDead: (tag: string) => tag !== real.processTag() && !table.alive.has(pidIn(tag)),
    parentPastShell: () => table.caller,
    ancestorsOf: () => [table.caller],
  }
})

/** The server is given its host and would then listen on stdin; the driver connects it to a client of its own. */
vi.mock('../../src/mcp/server.js', async (original) => ({
  ...(await original<object>()),
  serve: (host: unknown) => {
    table.host = host
    return Promise.resolve()
  },
}))
