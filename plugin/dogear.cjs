#!/usr/bin/env node
// Hands over to the installed dogear: `node dogear.cjs claude-code [ROOT]` for hooks, `… mcp` for the tools, `… statusline`.
// ROOT is where the program was when this was set up; else, or if it is gone, the one on the PATH is taken, unless it lies in
// the work tree. Where there is none, hooks say nothing (but for one hint when a session starts), so a program that was removed disturbs nobody's turn.
'use strict'
const [node, , word, root, ...rest] = process.argv

if (isForOthers() || isTwice()) ignore()
else if (isLost()) process.exitCode = 1
else if (!root || !run(root)) search()

/** Other agents read the hooks of Claude Code too. In their sessions there is nothing to do; the program looks closer. */
function isForOthers() {
  const { env } = process
  const marks =
    'COPILOT_CLI COPILOT_AGENT_SESSION_ID GROK_AGENT GROK_HOOK_EVENT GROK_SESSION_ID GEMINI_CLI GEMINI_SESSION_ID QWEN_CODE ' +
    'QWEN_CODE_SESSION_ID CODEX_THREAD_ID CODEX_SESSION_ID CODEX_SANDBOX CURSOR_AGENT CURSOR_VERSION OPENCODE ' +
    'KILO PI_CODING_AGENT PI_SESSION_ID PI_SESSION_FILE PLUGIN_ROOT'
  return word === 'claude-code' && !env.CLAUDECODE && marks.split(' ').some((name) => env[name])
}

/** Of the plugin, where settings have the hooks too: those of the settings run, and this one stands back. Only they know a ROOT. */
function isTwice() {
  const { CLAUDE_PLUGIN_ROOT: plugin, CLAUDE_PROJECT_DIR: project } = process.env
  if (word === 'claude-code' ? !plugin || !__dirname.startsWith(plugin) : root) return false
  return settingsOf(word, project).some((file) => callsLauncher(file, project))
}

function settingsOf(agent, project) {
  const { CLAUDE_CONFIG_DIR, CODEX_HOME, COPILOT_HOME, GEMINI_CLI_HOME, HOME } = process.env
  if (agent === 'codex') return ['hooks.json', 'config.toml'].map((name) => `${CODEX_HOME || `${HOME}/.codex`}/${name}`)
  if (agent === 'copilot-cli') return [`${COPILOT_HOME || `${HOME}/.copilot`}/hooks/dogear.json`]
  if (agent === 'gemini-cli') return [`${GEMINI_CLI_HOME || HOME}/.gemini/settings.json`]
  if (agent !== 'claude-code') return []
  return [
    `${CLAUDE_CONFIG_DIR || `${HOME}/.claude`}/settings.json`,
    ...(project ? [`${project}/.claude/settings.json`, `${project}/.claude/settings.local.json`] : []),
  ]
}

/**
 * Some start the server of a plugin in the plugin's own folder. Meant is where they work themselves; who saved here would save
 * to a wrong project, so where that cannot be told there are no tools.
 */
function isLost() {
  const fs = require('node:fs')
  if (word !== 'mcp' || fs.realpathSync(process.cwd()) !== fs.realpathSync(__dirname)) return false
  for (const folder of [process.env.CLAUDE_PROJECT_DIR, `/proc/${process.ppid}/cwd`])
    try {
      process.chdir(folder)
      process.env.PWD = process.cwd()
      return false
    } catch {
      // The next one.
    }
  process.stderr.write('dogear: in which folder the session works is not known here: run dogear init\n')
  return true
}

/** Also one that an older version wrote. A launcher that is gone runs nothing. */
function callsLauncher(file, project) {
  const fs = require('node:fs')
  try {
    const call = new RegExp(String.raw`([^"'\s\\]*dogear\.(?:sh|cjs))[\\"',\s]+${word}`)
    const line = call.exec(fs.readFileSync(file, 'utf8'))
    return line !== null && fs.existsSync(line[1].replace('${CLAUDE_PROJECT_DIR}', project || ''))
  } catch {
    return false
  }
}

/** What comes is read all the same: a pipe that breaks is an error to whoever writes, and some then refuse the tool. */
function ignore() {
  process.stdin.on('error', () => {}).resume()
  setTimeout(() => process.exit(0), 1000).unref()
}

/** False: the program is not there. Whatever else goes wrong is not told to the agent: `dogear doctor` finds it. */
function run(folder) {
  const program = word === 'mcp' ? `${folder}/bin/dogear.js` : `${folder}/dist/hook.cjs`
  process.argv = [node, program, word, ...rest]
  try {
    require(program)
    return true
  } catch (error) {
    if (error && error.code === 'MODULE_NOT_FOUND' && String(error.message).includes(program)) return false
    process.exitCode = word === 'mcp' ? 1 : 0
    return true
  }
}

function search() {
  const told = process.env.DOGEAR_PROGRAM
  if (told && run(told)) return
  const path = require('node:path')
  for (const folder of (process.env.PATH || '').split(path.delimiter)) {
    const found = path.isAbsolute(folder) && !isBrought(folder, path) ? programBehind(folder, path) : null
    if (found && run(found)) return
  }
  if (word === 'mcp') complain()
  else if (word === 'claude-code') hint()
  else if (word === 'statusline') theirs(rest[rest.indexOf('--wrap') + 1])
}

/** `npm run` puts `node_modules/.bin` first: what lies in the work tree is not run. Who keeps the home in git has all there. */
function isBrought(folder, path) {
  const fs = require('node:fs')
  const { HOME = '', CLAUDE_PROJECT_DIR: project } = process.env
  const within = (one, top) => `${one}${path.sep}`.startsWith(top.endsWith(path.sep) ? top : `${top}${path.sep}`)
  try {
    const real = fs.realpathSync(folder)
    for (const start of [process.cwd(), ...(project ? [project] : [])])
      for (let top = fs.realpathSync(start); top !== path.dirname(top); top = path.dirname(top))
        if (fs.existsSync(path.join(top, '.git')) && within(real, top) && !within(HOME, top)) return true
    return false
  } catch {
    return true
  }
}

/** npm links to the program; pnpm, and npm on Windows, write a small script that names it. */
function programBehind(folder, path) {
  const fs = require('node:fs')
  try {
    const real = fs.realpathSync(path.join(folder, process.platform === 'win32' ? 'dogear.cmd' : 'dogear'))
    if (real.endsWith(path.join(path.sep, 'bin', 'dogear.js'))) return path.dirname(path.dirname(real))
    const named = /([^"'\s]*[\\/])bin[\\/]dogear\.js/.exec(fs.readFileSync(real, 'utf8').slice(0, 8192))
    if (!named) return null
    const relative = named[1].replace(/^(?:\$basedir|\$\{basedir\}|%~?dp0%?)[\\/]?/i, '').replaceAll('\\', '/')
    return path.resolve(path.dirname(real), relative)
  } catch {
    return null
  }
}

/** The status line that was there before dogear. */
function theirs(command) {
  if (command) require('node:child_process').spawnSync(command, { shell: true, stdio: 'inherit' })
}

function complain() {
  require('node:fs').writeSync(2, 'dogear is not installed: npm install -g dogear\n')
  process.exitCode = 1
}

function hint() {
  const fs = require('node:fs')
  try {
    const event = JSON.parse(fs.readFileSync(0, 'utf8'))
    if (event.hook_event_name !== 'SessionStart' || event.source !== 'startup') return
    const systemMessage = 'dogear is switched on here but not installed on this machine: npm install -g dogear'
    fs.writeSync(1, JSON.stringify({ systemMessage }))
  } catch {
    // Not an event, or nobody listens.
  }
}
