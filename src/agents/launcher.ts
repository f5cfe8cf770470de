/**
 * The launcher as it lies on this machine: the one of the package, with the places of Node and of the program written into it.
 * The line by which an agent calls it never changes, so what does change stands here.
 */
import { delimiter, isAbsolute, join } from 'node:path'
import { realPathOf } from '../platform/place.js'
import type { Program } from '../platform/process/command.js'

interface Here {
  program: Program
  userHome: string
  env: Readonly<Record<string, string | undefined>>
}

export interface LauncherPlaces {
  node: string
  root: string
}

const NODE = /^node=(.*)$/m
const ROOT = /^root=(.*)$/m

export function fillLauncher(text: string, here: Here): string {
  return text
    .replace(NODE, () => `node=${quote(lastingNode(here))}`)
    .replace(ROOT, () => `root=${quote(here.program.root)}`)
}

/** As it is in the package, whatever stands in this one: to be compared. */
export function emptyLauncher(text: string): string {
  return text.replace(NODE, 'node=').replace(ROOT, 'root=')
}

/** Empty texts where none is named. */
export function placesIn(text: string): LauncherPlaces {
  return { node: unquote(NODE.exec(text)?.[1] ?? ''), root: unquote(ROOT.exec(text)?.[1] ?? '') }
}

const USUAL = ['/opt/homebrew/bin', '/usr/local/bin', '/usr/bin']

/** A path to this Node that will lead to the next one, too: a link outside a folder of one version. Else this Node itself. */
export function lastingNode({ program: { node }, env, userHome }: Here): string {
  const onPath = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  const links = [...onPath, ...USUAL, join(userHome, '.volta', 'bin')].map((folder) => join(folder, 'node'))
  const real = realPathOf(node)
  const leads = (link: string): boolean => !/\d+\.\d+/.test(link) && realPathOf(link) === real
  return [...new Set([node, ...links])].find(leads) ?? node
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function unquote(text: string): string {
  return text.replace(/^'|'$/g, '').replaceAll(`'\\''`, "'")
}
