import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { parentPastShell } from './process-tag.js'

test.skipIf(process.platform !== 'linux')('a shell that stays between two processes is stepped over', async () => {
  // It has something left to do, so it does not become the command it is given.
  const shell = spawn('/bin/sh', ['-c', 'echo; cat; true'], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void shell.stdin.end())
  await once(shell.stdout, 'data')
  expect(parentPastShell(shell.pid)).toBe(process.pid)
})

test('what is no shell, or not to be seen, is the parent itself', () => {
  expect(parentPastShell(process.pid)).toBe(process.pid)
  expect(parentPastShell(2 ** 30)).toBe(2 ** 30)
})
