/** How the user starts the agents that work can be handed over to: "codex or gemini". */
import type { AgentId } from '../../agents/agent.js'
import { MANIFESTS } from '../../agents/registry.js'

export function otherCommands(agent: AgentId | undefined): string {
  const commands = MANIFESTS.flatMap(({ id, command }) => (id !== agent && command !== undefined ? [command] : []))
  return commands.join(' or ')
}
