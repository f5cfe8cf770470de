// Seed 004, rule by rule, with data of one's own.
import { quoinWork } from './quoin-work.mjs'
import { re } from './words.mjs'

export const rowsOf = (w) => {
  const { MEMORY, CHECKPOINTS, TASK, today, working, bare, FILE } = quoinWork(w)
  return [
    [
      'E1',
      '[no-redispatch:4] /checkpoint, then [no-redispatch] /checkpoint; config draft with a command that is not there',
      async (user, sees) => {
        const session = await working(user)
        const stopped = await session.say('[no-redispatch:4] /checkpoint')
        sees(
          stopped.err,
          'Quoin self-dispatch hard-cap reached at N=4 in checkpoint. This indicates a recursion bug; aborting before any tool calls. Re-invoke with [no-redispatch] (bare) to override.',
          'within',
        )
        sees(String(user.files(CHECKPOINTS).length), '0')
        sees((await session.types('[no-redispatch:4] /checkpoint')).model, /hard-cap reached at N=4/)
        sees((await session.say('[no-redispatch] /checkpoint')).out, /^Checkpoint saved to: /)
        const draft = await session.run('save', '--draft', 'no-such-drafter')
        sees(
          `${draft.code} ${draft.err}`,
          /^0 [^]*\[quoin-stage-1: subagent dispatch unavailable; proceeding at current tier\]/,
        )
      },
    ],
    [
      'E2',
      'a save whose drafting takes a while, and a compaction meanwhile',
      async (user, sees) => {
        const session = await working(user)
        await session.begins()
        session.prompt(`${w.unfinished} in ${w.file}`)
        user.write({ 'draft.sh': '#!/bin/sh\nsleep 2\necho "{}"\n' })
        const started = Date.now()
        const save = session.run('save', '--draft', 'sh draft.sh').then((ran) => ({ ...ran, at: Date.now() }))
        await new Promise((resolve) => setTimeout(resolve, 700))
        await session.fire('PreCompact', { trigger: 'auto', custom_instructions: '' })
        const compacted = Date.now()
        const done = await save
        sees(`save ${done.code}`, 'save 0')
        sees(
          `compaction waited: ${compacted + 300 >= done.at || compacted - started > 1500}`,
          'compaction waited: true',
        )
        const names = user.files(CHECKPOINTS).join()
        sees(names, new RegExp(`${TASK}\\.md`))
      },
    ],
    [
      'E3',
      `/checkpoint ${w.intent}`,
      async (user, sees) => {
        const session = await working(user)
        sees((await session.say(`/checkpoint ${w.intent}`)).out, `Checkpoint saved to: ${FILE()}`, 'within')
        const text = user.read(FILE())
        sees(
          text,
          re`## Current stage\nreview\n## Active task\n${w.name}\n## Branch\n${w.branch}\n## Last user intent\n${w.intent}\n`,
        )
        sees(
          text,
          re`## Open questions\n- ${w.questions[0]}\n- ${w.questions[1]}\n## Decisions made\n- ${w.decision}\n## Unfinished work\n- ${w.unfinished}\n`,
        )
        sees(user.files(CHECKPOINTS).join(), `${today()}-${TASK}.md`)
      },
    ],
    [
      'E4',
      'the artifacts of the file',
      async (user, sees, seesNot) => {
        const session = await working(user)
        await session.say('/checkpoint')
        const text = user.read(FILE())
        sees(
          text,
          new RegExp(
            `- current-plan\\.md: \\.workflow_artifacts/${TASK}/current-plan\\.md\n- architecture\\.md: \\(none found\\)\n- latest critic-response: \\.workflow_artifacts/${TASK}/critic-response-11\\.md\n- latest review: \\.workflow_artifacts/${TASK}/review-3\\.md\n- session-state: \\.workflow_artifacts/memory/sessions/`,
          ),
        )
        seesNot(text, /SECRET-OF/)
      },
    ],
    [
      'E5',
      'sections in their order, the name, and a checkpoint of over 4 KB',
      async (user, sees) => {
        const session = await working(user)
        await session.say('/checkpoint')
        sees(
          (user.read(FILE()).match(/^## .*/gm) ?? []).join(' '),
          '## Status ## Current stage ## Active task ## Branch ## Last user intent ## In-flight artifacts ## Open questions ## Decisions made ## Unfinished work ## Restore hint',
        )
        const questions = Array.from({ length: 60 }, (_, i) => [
          '--question',
          `Shall tile ${i} of the northern sheet be split at zoom ${i}, or be left as a whole?`,
        ]).flat()
        const big = await session.run('save', ...questions)
        sees(
          big.err,
          /\[quoin checkpoint\] WARNING: checkpoint file \S+ exceeds 4 KB soft cap \(\d+ bytes\) — paths-not-content rule may be violated; check for accidentally-included content\./,
        )
        sees(String(big.code), '0')
      },
    ],
    [
      'E6',
      '/checkpoint in a session; a save without one; four sessions that only end turns',
      async (user, sees) => {
        const session = await working(user)
        await session.say('/checkpoint')
        sees(user.read(`${MEMORY}/pending-restore-${session.id}.txt`), `${FILE()}\n`)
        user.remove(`${MEMORY}/pending-restore-${session.id}.txt`)
        for (let i = 0; i < 4; i++) {
          const other = user.session()
          await other.begins()
          other.prompt(`Look at tile ${i}`)
          await other.ends()
        }
        sees(
          user
            .files(MEMORY)
            .filter((name) => name.startsWith('pending-restore'))
            .join(),
          '',
        )
        user.remove('.workflow_artifacts')
        await bare(user)
        const none = await user.run('save', w.other, '--next', w.next, '--no-transcript')
        sees(none.err, /no pending-restore sentinel was written/)
        sees(user.files(CHECKPOINTS).join(), re`${w.other}\.md`)
      },
    ],
    [
      'E7',
      '/checkpoint, /checkpoint --restore, turns that end: the ledger with rows of 6, 7 and 8 columns',
      async (user, sees) => {
        const session = await working(user)
        await session.say('/checkpoint')
        session.prompt('Go on')
        await session.ends()
        const fresh = user.session()
        await fresh.run('resume', '--reread', 'n')
        const ledger = user.read(`.workflow_artifacts/${TASK}/cost-ledger.md`).trim().split('\n')
        sees(String(ledger.length), '5')
        sees(ledger[2], 'c | 2026-01-03 | plan | opus | task | plan | 0 | eight')
        sees(ledger[3], `${session.id} | ${today()} | checkpoint | haiku | task | save | 0`)
        sees(ledger[4], `${fresh.id} | ${today()} | checkpoint | haiku | task | restore | 0`)
      },
    ],
  ]
}
