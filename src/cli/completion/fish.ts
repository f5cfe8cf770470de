/** The completion script for fish. */
import type { Flag } from '../args/spec.js'
import { offers, type Offer } from './words.js'

export function printFish(): string {
  const lines = offers().flatMap(linesFor)
  return `# fish completion for dogear, made by \`dogear completion fish\`
function __dogear_names
    set -l words (commandline -opc)
    $words[1] __names 2>/dev/null
end

complete -c dogear -f
${lines.join('\n')}
`
}

function linesFor(offer: Offer): string[] {
  const seen = `__fish_seen_subcommand_from ${offer.words.join(' ')}`
  return [
    ...offer.words.map(
      (word) => `complete -c dogear -n __fish_use_subcommand -a ${word} -d ${quote(offer.spec.summary)}`,
    ),
    ...offer.flags.map((flag) => flagLine(seen, flag)),
    ...positional(seen, offer),
  ]
}

function flagLine(seen: string, flag: Flag): string {
  const short = flag.short ? ` -s ${flag.short}` : ''
  return `complete -c dogear -n ${quote(seen)} -l ${flag.name}${short}${valueOf(flag)} -d ${quote(flag.summary)}`
}

function valueOf(flag: Flag): string {
  if (flag.value === undefined) return ''
  if (flag.choices) return ` -x -a ${quote(flag.choices.join(' '))}`
  if (flag.name === 'name') return " -x -a '(__dogear_names)'"
  return ['FILE', 'PATH', 'PATH[:ROLE]', 'FOLDER'].includes(flag.value) ? ' -r -F' : ' -x'
}

function positional(seen: string, offer: Offer): string[] {
  if (offer.kind === 'workstream') return [`complete -c dogear -n ${quote(seen)} -a '(__dogear_names)'`]
  if (offer.kind === 'file') return [`complete -c dogear -n ${quote(seen)} -F`]
  return offer.kind === 'words' ? [`complete -c dogear -n ${quote(seen)} -a ${quote(offer.first.join(' '))}`] : []
}

function quote(text: string): string {
  return `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`
}
