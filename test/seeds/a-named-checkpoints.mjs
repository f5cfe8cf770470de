// Seed 000, rule by rule, with data of one's own.
const RESUME = 'Resume any: `continue {name}`'

const KELP = `# Checkpoint: kelp-import
- **Branch:** \`feat/kelp\`
- **Saved:** 2026-03-02 08:12
- **Plan:** \`~/.claude/plans/amber-lagoon.md\` (step 2 of 3)

## Next Action: Stream the rows
In lib/import.rb replace CSV.read by CSV.foreach, then rake import

## Done This Session
- Header check in lib/import.rb

## Failed Approaches
- smarter_csv — drops quoted newlines

## Modified Files
- lib/import.rb
`
const REEF = KELP.replaceAll('kelp-import', 'reef-map')
  .replace('feat/kelp', 'main')
  .replace(/- \*\*Plan.*\n/, '')
const PLAN = '# Import\n\n## Step 1: headers\n\n## Step 2: stream\n\n## Step 3: report\n'
const INDEX = `# Tidepool\n\n## Active Checkpoints\n- **kelp-import** (feat/kelp, Mar 02 08:12) — Stream the rows\n\n${RESUME}\n\n## Style\n- Two blanks,  never tabs\n`

const old = (user) => {
  user.remembers({ 'MEMORY.md': INDEX, 'checkpoint-kelp-import.md': KELP })
  user.write({ '.claude/plans/amber-lagoon.md': PLAN }, user.home)
}
const layout = (user) => user.run('config', 'layout', 'named-checkpoints')
const STATED = ['--done', 'Rate limiter in lib/limit.rb', '--failed', 'Redis counter — lost at restart']
const NEXT = ['--next', 'Cap retries at 4 in lib/retry.rb']

export const rows = [
  [
    'A1',
    'checkpoint Bugfix/Tax-Rounding; then, on the branch Chore/Bump_Ruby: checkpoint',
    async (user, sees) => {
      await layout(user)
      sees((await user.say('checkpoint Bugfix/Tax-Rounding')).out, /saved -> checkpoint-bugfix-tax-rounding\.md/)
      user.git('switch', '--quiet', '--create', 'Chore/Bump_Ruby')
      sees((await user.say('checkpoint')).out, /saved -> checkpoint-chore-bump_ruby\.md/)
      sees((await user.run('save', '--', '--Odd')).out, /saved -> checkpoint-odd\.md/)
    },
  ],
  [
    'A2',
    'files in the memory folder of Claude Code; nobody says where',
    async (user, sees) => {
      old(user)
      sees((await user.run('list', '--quiet')).out, /^kelp-import$/m)
      user.write({ 'm/checkpoint-elsewhere.md': KELP }, user.home)
      sees((await user.runs({ DOGEAR_MEMORY_DIR: `${user.home}/m` }, 'list', '--quiet')).out, /^elsewhere$/m)
      sees((await user.run('list', '--quiet', '--memory-dir', `${user.home}/m`)).out, /^elsewhere$/m)
      const inSub = user.dir
      user.write({ 'deep/er/x': '' })
      user.dir = `${inSub}/deep/er`
      sees((await user.run('list', '--quiet')).out, /^kelp-import$/m)
    },
  ],
  [
    'A3',
    'seventeen new files beside an old one, then: checkpoint tide-tables',
    async (user, sees) => {
      await layout(user)
      user.write({ 'tables/t09.csv': '1' })
      user.git('add', 'tables')
      user.git('commit', '--quiet', '--message', 'first table')
      user.write(Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`tables/t${i + 10}.csv`, '1'])))
      await user.say('checkpoint tide-tables')
      const text = user.recalls('checkpoint-tide-tables.md')
      sees(text, /\*\*Branch:\*\* `main`/)
      sees(text, /\*\*Saved:\*\* \d{4}-\d\d-\d\d \d\d:\d\d/)
      sees(text, /tables\/t26\.csv|… and \d+ more/)
    },
  ],
  [
    'A4',
    'a session with an edit, a failed command and a reason; then: checkpoint ratelimit',
    async (user, sees) => {
      await layout(user)
      const session = user.session()
      session.prompt('Add a rate limiter to lib/limit.rb')
      user.write({ 'lib/limit.rb': 'LIMIT = 4\n' })
      session.calls('Write', { file_path: `${user.dir}/lib/limit.rb`, content: 'LIMIT = 4\n' }, 'File created')
      session.calls('Bash', { command: 'rake test' }, 'Exit code 1\nExpected 4, got 5', true)
      session.says(
        'The Redis counter did not work because it is lost at restart. Next: cap retries at 4 in lib/retry.rb.',
      )
      await session.say('checkpoint ratelimit')
      const text = user.recalls('checkpoint-ratelimit.md')
      sees(text, /## Next Action: .*[Cc]ap retries at 4 in lib\/retry\.rb/)
      sees(text, /## Failed Approaches\n(?:- .*\n)*- .*Redis counter.*lost at restart/)
      sees(text, /## Done This Session\n- (?!None).*/)
      sees(text, /## Modified Files\n- lib\/limit\.rb/)
    },
  ],
  [
    'A5',
    'a session that speaks of a plan file with steps; another one that does not',
    async (user, sees, seesNot) => {
      await layout(user)
      user.write({ '.claude/plans/amber-lagoon.md': PLAN }, user.home)
      const bare = user.session()
      bare.prompt('Rename the reef map')
      await bare.say('checkpoint reef')
      seesNot(user.recalls('checkpoint-reef.md'), /Plan:/)
      const session = user.session()
      session.prompt('Do step 2 of ~/.claude/plans/amber-lagoon.md')
      await session.say('checkpoint kelp')
      sees(user.recalls('checkpoint-kelp.md'), /- \*\*Plan:\*\* `~\/\.claude\/plans\/amber-lagoon\.md` \(step 2 of 3\)/)
    },
  ],
  [
    'A6',
    'a save with everything stated; the whole file',
    async (user, sees) => {
      await layout(user)
      await user.run('save', 'retry', ...STATED, ...NEXT, '--file', 'lib/retry.rb')
      sees(
        user.recalls('checkpoint-retry.md'),
        /^# Checkpoint: retry\n- \*\*Branch:\*\* `main`\n- \*\*Saved:\*\* [-\d]+ [\d:]+\n\n## Next Action: Cap retries at 4 in lib\/retry\.rb\n\n## Done This Session\n- Rate limiter in lib\/limit\.rb\n\n## Failed Approaches\n- Redis counter — lost at restart\n\n## Modified Files\n- lib\/retry\.rb.*\n$/,
      )
    },
  ],
  [
    'A7',
    'MEMORY.md of somebody, with a section behind ours: a new name, the same again, no MEMORY.md',
    async (user, sees) => {
      old(user)
      await user.run('save', 'v2.1', ...NEXT)
      await user.run('save', 'kelp-import', '--next', 'Write the report step')
      const text = user.recalls('MEMORY.md').replace(/[A-Z][a-z]{2} \d\d \d\d:\d\d/g, 'T')
      sees(
        text,
        `# Tidepool\n\n## Active Checkpoints\n- **kelp-import** (main, T) — noted next action: "Write the report step"\n- **v2.1** (main, T) — noted next action: "Cap retries at 4 in lib/retry.rb"\n\n${RESUME}\n\n## Style\n- Two blanks,  never tabs\n`,
      )
      user.remove('MEMORY.md', user.memory)
      await user.run('save', 'größe', ...NEXT)
      sees(user.recalls('MEMORY.md'), /^# Project Memory\n\n## Active Checkpoints\n/)
      sees(user.recalls('MEMORY.md'), /- \*\*größe\*\* /)
    },
  ],
  [
    'A8',
    'a save with a plan in the session, a save without',
    async (user, sees, seesNot) => {
      await layout(user)
      user.write({ '.claude/plans/amber-lagoon.md': PLAN }, user.home)
      const session = user.session()
      session.prompt('Do step 2 of ~/.claude/plans/amber-lagoon.md')
      sees((await session.run('save', 'kelp', ...NEXT)).out, /\/clear then: continue kelp\nNext: Cap retries at 4/)
      const bare = user.session()
      bare.prompt('Why is the limiter off by one?')
      const said = (await bare.run('save', 'limiter', ...STATED, ...NEXT)).out
      sees(said, /\/compact .*Redis counter — lost at restart/)
      seesNot(said, /continue limiter/)
    },
  ],
  [
    'A9',
    'continue: with none, with one, with two',
    async (user, sees) => {
      await layout(user)
      sees((await user.say('continue checkpoint')).err, /No checkpoints found\./)
      user.remembers({ 'checkpoint-reef-map.md': REEF })
      sees((await user.say('continue checkpoint')).out, /^# Resuming: reef-map/)
      user.remembers({ 'checkpoint-kelp-import.md': KELP })
      user.git('switch', '--quiet', '--create', 'other')
      sees(
        (await user.say('continue checkpoint')).needs?.options
          .map(({ value }) => value)
          .sort()
          .join(),
        'kelp-import,reef-map',
      )
      sees((await user.session().types('what was I working on?')).model, /- (kelp-import|reef-map) \(/)
    },
  ],
  [
    'A10',
    'continue lobster, which nobody saved',
    async (user, sees) => {
      old(user)
      user.remembers({ 'checkpoint-reef-map.md': REEF })
      const said = await user.say('continue lobster')
      sees(said.err, /one of: (kelp-import, reef-map|reef-map, kelp-import)/)
    },
  ],
  [
    'A11',
    'on main: continue kelp-import, saved on feat/kelp',
    async (user, sees) => {
      old(user)
      const { out } = await user.say('continue kelp-import')
      sees(
        out,
        "Warning: You're on `main` but checkpoint was saved on `feat/kelp`. Switch with: git checkout feat/kelp",
        'within',
      )
      sees(out, /Stream the rows/)
    },
  ],
  [
    'A12',
    'continue kelp-import, whose plan stands at step 2',
    async (user, sees) => {
      old(user)
      sees((await user.say('continue kelp-import')).out, /amber-lagoon\.md \(step 2 of 3\)[^]*step 2, now: .*stream/)
    },
  ],
  [
    'A13',
    'continue kelp-import, where something failed',
    async (user, sees) => {
      old(user)
      const { out } = await user.say('continue kelp-import')
      sees(out, /⚠ Previously failed: smarter_csv — drops quoted newlines\nDo not repeat failed approaches/)
      sees(String(out.indexOf('Previously failed') < out.indexOf('## Next action')), 'true')
      const model = (await user.session().types('continue kelp-import')).model
      sees(model, /⚠ Previously failed: smarter_csv — drops quoted newlines/)
    },
  ],
  [
    'A14',
    'clear checkpoint kelp-import, the only one; save and clear pay_v2',
    async (user, sees, seesNot) => {
      old(user)
      sees((await user.say('clear checkpoint kelp-import')).out, 'Cleared checkpoint "kelp-import"\n')
      sees(user.recalls('MEMORY.md'), '# Tidepool\n\n## Style\n- Two blanks,  never tabs\n')
      sees(String(user.isThere('checkpoint-kelp-import.md', user.memory)), 'false')
      sees((await user.run('trash')).out, /checkpoint-kelp-import\.md/)
      await user.run('save', 'pay_v2', ...NEXT)
      sees(user.recalls('MEMORY.md'), /\*\*pay_v2\*\*/)
      await user.say('clear checkpoint pay_v2')
      seesNot(user.recalls('MEMORY.md'), /pay_v2|Active Checkpoints/)
    },
  ],
  [
    'A15',
    'MEMORY.md with four legacy sections between stable ones; the first save',
    async (user, sees) => {
      const stable = '## Hosts\n- reef-1,  reef-2\n'
      user.remembers({
        'MEMORY.md': `# Tidepool\n\n## Current State\nHalf of the tables load\n\n${stable}\n## Next Action\nLoad May\n\n## Session Checkpoint\nAt row 880\n\n## Session March Summary\nTides, moons\n`,
      })
      await layout(user)
      await user.run('save', 'tides', ...NEXT)
      const text = user.recalls('checkpoint-tides.md')
      for (const was of ['Half of the tables load', 'Load May', 'At row 880', 'Tides, moons']) sees(text, was, 'within')
      sees(user.recalls('MEMORY.md'), stable, 'within')
      sees(String(/Current State|Session/.test(user.recalls('MEMORY.md'))), 'false')
    },
  ],
  [
    'A16',
    'sixteen saves at once of four names',
    async (user, sees) => {
      await layout(user)
      const names = ['urchin', 'limpet', 'goby', 'wrasse']
      const codes = await Promise.all(
        Array.from({ length: 16 }, (_, i) =>
          user.run('save', names[i % 4], '--next', `Count row ${i} in data/${i}.csv`),
        ),
      )
      sees(codes.map(({ code }) => code).join(''), '0'.repeat(16))
      const index = user.recalls('MEMORY.md')
      sees(
        index
          .match(/^- \*\*\w+\*\*/gm)
          ?.sort()
          .join(' ') ?? '',
        names
          .map((name) => `- **${name}**`)
          .sort()
          .join(' '),
      )
      for (const name of names) {
        const title = /## Next Action: (.*)/.exec(user.recalls(`checkpoint-${name}.md`))?.[1] ?? '?'
        sees(index, new RegExp(`\\*\\*${name}\\*\\* .* — noted next action: "${title}"`))
        sees(String((await user.run('history', name)).out.trim().split('\n').length), '4')
      }
    },
  ],
]
