import { type Check, ok, problem } from './check.ts'
import { codeOf, formatPlaces, isTestFile, linesOf, type SourceFile } from './project.ts'

/** Looks for secrets in the code and in files of settings. Findings name the place, never the value. */
export const hardCodedSecrets: Check = ({ project: { sources, settings } }) => {
  const read = (files: readonly SourceFile[], linesIn: (file: SourceFile) => number[]): string[] =>
    files
      .filter(({ path }) => !isTestFile(path))
      .flatMap((file) => [...new Set(linesIn(file))].sort((a, b) => a - b).map((line) => `${file.path}:${line}`))
  const places = [...read(sources, secretsInCode), ...read(settings, secretsInSettings)]
  if (places.length === 0) return [ok('No secret in the code')]
  const fix =
    'read it from the environment, change it in the dashboard, and remove it from the history of the repository'
  return [problem(`A secret is written in the code: ${formatPlaces(places)}`, fix)]
}

/** `getInstance('id', 'secret', 1, …)` and `validateCallback('user', 'password', …)`. */
const POSITIONAL_SECRET =
  /(?:\.getInstance|\bnew\s+\w+CheckoutClient|\bvalidateCallback)\s*\(\s*(?:['"`][^'"`]+['"`]|[\w.]+)\s*,\s*['"`]([^'"`\s]{8,})['"`]/g

function secretsInCode(file: SourceFile): number[] {
  const code = codeOf(file)
  const named = code.split('\n').flatMap((line, index) => (hasNamedSecret(line) ? [index + 1] : []))
  const ends = [...code.matchAll(POSITIONAL_SECRET)].flatMap(({ index, 0: found, 1: value = '' }) =>
    isSecret(value) ? [index + found.length] : [],
  )
  return [...named, ...linesOf(code, ends)]
}

/** A literal without white space, a word, an operator that gives a value, or the end of an expression. */
const TOKEN = /(['"`])([^'"`\s]*)\1|[\w$]+(?:-[\w$]+)*|\|\||\?\?|[:=;,]/g
/** Between a name and its operator: the end of `config['name']`, and of an optional or asserted one. */
const AFTER_NAME = /^['"`\]\s?!]*$/
/** A shorter literal is a secret only right after the operator. */
const MIN_INDIRECT_CHARS = 8

/**
 * The line gives a literal to the name of a secret, also as the default of a variable. One pass over the tokens of the line: each
 * character is read once, whatever the line contains.
 */
function hasNamedSecret(line: string): boolean {
  let previous = { isName: false, isOperator: false, end: 0 }
  let assigned = false
  for (const { index, 0: token, 2: literal } of line.matchAll(TOKEN)) {
    const between = line.slice(previous.end, index)
    const isOperator = /^(?:\|\||\?\?|[:=])$/.test(token)
    if (token === ';' || token === ',') assigned = false
    else if (isOperator && previous.isName && AFTER_NAME.test(between)) assigned = true
    else if (assigned && literal !== undefined) {
      const isDirect = previous.isOperator && between.trim() === ''
      if ((isDirect || literal.length >= MIN_INDIRECT_CHARS) && isSecret(literal)) return true
    }
    previous = { isName: isSecretName(literal ?? token), isOperator, end: index + token.length }
  }
  return false
}

/** `NAME=value`, `name: value` and `"name": "value"`. */
const SETTING = /(?<=^|[\s"'{,])(["']?)([\w.-]+)\1\s*([=:])\s*(?:"([^"\s]+)"|'([^'\s]+)'|([^\s"',}]+))/g

function secretsInSettings({ text }: SourceFile): number[] {
  return text.split('\n').flatMap((line, index) => {
    const isComment = /^\s*(?:#|\/\/)/.test(line)
    return !isComment && [...line.matchAll(SETTING)].some((setting) => holdsSecret(setting, line)) ? [index + 1] : []
  })
}

function holdsSecret(setting: RegExpExecArray, line: string): boolean {
  const { index, 0: whole, 2: name = '', 3: operator, 4: double, 5: single, 6: bare = '' } = setting
  if (!isSecretName(name) || !isSecret(double ?? single ?? bare)) return false
  // An unquoted value after a colon is the rest of its line; more words are a text.
  return bare === '' || operator === '=' || /^\s*(?:[,}#]|$)/.test(line.slice(index + whole.length))
}

/** Names that say where a secret is, or speak about one. */
const ABOUT_A_SECRET = /(?:ref|name|file|path|id|arn|type|label|field|hint|error|message)s?$/

function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[_-]/g, '')
  const hasAfter = (first: string, ...parts: string[]): boolean => {
    const at = plain.indexOf(first)
    return at >= 0 && parts.some((part) => plain.includes(part, at + first.length))
  }
  const isSecretOne =
    ['clientsecret', 'saltkey', 'secretkey'].some((part) => plain.includes(part)) ||
    hasAfter('phonepe', 'secret', 'password', 'key') ||
    hasAfter('callback', 'pass', 'secret') ||
    hasAfter('hook', 'pass', 'secret')
  return isSecretOne && !ABOUT_A_SECRET.test(plain)
}

/** Words that stand for a secret, and values that are read from elsewhere. */
const NO_SECRET = /^(?:<.*>|\[.*\]|[${%].*|your|change|replace|example|placeholder|x+$|\*+|dummy)/i
/** Types and states. `any` is what the sandbox takes. */
const WORD =
  /^(?:any|string|text|password|secret|number|boolean|null|undefined|none|true|false|required|optional|hidden|unknown|missing|invalid|unset)$/i
const VARIABLE_NAME = /^(?:[A-Z][A-Z0-9]*_)+[A-Z0-9]+$/

const isSecret = (value: string): boolean =>
  value !== '' && !VARIABLE_NAME.test(value) && !NO_SECRET.test(value) && !WORD.test(value)
