/** What only this home can have made: the numbers of the marks around briefings, and the state of a question under way. */
import { createDurable, ensureDir, readTextFile, settleDir } from '../platform/files/files.js'
import { randomBytes, sha256Hex } from '../platform/files/hash.js'
import { readSecret } from './own.js'
import { ownDir } from './paths.js'

const NUMBER_LENGTH = 12

/** The same number for the same text; nobody who has not read this home can know it beforehand, and put it into the text. */
export function numberIn(home: string): (text: string) => string {
  const secret = readSecret(home) ?? madeHere()
  return (text) => signature(secret, 'fence', text).slice(0, NUMBER_LENGTH)
}

/** Where nothing was ever saved with a secret: good for this process. */
function madeHere(): string {
  return (inProcess ??= hexOf(randomBytes(32)))
}

let inProcess: string | undefined

/** `sign` and `isSigned` of what goes out to a client and comes back. The secret is made with the first question. */
export function signing(home: string, tag: string): (text: string) => string {
  const secret = questionSecret(home, tag)
  return (text) => signature(secret, 'question', text)
}

const MAX_BYTES = 1000

function questionSecret(home: string, tag: string): string {
  const path = `${ownDir(home)}/question-key`
  try {
    const known = secretIn(path)
    if (known !== null) return known
    ensureDir(ownDir(home), home)
    settleDir(ownDir(home), home)
    createDurable(path, `${hexOf(randomBytes(32))}\n`, tag)
    // Another process may have been faster.
    return secretIn(path) ?? madeHere()
  } catch {
    // A home that cannot be written to: the answer comes back to this process.
    return madeHere()
  }
}

function secretIn(path: string): string | null {
  const text = readTextFile(path, MAX_BYTES)?.trim() ?? ''
  return /^[0-9a-f]{64}$/.test(text) ? text : null
}

/** In the way of HMAC: what is signed cannot be made longer by somebody who does not know the secret. */
function signature(secret: string, purpose: string, text: string): string {
  return sha256Hex(`${secret}\n${purpose}\n${sha256Hex(`${purpose}\n${secret}\n${text}`)}`)
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
