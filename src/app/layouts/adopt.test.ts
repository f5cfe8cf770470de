import { expect, test } from 'vitest'
import { desk } from '../../../test/support/in-process.js'
import { layout as namedCheckpoints } from '../../layouts/named-checkpoints/layout.js'
import type { Document } from '../../layouts/layout.js'
import { listEntryIds } from '../../store/entries/listing.js'
import { adoptDocument, type LiveFiles } from './adopt.js'
import { locate } from '../locate.js'

function filesWith(text: string): { liveFiles: LiveFiles; document: Document } {
  const { world } = desk()
  const files = [{ path: 'checkpoint-auth.md', text, mtimeMs: 0 }]
  const live = { layout: namedCheckpoints, folder: '/memory', chosen: false }
  const liveFiles = { world, located: locate(world), live, files, said: new Map() }
  return { liveFiles, document: namedCheckpoints.scan(files).documents[0] as Document }
}

test('of two processes that look at the same moment, one takes it up [A16]', () => {
  const { liveFiles, document } = filesWith(
    '# Checkpoint: auth\n- **Saved:** 2026-01-14 09:42\n\n## Next Action: Mend it\n',
  )
  const { id } = adoptDocument(liveFiles, document)
  expect(adoptDocument({ ...liveFiles, said: new Map() }, document).id).toBe(id)
  expect(listEntryIds(liveFiles.located.project, 'auth')).toEqual([id])
})
