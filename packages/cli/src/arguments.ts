import { type ParseArgsConfig, parseArgs } from 'node:util'
import { usageError } from './io.ts'

/** Parses arguments with `parseArgs`. @throws CliError with the first sentence of the parser's message */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    const [sentence = 'wrong arguments'] = (error instanceof Error ? error.message : String(error)).split('. ')
    throw usageError(sentence)
  }
}

/** Reads a whole number from 0 to `max`. @throws CliError naming the option */
export function readInteger(option: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^\d+$/.test(text) && value <= max) return value
  throw usageError(`${option} must be a whole number from 0 to ${max}; got '${text}'`)
}

/** Reads one of a list of words. @throws CliError naming the option and the words */
export function readChoice<const Word extends string>(
  option: string,
  text: string | undefined,
  words: readonly Word[],
): Word | undefined {
  if (text === undefined) return undefined
  const found = words.find((word) => word === text)
  if (found) return found
  throw usageError(`${option} must be one of ${words.join(', ')}; got '${text}'`)
}

/** Reads an http or https URL. @throws CliError naming the option */
export function readUrl(option: string, text: string | undefined, example: string): string | undefined {
  if (text === undefined) return text
  if (/^https?:\/\/[^/]*@/i.test(text))
    throw usageError(`${option} must not contain a user name or a password: ${example}`)
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text
  throw usageError(`${option} must be a URL such as ${example}; got '${text.replace(/\/\/.*@/s, '//****@')}'`)
}

/** @throws CliError naming the first unexpected argument */
export function rejectPositionals(command: string, [first]: readonly string[], hint: string): void {
  if (first !== undefined) throw usageError(`${command} does not take the argument '${first}': ${hint}`)
}
