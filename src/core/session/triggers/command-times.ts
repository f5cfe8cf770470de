/**
 * How long commands take. What those of a session took, and which one is still running: bounded, and only from what the
 * transcript says. How long the next one will take: as long as the same one took before, else as its kind does.
 */
import { boundedMap } from '../facts/collect.js'
import { commandKey, plainCommand } from '../facts/command-text.js'
import type { TranscriptEvent } from '../transcript.js'

export interface CommandTime {
  /** As `durationKey` makes it. */
  key: string
  seconds: number
  /** When it ended, in milliseconds. */
  at: number
}

export interface CommandTimes {
  add(event: TranscriptEvent): void
  /** What ended since the last time this was asked. */
  take(): CommandTime[]
  /** Begun and not ended, the newest; absent where nothing runs. */
  running(): { command: string; call: string; at: number } | undefined
  /** Nothing is running as far as it knows: the file was read from its start again. */
  forget(): void
}

const MAX_OPEN = 100
const MAX_TIMES = 500
/** Longer than any command: the machine slept, or somebody was asked. */
const MAX_SECONDS = 6 * 3600

export function timeCommands(): CommandTimes {
  let open = boundedMap<{ command: string; call: string; at: number }>(MAX_OPEN)
  let times: CommandTime[] = []
  const end = (call: string, at: number, counts: boolean): void => {
    const begun = open.get(call)
    open.delete(call)
    const seconds = begun ? (at - begun.at) / 1000 : -1
    if (!begun || !counts || seconds < 0 || seconds > MAX_SECONDS) return
    times = [...times, { key: durationKey(begun.command), seconds, at }].slice(-MAX_TIMES)
  }
  return {
    add: (event) => {
      if (event.sub !== undefined || event.at === undefined) return
      if (event.kind === 'call' && event.action.type === 'run' && !event.action.background)
        open.set(event.call, { command: event.action.command, call: event.call, at: event.at })
      // A command that was refused or broke off says nothing about how long it takes.
      if (event.kind === 'result') end(event.call, event.at, event.ok !== false && !event.interrupted)
      // Who types again has nothing running: its answer was lost.
      if (event.kind === 'prompt') open = boundedMap(MAX_OPEN)
    },
    take: () => {
      const taken = times
      times = []
      return taken
    },
    running: () => open.values().at(-1),
    forget: () => {
      open = boundedMap(MAX_OPEN)
    },
  }
}

export interface Expected {
  seconds: number
  from: 'before' | 'kind'
}

/** The seconds that a command took the last times, by its key; none where it never ran. */
export type TookBefore = (key: string) => readonly number[]

/** Null: nothing is known about it. A chain takes as long as its parts. */
export function expectSeconds(command: string, before: TookBefore): Expected | null {
  if (isInBackground(command)) return null
  const whole = durationKey(command)
  const known = median(before(whole))
  if (known !== null) return { seconds: known, from: 'before' }
  const parts = partsOf(whole).flatMap((part) => expectPart(part, before) ?? [])
  if (parts.length === 0) return null
  return {
    seconds: parts.reduce((sum, part) => sum + part.seconds, 0),
    from: parts.every((part) => part.from === 'before') ? 'before' : 'kind',
  }
}

/** The command as it is recognised again: without folder, pipe, variables and what only runs it. */
export function durationKey(command: string): string {
  return commandKey(plainCommand(command))
    .replace(/^(?:(?:sudo|time|nice|nohup|command|exec|env|[A-Za-z_]\w*=\S*) +)+/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The middle one; of an even number the lower, since one slow day says little. */
export function median(seconds: readonly number[]): number | null {
  const sorted = seconds.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}

function isInBackground(command: string): boolean {
  return /[^&>]&\s*$/.test(command.slice(-200))
}

const MAX_PARTS = 20

function partsOf(key: string): string[] {
  return key
    .split(/&&|\|\||;/, MAX_PARTS)
    .map(durationKey)
    .filter((part) => part !== '')
}

function expectPart(part: string, before: TookBefore): Expected | null {
  const known = median(before(part))
  if (known !== null) return { seconds: known, from: 'before' }
  const slept = sleepSeconds(part)
  if (slept !== null) return { seconds: slept, from: 'kind' }
  if (ANSWERS_AT_ONCE.test(part)) return null
  const kind = KINDS.find(([pattern]) => pattern.test(part))
  return kind && kind[1] > 0 ? { seconds: kind[1], from: 'kind' } : null
}

const UNITS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 }

function sleepSeconds(part: string): number | null {
  const found = /^sleep (\d+(?:\.\d+)?)([smhd]?)$/.exec(part)
  return found ? Number(found[1]) * (UNITS[found[2] as string] as number) : null
}

const ANSWERS_AT_ONCE = / (?:--help|-h|--version|-V|--dry-run|--collect-only|--list)(?: |$)/

/** One file, one test, one package: a part of what the line below it expects. */
const NARROW =
  '(?=.*(?:::| -k | -t | --grep| --filter| --testNamePattern| -run |\\.(?:test|spec)\\.|_test\\.| tests?/\\S+\\.\\w+))'

/** Typical seconds on a developer's machine; the first that matches counts. 0: quick. */
const KINDS: readonly (readonly [RegExp, number])[] = (
  [
    ['(?:npm|pnpm|yarn|bun) (?:ls|list|why|view|outdated|config|version|pkg|whoami)', 0],
    [
      'npm (?:ci|i|install|update|audit fix)|pnpm (?:i|install|update|up)|yarn(?: install| upgrade)?$|yarn install|bun install',
      60,
    ],
    ['(?:npm|pnpm|yarn|bun) (?:run )?(?:e2e|test:e2e|integration|test:integration)', 180],
    ['(?:npm|pnpm|yarn|bun) (?:run )?(?:build|dist|bundle|compile|release)', 60],
    [`(?:(?:npm|pnpm|yarn|bun) (?:run )?test|npx (?:jest|vitest|mocha)|jest|vitest|mocha)${NARROW}`, 12],
    ['(?:npm|pnpm|yarn|bun) (?:run )?(?:test|check|ci)|npx (?:jest|vitest|mocha)|jest|vitest|mocha', 45],
    ['npx playwright install', 90],
    ['(?:npx )?(?:playwright test|cypress run)', 180],
    ['(?:npx )?(?:webpack|next build|vite build|ng build|nuxt build|astro build)', 60],
    [
      '(?:python3? -m )?pip3? install|poetry (?:install|update|lock)|pipenv install|conda (?:install|create|env)|mamba ',
      60,
    ],
    ['uv (?:sync|pip install)', 20],
    [`(?:python3? -m )?(?:pytest|unittest)|tox|nox${''}`, 45],
    ['python3? \\S*(?:train|finetune|fine_tune|benchmark)\\S*\\.py', 600],
    ['bundle (?:install|update)|composer (?:install|update)|mix deps\\.(?:get|compile)', 60],
    ['(?:bundle exec )?rspec|rails test|rake test|mix test|phpunit', 60],
    ['docker (?:compose|-compose) (?:.*)?(?:build|pull|up)|docker-compose (?:.*)?(?:build|pull|up)', 120],
    [
      'docker (?:buildx )?build|docker (?:pull|push|load|save)|podman (?:build|pull|push)|buildah |nerdctl build|kaniko',
      120,
    ],
    ['cargo (?:fmt|tree|metadata|add|remove|new|init|search)', 0],
    [
      'cargo (?:build|test|nextest|check|clippy|install|bench|run|doc|publish)|cross build|trunk build|wasm-pack build',
      60,
    ],
    ['go (?:test|vet) .*\\.\\.\\.|golangci-lint run', 45],
    ['go (?:build|install|generate|mod (?:download|tidy))', 20],
    ['(?:\\./)?(?:mvnw?|gradlew?)(?: |$)|sbt(?: |$)|lein |clojure ', 90],
    ['dotnet (?:build|test|publish|restore)|msbuild|nuget restore', 60],
    ['xcodebuild|swift (?:build|test)|fastlane |pod install|flutter (?:build|test|pub get)|eas build', 120],
    [
      'bazel (?:build|test|run)|buck2? (?:build|test)|pants |nix(?:-build| build| develop| flake)|nixos-rebuild|guix ',
      120,
    ],
    [
      'cmake --build|ninja(?: |$)|meson (?:compile|test)|make(?: -j ?\\d*| all| build| test| check| install| world)*$|ctest',
      60,
    ],
    ['terraform (?:fmt|validate|output|version|workspace)|tofu (?:fmt|validate|output)', 0],
    ['(?:terraform|tofu|terragrunt) (?:apply|destroy|init|import|refresh)', 120],
    ['(?:terraform|tofu|terragrunt) plan', 45],
    [
      'pulumi (?:up|destroy|refresh)|cdk (?:deploy|destroy)|cdktf deploy|sam (?:build|deploy)|serverless deploy|sls deploy',
      180,
    ],
    ['ansible-playbook|vagrant (?:up|provision)|packer build', 180],
    [
      'helm (?:install|upgrade)|kubectl (?:rollout status|wait|drain)|skaffold (?:build|run)|kind create|minikube start',
      60,
    ],
    [
      'gcloud builds submit|gcloud (?:run|app|functions) deploy|az .*(?:deployment|acr build)|fly(?:ctl)? deploy|vercel(?: deploy| --prod)|netlify deploy|heroku .*push|wrangler deploy',
      120,
    ],
    ['gh run watch|gh pr checks .*--watch|glab ci (?:view|status) .*--live', 300],
    ['git (?:clone|submodule update|lfs (?:pull|fetch|push))|gh repo clone', 45],
    ['git (?:bisect run|filter-branch|filter-repo|gc|fsck|repack)', 120],
    [
      '(?:apt|apt-get|dnf|yum|zypper|pacman|brew|port|choco|winget|snap|flatpak) .*?(?:install|upgrade|dist-upgrade|update|-S\\w*)(?: |$)',
      60,
    ],
    [
      'rsync |scp |rclone |aws s3 (?:sync|cp|mv)|gsutil .*(?:cp|rsync)|wget |hf download|huggingface-cli download|ollama pull',
      60,
    ],
    ['pg_dump|pg_restore|mysqldump|mongodump|mongorestore|vacuumdb|reindexdb', 90],
    [
      'ffmpeg |convert .*\\.mp4|latexmk|bookdown|jupyter nbconvert .*--execute|dvc (?:repro|pull|push)|dbt (?:run|build|test)',
      90,
    ],
  ] as const
).map(([pattern, seconds]) => [new RegExp(`^(?:${pattern})`), seconds])
