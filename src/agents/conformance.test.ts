/** The laws of src/testing for every agent. Who adds a folder to src/agents is judged by them without a line here. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkout } from '../../test/support/checkout.js'
import { testAgent } from '../testing/agent.js'
import { readAgent } from '../testing/agent-samples.js'
import { READER_OF } from './all.js'
import { HOOKS, MARKS } from './hooks-registry.js'
import { LOAD_READER } from './reader-registry.js'
import { MANIFESTS } from './registry.js'

const AGENTS = join(checkout, 'src', 'agents')
const folders = readdirSync(AGENTS).map((name) => join(AGENTS, name))
/** Every folder with a manifest. */
const subjects = await Promise.all(
  folders.filter((folder) => existsSync(join(folder, 'manifest.ts'))).map((folder) => readAgent(folder)),
)
/** Without the template: nobody's sessions are its own, and a fresh copy of it has the same signs. */
const agents = subjects.filter(({ id }) => !id.startsWith('_'))

describe('the registry', () => {
  test('has every folder, and its reader beside its manifest', () => {
    const registered = agents.map(({ id }) => id)
    expect(MANIFESTS.map(({ id }) => id)).toEqual(registered)
    expect(Object.values(READER_OF).map((reader) => reader().agent)).toEqual(registered)
    expect(Object.keys(LOAD_READER)).toEqual(registered)
    expect(MARKS).toEqual(Object.fromEntries(MANIFESTS.map(({ id, env }) => [id, env.marks])))
    expect(Object.keys(HOOKS)).toEqual(MANIFESTS.filter(({ hooks }) => hooks).map(({ id }) => id))
  })

  test('no sign means two agents', () => {
    const all = agents.map(({ manifest }) => manifest)
    const signs: (string | number)[][] = [
      all.flatMap(({ env }) => [...new Set([...env.marks, ...env.sessions])]),
      all.flatMap(({ clients }) => clients),
      all.map(({ order }) => order.file),
      all.map(({ order }) => order.env),
    ]
    for (const list of signs) expect(list.filter((sign, i) => list.indexOf(sign) !== i)).toEqual([])
  })
})

for (const subject of subjects) await testAgent(subject, agents.includes(subject) ? agents : [subject])
