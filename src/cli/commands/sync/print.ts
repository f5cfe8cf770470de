/** What the exchange with other machines has to tell a person. */
import type { Added } from '../../../app/sync/add.js'
import type { Shared } from '../../../app/sync/share.js'
import type { DeviceStatus, RemoteStatus } from '../../../app/sync/status.js'
import { asWord } from '../../../core/choose/title.js'
import { safeName } from '../../../core/redact/safe-name.js'
import { age, cleanLine } from '../../../core/text/text.js'
import type { Style } from '../../print/output.js'
import { printTable } from '../../print/table.js'

interface View {
  nowMs: number
  width: number
  style: Style
}

/** Names, addresses and what a server says are anybody's words. */
function shown(text: string): string {
  return safeName(cleanLine(text))
}

export function printStatus({ remotes, copied }: { remotes: RemoteStatus[]; copied: boolean }, view: View): string {
  if (remotes.length === 0)
    return 'No remote was added, so nothing is ever sent anywhere.\nTo add one: dogear sync add git@HOST:ME/notes.git'
  const note = copied
    ? ['This home was copied from another machine: it gets a key of its own with the next sync.', '']
    : []
  return [...note, ...remotes.map((remote) => printRemote(remote, view))].join('\n')
}

function printRemote(remote: RemoteStatus, view: View): string {
  const { url, words, audience, encrypted, projects, devices, unsent, failing, lastPull, lastPush } = remote
  const { nowMs, style } = view
  const ago = (ms: number | undefined): string => (ms === undefined ? 'never' : age(ms, nowMs))
  const kind = [audience === 'team' ? 'a team' : 'your own devices', ...(encrypted ? ['encrypted'] : [])].join(', ')
  const lines = [
    `${style.bold(shown(url))}  ${words}  (${kind})`,
    `  projects  ${projects.length === 0 ? 'none' : projects.map(shown).join(', ')}`,
    `  taken     ${ago(lastPull)}`,
    `  given     ${remote.pullOnly ? 'this machine only takes' : ago(lastPush)}${unsent > 0 ? `; ${unsent} wait` : ''}`,
  ]
  if (failing)
    lines.push(
      style.yellow(`  ⚠ stopped ${age(failing.since, nowMs)} (${failing.times} tries): ${shown(failing.message)}`),
    )
  lines.push(...troubles(remote).map((text) => style.yellow(`  ⚠ ${text}`)), '', devicesTable(devices, view))
  const waiting = devices.filter(({ state, this: isThis }) => state === 'waits' && !isThis)
  for (const { name, words: of } of waiting)
    lines.push('', `"${shown(name)}" (${of}) asks to be let in. If you know these words: dogear sync trust ${of}`)
  return `${lines.join('\n')}\n`
}

function troubles({ broken, rewritten, held, kept }: RemoteStatus): string[] {
  const { waiting, unlinked, sealed, refused, differs } = held
  return [
    ...rewritten.map(
      (name) => `what "${shown(name)}" had published was rewritten there, or is withheld: it is not followed`,
    ),
    ...broken.map(({ device, why }) => `"${shown(device)}" is not followed any further: ${shown(why)}`),
    ...(waiting > 0 ? [`${waiting} records of devices that are not let in`] : []),
    ...unlinked.map(
      ({ slug, count }) =>
        `${count} of the project "${shown(slug)}": in its folder, dogear sync add URL --link ${shown(slug)}`,
    ),
    ...(sealed > 0 ? [`${sealed} that no key of this device opens`] : []),
    ...groups(refused).map(([why, count]) => `${count} refused: ${shown(why)}`),
    ...differs.map(shown),
    ...kept.map(({ name, id, why }) => `${shown(name)} (${id.slice(-12)}) stays here: ${why}`),
  ]
}

function groups(texts: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts]
}

export function printMembers(remotes: readonly RemoteStatus[], view: View): string {
  if (remotes.length === 0) return 'No remote was added.'
  return remotes
    .map(({ url, words, devices }) => `${view.style.bold(shown(url))}  ${words}\n${devicesTable(devices, view)}\n`)
    .join('\n')
}

function devicesTable(devices: readonly DeviceStatus[], { nowMs, width, style }: View): string {
  const rows = devices.map((one) => [
    `${one.name}${one.this ? ' (this one)' : ''}`,
    one.words,
    one.mine ? 'you' : one.state === 'waits' ? '?' : one.person,
    one.state === 'in' ? (one.role ?? '') : one.state === 'waits' ? 'waits' : 'out',
    String(one.records),
    one.lastSaved === undefined ? '' : age(one.lastSaved, nowMs),
  ])
  const columns = [
    { title: 'DEVICE', least: 8 },
    { title: 'WORDS' },
    { title: 'WHOSE', least: 6 },
    { title: 'STATE' },
    { title: 'RECORDS', yields: true },
    { title: 'LAST SAVE', yields: true },
  ]
  return printTable(
    columns,
    rows.map((row) => row.map(shown)),
    width,
    style,
  )
}

export function sayEncrypted(url: string, inClear: number, { path, isNew }: { path: string; isNew: boolean }): string {
  const stays =
    inClear === 0
      ? []
      : [
          `${inClear} entries lie there in clear, and stay so: for a remote that must never have seen them, found a new one.`,
        ]
  return [
    `What goes to ${safeName(url)} is sealed from now on; your other devices are given the key when they sync.`,
    sayRecovery(path, isNew),
    ...stays,
  ].join('\n')
}

function sayRecovery(path: string, isNew: boolean): string {
  return `${isNew ? 'The recovery key was made' : 'The recovery key is the one'} in ${shown(path)}, and was tested: keep it away from this machine.`
}

/** What happened, and the next step on the other machine. */
export function sayAdded(added: Added): string {
  const { url, words, founded, waits, project, recovery, exchanged, remote } = added
  const where = shown(url)
  const lines = [
    founded
      ? `Founded a store at ${where}${remote.audience === 'team' ? ' for a team' : ', for your own devices'}. Its words: ${words}`
      : `Joined the store ${words} at ${where}.`,
  ]
  if (recovery) lines.push(`It is encrypted. ${sayRecovery(recovery.path, recovery.isNew)}`)
  if (project)
    lines.push(project.isNew ? `This project ("${project.slug}") goes there.` : `This is "${project.slug}" there.`)
  else if (added.isSealed)
    lines.push('Which projects are there can be read once you are let in: then run this again in this folder.')
  else lines.push('Nothing was saved in this folder yet: run it again in a project to add that.')
  if (added.oldForms > 0)
    lines.push(`${added.oldForms} entries of an older version name this machine and its folders; they go along.`)
  lines.push(`Took ${exchanged.taken}, gave ${exchanged.sent}.`)
  if (founded) lines.push(`On another machine: dogear sync add ${where}#${words}`)
  if (waits && !remote.pullOnly)
    lines.push('What you save here counts there once you are let in. On a machine that is in: dogear sync trust NAME')
  if (remote.audience === 'team') lines.push('Only workstreams that you share go there: dogear share NAME')
  return lines.join('\n')
}

export function sayShared({ name, how, changed, teams }: Shared): string {
  const called = asWord(name)
  if (how === 'local') return `"${called}" stays on this machine from now on.`
  if (how === 'not-local') return `"${called}" may go to your other devices again.`
  if (how === 'stop') return `Nothing more of "${called}" goes to a team. What was sent stays there.`
  const already = changed ? '' : ' It was before.'
  return teams > 0
    ? `"${called}" goes to ${teams === 1 ? 'the team' : `${teams} teams`} with the next sync.${already}`
    : `"${called}" is shared; no team has this project yet: dogear sync add URL --team`
}
