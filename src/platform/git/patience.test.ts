import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { isAtWork, isStuck, readUsed, setPatience, tellStuck } from './patience.js'

const used = { cpuMs: 0, bytes: 0, pages: 0, isRunning: false }

test('what computes or wants to is at work; what waits, or reads without end, is not', () => {
  expect(isAtWork(null, { ...used, cpuMs: 400 }, 1000, 1)).toBe(true)
  expect(isAtWork(null, { ...used, isRunning: true }, 1000, 1)).toBe(true)
  // Ten want the processor: a tenth of the time is all that it can have had.
  expect(isAtWork(null, { ...used, cpuMs: 30 }, 1000, 0.1)).toBe(true)
  expect(isAtWork(null, { ...used, cpuMs: 0 }, 1000, 0.1)).toBe(false)
  expect(isAtWork(null, { ...used, cpuMs: 20 }, 1000, 1)).toBe(false)
  expect(isAtWork({ ...used, cpuMs: 5000 }, { ...used, cpuMs: 5020 }, 1000, 1)).toBe(false)
  expect(isAtWork(null, { ...used, cpuMs: 900, bytes: 900_000_000 }, 1000, 1)).toBe(false)
  expect(isAtWork(null, { ...used, cpuMs: 900, pages: 200_000 }, 1000, 1)).toBe(false)
  expect(isAtWork(null, null, 1000, 1)).toBe(false)
})

test.runIf(process.platform === 'linux')('the kernel tells what a process has used', () => {
  const before = readUsed(process.pid)
  const end = performance.now() + 200
  while (performance.now() < end);
  const after = readUsed(process.pid)
  expect(after?.cpuMs).toBeGreaterThan(before?.cpuMs ?? Infinity)
  expect(after?.bytes).toBeGreaterThan(0)
  expect(readUsed()?.isRunning, 'of what has ended nothing runs').toBe(false)
  expect(readUsed(2 ** 30)).toBeNull()
})

test('where git hung it is not asked again, unless it had no time at all', () => {
  const told: string[] = []
  setPatience({ ms: 750, stuck: new Map(), onStuck: (path) => void told.push(path) })
  tellStuck('/a/.git', 20)
  expect(isStuck('/a/.git')).toBe(false)
  tellStuck('/a/.git', 750)
  expect([isStuck('/a/.git'), isStuck('/b/.git'), told]).toEqual([true, false, ['/a/.git']])
})

test.runIf(process.platform === 'linux')('a child that has ended while nobody looked is not stuck', () => {
  const child = spawn('true', { stdio: 'ignore' })
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
  expect(isAtWork(null, readUsed(child.pid), 1000)).toBe(true)
})
