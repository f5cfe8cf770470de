/** What holds of a home as a whole: every face tells the same, nothing is hidden, and nothing is gone. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseStored, wordsIn } from './entry-file.js'
import { ME } from './oracle.js'
import type { Stage } from './stage.js'
import { cli, dropHome, type Home, mcp, newHome, type Ran } from './faces.js'

interface Row {
  name: string
  heads: { id: string }[]
}

export async function audit(stage: Stage, delivery: readonly number[]): Promise<void> {
  const { home, oracle, worktrees } = stage
  const cwd = worktrees[0] as string
  const rows = rowsIn(await cli(home, { cwd }, 'list', '--all'))
  const listed = new Set(rows.flatMap((row) => row.heads.map(({ id }) => id)))
  const heads = oracle.heads()
  for (const { id, name, kind } of heads) {
    const beside = heads.filter((one) => one.name === name)
    const law = beside.some(({ person }) => person !== ME) ? 'K6' : beside.length > 1 ? 'K3' : 'K2'
    if (!listed.has(id)) stage.say(law, `list does not show ${name} ${id} (${kind})`)
  }
  for (const id of listed)
    if (!heads.some((head) => head.id === id)) stage.say('K3', `list shows ${id}, which was gone on from`)
  await answers(stage, cwd)
  await sameOnAllFaces(stage, cwd, rows)
  await deliver(stage, cwd, delivery)
}

/** Whatever was packed, thinned or indexed meanwhile: an entry reads as it did when it was new. */
async function answers({ home, texts, say, paths }: Stage, cwd: string): Promise<void> {
  const isGone = (id: string): boolean => !existsSync(paths.get(id) as string)
  const some = [...texts].filter(([id], i) => isGone(id) || i % 3 === 0)
  for (const [id, text] of some) {
    const { said, error } = await cli(home, { cwd }, 'show', id)
    const then = parseStored(text).page
    const now = wordsIn(JSON.stringify(said?.['entry'] ?? null))
    if (!said) say('K8', `show ${id}: ${error}`)
    else if ([...then].some((word) => !now.has(word))) say('K8', `show ${id} has lost ${[...then].join(' ')}`)
  }
}

const MAX_COMPARED = 3

async function sameOnAllFaces(stage: Stage, cwd: string, rows: readonly Row[]): Promise<void> {
  const { home, oracle } = stage
  const heads = oracle.heads()
  const single = heads.filter((one) => one.person === ME && heads.filter(({ name }) => name === one.name).length === 1)
  const tool = rowsIn(await mcp(home, { pid: 999_999, cwd, firstSession: 'looks-0000' }, 'list', {}))
  for (const { id, name } of single.slice(-MAX_COMPARED)) {
    const shown = entryIn(await cli(home, { cwd }, 'show', name))
    const resumed = entryIn(await cli(home, { cwd }, 'resume', name, '--dry-run'))
    const listed = rows.find((row) => row.name === name)?.heads.map((head) => head.id)
    const byTool = tool.find((row) => row.name === name)?.heads?.[0]?.id
    for (const [face, said] of Object.entries({
      show: shown?.id,
      resume: resumed?.id,
      list: listed?.[0],
      mcp: byTool ?? id,
    }))
      if (said !== id) stage.say('K5', `${face} ${name} speaks of ${said}, and the newest is ${id}`)
    const words = [shown, resumed].map((entry) => [...wordsIn(JSON.stringify(entry ?? null))].toSorted().join(' '))
    if (words[0] !== words[1]) stage.say('K5', `show and resume ${name} differ: ${words.join(' / ')}`)
  }
}

/** Some of the entries reach another home, one by one in any order. */
async function deliver({ oracle, texts, say, home }: Stage, cwd: string, delivery: readonly number[]): Promise<void> {
  const order = [...texts].map(([id, text], i) => ({ id, text, key: delivery[i % delivery.length] as number }))
  const some = order.filter(({ key }) => key % 2 === 0).toSorted((a, b) => a.key - b.key)
  if (some.length === 0) return
  const other: Home = newHome(home.user)
  const folder = join(other.userHome, 'delivered')
  mkdirSync(folder)
  for (const [i, { text }] of some.entries()) {
    const file = join(folder, `${i}.md`)
    writeFileSync(file, text)
    await cli(other, { cwd }, 'import', file)
  }
  const listed = new Set(
    rowsIn(await cli(other, { cwd }, 'list', '--all')).flatMap((row) => row.heads.map(({ id }) => id)),
  )
  const here = new Set(some.map(({ id }) => id))
  for (const { id, name } of oracle.heads(here)) if (!listed.has(id)) say('K6', `delivered, and hidden: ${name} ${id}`)
  dropHome(other)
}

function rowsIn({ said }: Ran): Row[] {
  return (said?.['workstreams'] ?? []) as Row[]
}

function entryIn({ said }: Ran): { id: string } | undefined {
  return said?.['entry'] as { id: string } | undefined
}
