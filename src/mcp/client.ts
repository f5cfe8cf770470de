/** What the client of this request can do and who it is, whichever generation of the protocol it speaks. */
import type { ClientCapabilities, McpServer, ServerContext } from '@modelcontextprotocol/server'
import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server'
import { MANIFESTS } from '../agents/registry.js'
import { cleanLine } from '../core/text/text.js'
import { isObject } from './arguments.js'

export interface Client {
  /** It can put a form before the user. */
  asks: boolean
  /** It can say which folders are open. */
  hasRoots: boolean
  /** It sends everything with every request (2026-07-28 and later). */
  modern: boolean
  /** As an entry records it. */
  agent?: string
}

export function clientOf(server: McpServer, ctx: ServerContext): Client {
  const envelope = ctx.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined
  const capabilities = capabilitiesOf(server, envelope)
  const agent = agentOf(envelope?.[CLIENT_INFO_META_KEY] ?? server.server.getClientVersion())
  return {
    asks: asksByForm(capabilities.elicitation),
    hasRoots: capabilities.roots !== undefined,
    modern: envelope !== undefined,
    ...(agent === undefined ? {} : { agent }),
  }
}

function capabilitiesOf(
  server: McpServer,
  envelope: Readonly<Record<string, unknown>> | undefined,
): ClientCapabilities {
  const sent = envelope?.[CLIENT_CAPABILITIES_META_KEY]
  return (isObject(sent) ? sent : server.server.getClientCapabilities()) ?? {}
}

/** Before there were two kinds of it, an empty object meant forms. */
function asksByForm(elicitation: ClientCapabilities['elicitation']): boolean {
  return elicitation !== undefined && ('form' in elicitation || !('url' in elicitation))
}

/** Clients add words to the name of their agent: "codex-mcp-client", "cursor-vscode". */
function agentOf(info: unknown): string | undefined {
  const name = isObject(info) && typeof info['name'] === 'string' ? cleanLine(info['name']).slice(0, 40) : ''
  const known = MANIFESTS.find(({ clients }) => clients.some((client) => name.toLowerCase().startsWith(client)))
  return known?.id ?? (name || undefined)
}
