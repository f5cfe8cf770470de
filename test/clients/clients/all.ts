/** All clients that dogear is proven with. */
import type { Client } from '../support/client.js'
import { client as claudeCode } from './claude-code.js'
import { client as cline } from './cline.js'
import { client as codex } from './codex.js'
import { client as copilotCli } from './copilot-cli.js'
import { client as droid } from './droid.js'
import { client as geminiCli } from './gemini-cli.js'
import { client as grok } from './grok.js'
import { client as kilo } from './kilo.js'
import { client as opencode } from './opencode.js'
import { client as pi } from './pi.js'
import { client as qwenCode } from './qwen-code.js'

export const CLIENTS: readonly Client[] = [
  claudeCode,
  codex,
  geminiCli,
  opencode,
  copilotCli,
  kilo,
  qwenCode,
  pi,
  droid,
  grok,
  cline,
]
