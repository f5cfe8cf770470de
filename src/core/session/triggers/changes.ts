/**
 * May a command have changed something that another one depends on? In doubt it may: a warning that it fails again would be
 * wrong. Small on purpose, because the entry of the hooks asks it after a failure.
 */

const LOOKS =
  ' ls cat head tail nl bat less more grep egrep fgrep rg find fd wc pwd which type file stat tree du df ps env date whoami id jq ' +
  'diff cmp sort uniq cut tr echo printf test [ cd true sleep sed pytest jest vitest mocha rspec '
/** By its second word. */
const LOOKS_BY: Readonly<Record<string, string>> = {
  git: ' status log diff show blame grep rev-parse ls-files ls-tree cat-file rev-list describe ',
  npm: ' test t ls view outdated ',
  pnpm: ' test t ls ',
  yarn: ' test ',
  bun: ' test ',
  npx: ' vitest jest mocha ',
  go: ' test vet ',
  cargo: ' test check clippy ',
  make: ' test check ',
}

export function mayChange(command: string): boolean {
  const plain = command.replace(/\s*\d?>(?:&\d|\s*\/dev\/null)/g, '')
  if (/[>`]|\$\(/.test(plain)) return true
  return plain.split(/&&|\|\||[;|&\n]/).some((part) => !onlyLooks(part.trim()))
}

function onlyLooks(part: string): boolean {
  if (part === '') return true
  const [program = '', second = ''] = part.split(/\s+/, 2)
  if (
    /^(?:find|fd|sed|sort|git)$/.test(program) &&
    /\s(?:-i|-o|-x|-X|-delete|-exec|-fprint|--in-place|--output)/.test(part)
  )
    return false
  const words = Object.hasOwn(LOOKS_BY, program) ? LOOKS_BY[program] : undefined
  return words === undefined ? LOOKS.includes(` ${program} `) : second !== '' && words.includes(` ${second} `)
}
