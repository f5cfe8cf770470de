/** opencode's older storage: one JSON file per session, message and part. */
import { basename, dirname, join } from 'node:path'
import { namesIn } from '../common/here.js'
import { type Json, numberOf, objectOf, parseRecord } from '../common/values.js'
import { DogearError } from '../../core/errors.js'
import { readTextFile } from '../../platform/files/files.js'
import type { Message } from './records.js'

const MOST = 256 * 1024 * 1024
const MOST_PER_PART = 64 * 1024 * 1024

/** The one JSON object in a file. Null: it is none. */
export function readObject(path: string): Json | null {
  const text = readTextFile(path, MOST)
  if (text === null) throw new DogearError('not-found', `there is no file ${path}`, { next: 'check the path' })
  return parseRecord(text)
}

/** `storage/session/<project>/<session>.json` */
export function isSessionFile(path: string): boolean {
  return /[/\\]storage[/\\]session[/\\][^/\\]+[/\\]ses_[^/\\]+\.json$/.test(path)
}

/** Their ids sort by time. */
export function messageIds(path: string): string[] {
  return idsIn(join(storageOf(path), 'message', basename(path, '.json')))
}

export function readMessage(path: string, id: string, row: number, onBad: () => void): Message | null {
  const storage = storageOf(path)
  const info = readSmall(join(storage, 'message', basename(path, '.json'), `${id}.json`))
  if (!info) {
    onBad()
    return null
  }
  const dir = join(storage, 'part', id)
  const parts = idsIn(dir).flatMap((part): Json[] => {
    const data = readSmall(join(dir, `${part}.json`))
    if (!data) onBad()
    return data ? [{ ...data, id: part }] : []
  })
  return { row, info: { ...info, id }, parts }
}

/** When the session last changed, by its own account. */
export function updatedAt(info: Json): number {
  return numberOf(objectOf(info['time'])?.['updated']) ?? 0
}

function storageOf(path: string): string {
  return dirname(dirname(dirname(path)))
}

function idsIn(dir: string): string[] {
  return namesIn(dir)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .toSorted()
}

function readSmall(path: string): Json | null {
  try {
    return parseRecord(readTextFile(path, MOST_PER_PART) ?? '')
  } catch {
    return null
  }
}
