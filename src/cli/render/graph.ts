/** One cell of line drawing per entry: which line it is on, where lines part and meet. */

export interface Node {
  id: string
  parents: readonly string[]
}

/** `nodes` newest first, as a history is read. */
export function drawGraph(nodes: readonly Node[]): string[] {
  // Each column waits for the entry its line leads down to; null is a free column.
  let waiting: (string | null)[] = []
  return nodes.map((node) => {
    const at = columnFor(waiting, node.id)
    const ending = waiting.map((id, i) => id === node.id && i !== at)
    const after = waiting.map((id) => (id === node.id ? null : id))
    const opening = openColumns(after, at, node.parents)
    const cells = drawCells(Math.max(waiting.length, after.length, at + 1), at, waiting, ending, opening)
    waiting = trimEnd(after)
    return cells
  })
}

function columnFor(waiting: readonly (string | null)[], id: string): number {
  const found = waiting.indexOf(id)
  if (found !== -1) return found
  const free = waiting.indexOf(null)
  return free === -1 ? waiting.length : free
}

/** The first parent goes on in this column, each further one in a new column unless a line leads to it already. */
function openColumns(after: (string | null)[], at: number, parents: readonly string[]): Set<number> {
  const opened = new Set<number>()
  after[at] = parents[0] ?? null
  for (const parent of parents.slice(1).filter((one) => !after.includes(one))) {
    const free = after.findIndex((id, i) => id === null && i > at)
    const column = free === -1 ? after.length : free
    after[column] = parent
    opened.add(column)
  }
  return opened
}

function drawCells(
  width: number,
  at: number,
  waiting: readonly (string | null)[],
  ending: readonly boolean[],
  opening: ReadonlySet<number>,
): string {
  const last = Math.max(at, ending.lastIndexOf(true), ...opening)
  let out = ''
  for (let i = 0; i < width; i++) {
    const joined = i > at && i < last
    if (i === at) out += '●'
    else if (ending[i]) out += joined ? '┴' : '╯'
    else if (opening.has(i)) out += joined ? '┬' : '╮'
    else if (waiting[i] != null) out += joined ? '┼' : '│'
    else out += joined ? '─' : ' '
    out += i >= at && i < last ? '─' : ' '
  }
  return out.trimEnd()
}

function trimEnd(columns: readonly (string | null)[]): (string | null)[] {
  return columns.slice(0, columns.findLastIndex((id) => id !== null) + 1)
}
