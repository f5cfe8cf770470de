import { availableParallelism } from 'node:os'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

// A loaded machine is slow, not wrong: only what hangs runs into these. More runs of each property take more time.
const patience = Math.max(1, Number(process.env['DOGEAR_RUNS'] ?? 200) / 200)
const setupFiles = ['test/support/property-runs.ts']

/** Of the stories with a real client the five that matter most are told by `npm test`; see scripts/test-clients.mjs. */
const CLIENTS = ['test/install/client.test.ts', 'test/agents/!(compact|crash|clear|hand-overs|uninstall).test.ts']

/** Without a disk, a clock or an environment nothing can leak from one file to the next: they share what they load. */
const PURE = ['src/{core,layouts}/**/*.test.ts']
const CHANGES_TABLES = ['src/core/entry/fields.test.ts']
const unit = { setupFiles, testTimeout: 60_000 * patience }

/** What crosses folders runs the built program, which globalSetup brings up to date once. */
const whole = {
  globalSetup: ['test/support/build.ts'],
  setupFiles,
  testTimeout: 120_000 * patience,
  hookTimeout: 300_000,
}

const config: ViteUserConfig = defineConfig({
  test: {
    pool: 'forks',
    // Tests wait for the processes they start more than they compute: one worker fewer than cores would idle.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      { test: { ...unit, name: 'pure', include: PURE, exclude: CHANGES_TABLES, isolate: false } },
      { test: { ...unit, name: 'unit', include: ['src/!(core|layouts)/**/*.test.ts', ...CHANGES_TABLES] } },
      { test: { ...whole, name: 'whole', include: ['test/**/*.test.ts'], exclude: CLIENTS } },
      { test: { ...whole, name: 'clients', include: CLIENTS } },
    ],
  },
})

export default config
