// Seed 001, rule by rule, with data of one's own.
const RESUME = 'Resume any: `continue` or `continue {name}`'

const file = (name, branch, leftOff, more = '') => `# Checkpoint: ${name}

- **Branch:** \`${branch}\`
- **Saved:** 2026-04-11 17:40
${more}
## Left Off

${leftOff}

## Done This Session

- Sorted the invoices in app/invoices.py

## Failed Approaches

- pandas — too slow to import

## Modified Files

- app/invoices.py
`
const LEDGER = file(
  'ledger-sync',
  'feat/ledger',
  'Waiting for the bank to name the field; options were A (poll) and B (push).',
)
const INDEX = `# Bookkeeping\n\n## Active Checkpoints\n- **ledger-sync** (feat/ledger, Apr 11) — Waiting for the bank\n\n${RESUME}\n\n## Rules\n- never round\n`

const layout = (user) => user.run('config', 'layout', 'session-checkpoint')
const old = (user) => user.remembers({ 'MEMORY.md': INDEX, 'checkpoint-ledger-sync.md': LEDGER })
const PLAN =
  '# Match payments to invoices\n\n- [x] parse payments\n- [ ] match payments by reference\n- [ ] report the rest\n'

export const rows = [
  [
    'B1',
    'save checkpoint, after "Match payments to open invoices in app/match.py"; the suggestion taken, and another name',
    async (user, sees) => {
      await layout(user)
      const session = user.session()
      session.prompt('Match payments to open invoices in app/match.py')
      const asked = await session.say('save checkpoint')
      const suggested = asked.needs?.options[0].value ?? '?'
      sees(JSON.stringify(asked.needs?.options ?? asked), /Use '[a-z]+(-[a-z]+){1,3}' \(Recommended\)/)
      sees(suggested, /match|payments|invoices/)
      sees(
        (await session.run('save', suggested)).out,
        `Checkpoint "${suggested}" saved. Resume anytime: \`continue ${suggested}\`\n`,
      )
      sees((await session.say('save checkpoint Q3 Close/Final')).out, /Checkpoint "q3-close-final" saved\./)
    },
  ],
  [
    'B2',
    'a session that ends with an open question and two options; save checkpoint fees',
    async (user, sees, seesNot) => {
      await layout(user)
      const session = user.session()
      session.prompt('How should bank fees be booked?')
      session.says('There are two options: book fees per payment, or once per month. Which one do you want?')
      await session.run(
        'save',
        'fees',
        '--left-off',
        'Fees are not booked yet',
        '--question',
        'Per payment or per month?',
      )
      const text = user.recalls('checkpoint-fees.md')
      sees(text, /## Left Off\n+Fees are not booked yet[^#]*Per payment or per month\?/)
      seesNot(text, /Next:/)
      await session.say('save checkpoint bankfees')
      sees(user.recalls('checkpoint-bankfees.md'), /## Left Off\n+[^#]*(?:options|Which one do you want)/)
    },
  ],
  [
    'B3',
    'plan mode; "implement this plan" without a path, with todos of the newest plan file',
    async (user, sees) => {
      await layout(user)
      user.write({ '.claude/plans/quiet-brook.md': PLAN }, user.home)
      const session = user.session()
      session.prompt('Implement this plan')
      session.calls('TodoWrite', {
        todos: [
          {
            content: 'match payments by reference',
            status: 'in_progress',
            activeForm: 'Matching payments by reference',
          },
        ],
      })
      await session.say('save checkpoint matching')
      sees(
        user.recalls('checkpoint-matching.md'),
        /- \*\*Plan:\*\* `~\/\.claude\/plans\/quiet-brook\.md` \(step 2 of 3\)/,
      )
      const named = user.session()
      named.prompt('Go on with ~/.claude/plans/quiet-brook.md')
      await named.say('save checkpoint named-plan')
      sees(user.recalls('checkpoint-named-plan.md'), /Plan:\*\* `~\/\.claude\/plans\/quiet-brook\.md` \(step 2 of 3\)/)
    },
  ],
  [
    'B4',
    'save checkpoint ledger-sync, which is there',
    async (user, sees) => {
      old(user)
      const asked = await user.say('save checkpoint ledger-sync')
      sees(asked.needs?.options.map(({ label }) => label).join(' / ') ?? asked.err, /Overwrite \/ Different name/)
      sees(JSON.stringify(asked.needs), /2026-04-11 17:40[^]*Waiting for the bank/)
      sees(
        (await user.run('save', 'ledger-sync', '--left-off', 'The bank answered', '--overwrite')).out,
        /Checkpoint "ledger-sync" saved/,
      )
    },
  ],
  [
    'B5',
    'a save; the whole file',
    async (user, sees) => {
      await layout(user)
      await user.run(
        'save',
        'vat',
        '--left-off',
        'Rates are read, totals are not',
        '--done',
        'app/vat.py reads rates',
        '--file',
        'app/vat.py',
      )
      sees(
        user.recalls('checkpoint-vat.md'),
        /^# Checkpoint: vat\n+- \*\*Branch:\*\* `main`\n- \*\*Saved:\*\* [-\d]+ [\d:]+\n\n## Left Off\n+Rates are read, totals are not\n\n## Done This Session\n+- app\/vat\.py reads rates\n\n## Failed Approaches\n+- None\n\n## Modified Files\n+- app\/vat\.py.*\n$/,
      )
    },
  ],
  [
    'B6',
    'the bullet of a save, with a name that the seed allows: fix#12',
    async (user, sees) => {
      old(user)
      await user.run('save', 'fix#12', '--left-off', 'Rates are read')
      sees(user.recalls('MEMORY.md'), /^- \*\*fix#12\*\* \(main, [A-Z][a-z]{2} \d\d\) — noted: "Rates are read"$/m)
      sees(user.recalls('MEMORY.md'), `\n${RESUME}\n`, 'within')
      sees(user.recalls('MEMORY.md'), '\n## Rules\n- never round\n', 'within')
    },
  ],
  [
    'B7',
    'save checkpoint vat: the whole answer',
    async (user, sees) => {
      await layout(user)
      const said = await user.say('save checkpoint vat')
      sees(said.out, 'Checkpoint "vat" saved. Resume anytime: `continue vat`\n')
    },
  ],
  [
    'B8',
    'continue: with none, with two',
    async (user, sees) => {
      await layout(user)
      sees((await user.say('continue')).err, /No saved checkpoints found\./)
      old(user)
      user.remembers({ 'checkpoint-dunning.md': file('dunning', 'feat/dunning', 'Letters are drafted.') })
      const asked = await user.say('resume')
      sees(JSON.stringify(asked.needs?.options ?? asked), /feat\/ledger[^]*2026-04-11|feat\/ledger[^]*Apr 11/)
      sees((await user.session().types('continue')).model, /ledger-sync[^]*dunning|dunning[^]*ledger-sync/)
    },
  ],
  [
    'B9',
    'the file is removed, the bullet is not: continue ledger-sync',
    async (user, sees, seesNot) => {
      user.remembers({ 'MEMORY.md': INDEX })
      const said = await user.say('continue ledger-sync')
      sees(said.out + said.err, /Checkpoint file missing \(cleaned up stale entry\)/)
      seesNot(user.recalls('MEMORY.md'), /ledger-sync|Active Checkpoints/)
    },
  ],
  [
    'B10',
    'continue ledger-sync, then dogear restore ledger-sync',
    async (user, sees) => {
      old(user)
      const said = await user.say('continue ledger-sync')
      sees(said.out, /Waiting for the bank to name the field/)
      sees(String(user.isThere('checkpoint-ledger-sync.md', user.memory)), 'false')
      sees(user.recalls('MEMORY.md'), '# Bookkeeping\n\n## Rules\n- never round\n')
      sees(String(/clean|consum|clear/i.test(said.out + said.err)), 'false')
      await user.run('restore', 'ledger-sync')
      sees(user.recalls('checkpoint-ledger-sync.md'), /Waiting for the bank/)
    },
  ],
  [
    'B11',
    'clear all checkpoints, of three',
    async (user, sees) => {
      old(user)
      user.remembers({ 'checkpoint-dunning.md': file('dunning', 'feat/dunning', 'Letters are drafted.') })
      await user.run('save', '登录', '--left-off', 'The form is there')
      sees((await user.say('clear all checkpoints')).out, 'Cleared 3 checkpoint(s)\n')
      sees(user.recalls('MEMORY.md'), '# Bookkeeping\n\n## Rules\n- never round\n')
    },
  ],
]
