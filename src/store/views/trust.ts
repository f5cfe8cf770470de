/**
 * trust.json: of which layouts of which project dogear may keep the files, and which repository the user has called their own.
 * What lies in a repository was written by whoever wrote the repository: see core/own/content.ts.
 */
import { join } from 'node:path'
import { DogearError } from '../../core/errors.js'
import type { LayoutId } from '../../layouts/layout.js'
import { ensureDir, readTextFile, replaceDurable } from '../../platform/files/files.js'
import type { Project } from '../paths.js'

export type TrustAnswer = 'approved' | 'refused'
export type Answers = Partial<Record<LayoutId, TrustAnswer>>

/** What a repository was known by when the user called it theirs: its origin, else the place of its git folder. */
export type Mine = { origin: string } | { place: string }

const REPOSITORY = 'repository'
const ASKED = 'asked'
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
  write(project, layout, answer, tag)
}

export function readMine(project: Project): Mine | null {
  try {
    const known = (readAll(project.home)[project.key] ?? {}) as Record<string, unknown>
    const { origin, place } = (known[REPOSITORY] ?? {}) as Record<string, unknown>
    return typeof origin === 'string' ? { origin } : typeof place === 'string' ? { place } : null
  } catch {
    return null
  }
}

/** The user has answered once: what comes later is told and not asked about. */
export function wasAsked(project: Project): boolean {
  try {
    return ((readAll(project.home)[project.key] ?? {}) as Record<string, unknown>)[ASKED] === true
  } catch {
    return false
  }
}

export function markAsked(project: Project, tag: string): void {
  if (!wasAsked(project)) write(project, ASKED, true, tag)
}

export function writeMine(project: Project, mine: Mine | null, tag: string): void {
  write(project, REPOSITORY, mine, tag)
}

function write(project: Project, key: string, value: unknown, tag: string): void {
  ensureDir(project.home, project.home)
  const all = readAll(project.home)
  const { [key]: _, ...others } = (all[project.key] ?? {}) as Record<string, unknown>
  const known = value === null ? others : { ...others, [key]: value }
  const text = JSON.stringify({ ...all, [project.key]: known }, null, 2)
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
