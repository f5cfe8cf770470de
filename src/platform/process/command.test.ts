import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleanEnv, tempDir } from '../../../test/support/world.js'
import { runCommand, type CommandOptions } from './command.js'

const dir = tempDir()
const options: CommandOptions = { cwd: dir, env: cleanEnv(dir), input: 'hello\n', timeoutMs: 30_000, maxBytes: 100_000 }

test('text goes in and text comes out, in the folder and with the variables it was given', async () => {
  const answer = await runCommand('cat; pwd; echo $WORD', { ...options, env: { ...options.env, WORD: 'über' } })
  expect(answer).toEqual({ ok: true, stdout: `hello\n${dir}\nüber\n` })
})

test('a command that reads nothing has answered all the same', async () => {
  expect(await runCommand('echo done', { ...options, input: 'x'.repeat(5_000_000) })).toEqual({
    ok: true,
    stdout: 'done\n',
  })
})

test('why it failed is said with its last words', async () => {
  const { why } = (await runCommand('echo first >&2; echo no such model >&2; exit 3', options)) as { why: string }
  expect(why).toBe('ended with exit code 3 (no such model)')
  expect(await runCommand('no-such-command-anywhere', options)).toMatchObject({
    ok: false,
    why: expect.stringContaining('exit code 127'),
  })
  expect(await runCommand('kill -9 $$', options)).toEqual({ ok: false, why: 'was ended by SIGKILL' })
})

test('what takes too long or says too much is ended, with everything it started', async () => {
  const slow = await runCommand('(sleep 5; echo late > late.txt) & echo $! > child; wait', {
    ...options,
    timeoutMs: 300,
  })
  expect(slow).toEqual({ ok: false, why: 'took longer than 0.3 seconds' })
  const child = Number(readFileSync(join(dir, 'child'), 'utf8'))
  await expect.poll(() => isAlive(child)).toBe(false)
  expect(existsSync(join(dir, 'late.txt'))).toBe(false)
  expect(await runCommand('yes', options)).toEqual({ ok: false, why: 'wrote more than 100000 bytes' })
})

/** A dead process that nobody has waited for yet still has a number. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
