import type { WorktreeManifest } from '../manifest.js'

export const manifest: WorktreeManifest<'quoin'> = {
  id: 'quoin',
  order: 5,
  base: 'worktree',
  skill: /\.workflow_artifacts\/memory\/checkpoints/,
  files: '.workflow_artifacts/memory/checkpoints/*.md',
  signs: ['.workflow_artifacts/memory'],
  answers: [
    {
      name: 'sentinel',
      value: 'N',
      repeat: true,
      summary: 'quoin: which pending restore, by its number in the list, or skip for the newest checkpoint',
    },
    {
      name: 'reread',
      value: 'ANSWER',
      choices: ['yes', 'no'],
      summary: 'quoin: print the artifacts it names, as they are now',
    },
    {
      name: 'replay',
      value: 'WORDS',
      repeat: true,
      summary: 'quoin: which blocked prompts to run: all, 2, 1,3, edit 2, none, y, n, delete',
    },
    { name: 'edited', value: 'TEXT', summary: 'quoin: the prompt to run instead, after --replay "edit N"' },
  ],
  atStart: 'waiting',
  trash: '.workflow_artifacts/memory/trash',
  inCircle: (hops, skill) =>
    `Quoin self-dispatch hard-cap reached at N=${hops} in ${skill}. This indicates a recursion bug; aborting before any tool calls. Re-invoke with [no-redispatch] (bare) to override.`,
}
