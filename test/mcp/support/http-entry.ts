/** The same server behind HTTP, on this machine only: the conformance suite speaks nothing else. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server'
import { readWorld } from '../../../src/cli/world.js'
import type { Host } from '../../../src/mcp/caller.js'
import { makeServer } from '../../../src/mcp/server.js'

export interface HttpEntry {
  url: string
  close: () => Promise<void>
}

export async function serveHttp(at: { cwd: string; env: Record<string, string> }): Promise<HttpEntry> {
  const args = { positionals: [], on: new Set<string>(), values: new Map<string, string[]>() }
  const host: Host = {
    version: '0.0.0-test',
    worldIn: async (folder) => ({ ...(await readWorld(at.env, { args, host: true })), cwd: folder ?? at.cwd }),
  }
  const { fetch: answer } = createMcpHandler(() => makeServer(host))
  const server = createServer((req, res) => void handle(req, res, answer).catch((error: Error) => res.destroy(error)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/mcp`, close: () => closed(server) }
}

async function handle(
  req: IncomingMessage,
  res: ServerResponse,
  answer: (request: Request) => Promise<Response>,
): Promise<void> {
  const request = asRequest(req)
  // A web page must not reach it through a name that it made point here.
  const refused =
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins())
  const response = refused ?? (await answer(request))
  res.writeHead(response.status, Object.fromEntries(response.headers))
  if (!response.body) return void res.end()
  Readable.fromWeb(response.body as ReadableStream).pipe(res)
}

function asRequest(req: IncomingMessage): Request {
  const headers = Object.entries(req.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  )
  const hasBody = !['GET', 'HEAD'].includes(req.method ?? 'GET')
  return new Request(`http://${req.headers.host ?? 'localhost'}${req.url ?? '/'}`, {
    method: req.method ?? 'GET',
    headers,
    ...(hasBody ? { body: Readable.toWeb(req), duplex: 'half' } : {}),
  } as RequestInit)
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
