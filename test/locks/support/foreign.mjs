// Another program that adds lines to MEMORY.md, by rename and in place in turns, and knows nothing of our lock.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

const [path, count] = process.argv.slice(2)
const nap = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** As an agent does: a file that is not there for the moment is looked for again. */
function read() {
  for (;;) {
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
  }
}

for (let i = 1; i <= Number(count); i++) {
  const text = `${read()}foreign ${i}\n`
  if (i % 2 === 0) writeFileSync(path, text)
  else {
    writeFileSync(`${path}.swp`, text)
    renameSync(`${path}.swp`, path)
  }
  nap(Math.random() * 12)
}
