/** Short hashes by which a command, an edit or a prompt is recognised again without being kept. */
import { hash53 } from '../entry/seal.js'

const LONGEST = 4000
const SHORTENS = / *\|&? *(?:head|tail|grep|rg|less|cat|tee|sed|awk)\b[^|]*$/

/** The same for a command that only starts from another folder or shows less of its output. */
export function commandMark(command: string): string {
  let plain = command.slice(0, LONGEST).trim().replace(/\s+/g, ' ')
  plain = plain.replace(/^cd \S+ ?(?:&&|;) ?/, '')
  for (let before = ''; before !== plain;) {
    before = plain
    if (plain.includes('|')) plain = plain.replace(SHORTENS, '')
    if (plain.endsWith('2>&1')) plain = plain.slice(0, -'2>&1'.length).trimEnd()
  }
  return hash53(plain)
}

export function editMark(path: string, before: string, after: string): string {
  return hash53(`${path}\0${before}\0${after}`)
}

export function textMark(text: string): string {
  return hash53(text.trim())
}

// Quick looks that decide whether a closer one is worth loading its code. They may say yes too often and never no too
// often: the tests hold them against the real parsers. Plain lists of words, because a pattern of so many takes a
// millisecond to be made, at every prompt and every tool call.

const LONGEST_PHRASE = 400
const IN_PHRASES =
  'checkpoint|continue|resume|restore|load|pick up|carry on|save |where did|where were|was i |were we |have i been |am i |no-redispatch'.split(
    '|',
  )
const AT_THE_START = ['start', 'clear', 'delete', 'remove', 'drop']
const HAN_PHRASE = /检查点|存档|继续|接着|恢复|加载|保存|清|删除|列出|查看|显示|做什么|干什么|[做停干行][到在]/

/** Could `parsePhrase` know it? */
export function mayBePhrase(text: string): boolean {
  const line = text.trim()
  if (line.length > LONGEST_PHRASE || line.includes('\n')) return false
  const lower = line.toLowerCase()
  return (
    IN_PHRASES.some((words) => lower.includes(words)) ||
    AT_THE_START.some((word) => lower.startsWith(word)) ||
    (isBeyondLatin(line) && HAN_PHRASE.test(line))
  )
}

const LONGEST_FAREWELL = 600
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
  if (text.length > LONGEST_FAREWELL) return false
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
export function mayTakeLong(command: string): boolean {
  const start = command.slice(0, 4000)
  return (
    start.split(/\W+/).some((word) => LONG.includes(` ${word} `)) || LONG_PAIRS.some((pair) => start.includes(pair))
  )
}
