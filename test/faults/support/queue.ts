/** Prompts pushed and popped by many processes, some killed: each is delivered once by its id, or still waits. */
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, finished, inParallel, run, tempsBelow, type Place } from './place.js'
import { parse } from './inspect.js'

export interface QueueLoad {
  pushes: number
  consumers: number
  /** The chance that a consumer is killed while it works. */
  kill: number
}

interface Popped {
  prompt?: { id: string; text: string }
  killed: boolean
  empty: boolean
}

/** `points` is the number of pops. */
export async function drainQueue(place: Place, load: QueueLoad): Promise<{ points: number; violations: string[] }> {
  const texts = Array.from({ length: load.pushes }, (_, i) => `prompt ${i}`)
  const pushed = new Map<string, string>()
  await inParallel(texts, 4, async (text) => {
    pushed.set((await ask<{ id: string }>(place, ['prompts', 'push', text])).id, text)
  })
  const popped: Popped[] = []
  const consumer = async (): Promise<void> => {
    for (let empty = 0; empty < 2;) {
      const one = await pop(place, load.kill)
      popped.push(one)
      empty = one.empty ? empty + 1 : 0
    }
  }
  await Promise.all(Array.from({ length: load.consumers }, consumer))
  return { points: popped.length, violations: await check(place, pushed, popped) }
}

async function pop(place: Place, chance: number): Promise<Popped> {
  const child = spawn(process.execPath, [place.program, 'prompts', 'pop', '--json'], {
    cwd: place.repo,
    env: place.env,
  })
  const end = finished(child)
  const doomed = Math.random() < chance
  if (doomed) {
    await sleep(40 + Math.random() * 160)
    child.kill('SIGKILL')
  }
  const ran = await end
  const answer = ran.stdout.endsWith('\n') ? parse<Popped>(ran.stdout) : null
  return { ...(answer?.prompt && { prompt: answer.prompt }), killed: ran.signal === 'SIGKILL', empty: ran.code === 5 }
}

async function check(place: Place, pushed: Map<string, string>, popped: readonly Popped[]): Promise<string[]> {
  const { prompts } = await ask<{ prompts: { id: string; text: string }[] }>(place, ['prompts', 'list'])
  const waiting = new Map(prompts.map(({ id, text }) => [id, text]))
  const found: string[] = []
  for (const [id, text] of pushed) {
    const deliveries = popped.filter(({ prompt }) => prompt?.id === id)
    if (deliveries.length === 0 && waiting.get(id) !== text) found.push(`lost: ${id}`)
    // Only a kill after the printing and before it was noted down lets a prompt come again.
    if (deliveries.filter(({ killed }) => !killed).length > 1) found.push(`delivered twice without a kill: ${id}`)
    if (deliveries.some(({ killed }) => !killed) && waiting.has(id)) found.push(`delivered and still waiting: ${id}`)
    if (deliveries.some(({ prompt }) => prompt?.text !== text)) found.push(`delivered with another text: ${id}`)
  }
  const unknown = [...waiting.keys(), ...popped.flatMap(({ prompt }) => prompt?.id ?? [])].filter(
    (id) => !pushed.has(id),
  )
  const verified = await run(place, ['verify', '--all', '--json'])
  if (verified.code !== 0) found.push(`verify: ${verified.stdout.slice(0, 2000)}`)
  return [
    ...found,
    ...unknown.map((id) => `nobody pushed ${id}`),
    ...tempsBelow(place.home).map((path) => `left behind: ${path}`),
  ]
}
