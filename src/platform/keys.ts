/** Signatures and encryption. Only what syncs loads this: node:crypto costs a tenth of a bare start. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'

export interface KeyPair {
  /** Base64 of the 32 bytes. */
  publicKey: string
  /** PKCS #8, base64. */
  privateKey: string
}

export function makeKeyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-RAW_BYTES)
  return {
    publicKey: raw.toString('base64'),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  }
}

const RAW_BYTES = 32
/** What stands before the raw key in its usual form. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** The name of a key: nobody can find another key for it. */
export function deviceOf(publicKey: string): string {
  return digest(Buffer.from(publicKey, 'base64')).slice(0, 32)
}

export function digest(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

const opened = new Map<string, KeyObject>()

export function signWith(privateKey: string, text: string): string {
  let key = opened.get(privateKey)
  if (!key) {
    key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
    opened.set(privateKey, key)
  }
  return sign(null, Buffer.from(text), key).toString('base64')
}

/** False also for what is no key and no signature. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    let key = opened.get(publicKey)
    if (!key) {
      const raw = Buffer.from(publicKey, 'base64')
      if (raw.length !== RAW_BYTES) return false
      key = createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' })
      opened.set(publicKey, key)
    }
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}

export function macOf(keyHex: string, text: string): string {
  return createHmac('sha256', Buffer.from(keyHex, 'hex')).update(text).digest('hex')
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Deterministic: the nonce is made of the content, so that a retry is byte for byte the same and two contents never share one.
 * What comes out is nonce, sealed bytes, tag.
 */
export function sealBytes(epochKey: string, about: string, plain: Uint8Array): Uint8Array {
  const nonce = createHmac('sha256', subKey(epochKey, 'nonce'))
    .update(`${about.length}:${about}`)
    .update(plain)
    .digest()
    .subarray(0, NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', subKey(epochKey, 'seal'), nonce).setAAD(Buffer.from(about))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Null: another key, or somebody changed it. */
export function openBytes(epochKey: string, about: string, sealed: Uint8Array): Uint8Array | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES)
    const open = createDecipheriv('aes-256-gcm', subKey(epochKey, 'seal'), nonce).setAAD(Buffer.from(about))
    open.setAuthTag(sealed.subarray(-TAG_BYTES))
    return Buffer.concat([open.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), open.final()])
  } catch {
    return null
  }
}

function subKey(epochKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(epochKey, 'hex'), '', `dogear ${purpose}`, 32))
}
