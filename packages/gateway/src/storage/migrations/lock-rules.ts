import { type Migration, type Step, sqlOf } from './migrations.ts'

// The rule of ADR 17 that a migration holds up no statement for more than a second, however many rows a table has, for tests: a list of
// migrations with a statement that reads or writes a whole table under its lock is not released.

const SCANS = 'add the constraint not valid, then { validate, on }'
const REWRITES = 'add another column: this one rewrites the table under its lock'
const IN_BATCHES = 'change rows in { batch } steps'

/** Parts of an `alter table` that take as long as the table is large. */
const LONG_ALTERATIONS: readonly (readonly [RegExp, string])[] = [
  [/\bvalidate\s+constraint\b/i, SCANS],
  [/\badd\s+column\b(?:(?!,\s*(?:add|alter|drop)\b)[\s\S])*?\b(?:check|references|unique|primary\s+key)\b/i, SCANS],
  [/\b(?:generated|default\s+(?!now\s*\()[\w.]+\s*\()/i, REWRITES],
  [/\balter\s+(?:column\s+)?"?\w+"?\s+(?:set\s+data\s+)?type\b/i, REWRITES],
  [/\bset\s+(?:logged|unlogged|tablespace|access\s+method)\b/i, REWRITES],
]

const CONSTRAINT = /\badd\s+(?:constraint|check|foreign|exclude|unique|primary)\b/gi
const WITHOUT_SCAN = /\bnot\s+valid\b|\busing\s+index\b/gi
const NOT_NULL = /\balter\s+(?:column\s+)?"?(\w+)"?\s+set\s+not\s+null\b/gi

/** Statements that change or lock all rows, and a block, whose statements are not read here. */
const LONG_STATEMENT = /^(?:update|delete|merge|with|truncate|cluster|reindex|refresh|vacuum|do|call)\b/i

/** Finds the statements of migrations after the baseline that may hold a lock for longer than a second. */
export function longLocksOf([, ...migrations]: readonly Migration[]): string[] {
  const before: Step[] = []
  return migrations.flatMap(({ version, steps }) =>
    steps.flatMap((step) => {
      const problems = 'sql' in step ? longLocksOfStep(step.sql, before, step.limitMs) : []
      before.push(step)
      return problems.map((problem) => `${version}: ${problem}`)
    }),
  )
}

function longLocksOfStep(sql: string, before: readonly Step[], limitMs?: number): string[] {
  const found = statementsOf(sql).flatMap((statement) =>
    /^alter\s+table\b/i.test(statement)
      ? alterations(statement, before)
      : LONG_STATEMENT.test(statement)
        ? [IN_BATCHES]
        : [],
  )
  return limitMs === undefined ? found : [...found, 'a step has a second']
}

function alterations(statement: string, before: readonly Step[]): string[] {
  const count = (pattern: RegExp) => statement.match(pattern)?.length ?? 0
  const found = LONG_ALTERATIONS.filter(([pattern]) => pattern.test(statement)).map(([, problem]) => problem)
  if (count(CONSTRAINT) > count(WITHOUT_SCAN)) found.push(SCANS)
  // A statement drops before it sets: it would drop what proves that no row has a null.
  const isProofDropped = /\bdrop\s+constraint\b/i.test(statement)
  for (const [, column = ''] of statement.matchAll(NOT_NULL))
    if (isProofDropped || !isKnownNotNull(column, before))
      found.push('first validate a constraint that the column is not null')
  return found
}

/** True when an earlier step has validated a constraint, by which PostgreSQL knows without a scan that no row has a null. */
function isKnownNotNull(column: string, before: readonly Step[]): boolean {
  const added = new RegExp(
    `add\\s+constraint\\s+"(\\w+)"\\s+check\\s*\\(\\s*"${column}"\\s+is\\s+not\\s+null\\s*\\)`,
    'gi',
  )
  const names = before.flatMap((step) => [...sqlOf(step).matchAll(added)].map(([, name]) => name))
  return before.some((step) => 'validate' in step && names.includes(step.validate))
}

/** The statements of a step, without comments, texts and bodies of functions. */
const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.trim())
