// git over HTTP by git's own `http-backend`, for one login. While the file beside the repositories says `no pushes`, a push is refused
// after it has been announced: a token that was taken away in the middle of it.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const [port, base, login] = process.argv.slice(2)

function refuses({ method, url, headers }) {
  const given = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString()
  if (given !== login) return true
  return (
    method === 'POST' && url.endsWith('/git-receive-pack') && readFileSync(join(base, 'rule'), 'utf8') === 'no pushes'
  )
}

createServer((request, response) => {
  if (refuses(request)) {
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="notes"' })
    return void response.end()
  }
  const { pathname, search } = new URL(request.url, 'http://here')
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: base,
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: 'ada',
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      ...(request.headers['git-protocol'] && { GIT_PROTOCOL: request.headers['git-protocol'] }),
      ...(request.headers['content-length'] && { CONTENT_LENGTH: request.headers['content-length'] }),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.on('error', () => {})
  request.on('close', () => request.complete || child.kill()).pipe(child.stdin)
  let head = Buffer.alloc(0)
  child.stdout.on('data', (bytes) => {
    if (head === null) return void response.write(bytes)
    head = Buffer.concat([head, bytes])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    for (const line of head.toString('latin1', 0, end).split('\r\n')) {
      const [name, value] = line.split(': ')
      if (name === 'Status') response.statusCode = Number(value.slice(0, 3))
      else response.setHeader(name, value)
    }
    response.write(head.subarray(end + 4))
    head = null
  })
  child.on('close', () => response.end())
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
