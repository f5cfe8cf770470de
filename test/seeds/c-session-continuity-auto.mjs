// Seed 002, what comes by itself, with data of one's own.
import { orbitWork } from './orbit-work.mjs'
import { re } from './words.mjs'

export const rowsOf = (w) => {
  const { PLACE, ORBIT, old, layout, ORBIT_WORK } = orbitWork(w)
  return [
    [
      'C9',
      '"晚安", /logout words, 12 minutes idle, a long command, 71 % of the context',
      async (user, sees) => {
        await layout(user)
        const log = () => user.read(`${PLACE}/autosave-log.md`).trim().split('\n').at(-1) ?? ''
        for (const words of ['goodnight', '晚安', '明天见', 'logout', 'exit']) {
          const session = user.session()
          ORBIT_WORK(user, session)
          await session.begins()
          session.prompt(words)
          await session.types(words)
          await session.ends()
          sees(log(), new RegExp(`— ${words} —`))
        }
        const long = user.session()
        await long.begins()
        ORBIT_WORK(user, long)
        await long.fire('PreToolUse', {
          tool_name: 'Bash',
          tool_input: { command: 'docker build --no-cache .' },
          tool_use_id: 't1',
        })
        sees(log(), /— [^—]*docker build[^—]* —|long/)
        const full = user.session()
        await full.begins()
        ORBIT_WORK(user, full)
        full.uses(146_000)
        full.says('Half of it is done.')
        await full.ends('Half of it is done.')
        sees(log(), /7\d ?%|context/)
        const idle = user.session(Date.now() - 20 * 60_000)
        ORBIT_WORK(user, idle)
        sees((await user.run('watch', '--once')).out, /idle (?:19|20) min/)
      },
    ],
    [
      'C10',
      '"goodnight" beside a named checkpoint; then "exit" in a poorer session',
      async (user, sees) => {
        await old(user)
        const session = user.session()
        await session.begins()
        ORBIT_WORK(user, session)
        session.prompt('goodnight')
        const heard = await session.types('goodnight')
        sees(`${heard.model}${heard.user}`, '')
        await session.ends()
        const rich = user.read(`${PLACE}/autosave.md`)
        sees(rich, re`${w.file}`)
        sees(user.read(`${PLACE}/autosave-log.md`), /^- \d{4}-\d\d-\d\d \d\d:\d\d.*goodnight/m)
        const poor = user.session()
        await poor.begins()
        poor.prompt('exit')
        await poor.types('exit')
        await poor.ends()
        sees(user.read(`${PLACE}/autosave.md`), rich)
        sees(user.read(`${PLACE}/${w.name}.md`), ORBIT)
      },
    ],
    [
      'C11',
      'a compaction: the session is told where it stands; an old autosave is offered with its age',
      async (user, sees) => {
        await layout(user)
        const session = user.session()
        await session.begins()
        ORBIT_WORK(user, session)
        await session.fire('PreCompact', { trigger: 'auto', custom_instructions: '' })
        sees((await session.begins('compact')).model, re`${w.file}`)
        const other = await user.session().begins()
        sees(`${other.user}${other.model}`, re`${w.mend}|${w.file}|saved here`)
      },
    ],
    [
      'C11',
      'an autosave.md of four days ago, and a session that begins behind a compaction',
      async (user, sees) => {
        const created = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 16).replace('T', ' ')
        const text = ORBIT.replace(w.name, 'autosave').replace(`${w.day.clock} GMT+8`, `${created} GMT+0`)
        user.write({ [`${PLACE}/autosave.md`]: text, [w.file]: 'int x;\n' })
        await user.run('trust', 'session-continuity')
        const told = await user.session().begins('compact')
        sees(`${told.user}${told.model}`, /4 days ago/)
        const fresh = await user.session().begins()
        sees(`${fresh.user}${fresh.model}`, /4 days ago/)
      },
    ],
    [
      'C12',
      'a session whose tool printed 400 lines; save',
      async (user, sees) => {
        await layout(user)
        const session = user.session()
        session.prompt('Read the log')
        const lines = Array.from({ length: 400 }, (_, i) => `telemetry frame ${i} ok`).join('\n')
        session.calls('Bash', { command: 'cat log.txt' }, lines)
        session.says(`The log says: ${lines}`)
        await session.say(`/checkpoint save ${w.other}`)
        sees(String((user.read(`${PLACE}/${w.other}.md`).match(/telemetry frame/g) ?? []).length < 4), 'true')
      },
    ],
    [
      'C13',
      'a decision, a correction and an exact value said in passing; a note; then a save',
      async (user, sees) => {
        await layout(user)
        const session = user.session()
        await session.begins()
        session.prompt(`Send telemetry to port ${w.ports.old}`)
        session.says(`I send it to port ${w.ports.old}.`)
        session.prompt(w.correction)
        await session.types(w.correction)
        session.says(w.decided.text)
        await session.run('note', '--type', 'preference', w.context)
        await session.say(`/checkpoint save ${w.third}`)
        const text = user.read(`${PLACE}/${w.third}.md`)
        sees(text, re`${w.ports.new}`)
        for (const part of w.decided.parts) sees(text, part, 'within')
        sees(text, re`${w.context}`)
      },
    ],
  ]
}
