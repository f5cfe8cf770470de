// dogear's plug-in for clients that load JavaScript: opencode, Kilo Code, pi. `dogear init` copies it into their folder and
// writes the two places below. It hears the client's events and calls dogear's hook program, which does all the work in a
// process of its own. The client waits for it at one place only, where text for the model is asked for, and not for long.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'

const LAUNCHER = ''
const AGENT = ''
/** Set where dogear's Node cannot read the database of the client: what makes an export of a session, and of which database. */
const EXPORT = ''
const DATABASE = ''

/** As long as a request to the model waits for the text that belongs into it. */
const WAIT_MS = 1500
/** As long as a command waits, before which something may have to be kept. */
const COMMAND_MS = 2000
/** An answer that takes longer is of no use any more. */
const ANSWER_MS = 15_000

/** opencode and its forks hand over what a plug-in needs, pi what it can be told to. */
export default function dogear(host) {
  if (!existsSync(LAUNCHER)) return {}
  return typeof host?.on === 'function' ? inPi(host) : inOpencode(host)
}

/** Comes before the program's own words: as long as this process lives, 20 s at most, it is waited for. */
const AFTER =
  'n=0; while kill -0 "$0" 2>/dev/null && [ $n -lt 200 ]; do n=$((n+1)); PATH=/bin:/usr/bin:$PATH sleep 0.1; done; '
const RUN = 'exec /bin/sh "$@"'
/**
 * The client's own program, as the Bun it is made of, writes what it knows of a session into a file for this one call. In that
 * file's folder: in the work tree Bun would run what its bunfig.toml names.
 */
const EXPORTED =
  'd=$1; (umask 077; cd "$d" && BUN_BE_BUN=1 "$2" run "$3" "$4" "$5" </dev/null >"$d/session.json" 2>/dev/null); shift 5; ' +
  '/bin/sh "$@"; PATH=/bin:/usr/bin:$PATH rm -rf "$d"'

/**
 * Null: nothing is said, or it went wrong. The process lives on when the client ends: it may be saving. `after`: the process
 * that has to end first.
 */
function call(message, { after, onStart, isSave } = {}) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ANSWER_MS)
    timer.unref?.()
    const done = (answer) => {
      clearTimeout(timer)
      resolve(answer)
    }
    try {
      const folder = isSave && EXPORT ? mkdtempSync(`${tmpdir()}/dogear-`) : undefined
      if (folder) message.transcript = `${folder}/session.json`
      const words = folder ? [folder, process.execPath, EXPORT, DATABASE, message.session] : []
      const script = `${after === undefined ? '' : AFTER}${folder ? EXPORTED : RUN}`
      const child = spawn('/bin/sh', ['-c', script, `${after ?? 0}`, ...words, LAUNCHER, AGENT], {
        detached: true,
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      onStart?.(child.pid)
      let text = ''
      child.on('error', () => done(null))
      child.stdin.on('error', () => {})
      child.stdout.on('data', (part) => (text += part))
      child.on('close', () => done(parse(text)))
      child.stdin.end(JSON.stringify({ ...message, pid: process.pid }))
      for (const one of [child, child.stdin, child.stdout]) one.unref?.()
    } catch {
      done(null)
    }
  })
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function atMost(ms, promise) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    promise.then(
      () => (clearTimeout(timer), resolve()),
      () => (clearTimeout(timer), resolve()),
    )
  })
}

/** Whatever goes wrong in it is not the client's concern: some refuse the tool then. */
function harmless(handler) {
  return async (...args) => {
    try {
      return await handler(...args)
    } catch {
      return undefined
    }
  }
}

/**
 * One session. `text`: what its requests carry. Messages that may bring text go one after the other, for what the next one says
 * depends on what the one before did. The others are told and not waited for.
 */
function follow(common, show, since, showFailure = show) {
  let last = Promise.resolve(since)
  let notes = []
  let saving

  async function take(before, event, more) {
    await before
    const answer = await call({ ...common(), ...more, event })
    const said = answer?.toModel
    if (answer?.toUser) show(answer.toUser)
    if (said) session.text = isBriefing(said) ? said : join(session.text, said)
  }

  const session = {
    text: '',
    isIdle: false,
    isFailed: false,
    isTold: false,
    ask(event, more = {}) {
      const before = last
      last = take(before, event, more)
      return last
    },
    async tell(event, more = {}) {
      const answer = await call({ ...common(), ...more, event })
      if (answer?.toUser) show(answer.toUser)
      if (answer?.toModel) notes.push(answer.toModel)
    },
    /** A save after the other: what saves may outlive the client. */
    async save(event, more = {}) {
      const answer = await call(
        { ...common(), ...more, event },
        {
          after: saving,
          onStart: (pid) => (saving = pid),
          isSave: true,
        },
      )
      if (answer?.toUser) (event === 'turn-failed' ? showFailure : show)(answer.toUser)
    },
    ready: () => atMost(WAIT_MS, last),
    /** What was said of tools, once. */
    takeNotes() {
      const said = notes.join('\n')
      notes = []
      return said
    },
  }
  return session
}

/** It says all that one before it said. */
function isBriefing(text) {
  return text.startsWith('[dogear-briefing')
}

function join(before, more) {
  return before === '' ? more : `${before}\n\n${more}`
}

// opencode and Kilo Code. The text is a part of the system text of each request, the same each time, so that what the service
// has cached stays good. Words about a tool are put behind its output.

const TOOLS = /^(?:bash|edit|multiedit|write)$/
const TITLES = /^You are a title generator/

/** With these another agent can go on. */
const LIMIT = /rate.?limit|too many requests|quota|usage.limit|overloaded|\b429\b/i
/** The attempts after which a refusal counts as more than a moment's rush. */
const PATIENT = 3

function inOpencode({ directory, worktree, client }) {
  const sessions = new Map()
  const children = new Set()
  let newest
  const folders = [directory, worktree].filter((path) => typeof path === 'string' && path !== '/')
  const isTerminal = !process.argv.some((word) => /^(?:serve|web|acp|run|attach)$/.test(word))

  const show = (message) =>
    void Promise.resolve(client?.tui?.showToast?.({ body: { message, variant: 'info' } })).catch(() => {})
  /** What is not to be missed is shown without a terminal, too. */
  const showEverywhere = (message) =>
    process.argv.includes('run') ? void process.stderr.write(`${message}\n`) : show(message)

  function begin(id, source, since) {
    const session = follow(() => ({ session: id, folders }), show, since, showEverywhere)
    sessions.set(id, session)
    newest = id
    session.ask('session-start', { source })
    return session
  }

  /** In a terminal one session is seen at a time: a new one beside one that rests is "/new". */
  async function created({ id, parentID }) {
    if (parentID) return children.add(id)
    if (sessions.has(id)) return
    const before = isTerminal ? sessions.get(newest) : undefined
    if (before?.isIdle) begin(id, 'clear', before.save('session-end', { reason: 'clear', cleared: true }))
    else begin(id, 'startup')
  }

  /** One that another run of the client began. */
  async function known(id) {
    if (sessions.has(id) || children.has(id)) return sessions.get(id)
    const info = await client?.session?.get?.({ path: { id } }).catch(() => null)
    if (info?.data?.parentID) return void children.add(id)
    return sessions.get(id) ?? begin(id, 'resume')
  }

  function failed(id, error) {
    const session = sessions.get(id)
    if (!session) return
    session.isFailed = true
    if (!session.isTold) refused(session, error?.name ?? 'error', error?.data?.statusCode, error?.data?.message)
  }

  function refused(session, name, status, message = '') {
    session.isTold = true
    const elsewhere = status === 429 || status === 402 || status >= 500 || LIMIT.test(message)
    session.save('turn-failed', { error: `${name}${status ? ` ${status}` : ''}: ${message}`, elsewhere })
  }

  /** The client tries again for minutes; once it has done so for a while the user may want to go on elsewhere. */
  function retried(id, { type, attempt, message }) {
    const session = sessions.get(id)
    if (session && type === 'retry' && attempt >= PATIENT && !session.isTold) refused(session, type, undefined, message)
  }

  return {
    event: harmless(async ({ event: { type, properties } }) => {
      if (type === 'session.created') return created(properties.info)
      const id = properties?.sessionID
      if (type === 'session.compacted') return void (await known(id))?.ask('session-start', { source: 'compact' })
      if (type === 'session.status') return retried(id, properties.status)
      const session = sessions.get(id)
      if (type === 'session.error' && properties.error?.name !== 'MessageAbortedError') failed(id, properties.error)
      if (type !== 'session.idle' || !session) return
      session.isIdle = true
      // It comes behind an error too, which has saved.
      if (!session.isFailed) session.save('turn-end')
    }),
    'chat.message': harmless(async ({ sessionID }, { parts }) => {
      const typed = parts.filter((part) => part.type === 'text' && !part.synthetic && !part.ignored)
      const session = await known(sessionID)
      if (!session) return
      session.isIdle = session.isFailed = session.isTold = false
      session.ask('prompt', { prompt: typed.map(({ text }) => text).join('\n') })
    }),
    'tool.execute.before': harmless(async ({ tool, sessionID }, { args }) => {
      const told = TOOLS.test(tool) && sessions.get(sessionID)?.tell('before-tool', { tool, input: args })
      if (told) await atMost(COMMAND_MS, told)
    }),
    'tool.execute.after': harmless(async ({ tool, sessionID, args }, output) => {
      const session = sessions.get(sessionID)
      if (!session || typeof output?.output !== 'string') return
      const isFailed = tool === 'bash' && output.metadata?.exit !== 0 && output.metadata?.exit !== undefined
      if (isFailed) session.tell('tool-failed', { tool, input: args, error: output.output.slice(-4000) })
      else if (TOOLS.test(tool)) session.tell('after-tool', { tool, input: args })
      const said = session.takeNotes()
      if (said !== '') output.output += `\n\n<dogear>\n${said}\n</dogear>`
    }),
    'experimental.session.compacting': harmless(async ({ sessionID }) => {
      ;(await known(sessionID))?.save('before-compaction', { trigger: 'auto' })
    }),
    'experimental.chat.system.transform': harmless(async ({ sessionID }, { system }) => {
      const session = sessions.get(sessionID)
      if (!session || TITLES.test(system[0])) return
      await session.ready()
      if (session.text !== '') system.push(session.text)
    }),
    dispose: harmless(async () => {
      for (const session of sessions.values()) session.save('session-end', { reason: 'exit' })
    }),
  }
}

// pi. The text is a message of its own before the agent starts, once.

const OF_PI = { startup: 'startup', resume: 'resume', new: 'clear', fork: 'fork' }

function inPi(pi) {
  let session
  let ended
  const common = (ctx) => () => ({
    session: ctx.sessionManager.getSessionId(),
    transcript: ctx.sessionManager.getSessionFile(),
    folders: [ctx.cwd],
  })
  const on = (event, handler) => pi.on(event, harmless(handler))

  function begin(ctx, source) {
    session = follow(common(ctx), (message) => ctx.ui?.notify?.(message, 'info'), ended)
    session.ask('session-start', { source })
  }

  on('session_start', async ({ reason }, ctx) => {
    if (OF_PI[reason]) begin(ctx, OF_PI[reason])
  })
  on('before_agent_start', async ({ prompt }, ctx) => {
    if (!session) begin(ctx, 'startup')
    session.ask('prompt', { prompt })
    await session.ready()
    const { text } = session
    session.text = ''
    return text === '' ? undefined : { message: { customType: 'dogear', content: text, display: false } }
  })
  on('tool_call', async ({ toolName, input }) => {
    const told = TOOLS.test(toolName) && session?.tell('before-tool', { tool: toolName, input })
    if (told) await atMost(COMMAND_MS, told)
  })
  on('tool_result', async ({ toolName, input, content, isError }) => {
    const text = content.map((part) => part.text ?? '').join('\n')
    if (isError && TOOLS.test(toolName))
      session?.tell('tool-failed', { tool: toolName, input, error: text.slice(-4000) })
    else if (TOOLS.test(toolName)) session?.tell('after-tool', { tool: toolName, input })
    const said = session?.takeNotes() ?? ''
    return said === '' ? undefined : { content: [...content, { type: 'text', text: `<dogear>\n${said}\n</dogear>` }] }
  })
  on('agent_settled', async () => void session?.save('turn-end'))
  on('session_before_compact', async () => void session?.save('before-compaction', { trigger: 'auto' }))
  on('session_compact', async () => void session?.ask('session-start', { source: 'compact' }))
  on('session_shutdown', async ({ reason }) => {
    ended = session?.save('session-end', { reason: reason ?? 'exit', cleared: reason === 'new' })
    session = undefined
  })
}
