import ts from 'typescript'
import type { Text } from './files.ts'
import { inspect } from './purity.ts'
import type { Violation } from './violation.ts'

/** A result or an insert that takes whatever columns the table has at the time. SQL comments and strings are removed before. */
const WITHOUT_NAMES: readonly RegExp[] = [
  /\bselect\s+(?:all\s+|distinct\s+(?:on\s*\([^)]*\)\s*)?)?\*/i,
  /\breturning\s+\*/i,
  // After a comma a star is not a multiplication.
  /,\s*\*/,
  // `o.*`, `"o".*`, `new.*`, `galla.orders.*`, `$.*` where a template inserts the alias
  /(?:\w|")\s*\.\s*\*/,
  // `insert into galla.orders values (…)`, `insert into galla.orders select …`
  /\binsert\s+into\s+[\w."$]+(?:\s+as\s+\w+)?\s+(?:overriding\b|values\b|select\b|table\b|default\b)/i,
  // Joins by every column that happens to have the same name
  /\bnatural\s+(?:(?:left|right|full|inner)\s+(?:outer\s+)?)?join\b/i,
  // Values of the table's row type: they have as many fields as the table has columns
  /::\s*galla\.(?!"?\w+"?\s*%\s*type)/i,
  /\bas\s+galla\.\w+\s*\)/i,
  /%\s*rowtype\b/i,
  /\b(?:row_to_json|hstore)\s*\(/i,
  /\bto_jsonb?\s*\(\s*(?!new\b|old\b)[a-z]\w*\s*\)/,
  /\bjsonb?_populate_record(?:set)?\s*\(/i,
  /(?:^|[\s(])table\s+galla\.\w+\s*(?:;|$|\))/i,
]

/** Only a string that mentions one of these is read as SQL. */
const SQL_WORD = /\b(?:select|returning|insert|update|delete|table|from|join)\b|::/i

/**
 * Columns by name: two releases run on one schema, so a statement must mean the same when the table has more columns. A named statement
 * whose result gains a column fails with `0A000 cached plan must not change result type`.
 */
export function sqlNamesColumns(sources: readonly Text[]): Violation[] {
  return inspect(sources, /^packages\/gateway\/src\//, (node) => ({
    broken: (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && takesAllColumns(textOf(node)),
    rule: 'SQL of the gateway names its columns: an older release runs on a newer schema',
    fix: 'list the columns, in insert as well as in select and returning',
  }))
}

function takesAllColumns(text: string): boolean {
  if (!SQL_WORD.test(text)) return false
  const sql = text
    .replace(/--[^\n]*/g, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/count\(\s*\*\s*\)/gi, 'count()')
  return WITHOUT_NAMES.some((pattern) => pattern.test(sql))
}

/** The text of a literal; `$` stands for what a template inserts. Nested templates are read by themselves too. */
function textOf(node: ts.StringLiteralLike | ts.TemplateExpression): string {
  if (ts.isStringLiteralLike(node)) return node.text
  return [node.head.text, ...node.templateSpans.map(({ literal }) => `$${literal.text}`)].join('')
}
