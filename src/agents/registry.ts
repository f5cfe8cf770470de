/** The readers of all agents. Generated from the folders by: node scripts/generate-agents.mjs */
import type { TranscriptReader } from './agent.js'
import { reader as claudeCode } from './claude-code/index.js'
import { reader as codex } from './codex/index.js'
import { reader as copilotCli } from './copilot-cli/index.js'
import { reader as cursor } from './cursor/index.js'
import { reader as geminiCli } from './gemini-cli/index.js'
import { reader as opencode } from './opencode/index.js'

export const READERS: readonly TranscriptReader[] = [claudeCode, codex, copilotCli, cursor, geminiCli, opencode]
