import { quoted } from './output/text.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** Between single quotes fish knows two escapes. */
const quotedForFish = (word: string): string => `'${word.replaceAll(/['\\]/g, '\\$&')}'`

/**
 * Each script calls the hidden `svc __complete` for lines of a word, a tab and its description. `program` is the file
 * to start.
 */
export const completionScript = (shell: Shell, program: string): string =>
  SCRIPTS[shell](shell === 'fish' ? quotedForFish(program) : quoted(program))

const SCRIPTS: Readonly<Record<Shell, (program: string) => string>> = {
  // Bash splits words at = and :, so the words are read from the line, and only the part after the last of them is
  // returned.
  bash: (program) => `# bash completion for svc: source <(svc completion bash)
_svc() {
  local typed="\${COMP_LINE:0:COMP_POINT}" current='' head line value
  local -a words
  read -ra words <<< "$typed"
  if [[ "$typed" != *[[:space:]] ]]; then
    current="\${words[-1]}"
    unset 'words[-1]'
  fi
  head="\${current%"\${current##*[=:]}"}"
  COMPREPLY=()
  while IFS= read -r line; do
    value="\${line%%$'\\t'*}"
    [[ "$value" == *= ]] && compopt -o nospace 2>/dev/null
    printf -v value '%q' "$value"
    COMPREPLY+=("\${value#"$head"}")
  done < <(${program} __complete -- "\${words[@]:1}" "$current" 2>/dev/null)
}
complete -o bashdefault -o default -F _svc svc
`,
  zsh: (program) => `#compdef svc
# zsh completion for svc: source <(svc completion zsh), after compinit
_svc() {
  local line
  local -a plain open
  for line in "\${(@f)$(${program} __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -z "$line" ]] && continue
    local value="\${line%%$'\\t'*}" what="\${line#*$'\\t'}"
    if [[ "$value" == *= ]]; then open+=("\${value//:/\\\\:}:$what"); else plain+=("\${value//:/\\\\:}:$what"); fi
  done
  (( $#open )) && _describe -t input input open -S ''
  (( $#plain )) && _describe -t word word plain
  (( $#open + $#plain )) || _files
}
compdef _svc svc
`,
  fish: (program) => `# fish completion for svc: svc completion fish | source
complete -c svc -f -a ${quotedForFish(`(${program} __complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)`)}
complete -c svc -n '__fish_seen_subcommand_from import' -F
`,
}
