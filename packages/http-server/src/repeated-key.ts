/** The strings of a JSON text, each with whether it is a key, and the braces of its objects. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g

/**
 * The first key that an object of a JSON text has twice; undefined when each has its keys once. Parsers differ in which of two values they
 * take, so two programs would read two requests.
 * @param json a text that `JSON.parse` accepts
 * @param parsed the value of `JSON.parse(json)`
 */
export function repeatedKey(json: string, parsed: unknown): string | undefined {
  // Each callback is checked, and nearly none has a key twice: counting takes a tenth of the time of comparing.
  return keysWritten(json) === keysKept(parsed) ? undefined : firstRepeated(json)
}

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]

/** The number of keys in a JSON text: each has a colon, outside of strings. */
function keysWritten(json: string): number {
  let keys = 0
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === COLON) keys += 1
    else if (code === QUOTE) at = endOfString(json, at)
  }
  return keys
}

/** The place of the quotation mark that ends a string, after the one that begins the string. */
function endOfString(json: string, start: number): number {
  let at = start + 1
  for (let code = json.charCodeAt(at); code !== QUOTE; code = json.charCodeAt(at)) at += code === BACKSLASH ? 2 : 1
  return at
}

/** The number of keys in a parsed value, of any depth: the parser keeps one of two equal keys. */
function keysKept(parsed: unknown): number {
  const open = [parsed]
  let keys = 0
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    const values: unknown[] = Array.isArray(value) ? value : Object.values(value)
    if (values !== value) keys += values.length
    for (const one of values) if (typeof one === 'object') open.push(one)
  }
  return keys
}

function firstRepeated(json: string): string | undefined {
  const open: Set<string>[] = []
  for (const [token, text, colon] of json.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (text !== undefined && colon !== undefined) {
      // An escape and the letter that it stands for are one key.
      const key: string = JSON.parse(text)
      const keys = open.at(-1)
      if (keys?.has(key)) return key
      keys?.add(key)
    }
  }
  return undefined
}
