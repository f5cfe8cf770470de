/** The completion script for zsh. */
import type { Flag } from '../args/spec.js'
import { offers, type Offer } from './words.js'

export function printZsh(): string {
  const all = offers()
  return `#compdef dogear
# zsh completion for dogear, made by \`dogear completion zsh\`
_dogear_names() {
  local -a names
  names=(\${(f)"$(\${words_program:-dogear} __names 2>/dev/null)"})
  compadd -a names
}

_dogear() {
  local words_program="\${words[1]}"
  local -a commands
  if (( CURRENT == 2 )); then
    commands=(
${all.flatMap((offer) => offer.words.map((word) => `      ${quote(`${word}:${offer.spec.summary}`)}\n`)).join('')}    )
    _describe 'command' commands
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${all.map(branch).join('')}  esac
}

if [[ "\${zsh_eval_context[-1]}" == loadautofunc ]]; then
  _dogear "$@"
else
  compdef _dogear dogear
fi
`
}

function branch(offer: Offer): string {
  const lines = [...offer.flags.map(argument), ...positional(offer)]
  return `    ${offer.words.join('|')})
      _arguments -s ${lines.join(' \\\n        ')}
      ;;
`
}

function argument(flag: Flag): string {
  const repeat = flag.repeat ? '*' : ''
  const value = flag.value === undefined ? '' : `:${flag.value.replace(/[[\]:]/g, ' ')}:${valueAction(flag)}`
  return quote(`${repeat}--${flag.name}[${flag.summary.replace(/[[\]]/g, '').replace(/:/g, '\\:')}]${value}`)
}

function valueAction(flag: Flag): string {
  if (flag.choices) return `(${flag.choices.join(' ')})`
  if (flag.value === 'FOLDER') return '_files -/'
  return ['FILE', 'PATH', 'PATH[:ROLE]'].includes(flag.value ?? '') ? '_files' : ''
}

function positional(offer: Offer): string[] {
  if (offer.kind === 'workstream') return [quote('1:workstream:_dogear_names')]
  if (offer.kind === 'file') return [quote('*:file:_files')]
  return offer.kind === 'words' ? [quote(`1:what:(${offer.first.join(' ')})`)] : []
}

function quote(text: string): string {
  return `'${text.replace(/'/g, `'\\''`)}'`
}
