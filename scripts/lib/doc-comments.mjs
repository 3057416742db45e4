import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A doc comment behind code, with nothing after it: it documents the next line. */
const TRAILING = /(?<=\S)[ \t]+(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)[ \t]*(\n[ \t]*)/g

/**
 * Moves each doc comment that follows a member to a line of its own. The declaration bundler prints the comment of a member
 * at the end of the previous line, where TypeScript takes it for a trailing comment: the member then hovers without documentation.
 */
export function separateDocComments(dist) {
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!/\.d\.[cm]?ts$/.test(file)) continue
    const path = join(dist, file)
    const text = readFileSync(path, 'utf8')
    const separated = text.replace(TRAILING, '$2$1$2')
    if (separated !== text) writeFileSync(path, separated)
  }
}
