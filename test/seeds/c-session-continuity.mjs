// Seed 002, rule by rule, with data of one's own.
import { orbitWork } from './orbit-work.mjs'
import { re } from './words.mjs'

export const rowsOf = (w) => {
  const { PLACE, ORBIT, old, layout } = orbitWork(w)
  return [
    [
      'C1',
      `/checkpoint save ${w.other} --task "${w.task2}"; and one without a task`,
      async (user, sees) => {
        await layout(user)
        await user.say(`/checkpoint save ${w.other} --task "${w.task2}"`)
        sees(user.read(`${PLACE}/${w.other}.md`), re`\*\*Task:\*\* ${w.task2}\n`)
        const session = user.session()
        session.prompt(w.prompt)
        await session.say(`/checkpoint save ${w.third}`)
        sees(user.read(`${PLACE}/${w.third}.md`), re`\*\*Task:\*\* ${w.prompt}\n`)
        const { model } = await user.session().types(`/checkpoint save ${w.other} --task "${w.task2}"`)
        sees(model, re`name "${w.other}", task "${w.task2}"`)
      },
    ],
    [
      'C2',
      'a save of everything; the whole file',
      async (user, sees) => {
        await layout(user)
        const said = [
          '--task',
          w.task3,
          '--done',
          `${w.file4} lines 4-9 hold Kp`,
          '--next',
          `Run ${w.command2}`,
          '--blocker',
          w.blocker,
        ]
        await user.run('save', w.fourth, ...said, '--decision', w.decision2, '--context', w.context)
        sees(
          user.read(`${PLACE}/${w.fourth}.md`),
          re`^# Checkpoint: ${w.fourth}\n\n\*\*Created:\*\* [-\d]+ [\d:]+ GMT\+\d+\n\*\*Task:\*\* ${w.task3}\n\n## Progress\n- ${w.file4} lines 4-9 hold Kp\n\n## Next Action\nRun ${w.command2}\n\n## Blockers\n- ${w.blocker}\n\n## Key Decisions\n- ${w.decision2}\n\n## Relevant Context\n- ${w.context}\n`,
        )
      },
    ],
    [
      'C3',
      'SESSION-STATE.md with work; then an empty one, and a working buffer',
      async (user, sees) => {
        await layout(user)
        user.write({ 'SESSION-STATE.md': `## Current Task\n${w.task4}\n\n## Next\nRun tools/cal.py --axis z\n` })
        await user.say(`/checkpoint save ${w.names[0]}`)
        sees(
          user.read(`${PLACE}/${w.names[0]}.md`),
          re`\*\*Task:\*\* ${w.task4}\n[^]*## Next Action\nRun tools\/cal\.py --axis z`,
        )
        user.write({
          'SESSION-STATE.md': '',
          'memory/working-buffer.md': `## [2026-11-10 09:00] Agent (summary)\n${w.left}\n`,
        })
        sees(String((await user.session().say(`/checkpoint save ${w.names[1]}`)).code), '0')
        sees(user.read(`${PLACE}/${w.names[1]}.md`), re`${w.left}`)
      },
    ],
    [
      'C4',
      '/checkpoint list with a checkpoint, an autosave and a log',
      async (user, sees, seesNot) => {
        await old(user)
        user.write({
          [`${PLACE}/autosave.md`]: ORBIT.replace(w.name, 'autosave'),
          [`${PLACE}/autosave-log.md`]: '- x\n',
        })
        await user.run('trust', 'session-continuity')
        const { out } = await user.say('/checkpoint list')
        sees(out, re`${w.name}\t${w.day.iso}.*\t${w.task}`)
        sees(out, /\tauto\t/)
        seesNot(out, /autosave-log/)
      },
    ],
    [
      'C5',
      `/checkpoint resume ${w.name}, with ${w.file2} removed; "no" afterwards`,
      async (user, sees) => {
        await old(user)
        user.remove(w.file2)
        const asked = await user.say(`/checkpoint resume ${w.name}`)
        sees(asked.out, re`^⚠️ Stale warnings[^]*${w.file2}: missing[^]*📌 Resume: ${w.name}`)
        sees(asked.out, re`Saved: ${w.day.clock} GMT\+8 \(.* ago\)`)
        sees(
          asked.out,
          re`🔜 Next action: Run ${w.command} and compare with ${w.file3}\nReady to continue\? \(yes\/no\)`,
        )
        sees((await user.run('resume', w.name, '--yes')).out, re`Run ${w.command}`)
        sees((await user.run('resume', w.name, '--fresh')).out, /^Starting fresh\./)
        sees(String(user.isThere(`${PLACE}/${w.name}.md`)), 'false')
        sees((await user.run('history', w.name)).out, re`Run ${w.command}`)
      },
    ],
    [
      'C6',
      `/checkpoint delete ${w.name}`,
      async (user, sees) => {
        await old(user)
        sees((await user.say(`/checkpoint delete ${w.name}`)).out, `Deleted checkpoint "${w.name}"\n`)
        sees(String(user.isThere(`${PLACE}/${w.name}.md`)), 'false')
        sees((await user.run('list', '--quiet')).out, '')
      },
    ],
    [
      'C7',
      '/checkpoint save with each forbidden name, and one that is not kebab-case',
      async (user, sees) => {
        await layout(user)
        const session = user.session()
        session.prompt(w.suggest.prompt)
        for (const name of ['task', 'work', 'save', 'untitled', 'backup'])
          sees((await session.say(`/checkpoint save ${name}`)).err, w.suggest.refused)
        sees((await session.run('save', 'Star Map')).err, /try "star-map"/)
        sees(String(user.files(PLACE).length), '0')
      },
    ],
    [
      'C8',
      'vague text, and the same said concretely, with --strict',
      async (user, sees) => {
        await layout(user)
        const vague = ['--task', 'Star map', '--done', 'worked on the renderer', '--next', 'keep going']
        const warned = await user.run('save', 'star-map', ...vague)
        sees(warned.err, /"worked on the renderer"/)
        sees(warned.err, /"keep going"/)
        sees(String((await user.run('save', 'star-grid', ...vague, '--strict')).code), '4')
        const good = [
          '--done',
          'src/stars.c lines 3-40 read FITS',
          '--next',
          'Run make render && open out.png',
          '--decision',
          'FITS — the survey has no other',
        ]
        const fine = await user.run('save', 'star-grid', '--task', 'Star grid', ...good, '--strict')
        sees(`${fine.code}${fine.err}`, '0')
      },
    ],
  ]
}
