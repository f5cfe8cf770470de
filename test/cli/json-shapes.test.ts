/** What programs find in the answers, key by key. */
import { expect, test } from 'vitest'
import { dogear, scratchRepo, tempDir } from '../support/world.js'

test('every command prints one JSON document with the keys it promises', () => {
  const repo = scratchRepo()
  const home = tempDir()
  const keys = (...args: string[]): string => {
    const value = dogear([...args, '--json'], { cwd: repo.dir, home }).json<Record<string, unknown>>()
    return `${args[0]}: ${Object.entries(value)
      .map(([key, one]) => (isPlain(one) ? `${key}{${Object.keys(one).toSorted().join(' ')}}` : key))
      .join(' ')}`
  }
  const save = ['save', 'auth', '--task', 'T', '--next', 'Run npm test']
  const lines = [
    keys(...save),
    keys(...save, '--done', 'src/a.ts'),
    keys('resume', 'auth'),
    keys('list'),
    keys('show', 'auth'),
    keys('history', 'auth'),
    keys('diff', 'auth'),
    keys('search', 'npm'),
    keys('decisions'),
    keys('say', 'list checkpoints'),
    keys('watch', '--once'),
    keys('save', '--auto', '--done', 'src/b.ts'),
    keys('save', '--auto', '--done', 'src/b.ts'),
    keys('note', 'hello'),
    keys('verify'),
    keys('export', 'auth'),
    keys('export', 'auth', '--to', 'out'),
    keys('import', 'out'),
    keys('clear', 'auth'),
    keys('trash'),
    keys('trash', 'restore', 'auth'),
    keys('trash', 'purge', '--older-than', '1d'),
    keys('prompts', 'push', 'hello'),
    keys('prompts', 'list'),
    keys('prompts', 'pop'),
    keys('config'),
    keys('trust'),
    keys('help'),
    keys('--version'),
    keys('show', 'nothing-here'),
  ]
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "save: saved{created heads id lane name nameFrom next path} open findings dryRun
    save: saved{created heads id lane name nameFrom next path} open findings dryRun
    resume: entry{blockers by commands constraints context decisions done extraKeys extraSections failed files id kind lane name next page parents questions saved task where} briefing why drift{commits conflicts facts moved} damaged
    list: project workstreams damaged
    show: entry{blockers by commands constraints context decisions done extraKeys extraSections failed files id kind lane name next page parents questions saved task where} path
    history: name total heads entries damaged
    diff: from to changes
    search: hits total damaged via
    decisions: decisions total damaged
    say: project workstreams damaged
    watch: sessions saved warnings
    save: saved{created heads id lane name nameFrom next path} findings dryRun warnings
    save: saved skipped findings dryRun warnings
    note: note{at id text type} session dryRun
    verify: checked damaged missing repaired
    export: dogear entries
    export: exported to
    import: imported already refused differs foreign dryRun
    clear: cleared dryRun
    trash: workstreams files
    trash: restored{id name} dryRun
    trash: purged kept dryRun
    prompts: id
    prompts: prompts
    prompts: prompt{at id text}
    config: config
    trust: project answers{}
    help: commands
    --version: version
    show: error{code expected message next}"
  `)
})

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
