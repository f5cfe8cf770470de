/** The Agent SDK of Claude Code, an independent reader of its session files, fetched into .cache where that is possible. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkout } from '../support/checkout.js'

const PACKAGE = '@anthropic-ai/claude-agent-sdk'
const VERSION = '0.3.325'

export interface SdkMessage {
  type: 'user' | 'assistant' | 'system'
  uuid: string
  message: { model?: string; content?: unknown }
}

interface Sdk {
  getSessionMessages(session: string): Promise<SdkMessage[]>
}

export type FoundSdk = { sdk: Sdk; reason?: undefined } | { sdk?: undefined; reason: string }

/** `configDir` must be set before the SDK is loaded: it looks for sessions there and nowhere else. */
export async function findSdk(configDir: string): Promise<FoundSdk> {
  const folder = join(checkout, '.cache', 'oracle', `claude-agent-sdk-${VERSION}`)
  const problem = existsSync(folder) ? null : fetchSdk(folder)
  if (problem) return { reason: problem }
  process.env['CLAUDE_CONFIG_DIR'] = configDir
  return { sdk: (await import(pathToFileURL(join(folder, 'sdk.mjs')).href)) as Sdk }
}

/** Only the package's own files: reading sessions needs none of its dependencies nor the client's program. */
function fetchSdk(into: string): string | null {
  mkdirSync(join(into, '..'), { recursive: true })
  const scratch = mkdtempSync(`${into}-`)
  try {
    const packed = spawnSync('npm', ['pack', '--silent', `${PACKAGE}@${VERSION}`], {
      cwd: scratch,
      encoding: 'utf8',
      timeout: 120_000,
    })
    const archive = readdirSync(scratch).find((name) => name.endsWith('.tgz'))
    if (packed.status !== 0 || !archive) return `npm could not fetch ${PACKAGE}@${VERSION}: ${lastLine(packed.stderr)}`
    const unpacked = spawnSync('tar', ['-xzf', archive], { cwd: scratch, encoding: 'utf8' })
    if (unpacked.status !== 0) return `tar could not unpack it: ${unpacked.error?.message ?? lastLine(unpacked.stderr)}`
    renameSync(join(scratch, 'package'), into)
    return null
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function lastLine(text: string | null): string {
  return text?.trim().split('\n').at(-1) ?? 'it did not finish in time'
}
