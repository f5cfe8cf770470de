// The built program, run again and again in one process: each time read afresh, with an environment, a folder and an
// output of its own. Most of what a short command costs is the start of Node; tests of what it says need none of that.
// Requests and answers, one line of JSON each, go through two named pipes, so that the test can wait for them.
'use strict'
const fs = require('node:fs')
const Module = require('node:module')
const { dirname, join } = require('node:path')
const vm = require('node:vm')

const [, , requests, answers, checkout] = process.argv
const dist = join(checkout, 'dist')
const exit = process.exit.bind(process)
const { readSync, writeSync } = fs
const uptime = process.uptime.bind(process)
const { setTimeout: startTimer } = globalThis
const umask = process.umask()
const { Script } = vm
/** By their file: the text, and what V8 made of it. Each run has modules of its own, and compiles nothing again. */
const scripts = new Map()
const EVENTS = ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection', 'warning']

vm.Script = function (text, options) {
  return options.cachedData ? new Script(text, options) : scriptOf(text, options)
}
Module.prototype._compile = function (text, filename) {
  const script = scriptOf(Module.wrap(text), { filename })
  script
    .runInThisContext()
    .call(this.exports, this.exports, Module.createRequire(filename), this, filename, dirname(filename))
}

void serve(fs.openSync(requests, 'r'), fs.openSync(answers, 'w'))

async function serve(from, to) {
  for (;;) {
    const line = readLine(from)
    // Whoever asked is gone.
    if (line === null) exit(0)
    const answer = Buffer.from(`${JSON.stringify(await run(JSON.parse(line)))}\n`)
    for (let done = 0; done < answer.length;) done += writeSync(to, answer, done)
  }
}

function scriptOf(text, { filename }) {
  const known = scripts.get(filename)
  if (known?.text === text) return known.script
  const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
  const script = new Script(text, { filename, importModuleDynamically })
  scripts.set(filename, { text, script })
  return script
}

function readLine(fd) {
  const parts = []
  const part = Buffer.alloc(65_536)
  for (;;) {
    const count = readSync(fd, part)
    if (count === 0) return null
    parts.push(Buffer.from(part.subarray(0, count)))
    if (part[count - 1] === 10) return Buffer.concat(parts).toString('utf8')
  }
}

async function run({ args, cwd, env, hook }) {
  process.chdir(cwd)
  process.umask(umask)
  for (const name of Object.keys(process.env)) delete process.env[name]
  // Bytecode belongs to processes: here nothing is compiled twice anyway, and each test would make its own.
  Object.assign(process.env, { DOGEAR_NO_CODE_CACHE: '1' }, env)
  const file = hook === undefined ? join(checkout, 'bin', 'dogear.js') : join(dist, 'hook.cjs')
  process.argv = [process.execPath, file, ...args]
  process.exitCode = undefined
  for (const path of Object.keys(require.cache)) if (path.startsWith(dist)) delete require.cache[path]
  // Or this one keeps every program that it ever ran.
  module.children.length = 0

  const said = { 1: [], 2: [] }
  const timers = []
  const before = EVENTS.map((event) => process.rawListeners(event))
  fs.writeSync = (fd, data, ...rest) => {
    if (fd !== 1 && fd !== 2) return writeSync(fd, data, ...rest)
    const bytes = Buffer.from(data).subarray(rest[0] ?? 0)
    said[fd].push(bytes)
    return bytes.length
  }
  // As for a process that starts now, with this on its standard input.
  const startMs = performance.now()
  process.uptime = () => (performance.now() - startMs) / 1000
  let unread = Buffer.from(hook ?? '')
  fs.readSync = (fd, into, ...rest) => {
    if (fd !== 0) return readSync(fd, into, ...rest)
    const count = unread.copy(into)
    unread = unread.subarray(count)
    return count
  }
  globalThis.setTimeout = (...call) => {
    const timer = startTimer(...call)
    timers.push(timer)
    return timer
  }
  const code = await new Promise((resolve) => {
    process.exit = (status = process.exitCode ?? 0) => resolve(status)
    const fail = (error) => {
      said[2].push(Buffer.from(`${error?.stack ?? error}\n`))
      resolve(1)
    }
    process.once('uncaughtException', fail)
    process.once('unhandledRejection', fail)
    if (hook === undefined) require(join(dist, 'boot.cjs')).start({ dist, word: '', env: process.env, require })
    else require(file)
    // A hook with something to do has set itself a limit; without one its process would end here.
    if (hook !== undefined && timers.length === 0) resolve(0)
  })
  // What the end of a process does by itself.
  const added = (event, i) => process.rawListeners(event).filter((listener) => !before[i].includes(listener))
  for (const listener of added('exit', 0)) listener.call(process, code)
  EVENTS.forEach((event, i) => added(event, i).forEach((listener) => process.off(event, listener.listener ?? listener)))
  for (const timer of timers) clearTimeout(timer)
  fs.writeSync = writeSync
  fs.readSync = readSync
  process.uptime = uptime
  globalThis.setTimeout = startTimer
  return { code, stdout: Buffer.concat(said[1]).toString('utf8'), stderr: Buffer.concat(said[2]).toString('utf8') }
}
