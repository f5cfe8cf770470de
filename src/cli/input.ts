/** Text the user points at: standard input or a file. */
import { resolve } from 'node:path'
import { DogearError } from '../core/errors.js'
import { MAX_ENTRY_BYTES } from '../core/seal.js'
import { readTextFile } from '../platform/files.js'
import { realPathOf } from '../platform/place.js'
import { readStandardInput } from '../platform/terminal.js'

/** Standard input is there only once, but a command runs again after it has asked something. */
let alreadyRead: string | undefined

export function readInput(maxBytes: number = MAX_ENTRY_BYTES): string {
  if (alreadyRead !== undefined) return alreadyRead
  const bytes = readStandardInput(maxBytes)
  if (bytes !== null) return (alreadyRead = new TextDecoder().decode(bytes))
  throw new DogearError('too-big', `standard input has more than ${maxBytes} bytes`, {
    expected: 'a checkpoint: paths and reasons, not whole files',
  })
}

/** A file by the name somebody typed; links are followed, since that person chose the file. */
export function readNamedFile(cwd: string, typed: string, maxBytes: number = MAX_ENTRY_BYTES): string {
  const path = resolve(cwd, typed)
  const text = readTextFile(realPathOf(path), maxBytes)
  if (text !== null) return text
  throw new DogearError('not-found', `there is no file ${path}`, {
    expected: 'a Markdown or JSON file, or - for standard input',
  })
}
