// Seed 004, restore and what comes by itself, with data of one's own.
import { MEMORY, CHECKPOINTS, TASK, today, dayAgo, saved, working, bare, FILE, trash } from './quoin-work.mjs'

export const rows = [
  [
    'E8',
    '/checkpoint --restore with no sentinel, one of another session, two',
    async (user, sees) => {
      await bare(user)
      const one = `${CHECKPOINTS}/${dayAgo(2)}-tiles.md`
      const two = `${CHECKPOINTS}/${dayAgo(3)}-labels.md`
      user.write({
        [one]: saved('tiles', 'Split tiles.'),
        [one.replace('.md', '-precompact.md')]: saved('tiles', 'By the hook.'),
        [two]: saved('labels', 'Place labels.'),
      })
      await user.run('trust', 'quoin')
      const fresh = user.session()
      sees(
        (await fresh.say('/checkpoint --restore')).needs?.question ?? '',
        /^Resuming task: tiles\. Branch: feat\/tiles\. Last intent: Split tiles\./,
      )
      user.write({ [`${MEMORY}/pending-restore-aaaa.txt`]: `${one}\n` })
      sees(
        (await fresh.say('/checkpoint --restore')).needs?.question ?? '',
        /^Session-id mismatch: sentinel is from a prior session\. Using it anyway\.\nResuming task: tiles/,
      )
      user.write({ [`${MEMORY}/pending-restore-bbbb.txt`]: `${two}\n` })
      const asked = await fresh.say('/checkpoint --restore')
      sees(
        asked.needs?.question ?? '',
        /^Multiple pending-restore sentinels found\. Which session do you want to restore\?\n1\. Task: labels Branch: feat\/labels \(checkpoint: [-\d]+\)\n2\. Task: tiles Branch: feat\/tiles \(checkpoint: [-\d]+\)\nEnter number, or 'skip' to proceed to direct checkpoint lookup:|1\. Task: tiles [^]*2\. Task: labels/,
      )
      sees((await fresh.run('resume', '--sentinel', '9')).needs?.id ?? '', /again/)
      sees(
        (await fresh.run('resume', '--sentinel', '9', '--sentinel', 'x', '--reread', 'n', '--dry-run')).out,
        /^Resuming task: tiles/,
      )
      sees((await fresh.run('resume', '--sentinel', 'skip', '--reread', 'n', '--dry-run')).out, /^Resuming task: tiles/)
      const labels = /(\d)\. Task: labels/.exec(asked.needs?.question ?? '')?.[1] ?? '?'
      sees((await fresh.run('resume', '--sentinel', labels, '--reread', 'n')).out, /^Resuming task: labels/)
    },
  ],
  [
    'E9',
    '/checkpoint --restore, answered y; one artifact is gone',
    async (user, sees) => {
      const session = await working(user)
      await session.say('/checkpoint where tiles meet')
      user.remove(`.workflow_artifacts/${TASK}/review-3.md`)
      const fresh = user.session()
      const asked = await fresh.say('/checkpoint --restore')
      sees(
        asked.needs?.question ?? asked.err,
        /Resuming task: geo-index\. Branch: feat\/geo\. Last intent: where tiles meet\.?\nIn-flight artifacts: 4 paths\.\nOpen questions: 2 items\.\nRe-fire reads on artifacts now\? \[y \/ n\]/,
      )
      const done = await fresh.run('resume', '--reread', 'y')
      sees(done.out, /# Tiles\n1\. split/)
      sees(done.out, /review-3\.md: missing/)
    },
  ],
  [
    'E10',
    'a checkpoint of noise, with a sentinel',
    async (user, sees) => {
      await bare(user)
      const path = `${CHECKPOINTS}/${dayAgo(1)}-noise.md`
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
        [own]:
          'first of all\n=== BLOCKED PROMPT [2026-11-01T08:00:00Z] ===\nsplit it\n\nat nine\n=== BLOCKED PROMPT [2026-11-01T08:05:00Z] ===\nand merge\n',
      })
      const asked = await session.run('resume', '--reread', 'n')
      sees(
        asked.needs?.question ?? asked.err,
        /3 blocked prompt\(s\) were saved while context was overloaded:\n1\. \[legacy\] first of all\.\.\.\n2\. \[2026-11-01T08:00:00Z\] split it/,
      )
      sees(asked.needs?.question ?? '', 'Replay which? [all / 1 / 2 / 1,3 / edit 1 / none]', 'within')
      sees((await session.run('resume', '--reread', 'n', '--replay', 'perhaps')).needs?.question ?? '', /Replay which/)
      const done = await session.run('resume', '--reread', 'n', '--replay', '3,2')
      sees(done.out, /split it\n\nat nine\n\nand merge\n$/)
      sees(trash(user), new RegExp(`pending-prompt-${session.id}`))
      user.write({ [`${MEMORY}/pending-prompt-dddd.txt`]: 'merge the labels\n' })
      await session.say('/checkpoint')
      const stale = await session.run('resume', '--reread', 'n')
      sees(
        stale.needs?.question ?? '',
        new RegExp(
          `Stale pending-prompt sentinel detected \\(session-id MISMATCH: was dddd, current ${session.id}\\)\\.\nContent: merge the labels\n\\[y / n / delete\\]`,
        ),
      )
      await session.run('resume', '--reread', 'n', '--replay', 'n')
      sees(String(user.isThere(`${MEMORY}/pending-prompt-dddd.txt`)), 'true')
      await session.run('resume', '--reread', 'n', '--replay', 'delete')
      sees(String(user.isThere(`${MEMORY}/pending-prompt-dddd.txt`)), 'false')
      user.write({ [own]: 'just this one\n' })
      await session.say('/checkpoint')
      const legacy = await session.run('resume', '--reread', 'n')
      sees(legacy.needs?.question ?? '', /Your previous prompt was: just this one\nRun it now\? \[y \/ n \/ edit\]/)
      sees((await session.run('resume', '--reread', 'n', '--replay', 'y')).out, /just this one\n$/)
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
      session.prompt('Split tiles')
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
      const blocked = await session.types('And now merge the labels')
      sees(blocked.decision || `not blocked: ${blocked.model}${blocked.user}${blocked.err}`, 'block')
      const kept = await session.run('resume', '--reread', 'n', '--replay', 'all')
      sees(kept.out, /And now merge the labels\n$/)
    },
  ],
  [
    'E14',
    'a compaction that nobody asked for',
    async (user, sees) => {
      const session = await working(user)
      await session.begins()
      session.prompt('Split tiles')
      const answer = await session.fire('PreCompact', { trigger: 'auto', custom_instructions: '' })
      sees(`${answer.code}${answer.decision}${answer.out}`, '0')
      sees(user.files(CHECKPOINTS).join(), /-precompact\.md/)
      sees((await session.begins('compact')).model, /Split tiles/)
    },
  ],
  [
    'E15',
    'the home turned into a file: every event; doctor afterwards',
    async (user, sees) => {
      const session = user.session()
      user.write({ '.local/share/dogear': 'no folder' }, user.home)
      session.prompt('Split tiles')
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
