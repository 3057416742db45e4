/** The strings of a JSON text, each with whether it is a key, and the braces of its objects. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g

/**
 * The first key that an object of a JSON text has twice; undefined when each has its keys once. Parsers differ in which of two values they
 * take, so two programs would read two requests.
 * @param json a text that `JSON.parse` accepts
 */
export function repeatedKey(json: string): string | undefined {
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
