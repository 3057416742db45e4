import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** Makes the files of a build smaller, whose names are already condensed: the SDK has a size to keep. */
export function condense(dist) {
  for (const name of readdirSync(dist)) {
    const path = join(dist, name)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, /\.[cm]js$/.test(name) ? withoutBlanks(withPlainExports(text)) : withoutIndentation(text))
  }
}

/**
 * Code without the blanks between its tokens. Every statement and method keeps a line of its own, so that stack traces stay readable. The code
 * has all its semicolons, and of comments only those between two tokens of an expression.
 */
export function withoutBlanks(code) {
  const source = ts.createSourceFile('a.cjs', code, ts.ScriptTarget.Latest, true)
  const tokens = [...tokensOf(source, source)]
  let text = ''
  for (const [index, { token, beginsLine }] of tokens.entries()) {
    const own = token.getText(source)
    const isSpare =
      own === ';' && !ts.isEmptyStatement(token.parent) && tokens[index + 1]?.token.getText(source) === '}'
    if (isSpare) continue
    const comments = code.slice(token.pos, token.getStart(source)).match(/\/\*.*?\*\//g) ?? []
    const part = comments.join('') + own
    text += (beginsLine ? '\n' : separator(text.at(-1), part[0])) + part
  }
  return `${text.trimStart()}\n`
}

/** The tokens of a node in order, each with a mark when it begins a statement of a list or a method. */
function* tokensOf(node, source, beginsLine = false) {
  const children = node.getChildren(source)
  if (children.length === 0 && node.getWidth(source) > 0) yield { token: node, beginsLine }
  const isList = node.kind === ts.SyntaxKind.SyntaxList
  for (const [index, child] of children.entries()) {
    const begins = isList && (ts.isStatement(child) || ts.isClassElement(child))
    yield* tokensOf(child, source, begins || (index === 0 && beginsLine))
  }
}

const WORD = /[\w$\u0080-\uffff]/

/** A blank between two words, and between two signs that would be read as one. */
const separator = (before = '', after) =>
  (WORD.test(before) && WORD.test(after)) || (before === after && /[-+/]/.test(after)) ? ' ' : ''

/** Declarations with each member on its line. A file with a literal of several lines stays as it is. */
export function withoutIndentation(declarations) {
  const source = ts.createSourceFile('a.d.cts', declarations, ts.ScriptTarget.Latest)
  if (hasLongLiteral(source, source)) return declarations
  return declarations
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
  /Object\.defineProperty\(exports, "(\w+|\$\w*)", \{\s+enumerable: !0,\s+get: function\(\) \{\s+return ([\w$]+);\s+\}\s+\}\)/g

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
