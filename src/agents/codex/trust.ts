/**
 * Codex runs a hook only once the user has trusted it, and skips it silently until then. Which are trusted only Codex knows:
 * its own server is asked. What it wrote down about ours goes with them.
 */
import { sha256Hex } from '../../platform/files/hash.js'
import { converse } from '../../platform/process/converse.js'
import { onPath } from '../common/on-path.js'
import { launcherIn } from '../common/setup.js'
import { listOf, objectOf, objectsOf, parseRecord, textOf } from '../common/values.js'
import { broken, type CheckPlace, type Finding, LAUNCHER, note, ok, type ScopePlace } from '../install.js'
import { homeOf } from './folders.js'
import { configOf, type Handler, handlersFor, hooksOf } from './wiring.js'

const ASK_MS = 8000
const PRESS = 'start codex once and choose "Trust all and continue" where it says "Hooks need review"'

/** What `hooks/list` of its app server says of ours. */
export async function proveTrust(place: CheckPlace): Promise<Finding[]> {
  const program = onPath('codex', place.env)
  if (program === null)
    return [note('trust', 'codex is not on the PATH, so it is not known whether it trusts the hooks')]
  const answer = await converse(program, ['app-server'], {
    input: [
      { id: 1, method: 'initialize', params: { clientInfo: { name: 'dogear', version: '0' }, capabilities: {} } },
      { method: 'initialized' },
      { id: 2, method: 'hooks/list', params: { cwds: [place.root] } },
    ]
      .map((message) => `${JSON.stringify(message)}\n`)
      .join(''),
    until: (line) => line.startsWith('{"id":2,'),
    cwd: place.userHome,
    env: place.env,
    timeoutMs: ASK_MS,
  })
  const data = objectsOf(objectOf(parseRecord(answer ?? '')?.['result'])?.['data'])
  if (data.length === 0)
    return [note('trust', 'codex does not say which hooks it trusts (codex app-server: hooks/list)')]
  return judge(data)
}

function judge(data: readonly Record<string, unknown>[]): Finding[] {
  const hooks = data.flatMap(({ hooks: listed }) => objectsOf(listed)).filter(isOurs)
  const warnings = data.flatMap(({ warnings: said, errors }) => [...listOf(said), ...listOf(errors)])
  const findings = warnings.map((one) =>
    broken('settings', `codex: ${textOf(one) ?? JSON.stringify(one)}`, 'mend that file, then: dogear doctor'),
  )
  if (hooks.length === 0) return [...findings, broken('trust', 'codex lists no hook of dogear', 'dogear init codex')]
  const open = hooks.filter(({ trustStatus }) => trustStatus !== 'trusted' && trustStatus !== 'managed')
  if (open.length === 0) return [...findings, ok('trust', `codex trusts the ${hooks.length} hooks of dogear`)]
  const states = [...new Set(open.map(({ trustStatus }) => String(trustStatus)))].join(', ')
  const off =
    open.length === hooks.length ? 'runs no hook of dogear' : `skips ${open.length} of ${hooks.length} hooks of dogear`
  return [...findings, broken('trust', `codex ${off}: they are ${states}`, PRESS)]
}

function isOurs({ command, sourcePath, key }: Record<string, unknown>): boolean {
  return [command, sourcePath, key].some((one) => textOf(one)?.includes(LAUNCHER) === true)
}

/** The tables in which Codex noted that our hooks are trusted. Positions change, so they are told by what they are of. */
export function takeTrust(text: string, place: ScopePlace): string {
  const files = [hooksOf(place), configOf(place)]
  const hashes = new Set(handlersFor(launcherIn(homeOf(place))).map(hashOf))
  const tables =
    /(^|\n)\[hooks\.state\."((?:[^"\\\n]|\\.)*)"\]\r?\n(?:enabled = \w+\r?\n)?trusted_hash = "(sha256:[0-9a-f]{64})"(?:\r?\n|$)(?:\r?\n)?/g
  const taken = text.replace(tables, (whole, lead: string, key: string, hash: string) =>
    files.some((file) => key.startsWith(`${file}:`)) && hashes.has(hash) ? lead : whole,
  )
  if (taken === text) return text
  // The table above them is there for them alone.
  return /^\[hooks\.state\./m.test(taken) ? taken : taken.replace(/(^|\n)\[hooks\.state\]\r?\n(?:\r?\n)?/, '$1')
}

/** Codex hashes a hook as it understood it, without the file it stands in. */
function hashOf([event, { command, timeout }]: [string, Handler]): string {
  const name = event.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
  const said = { event_name: name, hooks: [{ async: false, command, timeout, type: 'command' }] }
  return `sha256:${sha256Hex(JSON.stringify(said))}`
}
