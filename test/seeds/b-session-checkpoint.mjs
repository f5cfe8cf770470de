// Seed 001, rule by rule, with data of one's own.
import { re } from './words.mjs'

export const rowsOf = (w) => {
  const RESUME = 'Resume any: `continue` or `continue {name}`'

  const file = (name, branch, leftOff, more = '') => `# Checkpoint: ${name}

- **Branch:** \`${branch}\`
- **Saved:** ${w.day.clock}
${more}
## Left Off

${leftOff}

## Done This Session

- Sorted the invoices in app/invoices.py

## Failed Approaches

- ${w.tried} — ${w.why}

## Modified Files

- app/invoices.py
`
  const LEDGER = file(w.name, w.branch, `${w.waiting} to name the field; options were A (poll) and B (push).`)
  const INDEX = `# ${w.heading}\n\n## Active Checkpoints\n- **${w.name}** (${w.branch}, ${w.day.short}) — ${w.waiting}\n\n${RESUME}\n\n## Rules\n- ${w.stable}\n`

  const layout = (user) => user.run('config', 'layout', 'session-checkpoint')
  const old = (user) => user.remembers({ 'MEMORY.md': INDEX, [`checkpoint-${w.name}.md`]: LEDGER })
  const PLAN = `# Match payments to invoices\n\n- [x] ${w.steps[0]}\n- [ ] ${w.steps[1]}\n- [ ] ${w.steps[2]}\n`

  return [
    [
      'B1',
      `save checkpoint, after "${w.suggest.prompt}"; the suggestion taken, and another name`,
      async (user, sees) => {
        await layout(user)
        const session = user.session()
        session.prompt(w.suggest.prompt)
        const asked = await session.say('save checkpoint')
        const suggested = asked.needs?.options[0].value ?? '?'
        sees(JSON.stringify(asked.needs?.options ?? asked), /Use '[a-z]+(-[a-z]+){1,3}' \(Recommended\)/)
        sees(suggested, w.suggest.words)
        sees(
          (await session.run('save', suggested)).out,
          `Checkpoint "${suggested}" saved. Resume anytime: \`continue ${suggested}\`\n`,
        )
        sees((await session.say(`save checkpoint ${w.typed}`)).out, re`Checkpoint "${w.typedAs}" saved\.`)
      },
    ],
    [
      'B2',
      `a session that ends with an open question and two options; save checkpoint ${w.single2}`,
      async (user, sees, seesNot) => {
        await layout(user)
        const session = user.session()
        session.prompt(w.prompt)
        session.says(`There are two options: book ${w.single2} per payment, or once per month. Which one do you want?`)
        await session.run('save', w.single2, '--left-off', w.left2, '--question', w.question)
        const text = user.recalls(`checkpoint-${w.single2}.md`)
        sees(text, re`## Left Off\n+${w.left2}[^#]*${w.question}`)
        seesNot(text, /Next:/)
        await session.say(`save checkpoint ${w.third}`)
        sees(user.recalls(`checkpoint-${w.third}.md`), /## Left Off\n+[^#]*(?:options|Which one do you want)/)
      },
    ],
    [
      'B3',
      'plan mode; "implement this plan" without a path, with todos of the newest plan file',
      async (user, sees) => {
        await layout(user)
        user.write({ [`.claude/plans/${w.plan}.md`]: PLAN }, user.home)
        const session = user.session()
        session.prompt('Implement this plan')
        session.calls('TodoWrite', {
          todos: [
            {
              content: w.steps[1],
              status: 'in_progress',
              activeForm: 'Matching payments by reference',
            },
          ],
        })
        await session.say('save checkpoint matching')
        sees(
          user.recalls('checkpoint-matching.md'),
          re`- \*\*Plan:\*\* \`~\/\.claude\/plans\/${w.plan}\.md\` \(step 2 of 3\)`,
        )
        const named = user.session()
        named.prompt(`Go on with ~/.claude/plans/${w.plan}.md`)
        await named.say('save checkpoint named-plan')
        sees(
          user.recalls('checkpoint-named-plan.md'),
          re`Plan:\*\* \`~\/\.claude\/plans\/${w.plan}\.md\` \(step 2 of 3\)`,
        )
      },
    ],
    [
      'B4',
      `save checkpoint ${w.name}, which is there`,
      async (user, sees) => {
        old(user)
        const asked = await user.say(`save checkpoint ${w.name}`)
        sees(asked.needs?.options.map(({ label }) => label).join(' / ') ?? asked.err, /Overwrite \/ Different name/)
        sees(JSON.stringify(asked.needs), re`${w.day.clock}[^]*${w.waiting}`)
        sees(
          (await user.run('save', w.name, '--left-off', 'The bank answered', '--overwrite')).out,
          re`Checkpoint "${w.name}" saved`,
        )
      },
    ],
    [
      'B5',
      'a save; the whole file',
      async (user, sees) => {
        await layout(user)
        await user.run('save', w.single3, '--left-off', w.left, '--done', `${w.file} reads rates`, '--file', w.file)
        sees(
          user.recalls(`checkpoint-${w.single3}.md`),
          re`^# Checkpoint: ${w.single3}\n+- \*\*Branch:\*\* \`main\`\n- \*\*Saved:\*\* [-\d]+ [\d:]+\n\n## Left Off\n+${w.left}\n\n## Done This Session\n+- ${w.file} reads rates\n\n## Failed Approaches\n+- None\n\n## Modified Files\n+- ${w.file}.*\n$`,
        )
      },
    ],
    [
      'B6',
      `the bullet of a save, with a name that the seed allows: ${w.hash}`,
      async (user, sees) => {
        old(user)
        await user.run('save', w.hash, '--left-off', w.later)
        sees(user.recalls('MEMORY.md'), re.m`^- \*\*${w.hash}\*\* \(main, [A-Z][a-z]{2} \d\d\) — noted: "${w.later}"$`)
        sees(user.recalls('MEMORY.md'), `\n${RESUME}\n`, 'within')
        sees(user.recalls('MEMORY.md'), `\n## Rules\n- ${w.stable}\n`, 'within')
      },
    ],
    [
      'B7',
      `save checkpoint ${w.single3}: the whole answer`,
      async (user, sees) => {
        await layout(user)
        const said = await user.say(`save checkpoint ${w.single3}`)
        sees(said.out, `Checkpoint "${w.single3}" saved. Resume anytime: \`continue ${w.single3}\`\n`)
      },
    ],
    [
      'B8',
      'continue: with none, with two',
      async (user, sees) => {
        await layout(user)
        sees((await user.say('continue')).err, /No saved checkpoints found\./)
        old(user)
        user.remembers({ [`checkpoint-${w.other}.md`]: file(w.other, w.branch2, `${w.title}.`) })
        const asked = await user.say('resume')
        sees(
          JSON.stringify(asked.needs?.options ?? asked),
          re`${w.branch}[^]*${w.day.date}|${w.branch}[^]*${w.day.short}`,
        )
        sees((await user.session().types('continue')).model, re`${w.name}[^]*${w.other}|${w.other}[^]*${w.name}`)
      },
    ],
    [
      'B9',
      `the file is removed, the bullet is not: continue ${w.name}`,
      async (user, sees, seesNot) => {
        user.remembers({ 'MEMORY.md': INDEX })
        const said = await user.say(`continue ${w.name}`)
        sees(said.out + said.err, /Checkpoint file missing \(cleaned up stale entry\)/)
        seesNot(user.recalls('MEMORY.md'), re`${w.name}|Active Checkpoints`)
      },
    ],
    [
      'B10',
      `continue ${w.name}, then dogear restore ${w.name}`,
      async (user, sees) => {
        old(user)
        const said = await user.say(`continue ${w.name}`)
        sees(said.out, re`${w.waiting} to name the field`)
        sees(String(user.isThere(`checkpoint-${w.name}.md`, user.memory)), 'false')
        sees(user.recalls('MEMORY.md'), `# ${w.heading}\n\n## Rules\n- ${w.stable}\n`)
        sees(String(/clean|consum|clear/i.test(said.out + said.err)), 'false')
        await user.run('restore', w.name)
        sees(user.recalls(`checkpoint-${w.name}.md`), re`${w.waiting}`)
      },
    ],
    [
      'B11',
      'clear all checkpoints, of three',
      async (user, sees) => {
        old(user)
        user.remembers({ [`checkpoint-${w.other}.md`]: file(w.other, w.branch2, `${w.title}.`) })
        await user.run('save', w.foreign, '--left-off', w.done)
        sees((await user.say('clear all checkpoints')).out, 'Cleared 3 checkpoint(s)\n')
        sees(user.recalls('MEMORY.md'), `# ${w.heading}\n\n## Rules\n- ${w.stable}\n`)
      },
    ],
  ]
}
