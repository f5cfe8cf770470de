/** The words in which use cases and faces talk about the layouts of a project. */
import type { FileNow } from '../../core/briefing/drift.js'
import type { Entry } from '../../core/entry/entry.js'
import type { Gathered } from '../../layouts/abilities.js'
import type { BrokenFile, Layout, LayoutId } from '../../layouts/layout.js'
import type { Located } from '../../store/projects/projects.js'
import type { ForeignContent } from '../own/foreign.js'
import type { World } from '../world.js'

/** "This content" is the user's, it is not, or "this repository" is. */
export type TrustWord = 'yes' | 'no' | 'mine'

/** What the caller says about layouts. */
export interface LayoutChoice {
  /** These and no others; [] for none. */
  layouts?: readonly LayoutId[]
  memoryDir?: string
  /** The answer to whether the files of this repository are to be taken over. */
  trust?: TrustWord
  /** Look, but take nothing over. */
  dryRun?: boolean
}

/** A layout and the folder its files lie in. */
export interface Live {
  layout: Layout
  folder: string
  /** Somebody chose it by a flag or a setting; else its files were found. */
  chosen: boolean
  /** No file of it lies here yet: the first save that somebody meant begins it. */
  unbegun?: true
  /** Kept as a view only, beside whatever else is here. */
  view?: true
}

/** Checkpoints in the repository that are not this user's own. */
export interface Foreign {
  live: Live
  names: string[]
  paths: string[]
  contents: ForeignContent[]
  /** False: the user has said no, and is not asked again. */
  open: boolean
}

export interface Looked {
  /** Those whose files dogear may write: the agent's own memory, what was taken over, what it wrote itself. */
  live: Live[]
  /** Entries made from what the files said, and where. */
  adopted: { entry: Entry; live: Live }[]
  /** What a dry run would have taken up. */
  untaken: string[]
  /** Workstreams whose file and index line somebody took away. */
  cleared: string[]
  foreign: Foreign[]
  broken: (BrokenFile & { layout: LayoutId })[]
  /** Names that an index lists without a file, as files are called. */
  orphans: { live: Live; name: string }[]
}

export interface PublishedFile {
  layout: LayoutId
  folder: string
  /** The file of the checkpoint, relative to the layout's folder; absent where the layout has no place for it. */
  file?: string
  /** Every file that was written. */
  changed: string[]
  /** The second file that says where the first is, where there is one. */
  sentinel?: string
}

export interface Published {
  files: PublishedFile[]
  /** What the files should say and do not. The entry itself is safe. */
  warnings: string[]
}

export interface OpenLayouts extends Looked {
  /** What layouts found in files that are not this user's, and were not shown. */
  strangers: ForeignContent[]
  /** Lines for the user: what is broken, gone, or could not be written. */
  notices: string[]
  /** What a save should know besides what it is given: spread it into a SaveRequest. */
  forSave(): Gathered
  /** Runs a save and its publishing, announced where a layout wants that. */
  running<T>(work: () => Promise<T>): Promise<T>
  publish(entry: Entry, reason?: string): Published
  /** The paths an entry mentions anywhere that are not as they were. */
  mentioned(entry: Entry): FileNow[]
  /** Takes those of these workstreams that the list does not show any more out of the files; returns warnings. */
  retract(names: readonly string[]): string[]
}

export interface Opened {
  /** With the policy of the first live layout. */
  world: World
  /** Null: none is here. */
  layouts: OpenLayouts | null
  /** Where this is, after what the files of the layouts said was taken up. */
  located: Located
}

/** The first layout, where `resume` without a name goes its way; null: it is an ordinary resume. */
export function restoring(layouts: OpenLayouts | null): Layout | null {
  const first = layouts?.live[0]?.layout
  return first?.restore ? first : null
}
