/**
 * Quick looks that decide whether a closer one is worth loading its code. They may say yes too often and never no too
 * often: the tests hold them against the real parsers.
 */

const LONGEST_PHRASE = 400
const PHRASE =
  /checkpoint|continue|resume|restore|load|pick up|carry on|^start|where (?:did|were)|(?:was i|were we|have i been|am i) |save |^clear|^delete|^remove|^drop|检查点|存档|继续|接着|恢复|加载|保存|清|删除|列出|查看|显示|做什么|干什么|[做停干行][到在]|no-redispatch/i

/** Could `parsePhrase` know it? */
export function mayBePhrase(text: string): boolean {
  const line = text.trim()
  return line.length <= LONGEST_PHRASE && !line.includes('\n') && PHRASE.test(line)
}

/** Goodbyes stand at the start or at the end. */
const EDGE = 160
const FAREWELL =
  /night|\bg ?n\b|bye|farewell|cheerio|ciao|so long|see (?:you|ya|u)\b|cya|gator|(?:talk|speak|catch)\b|ttyl|until|till|(?:sign|logg|head|clock|check)ing|log ?o|sign ?o|\bbed\b|sleep|home|call it|let'?s (?:stop|leave)|(?:done|finished|out|it|all|enough|wrap|up) for|that'?s a wrap|tomorrow|next week|monday|morning|exit|quit|shut ?down|leaving|\boff\b|gotta go|g2g|brb|afk|[见見安拜掰班工睡撤走觉覺息家了这這样樣里裡儿明日退登注离離线線束机闪溜]/i

/** Could `farewellIn` hear one? `own`: words the user added. */
export function mayBeFarewell(text: string, own: readonly string[] = []): boolean {
  const edges = text.length <= 2 * EDGE ? text : `${text.slice(0, EDGE)}\n${text.slice(-EDGE)}`
  const plain = edges.replace(/[’]/g, "'")
  return FAREWELL.test(plain) || own.some((word) => plain.toLowerCase().includes(word.toLowerCase()))
}

/** Looked up in one text: a pattern of so many words takes two milliseconds to be made, at every tool call. */
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
