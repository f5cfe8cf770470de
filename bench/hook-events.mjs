// Events as Claude Code sends them, and the world they happen in: a repository of 10,000 files, 1,000 entries and sessions
// from 0.1 to 300 MB.
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { turnSource, usualTurn, writeTranscript } from './transcript-file.mjs'
import { seededRandom, words } from './words.mjs'

export const FILES = 10_000
export const ENTRIES = 1_000
/** The everyday ones first. */
export const SESSIONS_MB = [0.1, 0.3, 1, 1.9, 3, 30, 300]
export const EVERYDAY_MB = 1

export function makeBigRepository(dir, env, files = FILES) {
  mkdirSync(env.HOME, { recursive: true })
  const random = seededRandom(7)
  for (let i = 0; i < files; i++) {
    const folder = join(dir, `src/part-${i % 100}`)
    if (i < 100) mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `file-${i}.ts`), words(random, 60))
  }
  const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@dogear.invalid']
  git(dir, env, ['init', '--quiet', '--initial-branch=main'])
  git(dir, env, ['add', '--all'])
  git(dir, env, [...identity, 'commit', '--quiet', '--message', 'first'])
  for (const i of [3, 57, 120]) writeFileSync(join(dir, `src/part-${i % 100}/file-${i}.ts`), 'changed\n')
  return { dir, head: git(dir, env, ['rev-parse', 'HEAD']), files: [] }
}

/** A session file of about that size, and what a turn appends to it: a prompt, some calls with their results, an answer. */
export function makeSession(dir, id, megabytes, folder) {
  mkdirSync(dir, { recursive: true })
  const path = join(dir, `${id}.jsonl`)
  const turns = turnSource({ folder })
  const bytes = writeTranscript(path, megabytes * 1_000_000, turns)
  return { id, path, bytes, append: () => appendFileSync(path, usualTurn(turns)) }
}

export function event(name, { id, path, cwd }, more = {}) {
  return JSON.stringify({ session_id: id, transcript_path: path, cwd, hook_event_name: name, ...more })
}

/** The seeds' own procedure, as a shell script would do it: what git says, the time, the last request, one file. */
export const SHELL_SAVE = `
set -e
input=$(cat)
cwd=$(printf '%s' "$input" | jq -r .cwd)
transcript=$(printf '%s' "$input" | jq -r .transcript_path)
cd "$cwd"
branch=$(git rev-parse --abbrev-ref HEAD)
head=$(git rev-parse --short HEAD)
dirty=$(git status --porcelain | head -50)
recent=$(git log --oneline -5)
last=$(tail -n 200 "$transcript" | jq -r 'select(.type=="user" and (.message.content|type)=="string") | .message.content' | tail -n 1)
mkdir -p "$HOME/checkpoints"
{
  printf '# Checkpoint\\n- **Date:** %s\\n- **Branch:** %s (%s)\\n' "$(date '+%Y-%m-%d %H:%M')" "$branch" "$head"
  printf '\\n## Last request\\n%s\\n\\n## Changed\\n%s\\n\\n## Commits\\n%s\\n' "$last" "$dirty" "$recent"
} > "$HOME/checkpoints/autosave.md.tmp"
mv "$HOME/checkpoints/autosave.md.tmp" "$HOME/checkpoints/autosave.md"
`

export const SHELL_START = `
set -e
input=$(cat)
source=$(printf '%s' "$input" | jq -r .source)
[ "$source" = compact ] && [ -f "$HOME/checkpoints/autosave.md" ] || exit 0
jq -n --rawfile text "$HOME/checkpoints/autosave.md" '{hookSpecificOutput:{hookEventName:"SessionStart",additionalContext:$text}}'
`

/** The packages, installed beside; null where npm cannot have them. */
export function installPeer(cache, name) {
  const dir = join(cache, 'peers', name)
  const bin = join(dir, 'node_modules', '.bin')
  const there = () => spawnSync('ls', [bin], { encoding: 'utf8' }).stdout?.trim().split('\n').filter(Boolean) ?? []
  if (there().length === 0) {
    rmSync(dir, { recursive: true, force: true })
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, 'package.json'), '{ "private": true }\n')
    const args = ['install', '--no-audit', '--no-fund', '--no-save', '--ignore-scripts', name]
    const ran = spawnSync('npm', args, { cwd: dir, encoding: 'utf8', timeout: 240_000 })
    if (ran.status !== 0) return { name, reason: ran.stderr?.trim().split('\n').at(-1) ?? 'npm did not finish' }
  }
  const manifest = JSON.parse(readFileSync(join(dir, 'node_modules', name, 'package.json'), 'utf8'))
  return { name, dir, bin, version: manifest.version }
}

function git(cwd, env, args) {
  const ran = spawnSync('git', args, { cwd, env, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`git ${args.join(' ')}: ${ran.error?.message ?? ran.stderr}`)
  return ran.stdout.trim()
}
