import { readFileSync } from 'node:fs'
import { CliError, type Io } from './io.ts'

/**
 * Reads what an app says that it fulfilled, from a URL or a file.
 * @param missing a file that the app has yet to create is empty
 * @throws CliError when there is no such file, or the URL does not answer 2xx
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
  const reply = await io.fetch(source, { signal: io.stop }).catch(() => undefined)
  if (!reply?.ok) throw new CliError(`--effects ${source} ${reply ? `answers ${reply.status}` : 'does not answer'}`)
  return reply.text()
}

/**
 * How often a text says that an order was fulfilled: the number of an object such as `{ "order-1": 2 }`, the entries of a list
 * that name it, or else the lines that name it.
 */
export function countNames(text: string, merchantOrderId: string): number {
  const parsed = parseJson(text)
  if (Array.isArray(parsed)) return parsed.filter((entry) => names(JSON.stringify(entry), merchantOrderId)).length
  if (typeof parsed === 'object' && parsed !== null) {
    const count: unknown = new Map(Object.entries(parsed)).get(merchantOrderId)
    return typeof count === 'number' ? count : 0
  }
  return text.split('\n').filter((line) => names(line, merchantOrderId)).length
}

function names(text: string, id: string): boolean {
  const escaped = id.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`).test(text)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
