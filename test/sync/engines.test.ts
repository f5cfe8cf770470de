/** The laws of remotes, on each engine that needs no server. */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { EngineId } from '../../src/core/sync/address.js'
import { processTag } from '../../src/platform/process/process-tag.js'
import { connect } from '../../src/remotes/connect.js'
import { REMOTE_LAWS, REMOTE_STORE, type RemoteSubject } from '../../src/testing/remote-laws.js'
import { cleanEnv, tempDir } from '../support/world.js'

/** `npm run test:sync` has them push thirty times each. */
const ROUNDS = process.env['DOGEAR_SYNC_ROUNDS'] ? Number(process.env['DOGEAR_SYNC_ROUNDS']) : 2

const PLACES: Record<string, () => { engine: EngineId; url: string }> = {
  folder: () => ({ engine: 'folder', url: tempDir() }),
  'git by file': () => {
    const url = join(tempDir(), 'notes.git')
    spawnSync('git', ['init', '--quiet', '--bare', url], { env: cleanEnv(tempDir()) })
    return { engine: 'git', url }
  },
}

describe.each(Object.entries(PLACES))('%s', (_, place) => {
  test.each(REMOTE_LAWS.map((law) => [law.says, law] as const))(
    '%s',
    async (_says, law) => {
      await expect(law.check(subjectAt(place()), ROUNDS)).resolves.toBeUndefined()
    },
    300_000,
  )
})

function subjectAt(address: { engine: EngineId; url: string }): RemoteSubject {
  const base = tempDir()
  const env = cleanEnv(tempDir())
  return {
    connect(device) {
      const scratch = join(base, device)
      mkdirSync(scratch, { recursive: true })
      return connect(address, {
        store: REMOTE_STORE,
        scratch,
        device,
        env,
        tag: processTag(),
        interactive: false,
        deadlineMs: performance.now() + 100_000,
      })
    },
  }
}
