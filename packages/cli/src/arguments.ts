import { type ParseArgsConfig, parseArgs } from 'node:util'
import { wrongUse } from './failure.ts'

/** `parseArgs` whose complaints are about the command, not about the parser. */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    const [sentence = 'wrong arguments'] = (error instanceof Error ? error.message : String(error)).split('. ')
    throw wrongUse(sentence)
  }
}

/** A port, a limit: whole, not negative, below the bound. */
export function readInteger(name: string, text: string | undefined, highest: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^\d+$/.test(text) && value <= highest) return value
  throw wrongUse(`--${name} takes a whole number from 0 to ${highest}; got '${text}'`)
}

/** One of a few words. */
export function readChoice<const Word extends string>(
  name: string,
  text: string | undefined,
  words: readonly Word[],
): Word | undefined {
  if (text === undefined) return undefined
  const found = words.find((word) => word === text)
  if (found) return found
  throw wrongUse(`${name} takes one of ${words.join(', ')}; got '${text}'`)
}
