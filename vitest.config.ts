import { availableParallelism } from 'node:os'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { memoryFolder } from './test/support/memory.js'

// A loaded machine is slow, not wrong: only what hangs runs into these. More runs of each property take more time.
const patience = Math.max(1, Number(process.env['DOGEAR_RUNS'] ?? 200) / 200)
const memory = memoryFolder()
const env: Record<string, string> = memory === undefined ? {} : { TMPDIR: memory }
const setupFiles = ['test/support/property-runs.ts', 'test/support/each-file.ts']

/** Of the stories with a real client the four that matter most are told by `npm test`; see scripts/test-clients.mjs. */
const CLIENTS = [
  'test/install/client.test.ts',
  'test/agents/!(compact|crash|clear|uninstall).test.ts',
  'test/clients/*.test.ts',
]

/** What needs servers, or takes long: see scripts/test-sync.mjs. */
const SYNC = ['test/sync/server/*.test.ts']

/** These put something else in the place of a module; all others share what they load, which costs more than most tests. */
const ALONE = ['src/core/entry/fields.test.ts', 'test/model/**/*.test.ts']
/** Short work, much of it: what is thrown away is looked through less often. */
const execArgv = ['--max-semi-space-size=32']
const unit = { env, execArgv, setupFiles, isolate: false, testTimeout: 60_000 * patience }

/** What crosses folders runs the built program, which globalSetup brings up to date once. */
const whole = {
  env,
  execArgv,
  globalSetup: ['test/support/build.ts'],
  setupFiles,
  isolate: false,
  testTimeout: 120_000 * patience,
  hookTimeout: 300_000,
}

/** Many processes each. On a machine that has timed nothing yet they would come last by their size, one core idle beside them. */
const LONG = /\/test\/(agents|clients|faults|undo|locks|nodes|layouts\/(conformance|template))\b/

/** A schedule of the model runs much code a few times: compiled at once and collected seldom, it takes a tenth less. */
const ONCE = ['--always-sparkplug', '--max-semi-space-size=64']

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId)
    return [...new Set(sorted.map(({ project }) => project))].flatMap((project) => {
      const own = sorted.filter((file) => file.project === project)
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))]
    })
  }
}

const config: ViteUserConfig = defineConfig({
  test: {
    pool: 'forks',
    // Tests wait for the processes they start as much as they compute: one worker for each core would leave both idle at times.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    projects: [
      { test: { ...whole, name: 'alone', include: ALONE, isolate: true, execArgv: ONCE } },
      { test: { ...whole, name: 'clients', include: CLIENTS } },
      { test: { ...whole, name: 'sync', include: ['test/sync/**/*.test.ts'] } },
      { test: { ...unit, name: 'unit', include: ['src/**/*.test.ts'], exclude: ALONE } },
      { test: { ...whole, name: 'whole', include: ['test/**/*.test.ts'], exclude: [...CLIENTS, ...SYNC, ...ALONE] } },
    ],
  },
})

export default config
