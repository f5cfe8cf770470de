/**
 * The pre-filter of the engine, for hooks: they run at every prompt and every tool call, and the engine with its patterns
 * would be loaded each time. Numbers and plain lists of words, because a pattern of so many takes a millisecond to be
 * made. It may say yes too often and never no where the engine would act: gate.test.ts holds it against the engine.
 */
import { type ContextUse, reachableBands, roomOf } from '../context.js'
import { commandMark } from '../marks.js'

export type GateEvent = { type: 'context' } | { type: 'prompt'; text: string } | { type: 'command'; command: string }

/** What is remembered of the session. */
interface Known extends ContextUse {
  farewells?: readonly string[]
  /** Marks of its commands that took long. How long others took is not looked up here: that would mean to read a file. */
  slow?: readonly string[]
}

/** Could `decide` do something at this event? */
export function mayAct(event: GateEvent, known: Known | null): boolean {
  switch (event.type) {
    case 'context':
      return known !== null && isBandDue(known)
    case 'prompt':
      return mayBeFarewell(event.text, known?.farewells)
    case 'command':
      return mayTakeLong(event.command) || (known?.slow?.includes(commandMark(event.command)) ?? false)
  }
}

/** Whole numbers are compared, so that no rounding hides a band that is just reached. */
function isBandDue(use: ContextUse): boolean {
  const tokens = use.context?.tokens ?? 0
  const room = roomOf(use)
  return room > 0 && reachableBands(use).some((band) => band > (use.band ?? 0) && tokens * 100 >= band * room)
}

const MAX_PHRASE_LENGTH = 400
const IN_PHRASES =
  'checkpoint|continue|resume|restore|load|pick up|carry on|save |where did|where were|was i |were we |have i been |am i |no-redispatch'.split(
    '|',
  )
const AT_THE_START = [
  'undo',
  'bring',
  'get ',
  'please ',
  'bitte ',
  'oh no',
  'mach ',
  'mache ',
  'hol ',
  'hole ',
  'start',
  'clear',
  'delete',
  'remove',
  'drop',
]
const HAN_PHRASE = /撤销|检查点|存档|继续|接着|恢复|加载|保存|清|删除|列出|查看|显示|做什么|干什么|[做停干行][到在]/

/** Could `parsePhrase` know it? */
export function mayBePhrase(text: string): boolean {
  const line = text.trim()
  if (line.length > MAX_PHRASE_LENGTH || line.includes('\n')) return false
  const lower = line.toLowerCase()
  return (
    IN_PHRASES.some((words) => lower.includes(words)) ||
    AT_THE_START.some((word) => lower.startsWith(word)) ||
    (isBeyondLatin(line) && HAN_PHRASE.test(line))
  )
}

const MAX_FAREWELL_LENGTH = 600
/** Goodbyes stand at the start or at the end. */
const EDGE = 160
/** Without apostrophes; a space stands for whatever ends a word. */
const IN_FAREWELLS = (
  'night| gn | g n |bye|farewell|cheerio|ciao|so long|see you |see ya |see u |cya|gator|talk |speak |catch |ttyl|' +
  'until|till|tomorrow|next week|monday|morning|signing|logging|heading|clocking|checking|logo|log o|signo|sign o|' +
  'exit|quit|shutdown|shut down|leaving| off | bed |sleep|home|call it|lets stop|lets leave|thats a wrap|done for|' +
  'finished for|out for|it for|all for|enough for|wrap for|up for|gotta go|g2g|brb|afk'
).split('|')
const HAN_FAREWELL = /[见見安拜掰班工睡撤走觉覺息家了这這样樣里裡儿明日退登注离離线線束机闪溜]/

/** Could `farewellIn` hear one? `own`: words the user added. */
export function mayBeFarewell(text: string, own: readonly string[] = []): boolean {
  if (text.length > MAX_FAREWELL_LENGTH) return false
  const edges = text.length <= 2 * EDGE ? text : `${text.slice(0, EDGE)}\n${text.slice(-EDGE)}`
  const lower = edges.toLowerCase().replace(/['’]/g, '')
  const words = ` ${lower.split(/\W+/).join(' ')} `
  return (
    IN_FAREWELLS.some((hint) => words.includes(hint)) ||
    (isBeyondLatin(edges) && HAN_FAREWELL.test(edges)) ||
    own.some((word) => lower.includes(word.toLowerCase().replace(/['’]/g, '')))
  )
}

/** Only then are the patterns for other scripts made. */
function isBeyondLatin(text: string): boolean {
  return /[\u2e80-\uffff]/.test(text)
}

/** Looked up in one text, for the same reason. */
const LONG =
  ' npm pnpm yarn bun npx jest vitest mocha playwright cypress webpack next vite ng nuxt astro pip pip3 ' +
  'poetry pipenv conda mamba uv pytest unittest tox nox python python3 bundle composer mix rspec rails rake ' +
  'phpunit docker podman buildah nerdctl kaniko cargo cross trunk go mvn mvnw gradle gradlew sbt lein ' +
  'clojure dotnet msbuild nuget xcodebuild swift fastlane pod flutter eas bazel buck buck2 pants nix guix ' +
  'cmake ninja meson make ctest terraform tofu terragrunt pulumi cdk cdktf sam serverless sls vagrant ' +
  'packer helm kubectl skaffold kind minikube gcloud az fly flyctl vercel netlify heroku wrangler gh glab ' +
  'clone submodule lfs bisect gc fsck repack apt dnf yum zypper pacman brew port choco winget snap flatpak ' +
  'rsync scp rclone aws gsutil wget hf ollama pg_dump pg_restore mysqldump mongodump mongorestore vacuumdb ' +
  'reindexdb ffmpeg convert latexmk bookdown jupyter dvc dbt sleep '
const LONG_PAIRS = [
  'wasm-pack',
  'golangci-lint',
  'nixos-rebuild',
  'ansible-playbook',
  'filter-branch',
  'filter-repo',
  'huggingface-cli',
]

/** Could `expectSeconds` know it as long, by its kind? */
function mayTakeLong(command: string): boolean {
  const start = command.slice(0, 4000)
  return (
    start.split(/\W+/).some((word) => LONG.includes(` ${word} `)) || LONG_PAIRS.some((pair) => start.includes(pair))
  )
}
