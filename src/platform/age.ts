/** Keys wrapped for other devices in the format of the `age` command, so that it can open them without dogear. */
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption'

export function makeIdentity(): Promise<string> {
  return generateIdentity()
}

export function recipientOf(identity: string): Promise<string> {
  return identityToRecipient(identity)
}

/** Base64 of an age file. */
export async function wrapFor(key: string, recipient: string): Promise<string> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return Buffer.from(await encrypter.encrypt(key)).toString('base64')
}

/** Null: not for this identity. */
export async function unwrap(wrapped: string, identity: string): Promise<string | null> {
  try {
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    return await decrypter.decrypt(Buffer.from(wrapped, 'base64'), 'text')
  } catch {
    return null
  }
}
