import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Removes the indentation of the CommonJS files of a build, which is already condensed: they get smaller, and every statement
 * keeps its line, so that stack traces stay readable.
 * @throws Error for a template literal of several lines, whose text would change
 */
export function removeIndentation(dist) {
  for (const name of readdirSync(dist)) {
    if (!name.endsWith('.cjs')) continue
    const path = join(dist, name)
    writeFileSync(path, withoutIndentation(readFileSync(path, 'utf8'), name))
  }
}

/** @param {string} name Of the file, for the message. */
export function withoutIndentation(code, name) {
  const lines = code.split('\n')
  for (const [index, line] of lines.entries()) {
    const marks = line.replaceAll(/\\./g, '').split('`').length - 1
    if (marks % 2 === 1)
      throw new Error(`${name}:${index + 1} has a template literal of several lines: join them with \\n`)
  }
  return lines.map((line) => line.trimStart()).join('\n')
}
