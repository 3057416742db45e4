import { schema, source, test } from './edit.mjs'

const STATEMENTS = 'bank-statements'

/** @type {import('../guards.mjs').Guarantee[]} */
export const bankStatements = [
  {
    row: 'The import of a bank statement is stored as a whole or not at all',
    rule: 'The import of a bank statement is stored as a whole or not at all, counts each line once, and stores nothing of lines that are not about settlements.',
    mutations: [
      {
        name: 'statements: a file is stored once',
        edits: [
          schema(STATEMENTS, '"digest" text not null unique check', '"digest" text not null check'),
          source(
            'storage/statements/bank-statements.ts',
            'on conflict ("digest") do update set "digest" = excluded."digest" returning',
            'returning',
          ),
        ],
        tests: [test(STATEMENTS, 'is stored once when two replicas import it at the same time')],
      },
      {
        name: 'statements: a preview is rolled back',
        edits: [
          source(
            'services/statements/import-statement.ts',
            `rollback to savepoint "preview"`,
            `release savepoint "preview"`,
          ),
        ],
        tests: [test(STATEMENTS, 'a preview stores nothing')],
      },
      {
        name: 'statements: an import is one transaction',
        edits: [
          source(
            'services/statements/import-statement.ts',
            'await insertStatement(tx, statement)',
            'await insertStatement(context.database, statement)',
          ),
        ],
        tests: [test(STATEMENTS, 'leaves nothing when its process is killed in the middle')],
      },
      {
        name: 'statements: other lines are not stored',
        edits: [
          source(
            'storage/statements/bank-statements.ts',
            `where g."namesProvider" or n."line" is not null or s."day" is not null`,
            '',
          ),
        ],
        tests: [test(STATEMENTS, 'stores of other lines nothing')],
      },
      {
        name: 'statements: a line of two files is counted once',
        edits: [
          source('storage/statements/bank-matches.ts', 'by l."statementId", n."settlementId"', 'by n."settlementId"'),
        ],
        tests: [test(STATEMENTS, 'or overlaps with another one')],
      },
      {
        name: 'statements: a credit that two files date differently is counted once',
        edits: [source('storage/statements/bank-matches.ts', '  group by 1, 2, 3),', '  group by 1, 2, 3, "day"),')],
        tests: [test(STATEMENTS, 'date the credit differently')],
      },
      {
        name: 'statements: a credit of a UTR is named by its amount too',
        edits: [
          source(
            'storage/statements/bank-matches.ts',
            'n."settlementId", l."amount" order by',
            'n."settlementId" order by',
          ),
        ],
        tests: [test(STATEMENTS, 'counts the second credit of a settlement once')],
      },
      {
        name: 'statements: a line of a day to come is refused',
        edits: [source('services/statements/import-statement.ts', 'day > today', 'false')],
        tests: [test(STATEMENTS, 'when a line is dated after today')],
      },
      {
        name: 'statements: an amount that two lines have ties nothing',
        edits: [
          source(
            'services/statements/import-statement.ts',
            'line.amount > 0 && counts.get(keyOf(line)) === 1',
            'line.amount > 0',
          ),
          source('storage/statements/bank-matches.ts', 'group by 1, 2 having count(*) = 1) a', 'group by 1, 2) a'),
        ],
        tests: [test(STATEMENTS, 'ties nothing by the amount when there are, for one amount,')],
      },
      {
        name: 'statements: an amount that two settlements have ties nothing',
        edits: [
          source(
            'storage/statements/bank-matches.ts',
            `group by s."day", s."amount" having count(*) = 1)`,
            `group by s."day", s."amount")`,
          ),
          source('storage/statements/bank-statements.ts', 'group by 1, 2 having count(*) = 1)', 'group by 1, 2)'),
        ],
        tests: [test(STATEMENTS, 'ties nothing by the amount when there are, for one amount,')],
      },
    ],
  },
]
