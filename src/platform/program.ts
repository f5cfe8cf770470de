/** Where this program lies: the folder with bin, dist and plugin, and the Node that runs it. */
import { dirname, join } from 'node:path'
import { realPathOf } from './place.js'

export interface Program {
  /** Absolute. */
  node: string
  root: string
  /** What agents start for their events. */
  hook: string
  main: string
}

export function thisProgram(): Program {
  return programAt(dirname(dirname(realPathOf(process.argv[1] as string))))
}

export function programAt(root: string): Program {
  return {
    node: process.execPath,
    root,
    hook: join(root, 'dist', 'hook.cjs'),
    main: join(root, 'bin', 'dogear.js'),
  }
}
