// Seed 003, rule by rule, with data of one's own.
import { re } from './words.mjs'

export const rowsOf = (w) => {
  const GLOBAL = '.claude/checkpoints'
  const OLD = {
    timestamp: w.day.utc,
    summary: w.summary,
    decisions: [`Chose ${w.chosen} over ${w.rejected} because ${w.why2}`, w.deferred],
    next_action: `Write ${w.file}`,
    blockers: [],
    context: {
      active_plan: null,
      active_plan_stage: null,
      active_tdd_phase: 'red',
      files_in_progress: [w.file2],
    },
    team: 'search',
  }
  const json = (value) => `${JSON.stringify(value, null, 2)}\n`
  const old = async (user) => {
    user.write({ [`${GLOBAL}/${w.day.compact}.json`]: json(OLD) })
    await user.run('trust', 'decision-log')
  }
  const layout = (user) => user.run('config', 'layout', 'decision-log')
  const SAID = ['--task', w.task, '--decision', w.decision, '--next', `Run psql -f ${w.file}`]
  const newest = (user, folder = GLOBAL) => JSON.parse(user.read(`${folder}/${user.files(folder).at(-1)}`) || '{}')

  return [
    [
      'D1',
      `/checkpoint --summary "${w.summary2}"; and /checkpoint alone in a fresh project`,
      async (user, sees) => {
        await layout(user)
        await user.session().say(`/checkpoint --summary "${w.summary2}"`)
        sees(newest(user).summary ?? '', w.summary2)
        const asked = await user.session().say('/checkpoint')
        sees(asked.needs?.question ?? asked.out + asked.err, 'What are you currently working on?')
        sees(asked.needs?.answerWith ?? '', /--task .*--decision .*--next /)
      },
    ],
    [
      'D2',
      'an index with active_plan; none; a broken one',
      async (user, sees) => {
        await layout(user)
        await user.run('save', ...SAID)
        sees(String(user.files(GLOBAL).length), '1')
        user.write({ '.claude/state-index.json': json({ active_plan: w.plan, stage: 2 }) })
        await user.run('save', ...SAID, '--decision', 'Index by night because it locks')
        sees(user.files(`.claude/plans/${w.plan}/checkpoints`).join(), /^\d{8}T\d{6}Z\.json$/)
        user.write({ '.claude/state-index.json': '{"active_plan": "trgm-ro' })
        const said = await user.run('save', ...SAID, '--decision', 'No ranking because nobody asked')
        sees(said.out + said.err, /state-index\.json/)
        sees(String(user.files(GLOBAL).length), '2')
        sees(user.read('.claude/state-index.json'), '{"active_plan": "trgm-ro')
      },
    ],
    [
      'D3',
      'a save beside an old file with a key of somebody; the whole JSON',
      async (user, sees) => {
        await old(user)
        await user.run('save', ...SAID, '--file', w.file2)
        const one = newest(user)
        sees(Object.keys(one).slice(0, 6).join(), 'timestamp,summary,decisions,next_action,blockers,context')
        sees(Object.keys(one.context).join(), /^active_plan,active_plan_stage,active_tdd_phase,files_in_progress/)
        sees(one.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/)
        sees(one.decisions.join(), w.decision, 'within')
        sees(one.context.files_in_progress.join(), re`${w.file2}`)
        sees(user.read(`${GLOBAL}/${w.day.compact}.json`), json(OLD))
      },
    ],
    [
      'D4',
      'the answer of a save',
      async (user, sees) => {
        await layout(user)
        const { out } = await user.run('save', ...SAID)
        sees(
          out,
          re`CHECKPOINT SAVED\n━+\n\n {2}Location: \.claude\/checkpoints\/\d{8}T\d{6}Z\.json\n {2}Summary: {2}${w.task}.*\n {2}Decisions: 1 recorded\n {2}Next: {5}Run psql -f ${w.file}\n`,
        )
        sees(out, 'This context will be surfaced on next session start.', 'within')
      },
    ],
    [
      'D5',
      'an index with other keys; eight saves at once',
      async (user, sees) => {
        await layout(user)
        user.write({
          '.claude/state-index.json': json({
            active_plan: null,
            last_checkpoint: '2026-01-01T00:00:00Z',
            dash: [1, { a: 'ö' }],
          }),
        })
        await Promise.all(Array.from({ length: 8 }, (_, i) => user.run('save', `w${i}`, ...SAID)))
        const { last_checkpoint: at, ...others } = JSON.parse(user.read('.claude/state-index.json'))
        sees(at, /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
        sees(String(at > '2026-02'), 'true')
        sees(JSON.stringify(others), '{"active_plan":null,"dash":[1,{"a":"ö"}]}')
      },
    ],
    [
      'D6',
      'a new session, where the latest checkpoint lies',
      async (user, sees) => {
        await old(user)
        const told = await user.session().begins()
        sees(told.model, re`${w.summary}`)
        sees(told.model, re`${w.file}`)
      },
    ],
    [
      'D7',
      'six saves at once, a clear; what lies there',
      async (user, sees) => {
        await old(user)
        await Promise.all(
          Array.from({ length: 6 }, (_, i) => user.run('save', 'search', ...SAID, '--decision', `Row ${i} because`)),
        )
        sees(String(user.files(GLOBAL).length), '7')
        await user.run('clear', 'search')
        sees(String(user.files(GLOBAL).length), '7')
        sees(user.read(`${GLOBAL}/${w.day.compact}.json`), json(OLD))
      },
    ],
    [
      'D8',
      `dogear decisions; "why ${w.chosen}"`,
      async (user, sees) => {
        await old(user)
        await user.run('save', ...SAID)
        sees((await user.run('decisions', 'why', w.chosen)).out, re`Chose ${w.chosen}\t${w.why2}\t${w.rejected}`)
        sees((await user.run('decisions', w.decision.split(' ')[0])).out, re`${w.decision}`)
        sees((await user.run('decisions')).out, re`${w.deferred}`)
      },
    ],
  ]
}
