/**
 * The laws that hold for every agent, for the test of one: `await testAgent(await readAgent(folder), all)`. They run by
 * vitest, on the sessions in its testdata.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HookEvent, Hooks } from '../agents/hooks.js'
import type { Install, InstallPlace } from '../agents/install.js'
import { programAt } from '../platform/process/command.js'
import {
  brief,
  comparable,
  gather,
  joined,
  mangle,
  readingLaw,
  samplesOf,
  tempDir,
  unplaced,
  type AgentSubject,
  type Sample,
} from './agent-samples.js'
import { runsOf } from './entries.js'

/** `all`: every agent that dogear knows, for a session must be claimed by one of them only. */
export async function testAgent(subject: AgentSubject, all: readonly AgentSubject[]): Promise<void> {
  const { id, manifest } = subject
  const hooks = await manifest.hooks?.()
  const install = await manifest.install?.load()
  const samples = samplesOf(subject)
  describe(`${id}`, () => {
    manifestLaws(subject)
    if (hooks)
      describe('its hooks', () => {
        hookLaws(hooks)
      })
    for (const { name } of manifest.install?.scopes ?? [])
      if (install)
        describe(`its installation, scope ${name}`, () => {
          installLaws(subject, install, name)
        })
    for (const sample of samples)
      describe(`${sample.file}`, () => {
        sampleLaws(sample, all)
        readingLaw(sample)
        if (sample.lines.length > 0) lineLaws(sample)
      })
  })
}

function manifestLaws(subject: AgentSubject): void {
  const { id, manifest, reader, folder } = subject

  test('is named as its folder, is described and brings a sample', () => {
    expect([manifest.id, reader.agent]).toEqual([id, id])
    expect(existsSync(join(folder, 'AGENT.md')), 'AGENT.md says where it keeps what, and how sure that is').toBe(true)
    expect(samplesOf(subject).length, 'testdata/*.jsonl or *.json').toBeGreaterThan(0)
  })

  test('on a machine where it never ran nothing is found, and its homes are absolute', () => {
    const dir = tempDir()
    const machine = { userHome: dir, env: {} }
    expect(manifest.homes(machine).filter((home) => !isAbsolute(home) || existsSync(home))).toEqual([])
    expect(reader.findSessions({ cwd: dir, ...machine })).toEqual([])
    const disk = { read: () => null, folders: () => [], isInWorktree: () => true }
    const plans = manifest.plans?.({ ...machine, worktree: dir, session: '../../elsewhere' }, disk) ?? []
    expect(plans.filter((path) => !isAbsolute(path) || path.includes('elsewhere'))).toEqual([])
  })
}

function hookLaws(hooks: Hooks): void {
  const input = { userHome: '/home/ada', env: {} }
  test('throw nothing, whatever the message is, and tell only of kinds with a budget', () => {
    expect(hooks.parseEvent({ ...input, message: {} })).toBeNull()
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (message, word) => {
        const event = hooks.parseEvent({ ...input, message, word })
        const refused = hooks.isRefused?.([word, JSON.stringify(message)]) ?? false
        expect(!refused && (event === null || hooks.budgets[event.kind] !== undefined)).toBe(true)
      }),
    )
  })

  test('can put a briefing where they say', () => {
    const common = { name: 'x', session: 's', folders: [] }
    const tool = { does: 'other', tool: 'x' } as const
    const events: HookEvent[] = [
      { ...common, kind: 'session-start', source: 'startup' },
      { ...common, kind: 'prompt', prompt: 'x' },
      { ...common, kind: 'before-tool', tool },
      { ...common, kind: 'after-tool', tool },
    ]
    const slots = Object.values(hooks.briefing).filter((slot) => slot !== null)
    expect(slots.filter((slot) => hooks.budgets[slot] === undefined)).toEqual([])
    const used = events.filter(({ kind }) => slots.some((slot) => slot === kind))
    const answers = used.map((event) => hooks.printAnswer(event, { toModel: 'where the work stands' }))
    expect(answers.filter((answer) => !answer?.includes('where the work stands'))).toEqual([])
  })

  test('are silent where there is nothing to say', () => {
    expect(hooks.printAnswer({ kind: 'idle', name: 'x', session: 's', folders: [] }, {})).toBeNull()
  })
}

function installLaws({ manifest }: AgentSubject, install: Install, scope: string): void {
  const desk = (): InstallPlace => {
    const dir = tempDir()
    const program = programAt('/opt/dogear')
    return { scope, root: join(dir, 'repo'), userHome: join(dir, 'home'), env: {}, program }
  }

  test('what is put into a file comes out again, and the second time changes nothing', () => {
    const place = desk()
    const edits = install.plan(place).parts.filter((part) => 'put' in part)
    expect(edits.map(({ path }) => path)).toEqual(install.files(place))
    for (const { put, path } of edits) {
      const first = put(null, undefined)
      expect(first.text).not.toBe('')
      expect(put(first.text, first.inserted)).toEqual(first)
      expect(install.takeOut(first.text, first.inserted, place, path)).toBe('')
    }
  })

  test('paths are absolute, and below the home or the worktree', () => {
    const place = desk()
    const paths = [...install.files(place), ...install.plan(place).parts.map(({ path }) => path)]
    expect(paths.filter((path) => ![place.userHome, place.root].some((base) => path.startsWith(`${base}/`)))).toEqual(
      [],
    )
  })

  test('where nothing is set up the check says so and what to run', () => {
    const { findings, isSetUp } = install.check({ ...desk(), version: '1.2.3', wasSetUp: true })
    expect(isSetUp).toBe(false)
    expect(findings.find(({ status }) => status === 'broken')?.next).toMatch(/^dogear init/)
  })

  test('its trial is the start of a session to its own hooks', async () => {
    const { message, word, env } = install.trial('/tmp/x')
    const hooks = await manifest.hooks?.()
    const input = { message: message as Record<string, unknown>, userHome: '/home/ada', env }
    const event = hooks?.parseEvent(word === undefined ? input : { ...input, word })
    expect(event).toMatchObject({ kind: 'session-start', source: 'startup' })
  })
}

function sampleLaws({ id, path, reader }: Sample, all: readonly AgentSubject[]): void {
  test('exactly one reader claims it [F2]', () => {
    const head = readFileSync(path, 'utf8').slice(0, 64 * 1024)
    // Where it lies tells as well; here only the text does.
    const claims = all.filter((one) => one.reader.sniff(head, '/some/where.jsonl')).map((one) => one.id)
    expect(claims).toEqual([id])
  })

  test('the newest state, read from the end, is what reading it all tells [F2]', () => {
    const { events } = gather(reader, path)
    const main = events.filter(({ sub }) => sub === undefined)
    const tail = reader.readTail(path)
    const prompt = main.findLast((event) => event.kind === 'prompt')
    expect(tail.lastPrompt).toBe(prompt?.text)
    const sessions = events.flatMap((event) => (event.kind === 'where' && event.session ? [event.session] : []))
    expect(sessions).toContain(tail.session)
  })

  test('read again with its own mark there is nothing new, and the mark holds no text of it', () => {
    const { events, mark } = gather(reader, path)
    const again = gather(reader, path, JSON.parse(JSON.stringify(mark)))
    expect(again).toMatchObject({ restarted: false, events: { length: 0 } })
    const texts = events.flatMap((event) => (event.kind === 'prompt' || event.kind === 'text' ? [event.text] : []))
    expect(texts.filter((text) => JSON.stringify(mark).includes(text))).toEqual([])
  })
}

/** A session that grows by lines. */
function lineLaws({ reader, lines }: Sample): void {
  test('whatever the lines are and wherever they are cut, nothing is thrown [F2]', () => {
    const dir = tempDir()
    const known = fc.constantFrom(...lines)
    const line = fc.oneof(
      { weight: 4, arbitrary: known },
      fc.string(),
      fc.json(),
      fc.constantFrom('{"type":"event_msg","payload":null}', 'null'),
      known.chain((one) => fc.nat(one.length).map((end) => one.slice(0, end))),
      known.map(mangle),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.nat(), (mixed, cut) => {
        const path = join(dir, 'session.jsonl')
        const text = mixed.map((one) => one.replace(/\n/g, ' ')).join('\n')
        writeFileSync(path, text.slice(0, text.length - (cut % 40)))
        const first = gather(reader, path)
        reader.readTail(path)
        expect(Object.values(first.survived).every((one) => typeof one === 'boolean' || one >= 0)).toBe(true)
        appendFileSync(path, `\n${text}\n`)
        gather(reader, path, JSON.parse(JSON.stringify(first.mark)))
      }),
      runsOf(0.75),
    )
  })

  test('lines that are no records are counted, and hide nothing [F2]', () => {
    const path = join(tempDir(), 'session.jsonl')
    writeFileSync(path, lines.flatMap((line) => ['{ no json', line, '[]']).join('\n'))
    const torn = gather(reader, path)
    writeFileSync(path, `${lines.join('\n')}\n`)
    const plain = gather(reader, path)
    expect(brief(torn.events).map(unplaced)).toEqual(brief(plain.events).map(unplaced))
    expect(torn.survived.malformed).toBe(lines.length * 2 - 1)
    expect(torn.survived.tornTail).toBe(true)
    expect(plain.survived).toMatchObject({ malformed: 0, tornTail: false })
  })

  test('records of a later version are harmless [F2]', () => {
    const path = join(tempDir(), 'session.jsonl')
    writeFileSync(path, `${lines.join('\n')}\n`)
    const plain = gather(reader, path)
    const later = '{"type":"of-a-later-version","kind":"later","payload":{"type":"later"},"data":{},"later":[1]}'
    writeFileSync(path, `${lines.flatMap((line) => [line, later]).join('\n')}\n`)
    const more = gather(reader, path)
    expect(brief(more.events).map(unplaced)).toEqual(brief(plain.events).map(unplaced))
    expect(more.survived.malformed).toBe(0)
  })

  test('read in two goes, at any line, it tells the same as in one [F2]', () => {
    const path = join(tempDir(), 'session.jsonl')
    writeFileSync(path, `${lines.join('\n')}\n`)
    const whole = comparable(gather(reader, path).events)
    for (let cut = 1; cut < lines.length; cut++) {
      writeFileSync(path, `${lines.slice(0, cut).join('\n')}\n`)
      const first = gather(reader, path)
      appendFileSync(path, `${lines.slice(cut).join('\n')}\n`)
      const second = gather(reader, path, JSON.parse(JSON.stringify(first.mark)))
      expect(comparable(joined(first, second)), `cut after line ${cut}`).toEqual(whole)
    }
  })

  test('a mark of another file, or none at all, starts over', () => {
    const path = join(tempDir(), 'session.jsonl')
    writeFileSync(path, `${lines.join('\n')}\n`)
    const { events, mark } = gather(reader, path)
    for (const other of [42, 'x', {}, { lines: { offset: -1 } }, [mark]]) {
      expect(gather(reader, path, other)).toMatchObject({ restarted: true, events: { length: events.length } })
    }
    writeFileSync(path, `${lines.slice(1).join('\n')}\n`)
    expect(gather(reader, path, mark).restarted).toBe(true)
  })
}
