/** What the laws of agents are shown on: every folder with a manifest, the template too, with the samples in its testdata. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest, TranscriptReader } from '../../src/agents/agent.js'
import { checkout } from './checkout.js'

export interface Subject {
  id: string
  folder: string
  manifest: Manifest
  reader: TranscriptReader
}

export interface Sample extends Subject {
  file: string
  path: string
  /** Empty for a sample that is one JSON object. */
  lines: string[]
}

const AGENTS = join(checkout, 'src', 'agents')

export async function findSubjects(): Promise<Subject[]> {
  const ids = readdirSync(AGENTS).filter((name) => existsSync(join(AGENTS, name, 'manifest.ts')))
  return Promise.all(ids.map(readSubject))
}

async function readSubject(id: string): Promise<Subject> {
  const folder = join(AGENTS, id)
  const load = (name: string): Promise<unknown> => import(pathToFileURL(join(folder, name)).href)
  const { manifest } = (await load('manifest.ts')) as { manifest: Manifest }
  const { reader } = (await load('reader.ts')) as { reader: TranscriptReader }
  return { id, folder, manifest, reader }
}

/** `*.jsonl` and `*.json`; other files lie beside a sample because the agent keeps such files beside its own. */
export function samplesOf(subject: Subject): Sample[] {
  const data = join(subject.folder, 'testdata')
  const names = existsSync(data) ? readdirSync(data).filter((name) => /\.jsonl?$/.test(name)) : []
  return names.map((name) => {
    const path = join(data, name)
    const text = name.endsWith('.jsonl') ? readFileSync(path, 'utf8') : ''
    return { ...subject, file: `${subject.id}/${name}`, path, lines: text.split('\n').filter(Boolean) }
  })
}
