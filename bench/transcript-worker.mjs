// One measurement in a process of its own: prints milliseconds and peak memory. Throughput is measured on compiled code:
// before the full read, both ways read another file that does not count.
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const [kind, readers, path, otherFile] = process.argv.slice(2)
const WARM_UP = 20

const kinds = {
  async readline() {
    await parseLines(otherFile)
    return time(() => parseLines(path))
  },
  async read() {
    const { readerFor } = await import(pathToFileURL(readers).href)
    readerFor(otherFile).read(otherFile, null, () => {})
    return time(() => readerFor(path).read(path, null, () => {}))
  },
  async mark() {
    const { readerFor } = await import(pathToFileURL(readers).href)
    return time(() => writeFileSync(otherFile, JSON.stringify(readerFor(path).read(path, null, () => {}).mark)))
  },
  async continue() {
    const { readerFor } = await import(pathToFileURL(readers).href)
    const [reader, mark] = [readerFor(path), JSON.parse(readFileSync(otherFile, 'utf8'))]
    if (reader.read(path, mark, () => {}).restarted) throw new Error('it did not read on')
    return many(() => reader.read(path, mark, () => {}))
  },
  async tail() {
    const { readerFor } = await import(pathToFileURL(readers).href)
    const reader = readerFor(path)
    return many(() => reader.readTail(path))
  },
}

const ms = await kinds[kind]()
process.stdout.write(JSON.stringify({ ms, peakMb: peakMb() }))

async function parseLines(file) {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) if (line) JSON.parse(line)
}

async function time(what) {
  const start = performance.now()
  await what()
  return performance.now() - start
}

/** Of something short: the median of many, the first ones left out. */
async function many(what) {
  const times = []
  for (let i = 0; i < WARM_UP * 4; i++) times.push(await time(what))
  return times.slice(WARM_UP).toSorted((a, b) => a - b)[Math.floor(WARM_UP * 1.5)]
}

function peakMb() {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024
  } catch {
    return process.resourceUsage().maxRSS / 1024
  }
}
