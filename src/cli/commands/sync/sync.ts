/** `sync` and `share`: the words of the exchange with other machines. */
import { resolve } from 'node:path'
import { addRemote } from '../../../app/sync/add.js'
import { encryptStore } from '../../../app/sync/encrypt.js'
import type { ExchangeOptions } from '../../../app/sync/exchange.js'
import { removeDevice, removeRemote, trustDevice } from '../../../app/sync/people.js'
import { syncNow, syncQuietly, type Synced } from '../../../app/sync/run.js'
import { databaseSchema } from '../../../app/sync/schema.js'
import { shareLine } from '../../../app/sync/share.js'
import { syncStatus } from '../../../app/sync/status.js'
import type { World } from '../../../app/world.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import { safeName } from '../../../core/redact/safe-name.js'
import { shownUrl } from '../../../core/sync/address.js'
import { wordsOf } from '../../../core/sync/words.js'
import { inLittleRoom } from '../../../platform/process/memory.js'
import { valueOf } from '../../args/parse.js'
import { actionOf, type Context } from '../../context.js'
import { worldOf } from '../../world.js'
import { makeProgress } from '../../print/progress.js'
import { printMembers, printStatus, sayAdded, sayEncrypted, sayShared } from './print.js'

export async function runSync(context: Context): Promise<number> {
  const action = actionOf(context, 'now')
  if (action === 'schema') return schema(context)
  const world = await worldOf(context)
  if (action === 'add') return add(world, context)
  if (action === 'status') return status(world, context)
  if (action === 'members') return members(world, context)
  if (action === 'trust') return trust(world, context)
  if (action === 'encrypt') return encrypt(world, context)
  return action === 'remove' ? remove(world, context) : now(world, context)
}

/** A person waits for it; Ctrl-C ends it, and nothing is half done. */
const WATCHED_MS = 3_600_000

/** With a bar for whoever waits, where there is enough to do. */
async function watched<T>(
  { output }: Context,
  work: (options: Omit<ExchangeOptions, 'push'>) => Promise<T>,
): Promise<T> {
  const progress = makeProgress(output)
  try {
    return await work({
      interactive: output.interactive,
      deadlineMs: performance.now() + WATCHED_MS,
      ...(progress && {
        progress: (what, count, total) => progress.at(what === 'taken' ? 'taking' : 'sending', count, total),
      }),
    })
  } finally {
    progress?.end()
  }
}

/** For the administrator of a database, who need not have dogear. */
async function schema({ output }: Context): Promise<number> {
  output.print(await databaseSchema())
  return EXIT.ok
}

async function now(world: World, context: Context): Promise<number> {
  const { output } = context
  const synced = await watched(context, (options) => syncNow(world, options))
  if (output.json) output.printJson({ synced: synced.map(jsonOf) })
  else if (!output.quiet) output.print(synced.map(lineOf).join('\n'))
  const failed = synced.find(({ error }) => error)?.error
  if (failed && !output.json && output.quiet) output.fail(failed.message)
  return failed ? failed.exitCode : synced.some(({ result }) => result && hasFindings(result)) ? EXIT.findings : EXIT.ok
}

type Result = NonNullable<Synced['result']>

function hasFindings({ broken, rewritten }: Result): boolean {
  return broken.length + rewritten.length > 0
}

function jsonOf({ remote, result, error }: Synced): object {
  const url = shownUrl(remote.url)
  return error ? { url, error: { code: error.code, message: error.message } } : { url, ...result }
}

function lineOf({ remote, result, error }: Synced): string {
  const where = safeName(shownUrl(remote.url))
  if (error || !result)
    return `✗ ${whyAt(where, error?.message ?? 'nothing happened')}${error?.next ? `\n  Next: ${error.next}` : ''}`
  const { taken, sent, kept, keyless, unfinished } = result
  const lines = [`✓ ${where}: took ${taken}, gave ${sent}.`]
  if (hasFindings(result)) lines.push('  Something there is not as it was: dogear sync status')
  if (keyless) lines.push('  What is new stays here until somebody lets this device in: dogear sync status')
  if (unfinished) lines.push('  There is more: it goes on with the next one.')
  if (kept.length > 0) lines.push(`  ${kept.length} stay here: dogear sync status`)
  return lines.join('\n')
}

/** An engine names the place itself where it was the place that failed. */
function whyAt(where: string, message: string): string {
  return message.startsWith(where) ? message : `${where}: ${message}`
}

async function add(world: World, context: Context): Promise<number> {
  const { args, output } = context
  const address = args.positionals[1]
  if (address === undefined) {
    throw new DogearError('usage', 'add needs to know where', {
      expected: 'a git URL, a folder, or postgres://user@host/database',
      next: 'dogear sync add git@HOST:ME/notes.git',
    })
  }
  const mine = valueOf(args, 'mine')
  const [store, recovery] = [valueOf(args, 'store'), valueOf(args, 'encrypt')]
  const [link, name] = [valueOf(args, 'link'), valueOf(args, 'name')]
  const absolute = (path: string): string => absoluteFrom(world, path)
  const request = {
    address,
    absolute,
    team: args.on.has('team'),
    pullOnly: args.on.has('pull-only'),
    ...(mine !== undefined && { mine: mine === 'yes' }),
    ...(name !== undefined && { name }),
    ...(store !== undefined && { store }),
    ...(recovery !== undefined && { recovery: absolute(recovery) }),
    ...(link !== undefined && { link }),
  }
  const added = await watched(context, (options) => addRemote(world, { ...request, options }))
  const { remote, exchanged, ...told } = added
  if (output.json)
    output.printJson({ ...told, audience: remote.audience, taken: exchanged.taken, sent: exchanged.sent })
  else if (output.quiet) output.print(added.words)
  else output.print(sayAdded(added))
  return EXIT.ok
}

async function status(world: World, { output }: Context): Promise<number> {
  const found = await inLittleRoom(async () => syncStatus(world))
  if (output.json) output.printJson(found)
  else output.print(printStatus(found, { nowMs: world.now().ms, style: output.style, width: output.width }))
  return EXIT.ok
}

async function members(world: World, context: Context): Promise<number> {
  const { args, output } = context
  if (args.positionals[1] === 'remove') return putOut(world, context)
  const { remotes } = syncStatus(world)
  if (output.json)
    output.printJson({ members: remotes.flatMap(({ url, devices }) => devices.map((one) => ({ url, ...one }))) })
  else output.print(printMembers(remotes, { nowMs: world.now().ms, style: output.style, width: output.width }))
  return EXIT.ok
}

async function putOut(world: World, context: Context): Promise<number> {
  const { args, output } = context
  const who = wordOf(args.positionals[2], 'members remove', 'dogear sync members')
  const { encrypted, keeps, ...gone } = await watched(context, (options) => removeDevice(world, { who, options }))
  if (output.json) output.printJson({ ...gone, encrypted, keeps })
  else
    output.print(
      [
        `"${safeName(gone.name)}" (${gone.words}) is out: nothing that it publishes from now on counts.`,
        encrypted
          ? 'A new key began. What it could read before it can still read.'
          : 'It keeps what it has. Take its access to the remote away, too.',
      ].join('\n'),
    )
  return EXIT.ok
}

async function trust(world: World, context: Context): Promise<number> {
  const { args, output } = context
  const who = wordOf(args.positionals[1], 'trust', 'dogear sync status')
  const name = valueOf(args, 'name')
  const person = {
    who,
    mine: valueOf(args, 'mine') === 'yes',
    role: args.on.has('admin') ? ('admin' as const) : ('member' as const),
    ...(name !== undefined && { name }),
  }
  const trusted = await watched(context, (options) => trustDevice(world, { ...person, options }))
  if (output.json) output.printJson(trusted)
  else
    output.print(`"${safeName(trusted.name)}" (${trusted.words}) is in${trusted.mine ? ', as a device of yours' : ''}.`)
  return EXIT.ok
}

async function encrypt(world: World, context: Context): Promise<number> {
  const { args, output } = context
  const [, file, which] = args.positionals
  if (file === undefined)
    throw new DogearError('usage', 'encrypt needs to know where its recovery key is, or shall be', {
      expected: 'a file as age-keygen writes it, or a path where there is none',
      next: 'dogear sync encrypt ~/keys/dogear-recovery.txt',
    })
  const recovery = absoluteFrom(world, file)
  const { remote, inClear, ...done } = await watched(context, (options) =>
    encryptStore(world, { recovery, which, options }),
  )
  const url = shownUrl(remote.url)
  if (output.json) output.printJson({ url, ...done, inClear })
  else output.print(sayEncrypted(url, inClear, done.recovery))
  return EXIT.ok
}

function absoluteFrom({ cwd, userHome }: World, path: string): string {
  return resolve(cwd, path.replace(/^~(?=\/|$)/, userHome))
}

function remove(world: World, { args, output }: Context): number {
  const gone = removeRemote(world, args.positionals[1])
  if (output.json) output.printJson({ removed: { url: shownUrl(gone.url), words: wordsOf(gone.store) } })
  else
    output.print(
      `Nothing is exchanged with ${safeName(shownUrl(gone.url))} any more. What was taken stays here, what was sent stays there.`,
    )
  return EXIT.ok
}

function wordOf(word: string | undefined, action: string, next: string): string {
  if (word !== undefined) return word
  throw new DogearError('usage', `${action} needs to know who`, {
    expected: 'the words of a device, or its name',
    next,
  })
}

export async function runShare(context: Context): Promise<number> {
  const { args, output } = context
  const world = await worldOf(context)
  const how = args.on.has('local')
    ? 'local'
    : args.on.has('no-local')
      ? 'not-local'
      : args.on.has('stop')
        ? 'stop'
        : 'team'
  const shared = shareLine(world, { name: args.positionals[0] as string, how })
  if (output.json) output.printJson({ shared })
  else output.print(sayShared(shared))
  return EXIT.ok
}

/** In the background: it has nobody to tell anything to. What went wrong is kept for `sync status`. */
export async function runSyncQuietly(context: Context): Promise<number> {
  await syncQuietly(await worldOf(context))
  return EXIT.ok
}
