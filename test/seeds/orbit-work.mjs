// What the rules of this seed are tried on.

export const orbitWork = (w) => {
  const PLACE = 'memory/checkpoints'

  const ORBIT = `# Checkpoint: ${w.name}

**Created:** ${w.day.clock} GMT+8
**Task:** ${w.task}

## Progress
- ${w.file} lines 10-80: RK4 step

## Next Action
Run ${w.command} and compare with ${w.file3}

## Blockers
- ${w.file3} has no header

## Key Decisions
- ${w.decision}

## Relevant Context
- User wants SI units in ${w.file2}
`
  const old = async (user) => {
    user.write({
      [`${PLACE}/${w.name}.md`]: ORBIT,
      [w.file]: 'int x;\n',
      [w.file2]: '\n',
      [w.file3]: '1\n',
    })
    await user.run('trust', 'session-continuity')
  }
  const layout = (user) => user.run('config', 'layout', 'session-continuity')
  const ORBIT_WORK = (user, session) => {
    session.prompt(`${w.mend} in ${w.file}`)
    user.write({ [w.file]: 'int y;\n' })
    session.calls('Edit', { file_path: `${user.dir}/${w.file}`, old_string: 'int x', new_string: 'int y' }, 'done')
  }
  return { PLACE, ORBIT, old, layout, ORBIT_WORK }
}
