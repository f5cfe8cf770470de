/** The completion script for bash. */
import { offers, type Offer } from './words.js'

export function printBash(): string {
  const all = offers()
  return `# bash completion for dogear, made by \`dogear completion bash\`
_dogear() {
  local cur prev command i
  cur="\${COMP_WORDS[COMP_CWORD]}"
  prev=""
  if (( COMP_CWORD > 0 )); then prev="\${COMP_WORDS[COMP_CWORD-1]}"; fi
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=( $(compgen -W "${all.flatMap((offer) => offer.words).join(' ')} --help --version" -- "$cur") )
    return
  fi
  case "\${COMP_WORDS[1]}" in
${all.map(branch).join('')}  esac
}

_dogear_words() { COMPREPLY=( $(compgen -W "$1" -- "$cur") ); }
_dogear_names() { COMPREPLY=( $(compgen -W "$("\${COMP_WORDS[0]}" __names 2>/dev/null)" -- "$cur") ); }
_dogear_files() { compopt -o filenames 2>/dev/null; COMPREPLY=( $(compgen -f -- "$cur") ); }

complete -F _dogear dogear
`
}

function branch(offer: Offer): string {
  const flags = offer.flags.map((flag) => `--${flag.name}`).join(' ')
  return `    ${offer.words.join('|')})
${valueCases(offer)}      if [[ "$cur" == -* ]]; then _dogear_words "${flags}"; return; fi
      ${positional(offer)}
      ;;
`
}

/** After a flag that takes a value, only that value is offered, or nothing. */
function valueCases(offer: Offer): string {
  const valued = offer.flags.filter((flag) => flag.value !== undefined)
  if (valued.length === 0) return ''
  const files = valued.filter((flag) => ['FILE', 'PATH', 'PATH[:ROLE]', 'FOLDER'].includes(flag.value ?? ''))
  const chosen = valued.filter((flag) => flag.choices)
  const names = valued.filter((flag) => flag.name === 'name')
  const rest = valued.filter((flag) => !files.includes(flag) && !chosen.includes(flag) && !names.includes(flag))
  const line = (flags: typeof valued, act: string) =>
    flags.length === 0 ? '' : `        ${flags.map((flag) => `--${flag.name}`).join('|')}) ${act}return ;;\n`
  return `      case "$prev" in
${line(files, '_dogear_files; ')}${chosen.map((flag) => line([flag], `_dogear_words "${flag.choices?.join(' ')}"; `)).join('')}${line(names, '_dogear_names; ')}${line(rest, '')}      esac
`
}

function positional(offer: Offer): string {
  if (offer.spec.name === 'trash') return `if (( COMP_CWORD == 2 )); then _dogear_words "${offer.first.join(' ')}"; fi`
  if (offer.kind === 'workstream') return 'if (( COMP_CWORD == 2 )) || [[ "$prev" == -* ]]; then _dogear_names; fi'
  if (offer.kind === 'file') return '_dogear_files'
  if (offer.kind === 'words') return `if (( COMP_CWORD == 2 )); then _dogear_words "${offer.first.join(' ')}"; fi`
  return ':'
}
