// Made-up sessions for bench/resume.mjs, where no real ones are at hand: a program of modules is changed, tested, compacted,
// and gone on with, or ended and gone on with in a new session. They show that the measure works; how good a briefing is only real sessions tell.

const MODULES =
  'parser,lexer,cache,router,session,tokens,mailer,queue,report,invoice,search,index,export,import,login,audit'.split(
    ',',
  )
const WISHES = [
  'keep the public interface as it is',
  'do not add a dependency',
  'write the comments in full sentences',
  'leave the old format readable',
]
/** What somebody says who comes back. */
const RETURNS = ['Good morning, what is next?', 'go on please', 'where were we?', 'read the handoff and start']
const COMPACTED = 16
const ENDED = 4

/** Each with a name and the text of a session file. */
export function madeSessions() {
  return Array.from({ length: COMPACTED + ENDED }, (_, i) => filesOf(i, i >= COMPACTED)).flat()
}

function filesOf(number, hasEnded) {
  const random = randomFrom(number + 7)
  const choose = (list) => list[Math.floor(random() * list.length)]
  const folder = `/work-${number}/app`
  const files = [[]]
  const count = () => files.reduce((sum, records) => sum + records.length, 0)
  const write = (record) =>
    files.at(-1).push({
      uuid: `r${count()}`,
      sessionId: `made-${number}-${files.length}`,
      timestamp: new Date(Date.UTC(2026, 0, 5 + number, 9 + files.length) + count() * 20_000).toISOString(),
      cwd: folder,
      gitBranch: 'main',
      version: '2.1.0',
      ...record,
    })
  const prompt = (content) => write({ type: 'user', message: { role: 'user', content } })
  const say = (block) =>
    write({
      type: 'assistant',
      message: {
        id: `m${count()}`,
        role: 'assistant',
        model: 'made',
        content: [block],
        usage: { input_tokens: 9, output_tokens: 9 },
      },
    })
  const use = (name, input, text, failed = false) => {
    const id = `c${count()}`
    say({ type: 'tool_use', id, name, input })
    write({
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: text, ...(failed && { is_error: true }) }],
      },
    })
  }
  const fileOf = (module) => `${folder}/src/${module}/${module}.ts`
  const topics = MODULES.toSorted(() => random() - 0.5).slice(0, 6)
  const todos = topics.map((module) => `Give the ${module} its own error messages`)
  const wish = choose(WISHES)
  prompt(`Errors of the ${topics[0]} and its neighbours say nothing to users. Please ${wish}.`)
  topics.slice(0, 4).forEach((module, i) => {
    use(
      'TodoWrite',
      {
        todos: todos.map((content, n) => ({
          content,
          activeForm: content,
          status: n < i ? 'completed' : n === i ? 'in_progress' : 'pending',
        })),
      },
      'ok',
    )
    for (const near of [module, choose(topics)]) use('Read', { file_path: fileOf(near) }, `export const ${near} = 1`)
    use('Edit', { file_path: fileOf(module), old_string: '1', new_string: '2' }, 'ok')
    use(
      'Bash',
      { command: `npx vitest run src/${module}` },
      i === 3 ? `AssertionError: expected the ${module} to name the line` : 'passed',
      i === 3,
    )
    if (i === 1) prompt(`For the ${module} use the words of the manual, since the support team quotes them.`)
  })
  const [last, then] = [topics[3], topics[4]]
  say({
    type: 'text',
    text: `The ${last} still fails one test. Next I will name the line in the ${last}, then go on with the ${then}.`,
  })
  if (hasEnded) {
    files.push([])
    prompt(RETURNS[number % RETURNS.length])
  } else {
    write({ type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'auto' } })
    const content = `This session is being continued. The ${last} fails a test; ${wish}; the ${then} comes next.`
    write({ type: 'user', isCompactSummary: true, message: { role: 'user', content } })
  }
  say({
    type: 'text',
    text: `I name the line in the ${last}; I ${wish}, and use the words of the manual that the support team quotes.`,
  })
  for (const module of [last, then]) {
    use('Read', { file_path: fileOf(module) }, 'text')
    use('Edit', { file_path: fileOf(module), old_string: '2', new_string: '3' }, 'ok')
    use('Bash', { command: `npx vitest run src/${module}` }, 'passed')
    use('Read', { file_path: fileOf(choose(topics)) }, 'text')
  }
  return files.map((records, i) => ({
    name: `made-${number}${i === 0 ? '' : '-then'}.jsonl`,
    text: `${records.map((record) => JSON.stringify(record)).join('\n')}\n`,
  }))
}

function randomFrom(seed) {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}
