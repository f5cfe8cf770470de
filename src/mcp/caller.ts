/**
 * Who calls, and about which project. Agents start their servers in the project; editors and desktop programs often
 * somewhere else.
 */
import { present } from '../core/present.js'
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { MANIFESTS } from '../agents/registry.js'
import { isWorkedIn } from '../app/locate.js'
import type { World } from '../app/world.js'
import { DogearError, needsAnswer } from '../core/errors.js'
import { safeName } from '../core/redact/safe-name.js'
import { cleanLine } from '../core/text/text.js'
import { isFolder } from '../platform/files/folders.js'
import { isObject, textOf, type Args } from './arguments.js'

/** What the program gives the server, so that this face reads neither the environment nor the clock by itself. */
export interface Host {
  version: string
  /** A fresh World for one call, with the configuration as it is now; in `folder`, else where the server was started. */
  worldIn(folder?: string): Promise<World>
}

/** What the client of a request can do and who it is, whichever generation of the protocol it speaks. */
export interface Client {
  /** It can put a form before the user. */
  asks: boolean
  /** It can say which folders are open. */
  hasRoots: boolean
  /** It sends everything with every request (2026-07-28 and later). */
  modern: boolean
  /** As an entry records it. */
  agent?: string
  /** Its model sees the text and the data of an answer. */
  seesBoth: boolean
}

export function clientOf(server: McpServer, ctx: ServerContext): Client {
  const envelope = ctx.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined
  const sent = envelope?.[CLIENT_CAPABILITIES_META_KEY]
  const capabilities: ClientCapabilities = (isObject(sent) ? sent : server.server.getClientCapabilities()) ?? {}
  const { elicitation } = capabilities
  const agent = agentOf(envelope?.[CLIENT_INFO_META_KEY] ?? server.server.getClientVersion())
  return {
    // Before there were two kinds of it, an empty object meant forms.
    asks: elicitation !== undefined && ('form' in elicitation || !('url' in elicitation)),
    hasRoots: capabilities.roots !== undefined,
    modern: envelope !== undefined,
    seesBoth: MANIFESTS.some(({ id, showsData }) => id === agent && showsData !== undefined),
    ...present({ agent }),
  }
}

/** Clients add words to the name of their agent: "codex-mcp-client", "cursor-vscode". */
function agentOf(info: unknown): string | undefined {
  const name = isObject(info) && typeof info['name'] === 'string' ? safeName(cleanLine(info['name'])).slice(0, 40) : ''
  const known = MANIFESTS.find(({ clients }) => clients.some((client) => name.toLowerCase().startsWith(client)))
  return known?.id ?? (name || undefined)
}

/**
 * The folder the call names, else where the server was started, else the folder the client has open. `roots`: what that
 * is; undefined where the client was not asked. 'ask': it has to be, to know.
 */
export async function placeOf(
  host: Host,
  args: Args,
  roots: readonly string[] | undefined,
  canAsk: boolean,
): Promise<World | 'ask'> {
  const folder = textOf(args, 'folder')
  if (folder !== undefined) return host.worldIn(checked(folder))
  const world = await host.worldIn()
  if (isWorkedIn(world)) return world
  if (roots === undefined) return canAsk ? 'ask' : world
  const open = [...new Set(roots.flatMap(pathOf))]
  if (open.length > 1) throw askWhichFolder(open)
  return open[0] === undefined ? world : host.worldIn(open[0])
}

function checked(folder: string): string {
  if (isAbsolute(folder) && isFolder(folder)) return folder
  throw new DogearError('bad-input', `there is no folder ${safeName(cleanLine(folder)).slice(0, 200)}`, {
    expected: 'folder: the absolute path of the project, or leave it out',
  })
}

/** Only folders of this machine. */
function pathOf(uri: string): string[] {
  try {
    const path = fileURLToPath(uri)
    return isFolder(path) ? [path] : []
  } catch {
    return []
  }
}

function askWhichFolder(folders: readonly string[]): DogearError {
  return needsAnswer({
    id: 'folder',
    question: 'Several folders are open. Which one is this about?',
    options: folders.map((folder) => ({ value: folder, label: folder })),
    answerWith: 'the argument folder',
  })
}
