import { readArguments } from '../arguments.ts'
import { COMMANDS, type ListedCommand, listCommands } from '../command-table.ts'
import { type Command, EXIT, usageError } from '../io.ts'
import { HELP } from './help.ts'

/** `galla completion <shell>`: prints a script that completes commands and options, made from the table of commands. */
export const completion: Command = async (args, io) => {
  const { positionals } = readArguments(args, COMMANDS.completion.options)
  const [shell = '', ...others] = positionals
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined
  if (!script || others.length > 0)
    throw usageError(`completion takes one of ${COMMANDS.completion.words.join(', ')}, as in: galla completion bash`)
  io.out(script(listCommands()))
  return EXIT.ok
}

type Script = (commands: readonly ListedCommand[]) => string

const wordsOf = ({ path, below, words = [] }: ListedCommand): readonly string[] => [
  ...below,
  ...words,
  ...(path === 'help' ? Object.keys(HELP) : []),
]

const optionsOf = ({ options = {} }: ListedCommand, type?: 'string'): string[] =>
  Object.entries(options).flatMap(([name, one]) => (type === undefined || one.type === type ? [`--${name}`] : []))

/** A function that sets what may stand behind a command: commands and words, options, and the options that take a value. */
const tableFunction: Script = (commands) => {
  const top = commands.filter(({ path }) => !path.includes(' ')).map(({ path }) => path)
  const rows = commands.map((one) => {
    const lists = [
      ['below', wordsOf(one)],
      ['options', optionsOf(one)],
      ['values', optionsOf(one, 'string')],
    ] as const
    return `    '${one.path}') ${lists.map(([name, list]) => `${name}='${list.join(' ')}'`).join(' ')} ;;`
  })
  return `_galla_at() {
  below='' options='' values=''
  case "$1" in
    '') below='${top.join(' ')}' ;;
${rows.join('\n')}
  esac
}`
}

/** Finds the command of a line: words that are neither options, nor their values, nor names of commands are arguments. */
const walk = (list: string, isBefore: string, files: string): string => `  for ((; ${isBefore}; i++)); do
    word="\${${list}[i]}"
    if [[ -n $skip ]]; then skip=''; continue; fi
    # What stands behind two dashes is another program's.
    if [[ $word == -- ]]; then ${files}; return; fi
    _galla_at "$at"
    if [[ $word == -* ]]; then
      if [[ " $values " == *" $word "* ]]; then skip=1; fi
    elif [[ " $below " == *" $word "* ]]; then at="\${at:+$at }$word"; fi
  done
  if [[ -n $skip ]]; then ${files}; return; fi
  _galla_at "$at"`

const SCRIPTS: { readonly [shell: string]: Script } = {
  bash: (commands) => `# Completion of galla for bash. In ~/.bashrc: source <(galla completion bash)
${tableFunction(commands)}
_galla() {
  local at='' skip='' word='' below='' options='' values='' i=1
  local current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
${walk('COMP_WORDS', 'i < COMP_CWORD', ':')}
  if [[ $current == -* ]]; then below="$options"; fi
  COMPREPLY=($(compgen -W "$below" -- "$current"))
}
complete -o default -F _galla galla`,

  zsh: (commands) => `#compdef galla
# Completion of galla for zsh. In ~/.zshrc, behind compinit: source <(galla completion zsh)
${tableFunction(commands)}
_galla() {
  local at='' skip='' word='' below='' options='' values='' i=2
${walk('words', 'i < CURRENT', '_files')}
  if [[ \${words[CURRENT]} == -* ]]; then compadd -- \${=options}
  elif [[ -n $below ]]; then compadd -- \${=below}
  else _files; fi
}
compdef _galla galla`,

  fish: (commands) => {
    const at = (path: string) => `complete -c galla -n ${JSON.stringify(`__galla_at '${path}'`)}`
    const summaries = new Map(commands.map(({ path, summary }) => [path, summary]))
    const top = commands.filter(({ path }) => !path.includes(' '))
    const lines = commands.flatMap((one) => [
      ...wordsOf(one).map((word) => {
        const summary = summaries.get(`${one.path} ${word}`)
        return `${at(one.path)} -a ${word}${summary === undefined ? '' : ` -d ${JSON.stringify(summary)}`}`
      }),
      ...optionsOf(one).map((option) => {
        const takesValue = optionsOf(one, 'string').includes(option)
        return `${at(one.path)} -l ${option.slice(2)}${takesValue ? ' -r' : ''}`
      }),
    ])
    return `# Completion of galla for fish: galla completion fish > ~/.config/fish/completions/galla.fish
function __galla_at
  set -l at ''
  set -l tokens (commandline -opc)
  set -e tokens[1]
  for word in $tokens
    set -l next (string trim -- "$at $word")
    if contains -- "$next" ${commands.map(({ path }) => `'${path}'`).join(' ')}
      set at "$next"
    end
  end
  test "$at" = "$argv[1]"
end
${[...top.map(({ path, summary }) => `${at('')} -a ${path} -d ${JSON.stringify(summary)}`), ...lines].join('\n')}`
  },
}
