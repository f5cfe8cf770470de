// One measurement in a process of its own, of the first call in it, as a hook or a command makes it: prints milliseconds
// and peak memory.
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const [kind, readers, path, markFile] = process.argv.slice(2)

const kinds = {
  readline: () => time(() => parseLines(path)),
  async read() {
    const { readerFor } = await import(pathToFileURL(readers).href)
    return time(() => readerFor(path).read(path, null, () => {}))
  },
  async mark() {
    const { readerFor } = await import(pathToFileURL(readers).href)
    return time(() => writeFileSync(markFile, JSON.stringify(readerFor(path).read(path, null, () => {}).mark)))
  },
  async continue() {
    const { readerFor } = await import(pathToFileURL(readers).href)
    const [reader, mark] = [readerFor(path), JSON.parse(readFileSync(markFile, 'utf8'))]
    let restarted = false
    const ms = await time(() => ({ restarted } = reader.read(path, mark, () => {})))
    if (restarted) throw new Error('it did not read on')
    return ms
  },
  async tail() {
    const { readerFor } = await import(pathToFileURL(readers).href)
    const reader = readerFor(path)
    return time(() => reader.readTail(path))
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

function peakMb() {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024
  } catch {
    return process.resourceUsage().maxRSS / 1024
  }
}
