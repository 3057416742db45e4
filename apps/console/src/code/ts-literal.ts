const IDENTIFIER = /^[A-Za-z_$][\w$]*$/
/** What a reader takes in at one look, in characters. */
const MOST_ON_A_LINE = 80

/** A value as TypeScript source, in this repository's style. Text that came from outside stays text: it cannot end its quotes. */
export function tsLiteral(value: unknown, indent = 0): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const isList = Array.isArray(value)
  const inner = isList
    ? value.map((one) => tsLiteral(one, indent + 2))
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([name, one]) => `${keyOf(name)}: ${tsLiteral(one, indent + 2)}`)
  const [open, close, gap] = isList ? ['[', ']', ''] : ['{', '}', ' ']
  if (inner.length === 0) return open + close
  const line = `${open}${gap}${inner.join(', ')}${gap}${close}`
  if (indent + line.length <= MOST_ON_A_LINE && !line.includes('\n')) return line
  const pad = ' '.repeat(indent + 2)
  return `${open}\n${inner.map((one) => `${pad}${one},\n`).join('')}${' '.repeat(indent)}${close}`
}

/** A name as it stands before a colon. */
export function keyOf(name: string): string {
  return IDENTIFIER.test(name) ? name : quoted(name)
}

function quoted(text: string): string {
  const inside = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  return `'${inside}'`
}
