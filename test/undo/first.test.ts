import { expect, test } from 'vitest'
import { dirtyUp, gitOf, treeOf, undoDesk } from './support.js'

test('[F9] what git checkout took comes back to the byte, and git is as it was', () => {
  const desk = undoDesk()
  dirtyUp(desk)
  const before = treeOf(desk.repo.dir)
  desk.call('git checkout -- . && rm -rf data notes.md latest private.txt')
  const git = gitOf(desk.repo.dir)
  expect(desk.losses()).toHaveLength(1)
  const { receipt, plan } = desk.undoNow()
  expect(plan.refused).toEqual([])
  expect(receipt?.left).toEqual([])
  expect(treeOf(desk.repo.dir)).toEqual(before)
  expect(gitOf(desk.repo.dir)).toEqual(git)
})
