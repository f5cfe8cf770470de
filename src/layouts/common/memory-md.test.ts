import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseIndex, removeBullet, setBullet } from './memory-md.js'

const RESUME = 'Resume any: `continue {name}`'
const auth = { name: 'auth', line: '- **auth** (main, Feb 06 14:20) — cookies', resume: RESUME }
const SECTION = `## Active Checkpoints\n${auth.line}\n\n${RESUME}\n`

test('a missing file is made with its heading, and goes again with the last bullet [A7, A14]', () => {
  const made = setBullet(null, auth)
  expect(made).toBe(`# Project Memory\n\n${SECTION}`)
  expect(removeBullet(made, 'auth')).toBeNull()
})

test('the section goes behind the first heading [A7]', () => {
  expect(setBullet('# Mine\n\nUse pnpm.\n\n# Other\n', auth)).toBe(`# Mine\n\n${SECTION}\nUse pnpm.\n\n# Other\n`)
  expect(setBullet('Intro\n\nMine\n====\ntext\n', auth)).toBe(`Intro\n\nMine\n====\n${SECTION}\ntext\n`)
  expect(setBullet('---\nname: x\n# note\n---\nUse pnpm.\n', auth)).toBe(
    `---\nname: x\n# note\n---\n${SECTION}\nUse pnpm.\n`,
  )
})

test('without a heading it goes to the top, and a file that was empty is empty again [A7, A14]', () => {
  expect(setBullet('Use pnpm.\n', auth)).toBe(`${SECTION}\nUse pnpm.\n`)
  expect(setBullet('', auth)).toBe(SECTION)
  expect(removeBullet(SECTION, 'auth')).toBe('')
  expect(removeBullet(setBullet('# Project Memory\n', auth), 'auth')).toBe('# Project Memory\n')
  expect(removeBullet(setBullet('# Project Memory', auth), 'auth')).toBe('# Project Memory')
})

test('a bullet is updated in place, a new one added behind the last, and the resume line stays last [A7]', () => {
  const text = `# M\n\n## Active Checkpoints ##  \n- **a** (x, Jan 01 10:00) — old\n  wrapped\n  - nested\n* b (y) - by hand\n\n${RESUME}\n\n## Z\n`
  const line = '- **a** (x, Feb 02 11:00) — new'
  const updated = setBullet(text, { ...auth, name: 'a', line })
  expect(updated).toBe(text.replace('- **a** (x, Jan 01 10:00) — old\n  wrapped', line))
  expect(setBullet(text, auth)).toBe(text.replace('- by hand\n', `- by hand\n${auth.line}\n`))
})

test('a resume line above the bullets goes below them, and one in own words stays [A7]', () => {
  const above = `## Active Checkpoints\n${RESUME}\n- **b** (x) — y\n`
  expect(setBullet(above, auth)).toBe(`## Active Checkpoints\n- **b** (x) — y\n${auth.line}\n\n${RESUME}\n`)
  const own = `## Active Checkpoints\n- **b** (x) — y\n\nResume any: ask me\n`
  expect(setBullet(own, auth)).toBe(own.replace('— y\n', `— y\n${auth.line}\n`))
  const below = `${SECTION.replace('auth', 'b')}- **c** (x, Feb 07) — misplaced\n\n- **Style**: tabs\n`
  expect(setBullet(below, auth)).toBe(
    `## Active Checkpoints\n${auth.line.replace('auth', 'b')}\n\n- **c** (x, Feb 07) — misplaced\n${auth.line}\n\n${RESUME}\n\n- **Style**: tabs\n`,
  )
  const other = 'Resume any: `continue` or `continue {name}`'
  expect(setBullet(SECTION, { ...auth, resume: other })).toBe(SECTION.replace(RESUME, other))
})

test('an empty section is filled, and gone when its last bullet is [A7, A14]', () => {
  expect(setBullet('# M\n\n## Active Checkpoints\n\n## Z\n', auth)).toBe(
    `# M\n\n## Active Checkpoints\n\n${auth.line}\n\n${RESUME}\n\n## Z\n`,
  )
  expect(removeBullet(`# M\n\n${SECTION}\n---\n\n## Z\n`, 'auth')).toBe('# M\n\n---\n\n## Z\n')
})

test('text that somebody wrote into the section keeps its heading; what follows the resume line is outside [A14]', () => {
  const text = `## Active Checkpoints\nMine, do not touch.\n\n${auth.line}\n\n${RESUME}\n`
  expect(removeBullet(text, 'auth')).toBe('## Active Checkpoints\nMine, do not touch.\n\n\n')
  const below = `## Active Checkpoints\n${auth.line}\n\n${RESUME}\n\n### Archive\n- x\n`
  expect(removeBullet(below, 'auth')).toBe('### Archive\n- x\n')
})

test('bullets that name nothing we know stay, and other names too [A14]', () => {
  const text = `## Active Checkpoints\n- remember the milk\n${auth.line}\n- **other** — x\n\n${RESUME}\n`
  expect(removeBullet(text, 'auth')).toBe(text.replace(`${auth.line}\n`, ''))
  expect(removeBullet(text, 'nobody')).toBe(text)
  expect(parseIndex(text).bullets.map(({ name }) => name)).toEqual([null, 'auth', 'other'])
})

test.each([
  ['- **auth** (main, Feb 06) — x', 'auth', 'main, Feb 06'],
  ['- auth (main, Feb 06) — x', 'auth', 'main, Feb 06'],
  ['* `auth` (main) - x', 'auth', 'main'],
  ['- [auth](checkpoint-auth.md) (main) — x', 'auth', 'main'],
  ['- **[auth](checkpoint-auth.md)** — x', 'auth', ''],
  ['- **Auth Refactor**: x', 'auth-refactor', ''],
  ['- **checkpoint-auth.md** (main)', 'auth', 'main'],
  ['- see auth (main)', null, ''],
  ['- Note: auth', null, ''],
])('the bullet %s names %s [A7]', (line, name, detail) => {
  expect(parseIndex(`## Active Checkpoints\n${line}\n`).bullets).toEqual([{ name, detail }])
})

test('of two sections the one with the bullet is updated, else the first; clearing looks into both [A7, A14]', () => {
  const two = `## Active Checkpoints\n- **a** (x) — 1\n\n${RESUME}\n\n## Active Checkpoints\n- **b** (x) — 2\n\n${RESUME}\n`
  expect(parseIndex(two).sections).toBe(2)
  expect(setBullet(two, { ...auth, name: 'b', line: '- **b** (x) — 3' })).toBe(two.replace('— 2', '— 3'))
  expect(setBullet(two, auth)).toBe(two.replace('— 1\n', `— 1\n${auth.line}\n`))
  expect(removeBullet(two, 'b')).toBe(`## Active Checkpoints\n- **a** (x) — 1\n\n${RESUME}\n`)
})

test('a section beyond the first 200 lines or 25 KB goes up; one with foreign text stays [A7]', () => {
  for (const filler of ['note\n'.repeat(250), `${'x'.repeat(26_000)}\n`]) {
    const text = `# M\n\n${filler}\n${SECTION.replace('auth', 'b')}\n## Z\nlast\n`
    const moved = setBullet(text, auth)
    expect(moved.startsWith('# M\n\n## Active Checkpoints\n- **b**')).toBe(true)
    expect(moved.endsWith(`${RESUME}\n\n${filler}\n## Z\nlast\n`)).toBe(true)
    expect(setBullet(moved, auth)).toBe(moved)
    const foreign = text.replace('## Active Checkpoints\n', '## Active Checkpoints\nMine.\n')
    expect(setBullet(foreign, auth).startsWith(`# M\n\n${filler}`)).toBe(true)
  }
  expect(setBullet(`${'note\n'.repeat(300)}\n# Late\n`, auth).startsWith('## Active Checkpoints\n')).toBe(true)
})

const hidden = '## Active Checkpoints\n- **auth** (x, y) — not this one\n\nResume any: no'
const PIECES = [
  '# Heading',
  '# Heading #',
  'Underlined\n==========',
  'Second\n---',
  '## Other ##',
  '### Third',
  '## Active Checkpoints of last year',
  '### Active Checkpoints',
  'Some text\nin two lines.',
  'A text with `code` and <!-- a remark -->',
  '- a bullet\n  - nested\n- **auth** (main) — elsewhere',
  '1. one\n2. two',
  `\`\`\`md\n${hidden}\n\`\`\``,
  `~~~~\n${hidden}\n\`\`\`\n~~~\n~~~~`,
  `   \`\`\`\`\n\`\`\`\n${hidden}\n   \`\`\`\`\``,
  `<!--\n${hidden}\n-->`,
  `<pre>\n${hidden}\n</pre>`,
  `    ## Active Checkpoints\n    - **auth** (x) — y`,
  '> ## Active Checkpoints\n> - **auth** (x) — y',
  '\\## Active Checkpoints',
  '##Active Checkpoints',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '---',
  '***',
  '',
  ' ',
  '\t',
  '\n\n',
  '日本 é 👩‍👩‍👧 \u2028',
  '## Current State\nlegacy',
  'Resume any: outside',
]
/** What opens and never ends. */
const OPEN = ['```', '~~~ sh', '<!-- never', '<pre>', '- [ ]', '---\nkey: value', 'x\r', '\ufeff', '\0']
const HUGE = `${'A stable note that is long enough to fill what is loaded.\n'.repeat(500)}end`

const piece = fc.oneof(
  { weight: 1000, arbitrary: fc.constantFrom(...PIECES) },
  { weight: 1, arbitrary: fc.constant(HUGE) },
)
const body = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('\n'))
const form = fc.record({ isWindows: fc.boolean(), hasBom: fc.boolean(), isEnded: fc.boolean() })
type Form = { isWindows: boolean; hasBom: boolean; isEnded: boolean }

function formed(text: string, { isWindows, hasBom, isEnded }: Form): string {
  const ended = isEnded && text !== '' ? `${text}\n` : text
  return (hasBom ? '\ufeff' : '') + (isWindows ? ended.replaceAll('\n', '\r\n') : ended)
}

/** True where `whole` is `part` with something put in at one place. */
function isInserted(part: string, whole: string): boolean {
  let before = 0
  while (before < part.length && part[before] === whole[before]) before++
  let behind = 0
  while (behind < part.length - before && part.at(-1 - behind) === whole.at(-1 - behind)) behind++
  return before + behind === part.length
}

test('in any document a new section changes no byte around it, and is undone to the byte [A7, A14]', () => {
  fc.assert(
    fc.property(
      body,
      form,
      fc.boolean(),
      fc.array(fc.constantFrom(...OPEN), { maxLength: 1 }),
      (text, how, isFirst, open) => {
        const before = formed((isFirst ? [...open, text] : [text, ...open]).join('\n'), how)
        // A block that never ends may be ended by the beginning of the next one, which then shows what it hid.
        if (open.length > 0 && parseIndex(before).sections > 0) return
        const after = setBullet(before, auth)
        expect(isInserted(before, after)).toBe(true)
        expect(parseIndex(after).bullets).toEqual([{ name: 'auth', detail: 'main, Feb 06 14:20' }])
        expect(setBullet(after, auth)).toBe(after)
        expect(removeBullet(after, 'auth')).toBe(before)
        const isMixed = !how.isWindows || !before.includes('\n')
        expect(isMixed || !after.replaceAll('\r\n', '').includes('\n')).toBe(true)
      },
    ),
  )
})

const bullets = fc.array(
  fc.constantFrom('- **b** (x, Jan 01) — 1', '* c (y) — by hand', '- note to self', '- `d` — 2\n  - nested'),
  {
    minLength: 1,
    maxLength: 4,
  },
)

test('a section that is there is edited between the same bytes, whatever surrounds it [A7]', () => {
  fc.assert(
    fc.property(body, bullets, body, form, (above, own, below, how) => {
      const heading = `${above === '' ? '' : `${above}\n`}## Active Checkpoints\n`
      const top = above.includes(HUGE) ? '## Active Checkpoints\n' : heading
      const rest = `\n\n${RESUME}\n\n## Behind\n${below}`
      const before = formed(top + [...new Set(own)].join('\n') + rest, how)
      const after = setBullet(before, auth)
      const start = formed(top, { ...how, isEnded: false })
      expect(after.slice(0, start.length)).toBe(before.slice(0, start.length))
      expect(after.endsWith(formed(rest, { ...how, hasBom: false }))).toBe(true)
      expect(parseIndex(after).bullets.map(({ name }) => name)).toContain('auth')
      expect(setBullet(after, auth)).toBe(after)
      expect(removeBullet(after, 'auth')).toBe(before)
    }),
  )
})
