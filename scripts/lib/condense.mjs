import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** Makes the files of a build smaller, whose names and blanks are already condensed: the SDK has a size to keep. */
export function condense(dist) {
  for (const name of readdirSync(dist)) {
    const path = join(dist, name)
    const condensed = withoutIndentation(readFileSync(path, 'utf8'))
    writeFileSync(path, /\.[cm]js$/.test(name) ? withPlainExports(condensed) : condensed)
  }
}

/** Every statement keeps its line, so that stack traces stay readable. A file with a literal of several lines stays as it is. */
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

const GETTER =
  /Object\.defineProperty\(exports, "(\w+|\$\w*)", \{\nenumerable: !0,\nget: function\(\) \{\nreturn ([\w$]+);\n\}\n\}\)/g

/** Exports of a shared CommonJS file by assignment instead of by a getter, for what never changes: functions, classes, constants. */
export function withPlainExports(code) {
  const source = ts.createSourceFile('a.cjs', code, ts.ScriptTarget.Latest)
  const fixed = new Set(source.statements.flatMap((statement) => fixedNames(statement, source)))
  return code.replace(GETTER, (getter, name, local) => (fixed.has(local) ? `exports.${name} = ${local}` : getter))
}

function fixedNames(statement, source) {
  if (ts.isFunctionDeclaration(statement)) return [statement.name?.text]
  if (!ts.isVariableStatement(statement) || !(statement.declarationList.flags & ts.NodeFlags.Const)) return []
  return statement.declarationList.declarations.map(({ name }) => name.getText(source))
}
