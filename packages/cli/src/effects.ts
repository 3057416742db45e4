import { readFileSync } from 'node:fs'
import { CliError, type Io } from './io.ts'

/**
 * Reads what an app says that it fulfilled, from a URL or a file.
 * @param missing a file that the app has yet to create is empty
 * @throws CliError when there is no such file, the URL does not answer 2xx, or it answers an object that counts nothing
 */
export async function readEffects(io: Io, source: string, missing?: 'empty when missing'): Promise<string> {
  if (!/^https?:\/\//.test(source)) {
    try {
      return readFileSync(source, 'utf8')
    } catch {
      if (missing) return ''
      throw new CliError(`--effects ${source} cannot be read: name a file or a URL with the fulfilled orders`)
    }
  }
  const response = await io.fetch(source, { signal: io.stop }).catch(() => undefined)
  if (!response?.ok)
    throw new CliError(`--effects ${source} ${response ? `answers ${response.status}` : 'does not answer'}`)
  const text = await response.text()
  const parsed = parseJson(text)
  const other = isObject(parsed) && Object.keys(parsed).find((name) => typeof parsed[name] !== 'number')
  if (typeof other === 'string')
    throw new CliError(`--effects ${source} answers an object with "${other}": answer ["order-1"] or { "order-1": 1 }`)
  return text
}

/**
 * Counts how often a text says that an order was fulfilled: the number of an object such as `{ "order-1": 2 }`, the entries of a list
 * that name it, or else the lines that name it, also of a log whose only line is an object.
 * @param names the order's id, and the app's own name for the order
 */
export function countNames(text: string, names: readonly string[]): number {
  const parsed = parseJson(text)
  const pattern = patternOf(names)
  if (Array.isArray(parsed)) return parsed.filter((entry) => pattern.test(JSON.stringify(entry))).length
  if (isObject(parsed) && Object.values(parsed).every((count) => typeof count === 'number')) {
    const counts = Object.entries(parsed).flatMap(([name, count]) => (names.includes(name) ? [Number(count)] : []))
    return counts.reduce((sum, count) => sum + count, 0)
  }
  return text.split('\n').filter((line) => pattern.test(line)).length
}

function patternOf(names: readonly string[]): RegExp {
  const escaped = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`(?<![\\w-])(?:${escaped.join('|')})(?![\\w-])`)
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
