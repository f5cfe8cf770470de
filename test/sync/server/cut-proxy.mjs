// A wire that is cut: passes bytes on between a port and another, as many as a file says, and then drops every connection. Each new
// text in the file begins a new count; `all` lets everything through. What passed stands beside it.
import { readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'

const [port, target, file] = process.argv.slice(2)
const sockets = new Set()
let [text, passed] = ['', 0]

/** How many more bytes may pass. */
function room() {
  const now = readFileSync(file, 'utf8')
  if (now !== text) [text, passed] = [now, 0]
  const limit = Number(text.split(' ')[1])
  return Number.isNaN(limit) ? Infinity : limit - passed
}

function wire(from, to) {
  sockets.add(from)
  from.on('data', (bytes) => {
    const may = room()
    if (bytes.length <= may) {
      passed += bytes.length
      writeFileSync(`${file}.passed`, String(passed))
      to.write(bytes)
    } else {
      if (may > 0) to.write(bytes.subarray(0, may))
      passed += Math.max(0, may)
      for (const socket of sockets) socket.destroy()
    }
  })
  from.on('error', () => to.destroy())
  from.on('close', () => {
    sockets.delete(from)
    to.end()
  })
}

createServer((near) => {
  if (room() <= 0) return void near.destroy()
  const far = connect(Number(target), '127.0.0.1')
  wire(near, far)
  wire(far, near)
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
