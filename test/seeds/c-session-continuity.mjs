// Seed 002, rule by rule, with data of one's own.
import { PLACE, ORBIT, old, layout } from './orbit-work.mjs'

export const rows = [
  [
    'C1',
    '/checkpoint save launch-window --task "Find the launch window"; and one without a task',
    async (user, sees) => {
      await layout(user)
      await user.say('/checkpoint save launch-window --task "Find the launch window"')
      sees(user.read(`${PLACE}/launch-window.md`), /\*\*Task:\*\* Find the launch window\n/)
      const session = user.session()
      session.prompt('Plot the ground track of the satellite in src/track.c')
      await session.say('/checkpoint save ground-track')
      sees(
        user.read(`${PLACE}/ground-track.md`),
        /\*\*Task:\*\* Plot the ground track of the satellite in src\/track\.c\n/,
      )
      const { model } = await user.session().types('/checkpoint save launch-window --task "Find the launch window"')
      sees(model, /name "launch-window", task "Find the launch window"/)
    },
  ],
  [
    'C2',
    'a save of everything; the whole file',
    async (user, sees) => {
      await layout(user)
      const said = [
        '--task',
        'Tune gains',
        '--done',
        'src/pid.c lines 4-9 hold Kp',
        '--next',
        'Run make sim',
        '--blocker',
        'sim needs libfoo 2.1',
      ]
      await user.run(
        'save',
        'pid-gains',
        ...said,
        '--decision',
        'Kp 4 because 5 rings',
        '--context',
        'User flies on Monday',
      )
      sees(
        user.read(`${PLACE}/pid-gains.md`),
        /^# Checkpoint: pid-gains\n\n\*\*Created:\*\* [-\d]+ [\d:]+ GMT\+\d+\n\*\*Task:\*\* Tune gains\n\n## Progress\n- src\/pid\.c lines 4-9 hold Kp\n\n## Next Action\nRun make sim\n\n## Blockers\n- sim needs libfoo 2\.1\n\n## Key Decisions\n- Kp 4 because 5 rings\n\n## Relevant Context\n- User flies on Monday\n/,
      )
    },
  ],
  [
    'C3',
    'SESSION-STATE.md with work; then an empty one, and a working buffer',
    async (user, sees) => {
      await layout(user)
      user.write({ 'SESSION-STATE.md': '## Current Task\nCalibrate the gyro\n\n## Next\nRun tools/cal.py --axis z\n' })
      await user.say('/checkpoint save gyro-cal')
      sees(
        user.read(`${PLACE}/gyro-cal.md`),
        /\*\*Task:\*\* Calibrate the gyro\n[^]*## Next Action\nRun tools\/cal\.py --axis z/,
      )
      user.write({
        'SESSION-STATE.md': '',
        'memory/working-buffer.md': '## [2026-11-10 09:00] Agent (summary)\nAxis y is done, z drifts.\n',
      })
      sees(String((await user.session().say('/checkpoint save gyro-axis')).code), '0')
      sees(user.read(`${PLACE}/gyro-axis.md`), /Axis y is done, z drifts\./)
    },
  ],
  [
    'C4',
    '/checkpoint list with a checkpoint, an autosave and a log',
    async (user, sees, seesNot) => {
      await old(user)
      user.write({
        [`${PLACE}/autosave.md`]: ORBIT.replace('orbit-solver', 'autosave'),
        [`${PLACE}/autosave-log.md`]: '- x\n',
      })
      await user.run('trust', 'session-continuity')
      const { out } = await user.say('/checkpoint list')
      sees(out, /orbit-solver\t2026-05-20T09:30.*\tSolve orbits without drift/)
      sees(out, /\tauto\t/)
      seesNot(out, /autosave-log/)
    },
  ],
  [
    'C5',
    '/checkpoint resume orbit-solver, with src/units.h removed; "no" afterwards',
    async (user, sees) => {
      await old(user)
      user.remove('src/units.h')
      const asked = await user.say('/checkpoint resume orbit-solver')
      sees(asked.out, /^⚠️ Stale warnings[^]*src\/units\.h: missing[^]*📌 Resume: orbit-solver/)
      sees(asked.out, /Saved: 2026-05-20 09:30 GMT\+8 \(.* ago\)/)
      sees(
        asked.out,
        /🔜 Next action: Run make check-orbit and compare with data\/ref\.csv\nReady to continue\? \(yes\/no\)/,
      )
      sees((await user.run('resume', 'orbit-solver', '--yes')).out, /Run make check-orbit/)
      sees((await user.run('resume', 'orbit-solver', '--fresh')).out, /^Starting fresh\./)
      sees(String(user.isThere(`${PLACE}/orbit-solver.md`)), 'false')
      sees((await user.run('history', 'orbit-solver')).out, /Run make check-orbit/)
    },
  ],
  [
    'C6',
    '/checkpoint delete orbit-solver',
    async (user, sees) => {
      await old(user)
      sees((await user.say('/checkpoint delete orbit-solver')).out, 'Deleted checkpoint "orbit-solver"\n')
      sees(String(user.isThere(`${PLACE}/orbit-solver.md`)), 'false')
      sees((await user.run('list', '--quiet')).out, '')
    },
  ],
  [
    'C7',
    '/checkpoint save with each forbidden name, and one that is not kebab-case',
    async (user, sees) => {
      await layout(user)
      const session = user.session()
      session.prompt('Render the star map from data/stars.fits')
      for (const name of ['task', 'work', 'save', 'untitled', 'backup'])
        sees((await session.say(`/checkpoint save ${name}`)).err, /try "[a-z-]*(?:star|render)[a-z-]*"/)
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
