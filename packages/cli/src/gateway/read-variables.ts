import { hostsWithoutTlsProblem } from '@galla/contract/hosts-without-tls'
import { editDistance, nearestName } from '@galla/contract/nearest-name'
import { outputOf, type ProgramOutput, wordsOf } from './key-command.ts'
import { HOSTS_WITHOUT_TLS, listOf, type Surroundings } from './value-checks.ts'
import { textOf, textProblem, textsOf, textWarnings } from './value-text.ts'
import { GATEWAY_VARIABLES } from './variables/gateway-variables.ts'
import type { Variable } from './variables/variable.ts'

export type Environment = { readonly [name: string]: string | undefined }
export type ReadFile = (path: string) => string

/** Values by name, with the defaults of variables that are not set. */
export interface ReadVariables {
  readonly values: ReadonlyMap<string, string>
  /** The problems, one sentence each, never with the value of a secret. */
  readonly problems: string[]
  /** Oddities, which are used as they are. */
  readonly warnings: readonly string[]
}

/** Variables of other commands, which may be set as well. */
const OTHER_COMMANDS = [
  'GALLA_SANDBOX',
  'GALLA_MCP_KEY',
  'GALLA_MCP_KEY_FILE',
  'GALLA_HOSTS',
  'GALLA_PG_HOST',
  'GALLA_CARDS_HOST',
  'GALLA_EVENTS_HOST',
  'GALLA_IDENTITY_HOST',
  // Variables of this repository's own tests, which run the gateway with the variables that they were started with.
  'GALLA_CHROMIUM',
  'GALLA_LONG',
  'GALLA_SEED',
  'GALLA_SEEDS',
  'GALLA_ROUNDS',
  'GALLA_RUNS',
  'GALLA_LIST',
  'GALLA_FUZZ',
]

/** @param only Variables to read and validate; without it all. Every variable must be a known one in either case. */
export function readVariables(given: Environment, readFile: ReadFile, only?: readonly string[]): ReadVariables {
  const env = textsOf(given)
  const problems: string[] = []
  const warnings: string[] = []
  const values = new Map<string, string>()
  const around = surroundingsOf(env)
  for (const variable of GATEWAY_VARIABLES) {
    if (only !== undefined && !only.includes(variable.name)) continue
    const read = readVariable(env, readFile, variable, around)
    problems.push(...read.problems)
    warnings.push(...read.warnings)
    if (read.value !== undefined) values.set(variable.name, read.value)
  }
  for (const { name, needs } of GATEWAY_VARIABLES) {
    if (needs !== undefined && values.has(name) && !values.has(needs)) {
      problems.push(`${name} has no effect without ${needs}: set both, or neither`)
    }
  }
  return { values, problems: [...problems, ...unknownVariables(env)], warnings }
}

/** Outside of SANDBOX no host counts. */
function surroundingsOf(env: Environment): Surroundings {
  const environment = env.GALLA_ENVIRONMENT ?? ''
  const hostsWithoutTls = listOf(env[HOSTS_WITHOUT_TLS] ?? '')
  const isValid = hostsWithoutTlsProblem(hostsWithoutTls, environment) === undefined
  return { environment, hostsWithoutTls: isValid ? hostsWithoutTls : [], env }
}

interface ReadVariable {
  readonly value?: string
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

/** The value of a variable or of the file that it names, else the default. A value that is refused is returned as well: it is set. */
function readVariable(env: Environment, readFile: ReadFile, variable: Variable, around: Surroundings): ReadVariable {
  const { name, required, description, default: fallback } = variable
  const found = findText(env, readFile, variable)
  const problems = [...emptyProblems(env, variable), ...found.problems]
  if (found.isRefused) return { problems, warnings: [] }
  const value = found.text || fallback
  if (value === undefined) {
    const isMissing = required && problems.length === 0
    return { problems: isMissing ? [`${name} is missing: ${description}`] : problems, warnings: [] }
  }
  const complaint = problemOf(variable, value, found.subject, around)
  return {
    value,
    problems: complaint === undefined ? problems : [...problems, complaint],
    warnings: warningsOf(variable, value).map((one) => `${name} ${one}`),
  }
}

/** Empty counts as not set: compose files and .env files produce it. What protects would then be off without a word. */
function emptyProblems(env: Environment, { name, secret, protects }: Variable): string[] {
  const file = `${name}_FILE`
  if (!protects || env[name] || (secret && env[file])) return []
  return [name, ...(secret ? [file] : [])]
    .filter((one) => env[one] === '')
    .map((one) => `${one} is set and empty: give it a value, or remove the variable`)
}

interface FoundText {
  readonly text?: string | undefined
  /** The subject of the problem. */
  readonly subject: string
  readonly problems: readonly string[]
  /** True when a program was named and gave no text: then no default takes its place. */
  readonly isRefused?: boolean
}

/** The text of a variable: its own, that of the file which it names, or the output of a program. */
function findText(env: Environment, readFile: ReadFile, { name, secret, command }: Variable): FoundText {
  const given = env[name] ?? ''
  const file = `${name}_FILE`
  const path = secret && env[file]
  const set = [...(path ? [file] : []), ...(given === '' ? [] : [name])]
  const problems = set.length > 1 ? [`${name} and ${file} are both set: remove one`] : []
  const program = command && env[command]
  const output = program ? outputFor(command, program, set) : undefined
  if (output && 'problem' in output) return { subject: name, problems: [...problems, output.problem], isRefused: true }
  if (path && given === '') return textOfFile(name, path, readFile)
  return { text: given || output?.output, subject: name, problems }
}

/** A file that was meant to hold a secret and holds none is a mistake: without it, personal data would be stored in clear. */
function textOfFile(name: string, path: string, readFile: ReadFile): FoundText {
  const text = tryRead(path, readFile)
  if (text === undefined) {
    const problem = /^(?:\.{0,2}\/|[a-z]:\\)/i.test(path)
      ? `${name}_FILE names a file that cannot be read: ${path}`
      : `${name}_FILE is not the path of a file that can be read. A secret itself belongs in ${name}`
    return { subject: name, problems: [problem] }
  }
  const problems = text === '' ? [`${name}_FILE names a file that is empty: ${path}`] : []
  return { text, subject: `${name}_FILE names a file that`, problems }
}

/**
 * The output of the program that a variable names. The check of the variable says what is wrong with its text.
 * @param others variables that are set to the same value
 */
function outputFor(command: string, text: string, others: readonly string[]): ProgramOutput | undefined {
  const [other] = others
  if (other !== undefined) return { problem: `${other} and ${command} are both set: remove one` }
  // The check of the variable refuses the start: nothing is run.
  const [file, ...args] = (textProblem(text) === undefined && wordsOf(text)) || []
  if (file === undefined) return undefined
  const result = outputOf(file, args)
  return 'problem' in result
    ? { problem: `${command} names a program that ${result.problem}` }
    : { output: textOf(result.output) }
}

function problemOf(
  { name, secret, list, check }: Variable,
  value: string,
  subject: string,
  around: Surroundings,
): string | undefined {
  const odd = textProblem(value)
  if (odd !== undefined) return `${subject} ${odd}`
  const second = hasSecond(name) ? `put a second one into ${name}_2` : undefined
  if (!list && /[\r\n]/.test(value))
    return `${subject} has more than one line, but is one value${second === undefined ? '' : `: ${second}`}`
  const complaint = check?.(value, around)
  if (complaint === undefined)
    return list && listOf(value).length === 0
      ? `${name} is a list without entries: give it one, or remove the variable`
      : undefined
  const more = second !== undefined && value.includes(',') ? `; ${second}` : ''
  return `${name} ${complaint}${more}${secret ? '' : `; got '${withoutUser(value)}'`}`
}

function warningsOf({ name, list }: Variable, value: string): string[] {
  const warnings = textWarnings(value)
  if (!list && hasSecond(name) && value.includes(','))
    warnings.push(`has a comma, which is part of the value: a second one belongs in ${name}_2`)
  return warnings
}

const hasSecond = (name: string): boolean => GATEWAY_VARIABLES.some((one) => one.name === `${name}_2`)

/** Variables that begin with GALLA_ and are known to no command: it may be a typo. */
function unknownVariables(env: Environment): string[] {
  const files = GATEWAY_VARIABLES.flatMap(({ name, secret }) => (secret ? [`${name}_FILE`] : []))
  const known = [...GATEWAY_VARIABLES.map(({ name }) => name), ...files, ...OTHER_COMMANDS]
  const withoutPrefix = known.map((name) => name.slice(PREFIX.length))
  return Object.keys(env).flatMap((name) => {
    const shown = legible(name)
    if (known.includes(name) || shown.startsWith('GALLA_TEST_') || !mayBeOurs(shown, withoutPrefix)) return []
    if (shown !== name) return [`${shown} ${INVISIBLE}`]
    const base = name.replace(/_FILE$/, '')
    if (known.includes(base))
      return [`${name} is not a known variable: ${base} is not a secret, so set the variable itself`]
    const nearest = nearestName(restOf(name), withoutPrefix)
    const hint = nearest === undefined ? 'see galla help gateway' : `did you mean ${PREFIX}${nearest}?`
    return [`${name} is not a known variable: ${hint}`]
  })
}

const PREFIX = 'GALLA_'

/** The name without what no editor shows: an editor begins a file with a byte order mark, and a reader of .env files takes the mark for a part of the first name. */
const legible = (name: string): string => name.replace(/[\s\p{Cf}]/gu, '')

const INVISIBLE =
  'has white space or an invisible character in its name: type the name again. A byte order mark before the first variable of a .env file disappears when you save the file as UTF-8 without one'

/** The name behind its first `_` or `-`, with `_` between its words. */
const restOf = (name: string): string => name.replace(/^[^_-]*[_-]/, '').replaceAll('-', '_')

/** True when somebody may have meant one of our variables: `galla_data_keys` and `GALA_DATA_KEYS` would protect nothing. */
function mayBeOurs(name: string, withoutPrefix: readonly string[]): boolean {
  if (name.startsWith(PREFIX)) return true
  const [, head = ''] = /^([a-z]+)[_-]/i.exec(name) ?? []
  return editDistance(head, 'GALLA') <= 1 && nearestName(restOf(name), withoutPrefix) !== undefined
}

/** The text of a file; undefined when it cannot be read. */
export function tryRead(path: string, readFile: ReadFile): string | undefined {
  try {
    return textOf(readFile(path))
  } catch {
    return undefined
  }
}

/** A value as it may be shown: a URL may have a password, also one that is refused because of it. */
const withoutUser = (value: string): string => value.replace(/^([a-z][a-z\d+.-]*:\/*)?.*@/is, '$1****@')
