/** The server on standard input and output. Nothing else may write there while it runs. */
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Host } from './host.js'
import { makeServer } from './server.js'

/** One message may be that long: too much for an entry, but then it is answered and not the end of the connection. */
const MOST_BYTES = 64_000_000

/** Serves clients of both generations of the protocol until the client has gone. */
export async function serve(host: Host, report: (message: string) => void): Promise<void> {
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MOST_BYTES })
  serveStdio(() => makeServer(host), { transport, onerror: (error) => report(error.message) })
  await clientGone()
  await flushed()
}

function clientGone(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve)
    process.stdout.once('error', () => resolve())
  })
}

/** The process ends right after this, and on some systems a pipe is written in the background. */
function flushed(): Promise<void> {
  return new Promise((resolve) => {
    if (process.stdout.destroyed || process.stdout.writableLength === 0) resolve()
    else process.stdout.write('', () => resolve())
  })
}
