// What the rules of this seed are tried on.
export const PLACE = 'memory/checkpoints'

export const ORBIT = `# Checkpoint: orbit-solver

**Created:** 2026-05-20 09:30 GMT+8
**Task:** Solve orbits without drift

## Progress
- src/orbit.c lines 10-80: RK4 step

## Next Action
Run make check-orbit and compare with data/ref.csv

## Blockers
- data/ref.csv has no header

## Key Decisions
- RK4 over Euler because Euler drifts

## Relevant Context
- User wants SI units in src/units.h
`
export const old = async (user) => {
  user.write({
    [`${PLACE}/orbit-solver.md`]: ORBIT,
    'src/orbit.c': 'int x;\n',
    'src/units.h': '\n',
    'data/ref.csv': '1\n',
  })
  await user.run('trust', 'session-continuity')
}
export const layout = (user) => user.run('config', 'layout', 'session-continuity')
export const ORBIT_WORK = (user, session) => {
  session.prompt('Mend the drift in src/orbit.c')
  user.write({ 'src/orbit.c': 'int y;\n' })
  session.calls('Edit', { file_path: `${user.dir}/src/orbit.c`, old_string: 'int x', new_string: 'int y' }, 'done')
}
