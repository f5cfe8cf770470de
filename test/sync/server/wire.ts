/** Ports of the tests' own, and wires between them that can be cut at any byte. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { afterThisFile } from '../../support/tidy.js'
import { tempDir } from '../../support/world.js'
import { type Machine, ownDevices, settle, statusOf } from '../machines.js'

export interface Wire {
  port: number
  /** Lets so many bytes through from now on, and then none. */
  cut: (bytes: number | 'all') => void
  /** How many have come through since. */
  passed: () => number
}

export async function startWire(target: number): Promise<Wire> {
  const port = await freePort()
  const budget = join(tempDir(), 'budget')
  writeFileSync(budget, '0 all')
  await ready(spawn(process.execPath, [here('cut-proxy.mjs'), `${port}`, `${target}`, budget]))
  let round = 0
  return {
    port,
    cut: (bytes) => writeFileSync(budget, `${++round} ${bytes}`),
    passed: () => Number(readFileSync(`${budget}.passed`, 'utf8')),
  }
}

const CUTS = 12

/** One that gives and one that takes, each with the wire cut at so many places; a third sees what was said to be there. */
export function cutAnywhere([desk, laptop, phone]: [Machine, Machine, Machine], url: string, wire: Wire): void {
  desk.run('save', 'auth', '--next', 'Write the callback test')
  ownDevices(url, [desk, laptop, phone])
  let saved = 1
  for (const struck of [desk, laptop]) {
    struck.run('save', 'auth', '--next', `Step ${++saved}`)
    desk.json('sync')
    wire.cut('all')
    expect(struck.run('sync').code).toBe(0)
    const whole = wire.passed()
    expect(whole).toBeGreaterThan(100)
    for (let i = 0; i < CUTS; i++) {
      struck.run('save', 'auth', '--next', `Step ${++saved}`)
      wire.cut(Math.floor(((i + 0.5) * whole) / CUTS))
      const ran = struck.run('sync')
      wire.cut('all')
      phone.json('sync')
      expect(ran.code === 0 ? stepsOn(phone) : saved, `cut ${i}`).toBe(saved)
    }
    settle(desk, laptop, phone)
    for (const one of [desk, laptop, phone]) {
      expect(stepsOn(one), one.name).toBe(saved)
      expect(statusOf(one)).toMatchObject({ unsent: 0, rewritten: [], broken: [] })
    }
  }
}

function stepsOn(machine: Machine): number {
  return machine.json<{ entries: unknown[] }>('history', 'auth').entries.length
}

/** A file beside this one. */
export function here(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

export function stopAtEnd(child: ChildProcess): void {
  afterThisFile(() => void child.kill('SIGKILL'))
}

/** It says so when it is. */
export function ready(child: ChildProcess): Promise<void> {
  stopAtEnd(child)
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => text.includes('ready') && resolve())
    child.on('exit', (code) => reject(new Error(`it ended with ${code}`)))
  })
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}

/** Somebody listens there. */
export async function answers(port: number): Promise<void> {
  for (let i = 0; i < 200; i++) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nothing answers on port ${port}`)
}
