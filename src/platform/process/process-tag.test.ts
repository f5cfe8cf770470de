import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { processTag, tagIsDead } from './process-tag.js'

const parts = (): [string, string, string, string] => processTag().split('.') as [string, string, string, string]

test('the tag fits into a file name and is alive', () => {
  expect(processTag()).toMatch(/^[a-z0-9]+\.[a-z0-9]+\.[0-9]+\.[0-9]+$/)
  expect(tagIsDead(processTag())).toBe(false)
})

test('what is no tag is not dead', () => {
  for (const text of ['', 'x', 'a.b.c.d', '..', `${processTag()}.1`]) expect(tagIsDead(text)).toBe(false)
})

describe.skipIf(process.platform !== 'linux')('on Linux', () => {
  test('a process that has ended is dead, a running one is not', async () => {
    const child = spawn('sleep', ['60'])
    const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    const [boot, space] = parts()
    const tag = `${boot}.${space}.${child.pid}.${start}`
    expect(tagIsDead(tag)).toBe(false)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(tagIsDead(tag)).toBe(true)
  })

  test('a process that was killed and that nobody has reaped is dead', async () => {
    const script =
      'sleep 60 & pid=$!; cat /proc/$pid/stat; read go; kill -9 $pid; sleep 0.2; echo killed; exec sleep 60'
    const parent = spawn('sh', ['-c', script])
    const stat = String((await once(parent.stdout, 'data'))[0])
    const [boot, space] = parts()
    const tag = `${boot}.${space}.${stat.split(' ')[0]}.${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
    expect(tagIsDead(tag)).toBe(false)
    parent.stdin.write('go\n')
    await once(parent.stdout, 'data')
    expect(tagIsDead(tag)).toBe(true)
    parent.kill('SIGKILL')
  })

  test('a pid that is used again by another process does not keep its first owner alive', () => {
    const [boot, space, pid] = parts()
    expect(tagIsDead(`${boot}.${space}.${pid}.1`)).toBe(true)
    expect(tagIsDead(`${boot}.${space}.1.999999999`)).toBe(true)
  })

  test('another namespace is unknown, not dead', () => {
    const [boot, , , start] = parts()
    expect(tagIsDead(`${boot}.1234.999999.${start}`)).toBe(false)
  })

  test('another machine is unknown, not dead', () => {
    const [, space] = parts()
    expect(tagIsDead(`ffffffffffffffff.${space}.999999.5`)).toBe(false)
  })

  test('an earlier boot of this machine is dead where the machine is known', () => {
    const [boot, space] = parts()
    const known = !boot.startsWith('00000000') && space === '4026531836'
    expect(tagIsDead(`${boot.slice(0, 8)}ffffffff.${space}.1.5`)).toBe(known)
  })

  test('a program whose name holds brackets and spaces is told by its start all the same', () => {
    const script = `require('fs').writeFileSync('/proc/self/comm', 'a) b (c'); process.stdout.write(require('fs').readFileSync('/proc/self/stat','utf8'))`
    const stat = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout
    expect(stat).toContain('(a) b (c)')
    expect(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]).toMatch(/^[0-9]+$/)
  })
})
