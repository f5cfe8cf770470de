/** All that lies below a folder, to the byte, whatever its names are made of. */
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { sha256Hex } from '../../../src/platform/files/hash.js'

/** By the path, one letter for each byte: kind, mode and SHA-256 of what is there. */
export type Tree = Map<string, string>

export function bytes(...parts: readonly string[]): Buffer {
  return Buffer.from(parts.join('/'), 'latin1')
}

/** `skipGit`: what git keeps is left out. */
export function treeBelow(root: string, skipGit = false): Tree {
  const tree: Tree = new Map()
  const walk = (folder: string): void => {
    for (const name of readdirSync(bytes(root, folder), 'buffer').map((one) => one.toString('latin1'))) {
      const path = folder === '' ? name : `${folder}/${name}`
      const stat = lstatSync(bytes(root, path))
      if (stat.isDirectory()) {
        if (!(skipGit && (name === '.git' || name.endsWith('.git')))) walk(path)
      } else
        tree.set(
          path,
          `${kindOf(root, path, stat.isSymbolicLink(), stat.isFile())} ${(stat.mode & 0o7777).toString(8)}`,
        )
    }
  }
  walk('')
  return tree
}

function kindOf(root: string, path: string, isLink: boolean, isFile: boolean): string {
  if (isLink) return `l ${sha256Hex(readlinkSync(bytes(root, path), 'buffer'))}`
  return isFile ? `f ${sha256Hex(readFileSync(bytes(root, path)))}` : 'o -'
}

export function hashOf(what: string | undefined): string | undefined {
  return what?.split(' ')[1]
}

/** Paths at which two trees differ. */
export function changedBetween(a: Tree, b: Tree): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path))
}
