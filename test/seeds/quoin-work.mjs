// What the rules of this seed are tried on.

export const quoinWork = (w) => {
  const MEMORY = '.workflow_artifacts/memory'
  const CHECKPOINTS = `${MEMORY}/checkpoints`
  const TASK = w.name
  const STATE = (session) => `## Cost
- Session UUID: ${session}
- Phase: review

## Open questions
- ${w.questions[0]}
- ${w.questions[1]}

## Decisions made
- ${w.decision}

## Unfinished work
- ${w.unfinished}
`
  const today = () => new Date().toISOString().slice(0, 10)
  const dayAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const saved = (task, intent, more = '') => `## Status
checkpoint save (voluntary)
## Current stage
implement
## Active task
${task}
## Branch
feat/${task}
## Last user intent
${intent}
## In-flight artifacts
- current-plan.md: .workflow_artifacts/${task}/current-plan.md
- architecture.md: (none found)
- latest critic-response: (none found)
- latest review: (none found)
- session-state: (none found)
## Open questions
(none)
## Decisions made
(none)
## Unfinished work
(none)
${more}## Restore hint
Run /checkpoint --restore in a fresh session to resume task '${task}' from branch 'feat/${task}'.
`
  /** A project of somebody who works by quoin, with a session that has a state file. */
  const working = async (user) => {
    const session = user.session()
    user.write({
      [`${MEMORY}/sessions/${today()}-${TASK}.md`]: STATE(session.id),
      [`.workflow_artifacts/${TASK}/current-plan.md`]: '# Tiles\n1. split\n2. merge\n',
      [`.workflow_artifacts/${TASK}/critic-response-2.md`]: 'SECRET-OF-TWO',
      [`.workflow_artifacts/${TASK}/critic-response-11.md`]: 'SECRET-OF-ELEVEN',
      [`.workflow_artifacts/${TASK}/review-3.md`]: 'three',
      [`.workflow_artifacts/${TASK}/cost-ledger.md`]:
        'a | 2026-01-01 | plan | opus | task | six\nb | 2026-01-02 | plan | opus | task | plan | 0\nc | 2026-01-03 | plan | opus | task | plan | 0 | eight\n',
    })
    user.git('switch', '--quiet', '--create', w.branch)
    await user.run('trust', 'quoin')
    return session
  }
  const bare = async (user) => {
    user.write({ [`${MEMORY}/.keep`]: '' })
    await user.run('trust', 'quoin')
  }
  const FILE = () => `${CHECKPOINTS}/${today()}-${TASK}.md`
  const trash = (user) => user.files(`${MEMORY}/trash/${today()}`).join()
  return { MEMORY, CHECKPOINTS, TASK, today, dayAgo, saved, working, bare, FILE, trash }
}
