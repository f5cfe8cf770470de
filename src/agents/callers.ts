/** Whose hook is it? Some agents read the settings of others and run what stands there. Their sessions are not the others'. */
import type { AgentId } from './agent.js'
import type { HookInput, Hooks } from './hooks.js'
import { MARKS } from './hooks-registry.js'

export function isCaller(agent: AgentId, hooks: Hooks, input: HookInput): boolean {
  const others = Object.keys(MARKS).some((id) => id !== agent && MARKS[id]?.some((mark) => input.env[mark]))
  return hooks.isOwn?.(input, others) ?? true
}
