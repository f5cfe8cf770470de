// Runs inside a network namespace of its own, where there is nothing but a loopback: carries what arrives at
// 127.0.0.1:8080 to a socket file, behind which the scripted model listens, and runs the client.
// usage: unshare -rn node enclosure.mjs SOCKET PIDFILE PROGRAM [ARGUMENT...]
import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'

const [socket, pidFile, program, ...args] = process.argv.slice(2)
spawnSync('ip', ['link', 'set', 'lo', 'up'], { stdio: 'inherit' })
const relay = createServer((client) => {
  const model = connect(socket)
  client.pipe(model).pipe(client)
  client.on('error', () => model.destroy())
  model.on('error', () => client.destroy())
})
// Keys of the terminal are for the client alone.
for (const signal of ['SIGINT', 'SIGQUIT', 'SIGTSTP', 'SIGHUP']) process.on(signal, () => {})
relay.listen(8080, '127.0.0.1', () => {
  const child = spawn(program, args, { stdio: 'inherit' })
  writeFileSync(pidFile, String(child.pid))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 137 : 1)))
})
