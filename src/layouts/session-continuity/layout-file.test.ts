/** What stands in a checkpoint of session-continuity. */
import { describe, expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { emptyFields } from '../../core/entry/entry.js'
import { applyEdits } from '../files.js'
import type { Edit } from '../layout.js'
import { layout } from './layout.js'
import { WRITTEN, ENTRY, fileAt, publish, documentOf } from '../../../test/support/session-continuity.js'

describe('the file', () => {
  test('has exactly the shape of the seed [C2]', () => {
    expect(publish(ENTRY)).toEqual([{ do: 'write', path: 'memory/checkpoints/build-login-page.md', text: WRITTEN }])
  })

  test('gives every field back that it holds, the time to the minute [C1] [C2]', () => {
    const { id: _id, kind: _kind, parents: _parents, lane, name, saved: _saved, by: _by, where, ...rest } = ENTRY
    const { extraKeys, extraSections, ...fields } = rest
    expect(documentOf(WRITTEN, 'build-login-page.md')).toEqual({
      name,
      lane,
      path: 'memory/checkpoints/build-login-page.md',
      savedMs: Date.parse('2026-11-15T09:42:00+08:00'),
      offsetMinutes: 480,
      branch: where.branch,
      extraKeys,
      extraSections,
      fields: {
        ...fields,
        done: fields.done.map(({ text }) => ({ text })),
        files: [{ path: 'src/auth.py', role: 'edited' }, { path: 'my file (edited)' }],
      },
    })
  })

  test('has all its sections where there is nothing to say, and says nothing then [C2]', () => {
    const [edit] = publish(entryWith())
    const text = (edit as { text: string }).text
    expect(text.match(/^## .*$/gm)).toEqual([
      '## Progress',
      '## Next Action',
      '## Blockers',
      '## Key Decisions',
      '## Relevant Context',
    ])
    expect(documentOf(text).fields).toEqual(emptyFields())
  })

  test('may be the bare template: its comments and its Age line say nothing [C2]', () => {
    const template = `# Checkpoint: fresh-start

**Created:** 2026-11-15 09:42 GMT+8
**Task:** one line

## Progress
<!-- What was completed — be specific -->

## Next Action
<!-- Exact next step:
file, command, decision -->
Run it

## Blockers
<!-- Concrete obstacles -->

## Relevant Context
<!-- Files -->

**Age:** Derived from file mtime at resume time
`
    expect(documentOf(template).fields).toEqual({
      ...emptyFields(),
      task: { text: 'one line' },
      next: { text: 'Run it' },
    })
  })

  test.each([
    ['2026-11-15 09:42 GMT+8', '2026-11-15T01:42Z', 480],
    ['2026-11-15 09:42 GMT-3:30', '2026-11-15T13:12Z', -210],
    ['2026-11-15 09:42 UTC', '2026-11-15T09:42Z', 0],
    ['2026-11-15T09:42:11Z', '2026-11-15T09:42Z', 0],
    ['2026-11-15 09:42:11 +0530', '2026-11-15T04:12Z', 330],
    ['2026-11-15, 9:42 (GMT+8)', '2026-11-15T01:42Z', 480],
    // Without a zone it is what the clock on the wall showed.
    ['2026-11-15 09:42', '2026-11-15T09:42Z', undefined],
    ['2026-11-15', '2026-11-15T00:00Z', undefined],
    ['yesterday', '1970-01-01T00:00Z', undefined],
  ])('%s is a time', (created, utc, offset) => {
    const document = documentOf(`# Checkpoint: x\n**Created:** ${created}\n`)
    expect([document.savedMs, document.offsetMinutes]).toEqual([Date.parse(utc), offset])
  })

  test('may be written by hand in many ways', () => {
    const hand = `\ufeff# checkpoint: Login Page\r\n- **Created**: 2026-11-15 09:42\r\nTask: the login\r\n\r\n### Progress:\r\n* [x] form\r\n  1. nested\r\nlazy\r\n\r\nA paragraph\r\n\r\n## Next steps\r\n- Run it\r\n## Blockers\r\nNone.\r\n## Context\r\n\`\`\`sh\r\n## not a heading\r\n\`\`\`\r\n`
    expect(documentOf(hand, 'Login Page.md')).toMatchObject({
      name: 'login-page',
      fields: {
        task: { text: 'the login' },
        next: { text: 'Run it' },
        done: [{ text: '[x] form\n1. nested\nlazy' }, { text: 'A paragraph' }],
        blockers: [],
        context: [{ text: '```sh\n## not a heading\n```' }],
      },
    })
  })

  test('is left alone while it says the same, however it was written', () => {
    const hand = fileAt('auth.md', '# Checkpoint: auth\nCreated: 2026-11-15 09:00\n\n### Progress:\n* one\n')
    const said = entryWith({ done: [{ text: 'one' }] })
    expect(publish(said, [hand])).toEqual([])
    expect(publish({ ...said, saved: '2026-11-15T09:01:00.000+01:00' }, [hand])).toHaveLength(1)
    expect(publish({ ...said, done: [] }, [hand])).toHaveLength(1)
  })

  test('of a workstream is the one that is there, whatever its name looks like', () => {
    const hand = fileAt('Login Page.md', '# Checkpoint: Login Page\n')
    expect(publish(entryWith({ name: 'login-page' }), [hand])).toMatchObject([{ path: hand.path }])
  })

  test('that cannot be read is not written over: the new one steps aside', () => {
    const foreign = fileAt('auth.md', 'my shopping list')
    const [edit] = publish(entryWith(), [foreign])
    expect(edit).toMatchObject({ do: 'write', path: 'memory/checkpoints/auth_.md' })
    const after = applyEdits([foreign], [edit as Edit], 0)
    expect(layout.scan(after)).toMatchObject({ documents: [{ name: 'auth' }], broken: [{ path: foreign.path }] })
  })
})
