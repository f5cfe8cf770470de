/**
 * trust.json: which layouts of which project the user has taken over. What lies in a repository was written by whoever
 * wrote the repository, so it stays foreign until there is an answer here.
 */
import { join } from 'node:path'
import { DogearError } from '../../core/errors.js'
import type { LayoutId } from '../../layouts/layout.js'
import { ensureDir, readTextFile, replaceDurable } from '../../platform/files/files.js'
import type { Project } from '../paths.js'

export type TrustAnswer = 'approved' | 'refused'
export type Answers = Partial<Record<LayoutId, TrustAnswer>>

const TRUST_BYTES = 4_000_000

function trustPath(home: string): string {
  return join(home, 'trust.json')
}

/** A file that cannot be read is no answer: foreign stays foreign. */
export function readTrust(project: Project): Answers {
  try {
    const known = readAll(project.home)[project.key]
    const pairs = Object.entries(known ?? {}).filter(([, one]) => one === 'approved' || one === 'refused')
    return Object.fromEntries(pairs) as Answers
  } catch {
    return {}
  }
}

/** Null takes the answer back: the question will be asked again. */
export function writeTrust(project: Project, layout: LayoutId, answer: TrustAnswer | null, tag: string): void {
  ensureDir(project.home, project.home)
  const all = readAll(project.home)
  const { [layout]: _, ...others } = (all[project.key] ?? {}) as Answers
  const answers = answer === null ? others : { ...others, [layout]: answer }
  const text = JSON.stringify({ ...all, [project.key]: answers }, null, 2)
  replaceDurable(trustPath(project.home), `${text}\n`, tag)
}

function readAll(home: string): Record<string, unknown> {
  const path = trustPath(home)
  const text = readTextFile(path, TRUST_BYTES)
  if (text === null) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new DogearError('bad-input', `${path} is not what dogear wrote`, {
    expected: 'a JSON object: {"<project>":{"<layout>":"approved"}}',
    next: `mend or remove ${path}; the questions are then asked again`,
  })
}
