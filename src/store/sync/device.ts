/**
 * The key of this device: `sync/device.json`. It is bound to its home. A home that was copied to another machine has the same
 * key, and two devices with one key would fork its chain: so the copy makes a key of its own, which the old one vouches for.
 */
import { openRecord, sealRecord } from '../../core/entry/seal.js'
import { safeName } from '../../core/redact/safe-name.js'
import { createDurable, ensureDir, readTextFile, replaceDurable, settleDir } from '../../platform/files/files.js'
import { deviceOf, digest, makeKeyPair, signWith } from '../../platform/keys.js'
import { machineId } from '../../platform/machine.js'
import { readPlace } from '../../platform/place.js'
import { hostName } from '../../platform/process/process-tag.js'
import { syncDir } from '../paths.js'

export interface OwnDevice {
  id: string
  publicKey: string
  privateKey: string
  /** What it is called on other machines; the user may change it. */
  name: string
  /** The device that this home was copied from, and its signature. */
  vouch?: Vouch
  /** An age identity, once a store is encrypted. */
  identity?: string
}

interface Vouch {
  by: string
  /** Its public key. */
  key: string
  sig: string
}

const MAX_BYTES = 16_000

export function readDevice(home: string): OwnDevice | null {
  const record = openRecord(readTextFile(pathOf(home), MAX_BYTES)?.trim() ?? '')
  const { publicKey, privateKey, name, vouch, identity } = (record ?? {}) as Partial<OwnDevice>
  if (typeof publicKey !== 'string' || typeof privateKey !== 'string') return null
  return {
    id: deviceOf(publicKey),
    publicKey,
    privateKey,
    name: typeof name === 'string' ? name : '',
    ...(vouch && { vouch }),
    ...(identity !== undefined && { identity }),
  }
}

/** Made with the first remote. */
export function ensureDevice(home: string, tag: string): OwnDevice {
  const known = readDevice(home)
  if (known && isAtHome(home)) return known
  ensureDir(syncDir(home), home)
  settleDir(syncDir(home), home)
  const keys = makeKeyPair()
  const name = safeName(hostName().split('.')[0] || 'device').slice(0, 60)
  const vouch = known && {
    by: known.id,
    key: known.publicKey,
    sig: signWith(known.privateKey, vouchText(deviceOf(keys.publicKey))),
  }
  const record = sealRecord({ ...keys, name, bound: bindingOf(home), ...(vouch && { vouch }) })
  if (known) replaceDurable(pathOf(home), `${record}\n`, tag)
  // Another process may have been faster.
  else createDurable(pathOf(home), `${record}\n`, tag)
  return readDevice(home) as OwnDevice
}

export function writeDevice(
  home: string,
  change: Partial<Pick<OwnDevice, 'name' | 'identity'>>,
  tag: string,
): OwnDevice {
  const record = openRecord(readTextFile(pathOf(home), MAX_BYTES)?.trim() ?? '') ?? {}
  const { check: _, ...before } = record
  replaceDurable(pathOf(home), `${sealRecord({ ...before, ...change })}\n`, tag)
  return readDevice(home) as OwnDevice
}

/** What the old key signs for the new one. */
export function vouchText(device: string): string {
  return `dogear-vouch-1\n${device}`
}

/** False: this home was copied here from somewhere else. */
export function isAtHome(home: string): boolean {
  const { bound } = openRecord(readTextFile(pathOf(home), MAX_BYTES)?.trim() ?? '') ?? {}
  return bound === bindingOf(home)
}

/** No clear text of it is needed: it is only compared. */
function bindingOf(home: string): string {
  const place = readPlace(home)
  return digest([machineId(), place?.dev, place?.ino, place?.birth].join('\n')).slice(0, 32)
}

function pathOf(home: string): string {
  return `${syncDir(home)}/device.json`
}
