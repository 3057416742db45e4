import { type Check, ok, problem } from './check.ts'
import { codeOf, formatPlaces, isTestFile, lineAt, type SourceFile } from './project.ts'

const LITERAL = String.raw`['"\`]([^'"\`\s]{8,})['"\`]`
/** The name of a secret; then, on the same line, a literal that it gets, also as the default of a variable. */
const NAMED_SECRET = new RegExp(
  String.raw`(?:client[_-]?secret|salt[_-]?key|phone[_-]?pe\w*(?:secret|password|key)|(?:callback|webhook|hook)\w*(?:pass(?:word|wd)?|secret)|secret[_-]?key)\w*['"\`\]]?\s*(?:[:=]|\|\||\?\?)[^\n;,]*?${LITERAL}`,
  'gi',
)
/** `getInstance('id', 'secret', 1, …)` and `validateCallback('user', 'password', …)`. */
const POSITIONAL_SECRET = new RegExp(
  String.raw`(?:\.getInstance|new\s+\w+CheckoutClient|validateCallback)\s*\(\s*(?:['"\`][^'"\`]+['"\`]|[\w.]+)\s*,\s*${LITERAL}`,
  'g',
)
/** Words that stand for a secret, and names of variables that hold one. */
const NO_SECRET = /^(?:<.*>|\[.*\]|\$\{.*|your|change|replace|example|placeholder|x+$|\*+|dummy)/i
const VARIABLE_NAME = /^(?:[A-Z][A-Z0-9]*_)+[A-Z0-9]+$/
/** Looks for secrets in the code. Findings name the place, never the value. */
export const hardCodedSecrets: Check = ({ project }) => {
  const places = project.sources.filter(({ path }) => !isTestFile(path)).flatMap(secretPlaces)
  if (places.length === 0) return [ok('No secret in the code')]
  const fix =
    'read it from the environment, change it in the dashboard, and remove it from the history of the repository'
  return [problem(`A secret is written in the code: ${formatPlaces(places)}`, fix)]
}

function secretPlaces(file: SourceFile): string[] {
  const lines = [NAMED_SECRET, POSITIONAL_SECRET].flatMap((pattern) =>
    [...codeOf(file).matchAll(pattern)].flatMap(({ index, 0: found, 1: value = '' }) =>
      isSecret(value) ? [lineAt(file.text, index + found.length)] : [],
    ),
  )
  return [...new Set(lines)].sort((a, b) => a - b).map((line) => `${file.path}:${line}`)
}

const isSecret = (value: string): boolean => !VARIABLE_NAME.test(value) && !NO_SECRET.test(value)
