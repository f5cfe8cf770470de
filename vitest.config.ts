import { defineConfig, type ViteUserConfig } from 'vitest/config'

// Two projects: unit tests need no build; what crosses folders runs the built program, which globalSetup brings up to
// date once.
const config: ViteUserConfig = defineConfig({
  test: {
    pool: 'forks',
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'], testTimeout: 20_000 } },
      {
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/support/build.ts'],
          testTimeout: 60_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})

export default config
