// Seed 004, restore and what comes by itself, with data of one's own.
import { quoinWork } from './quoin-work.mjs'
import { re } from './words.mjs'

export const rowsOf = (w) => {
  const { MEMORY, CHECKPOINTS, TASK, today, dayAgo, saved, working, bare, FILE, trash } = quoinWork(w)
  return [
    [
      'E8',
      '/checkpoint --restore with no sentinel, one of another session, two',
      async (user, sees) => {
        await bare(user)
        const one = `${CHECKPOINTS}/${dayAgo(2)}-${w.single}.md`
        const two = `${CHECKPOINTS}/${dayAgo(3)}-${w.single2}.md`
        user.write({
          [one]: saved(w.single, `${w.unfinished}.`),
          [one.replace('.md', '-precompact.md')]: saved(w.single, `${w.later}.`),
          [two]: saved(w.single2, `Place ${w.single2}.`),
        })
        await user.run('trust', 'quoin')
        const fresh = user.session()
        sees(
          (await fresh.say('/checkpoint --restore')).needs?.question ?? '',
          re`^Resuming task: ${w.single}\. Branch: feat\/${w.single}\. Last intent: ${w.unfinished}\.`,
        )
        user.write({ [`${MEMORY}/pending-restore-aaaa.txt`]: `${one}\n` })
        sees(
          (await fresh.say('/checkpoint --restore')).needs?.question ?? '',
          re`^Session-id mismatch: sentinel is from a prior session\. Using it anyway\.\nResuming task: ${w.single}`,
        )
        user.write({ [`${MEMORY}/pending-restore-bbbb.txt`]: `${two}\n` })
        const asked = await fresh.say('/checkpoint --restore')
        sees(
          asked.needs?.question ?? '',
          re`^Multiple pending-restore sentinels found\. Which session do you want to restore\?\n1\. Task: ${w.single2} Branch: feat\/${w.single2} \(checkpoint: [-\d]+\)\n2\. Task: ${w.single} Branch: feat\/${w.single} \(checkpoint: [-\d]+\)\nEnter number, or 'skip' to proceed to direct checkpoint lookup:|1\. Task: ${w.single} [^]*2\. Task: ${w.single2}`,
        )
        sees((await fresh.run('resume', '--sentinel', '9')).needs?.id ?? '', /again/)
        sees(
          (await fresh.run('resume', '--sentinel', '9', '--sentinel', 'x', '--reread', 'n', '--dry-run')).out,
          re`^Resuming task: ${w.single}`,
        )
        sees(
          (await fresh.run('resume', '--sentinel', 'skip', '--reread', 'n', '--dry-run')).out,
          re`^Resuming task: ${w.single}`,
        )
        const labels = re`(\d)\. Task: ${w.single2}`.exec(asked.needs?.question ?? '')?.[1] ?? '?'
        sees((await fresh.run('resume', '--sentinel', labels, '--reread', 'n')).out, re`^Resuming task: ${w.single2}`)
      },
    ],
    [
      'E9',
      '/checkpoint --restore, answered y; one artifact is gone',
      async (user, sees) => {
        const session = await working(user)
        await session.say(`/checkpoint ${w.intent}`)
        user.remove(`.workflow_artifacts/${TASK}/review-3.md`)
        const fresh = user.session()
        const asked = await fresh.say('/checkpoint --restore')
        sees(
          asked.needs?.question ?? asked.err,
          re`Resuming task: ${w.name}\. Branch: ${w.branch}\. Last intent: ${w.intent}\.?\nIn-flight artifacts: 4 paths\.\nOpen questions: 2 items\.\nRe-fire reads on artifacts now\? \[y \/ n\]`,
        )
        const done = await fresh.run('resume', '--reread', 'y')
        sees(done.out, /# Tiles\n1\. split/)
        sees(done.out, /review-3\.md: missing/)
      },
    ],
    [
      'E10',
      `a checkpoint of ${w.third}, with a sentinel`,
      async (user, sees) => {
        await bare(user)
        const path = `${CHECKPOINTS}/${dayAgo(1)}-${w.third}.md`
        user.write({ [path]: 'xx yy\nzz', [`${MEMORY}/pending-restore-cccc.txt`]: `${path}\n` })
        await user.run('trust', 'quoin')
        const told = await user.session().say('/checkpoint --restore')
        sees(
          told.err,
          /xx yy\n(?: {2})?zz[^]*Manual recovery — please paste the checkpoint content above and I will reconstruct state\./,
        )
        sees(String(user.isThere(`${MEMORY}/pending-restore-cccc.txt`)), 'true')
      },
    ],
    [
      'E11',
      'blocked prompts: of this session in both formats, of another session',
      async (user, sees) => {
        const session = await working(user)
        await session.say('/checkpoint')
        const own = `${MEMORY}/pending-prompt-${session.id}.txt`
        user.write({
          [own]: `${w.asked[0]}\n=== BLOCKED PROMPT [2026-11-01T08:00:00Z] ===\n${w.asked[1]}\n\n${w.asked[2]}\n=== BLOCKED PROMPT [2026-11-01T08:05:00Z] ===\n${w.asked[3]}\n`,
        })
        const asked = await session.run('resume', '--reread', 'n')
        sees(
          asked.needs?.question ?? asked.err,
          re`3 blocked prompt\(s\) were saved while context was overloaded:\n1\. \[legacy\] ${w.asked[0]}\.\.\.\n2\. \[2026-11-01T08:00:00Z\] ${w.asked[1]}`,
        )
        sees(asked.needs?.question ?? '', 'Replay which? [all / 1 / 2 / 1,3 / edit 1 / none]', 'within')
        sees(
          (await session.run('resume', '--reread', 'n', '--replay', 'perhaps')).needs?.question ?? '',
          /Replay which/,
        )
        const done = await session.run('resume', '--reread', 'n', '--replay', '3,2')
        sees(done.out, re`${w.asked[1]}\n\n${w.asked[2]}\n\n${w.asked[3]}\n$`)
        sees(trash(user), new RegExp(`pending-prompt-${session.id}`))
        user.write({ [`${MEMORY}/pending-prompt-dddd.txt`]: `${w.asked[4]}\n` })
        await session.say('/checkpoint')
        const stale = await session.run('resume', '--reread', 'n')
        sees(
          stale.needs?.question ?? '',
          new RegExp(
            `Stale pending-prompt sentinel detected \\(session-id MISMATCH: was dddd, current ${session.id}\\)\\.\nContent: ${w.asked[4]}\n\\[y / n / delete\\]`,
          ),
        )
        await session.run('resume', '--reread', 'n', '--replay', 'n')
        sees(String(user.isThere(`${MEMORY}/pending-prompt-dddd.txt`)), 'true')
        await session.run('resume', '--reread', 'n', '--replay', 'delete')
        sees(String(user.isThere(`${MEMORY}/pending-prompt-dddd.txt`)), 'false')
        user.write({ [own]: `${w.asked[5]}\n` })
        await session.say('/checkpoint')
        const legacy = await session.run('resume', '--reread', 'n')
        sees(legacy.needs?.question ?? '', re`Your previous prompt was: ${w.asked[5]}\nRun it now\? \[y \/ n \/ edit\]`)
        sees((await session.run('resume', '--reread', 'n', '--replay', 'y')).out, re`${w.asked[5]}\n$`)
      },
    ],
    [
      'E12',
      'a restore; dogear trash; purge by age',
      async (user, sees) => {
        const session = await working(user)
        await session.say('/checkpoint')
        const fresh = user.session()
        await fresh.run('resume', '--reread', 'n')
        sees(trash(user), `pending-restore-${session.id}.txt`)
        sees(String(user.isThere(FILE())), 'true')
        await session.say('/checkpoint')
        await user.session().run('resume', '--reread', 'n')
        sees(String(user.files(`${MEMORY}/trash/${today()}`).length), '2')
        sees((await user.run('trash')).out, new RegExp(`pending-restore-${session.id}`))
        user.write({ [`${MEMORY}/trash/${dayAgo(40)}/pending-restore-old.txt`]: 'x\n' })
        await user.run('trash', 'purge', '--older-than', '30d')
        sees(String(user.isThere(`${MEMORY}/trash/${dayAgo(40)}/pending-restore-old.txt`)), 'false')
        sees(String(user.files(`${MEMORY}/trash/${today()}`).length), '2')
      },
    ],
    [
      'E13',
      'a prompt at 88 % of the context; with `block` set, the same prompt',
      async (user, sees) => {
        const session = await working(user)
        await session.begins()
        session.prompt(w.unfinished)
        session.uses(176_000)
        session.says('Half is split.')
        await session.ends('Half is split.')
        const told = await session.types('And now merge them')
        sees(told.model + told.user, /8\d ?%/)
        sees(told.decision, '')
        await user.run('config', 'block', 'on')
        await session.begins('resume')
        session.uses(194_000)
        session.says('Merging.')
        await session.ends('Merging.')
        await session.say('/checkpoint')
        const blocked = await session.types(`And now ${w.asked[4]}`)
        sees(blocked.decision || `not blocked: ${blocked.model}${blocked.user}${blocked.err}`, 'block')
        const kept = await session.run('resume', '--reread', 'n', '--replay', 'all')
        sees(kept.out, re`And now ${w.asked[4]}\n$`)
      },
    ],
    [
      'E14',
      'a compaction that nobody asked for',
      async (user, sees) => {
        const session = await working(user)
        await session.begins()
        session.prompt(w.unfinished)
        const answer = await session.fire('PreCompact', { trigger: 'auto', custom_instructions: '' })
        sees(`${answer.code}${answer.decision}${answer.out}`, '0')
        sees(user.files(CHECKPOINTS).join(), /-precompact\.md/)
        sees((await session.begins('compact')).model, re`${w.unfinished}`)
      },
    ],
    [
      'E15',
      'the home turned into a file: every event; doctor afterwards',
      async (user, sees) => {
        const session = user.session()
        user.write({ '.local/share/dogear': 'no folder' }, user.home)
        session.prompt(w.unfinished)
        const events = [
          ['SessionStart', { source: 'startup' }],
          ['UserPromptSubmit', { prompt: 'checkpoint' }],
          ['PreToolUse', { tool_name: 'Bash', tool_input: { command: 'make' } }],
          ['Stop', { stop_hook_active: false }],
          ['PreCompact', { trigger: 'auto' }],
          ['SessionEnd', { reason: 'other' }],
        ]
        for (const [event, more] of events) {
          const { code, out, err } = await session.fire(event, more)
          sees(`${event} ${code}${out}${err}`, `${event} 0`)
        }
        const told = await user.run('doctor')
        sees(told.out + told.err, /dogear.*(?:folder|directory|home)/i)
      },
    ],
  ]
}
