import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/**
 * Removes the indentation of the JavaScript files of a build, which is already condensed: they get smaller, and every statement
 * keeps its line, so that stack traces stay readable. A file with a literal of several lines stays as it is.
 */
export function removeIndentation(dist) {
  for (const name of readdirSync(dist)) {
    if (!/\.[cm]js$/.test(name)) continue
    const path = join(dist, name)
    writeFileSync(path, withoutIndentation(readFileSync(path, 'utf8')))
  }
}

export function withoutIndentation(code) {
  const source = ts.createSourceFile('a.cjs', code, ts.ScriptTarget.Latest)
  if (hasLongLiteral(source, source)) return code
  return code
    .split('\n')
    .map((line) => line.trimStart())
    .join('\n')
}

/** Text over several lines, whose indentation counts. An expression inside a template may have lines of its own. */
function hasLongLiteral(node, source) {
  const isText = ts.isTemplateLiteralToken(node) || ts.isStringLiteral(node)
  if (isText && node.getText(source).includes('\n')) return true
  return ts.forEachChild(node, (child) => hasLongLiteral(child, source) || undefined) ?? false
}
