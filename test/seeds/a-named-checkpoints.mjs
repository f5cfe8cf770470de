// Seed 000, rule by rule, with data of one's own.
import { re } from './words.mjs'

export const rowsOf = (w) => {
  const RESUME = 'Resume any: `continue {name}`'

  const KELP = `# Checkpoint: ${w.name}
- **Branch:** \`${w.branch}\`
- **Saved:** ${w.day.clock}
- **Plan:** \`~/.claude/plans/${w.plan}.md\` (step 2 of 3)

## Next Action: ${w.title}
In ${w.file} replace CSV.read by CSV.foreach, then rake import

## Done This Session
- Header check in ${w.file}

## Failed Approaches
- ${w.tried} — ${w.why}

## Modified Files
- ${w.file}
`
  const REEF = KELP.replaceAll(w.name, w.other)
    .replace(w.branch, 'main')
    .replace(/- \*\*Plan.*\n/, '')
  const PLAN = `# Import\n\n## Step 1: ${w.steps[0]}\n\n## Step 2: ${w.steps[1]}\n\n## Step 3: ${w.steps[2]}\n`
  const INDEX = `# ${w.heading}\n\n## Active Checkpoints\n- **${w.name}** (${w.branch}, ${w.day.bullet}) — ${w.title}\n\n${RESUME}\n\n## Style\n- ${w.stable}\n`

  const old = (user) => {
    user.remembers({ 'MEMORY.md': INDEX, [`checkpoint-${w.name}.md`]: KELP })
    user.write({ [`.claude/plans/${w.plan}.md`]: PLAN }, user.home)
  }
  const layout = (user) => user.run('config', 'layout', 'named-checkpoints')
  const STATED = ['--done', w.done, '--failed', `${w.failed} — ${w.because}`]
  const NEXT = ['--next', w.next]

  return [
    [
      'A1',
      `checkpoint ${w.typed}; then, on the branch ${w.typedBranch}: checkpoint`,
      async (user, sees) => {
        await layout(user)
        sees((await user.say(`checkpoint ${w.typed}`)).out, re`saved -> checkpoint-${w.typedAs}\.md`)
        user.git('switch', '--quiet', '--create', w.typedBranch)
        sees((await user.say('checkpoint')).out, re`saved -> checkpoint-${w.typedBranchAs}\.md`)
        sees((await user.run('save', '--', '--Odd')).out, /saved -> checkpoint-odd\.md/)
      },
    ],
    [
      'A2',
      'files in the memory folder of Claude Code; nobody says where',
      async (user, sees) => {
        old(user)
        sees((await user.run('list', '--quiet')).out, re.m`^${w.name}$`)
        user.write({ 'm/checkpoint-elsewhere.md': KELP }, user.home)
        sees((await user.runs({ DOGEAR_MEMORY_DIR: `${user.home}/m` }, 'list', '--quiet')).out, /^elsewhere$/m)
        sees((await user.run('list', '--quiet', '--memory-dir', `${user.home}/m`)).out, /^elsewhere$/m)
        const inSub = user.dir
        user.write({ 'deep/er/x': '' })
        user.dir = `${inSub}/deep/er`
        sees((await user.run('list', '--quiet')).out, re.m`^${w.name}$`)
      },
    ],
    [
      'A3',
      `seventeen new files beside an old one, then: checkpoint ${w.third}`,
      async (user, sees) => {
        await layout(user)
        user.write({ 'tables/t09.csv': '1' })
        user.git('add', 'tables')
        user.git('commit', '--quiet', '--message', 'first table')
        user.write(Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`tables/t${i + 10}.csv`, '1'])))
        await user.say(`checkpoint ${w.third}`)
        const text = user.recalls(`checkpoint-${w.third}.md`)
        sees(text, /\*\*Branch:\*\* `main`/)
        sees(text, /\*\*Saved:\*\* \d{4}-\d\d-\d\d \d\d:\d\d/)
        sees(text, /tables\/t26\.csv|… and \d+ more/)
      },
    ],
    [
      'A4',
      `a session with an edit, a failed command and a reason; then: checkpoint ${w.single4}`,
      async (user, sees) => {
        await layout(user)
        const session = user.session()
        session.prompt(w.prompt)
        user.write({ [w.file2]: `${w.code}\n` })
        session.calls('Write', { file_path: `${user.dir}/${w.file2}`, content: `${w.code}\n` }, 'File created')
        session.calls('Bash', { command: 'rake test' }, 'Exit code 1\nExpected 4, got 5', true)
        session.says(w.saying.text)
        await session.say(`checkpoint ${w.single4}`)
        const text = user.recalls(`checkpoint-${w.single4}.md`)
        sees(text, re.i`## Next Action: .*${w.saying.next}`)
        sees(text, re`## Failed Approaches\n(?:- .*\n)*- .*${w.saying.failed}.*${w.saying.why}`)
        sees(text, /## Done This Session\n- (?!None).*/)
        sees(text, re`## Modified Files\n- ${w.file2}`)
      },
    ],
    [
      'A5',
      'a session that speaks of a plan file with steps; another one that does not',
      async (user, sees, seesNot) => {
        await layout(user)
        user.write({ [`.claude/plans/${w.plan}.md`]: PLAN }, user.home)
        const bare = user.session()
        bare.prompt(`Rename the ${w.single2} map`)
        await bare.say(`checkpoint ${w.single2}`)
        seesNot(user.recalls(`checkpoint-${w.single2}.md`), /Plan:/)
        const session = user.session()
        session.prompt(`Do step 2 of ~/.claude/plans/${w.plan}.md`)
        await session.say(`checkpoint ${w.single}`)
        sees(
          user.recalls(`checkpoint-${w.single}.md`),
          re`- \*\*Plan:\*\* \`~\/\.claude\/plans\/${w.plan}\.md\` \(step 2 of 3\)`,
        )
      },
    ],
    [
      'A6',
      'a save with everything stated; the whole file',
      async (user, sees) => {
        await layout(user)
        await user.run('save', 'retry', ...STATED, ...NEXT, '--file', w.file3)
        sees(
          user.recalls('checkpoint-retry.md'),
          re`^# Checkpoint: retry\n- \*\*Branch:\*\* \`main\`\n- \*\*Saved:\*\* [-\d]+ [\d:]+\n\n## Next Action: ${w.next}\n\n## Done This Session\n- ${w.done}\n\n## Failed Approaches\n- ${w.failed} — ${w.because}\n\n## Modified Files\n- ${w.file3}.*\n$`,
        )
      },
    ],
    [
      'A7',
      'MEMORY.md of somebody, with a section behind ours: a new name, the same again, no MEMORY.md',
      async (user, sees) => {
        old(user)
        await user.run('save', w.odd, ...NEXT)
        await user.run('save', w.name, '--next', w.later)
        const text = user.recalls('MEMORY.md').replace(/[A-Z][a-z]{2} \d\d \d\d:\d\d/g, 'T')
        sees(
          text,
          `# ${w.heading}\n\n## Active Checkpoints\n- **${w.name}** (main, T) — noted next action: "${w.later}"\n- **${w.odd}** (main, T) — noted next action: "${w.next}"\n\n${RESUME}\n\n## Style\n- ${w.stable}\n`,
        )
        user.remove('MEMORY.md', user.memory)
        await user.run('save', w.foreign, ...NEXT)
        sees(user.recalls('MEMORY.md'), /^# Project Memory\n\n## Active Checkpoints\n/)
        sees(user.recalls('MEMORY.md'), re`- \*\*${w.foreign}\*\* `)
      },
    ],
    [
      'A8',
      'a save with a plan in the session, a save without',
      async (user, sees, seesNot) => {
        await layout(user)
        user.write({ [`.claude/plans/${w.plan}.md`]: PLAN }, user.home)
        const session = user.session()
        session.prompt(`Do step 2 of ~/.claude/plans/${w.plan}.md`)
        sees(
          (await session.run('save', w.single, ...NEXT)).out,
          re`\/clear then: continue ${w.single}\nNext: ${w.next}`,
        )
        const bare = user.session()
        bare.prompt(`Why is the ${w.single3} off by one?`)
        const said = (await bare.run('save', w.single3, ...STATED, ...NEXT)).out
        sees(said, re`\/compact .*${w.failed} — ${w.because}`)
        seesNot(said, re`continue ${w.single3}`)
      },
    ],
    [
      'A9',
      'continue: with none, with one, with two',
      async (user, sees) => {
        await layout(user)
        sees((await user.say('continue checkpoint')).err, /No checkpoints found\./)
        user.remembers({ [`checkpoint-${w.other}.md`]: REEF })
        sees((await user.say('continue checkpoint')).out, re`^# Resuming: ${w.other}`)
        user.remembers({ [`checkpoint-${w.name}.md`]: KELP })
        user.git('switch', '--quiet', '--create', 'other')
        sees(
          (await user.say('continue checkpoint')).needs?.options
            .map(({ value }) => value)
            .sort()
            .join(),
          [w.name, w.other].sort().join(),
        )
        sees((await user.session().types('what was I working on?')).model, re`- (${w.name}|${w.other}) \(`)
      },
    ],
    [
      'A10',
      `continue ${w.nobody}, which nobody saved`,
      async (user, sees) => {
        old(user)
        user.remembers({ [`checkpoint-${w.other}.md`]: REEF })
        const said = await user.say(`continue ${w.nobody}`)
        sees(said.err, re`one of: (${w.name}, ${w.other}|${w.other}, ${w.name})`)
      },
    ],
    [
      'A11',
      `on main: continue ${w.name}, saved on ${w.branch}`,
      async (user, sees) => {
        old(user)
        const { out } = await user.say(`continue ${w.name}`)
        sees(
          out,
          `Warning: You're on \`main\` but checkpoint was saved on \`${w.branch}\`. Switch with: git checkout ${w.branch}`,
          'within',
        )
        sees(out, re`${w.title}`)
      },
    ],
    [
      'A12',
      `continue ${w.name}, whose plan stands at step 2`,
      async (user, sees) => {
        old(user)
        sees(
          (await user.say(`continue ${w.name}`)).out,
          re`${w.plan}\.md \(step 2 of 3\)[^]*step 2, now: .*${w.steps[1]}`,
        )
      },
    ],
    [
      'A13',
      `continue ${w.name}, where something failed`,
      async (user, sees) => {
        old(user)
        const { out } = await user.say(`continue ${w.name}`)
        sees(out, re`⚠ Previously failed: ${w.tried} — ${w.why}\nDo not repeat failed approaches`)
        sees(String(out.indexOf('Previously failed') < out.indexOf('## Next action')), 'true')
        const model = (await user.session().types(`continue ${w.name}`)).model
        sees(model, re`⚠ Previously failed: ${w.tried} — ${w.why}`)
      },
    ],
    [
      'A14',
      `clear checkpoint ${w.name}, the only one; save and clear ${w.under}`,
      async (user, sees, seesNot) => {
        old(user)
        sees((await user.say(`clear checkpoint ${w.name}`)).out, `Cleared checkpoint "${w.name}"\n`)
        sees(user.recalls('MEMORY.md'), `# ${w.heading}\n\n## Style\n- ${w.stable}\n`)
        sees(String(user.isThere(`checkpoint-${w.name}.md`, user.memory)), 'false')
        sees((await user.run('trash')).out, re`checkpoint-${w.name}\.md`)
        await user.run('save', w.under, ...NEXT)
        sees(user.recalls('MEMORY.md'), re`\*\*${w.under}\*\*`)
        await user.say(`clear checkpoint ${w.under}`)
        seesNot(user.recalls('MEMORY.md'), re`${w.under}|Active Checkpoints`)
      },
    ],
    [
      'A15',
      'MEMORY.md with four legacy sections between stable ones; the first save',
      async (user, sees) => {
        const stable = `## Hosts\n- ${w.single2}-1,  ${w.single2}-2\n`
        user.remembers({
          'MEMORY.md': `# ${w.heading}\n\n## Current State\n${w.legacy[0]}\n\n${stable}\n## Next Action\n${w.legacy[1]}\n\n## Session Checkpoint\n${w.legacy[2]}\n\n## Session March Summary\n${w.legacy[3]}\n`,
        })
        await layout(user)
        await user.run('save', 'tides', ...NEXT)
        const text = user.recalls('checkpoint-tides.md')
        for (const was of [w.legacy[0], w.legacy[1], w.legacy[2], w.legacy[3]]) sees(text, was, 'within')
        sees(user.recalls('MEMORY.md'), stable, 'within')
        sees(String(/Current State|Session/.test(user.recalls('MEMORY.md'))), 'false')
      },
    ],
    [
      'A16',
      'sixteen saves at once of four names',
      async (user, sees) => {
        await layout(user)
        const names = [w.four[0], w.four[1], w.four[2], w.four[3]]
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
}
