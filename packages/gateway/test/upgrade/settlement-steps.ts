import { settlements } from '../../src/storage/migrations/baseline/settlements.ts'
import type { Step } from '../../src/storage/migrations/migrations.ts'
import { fromBaseline } from './facts-steps.ts'

const TABLES = ['settlements', 'settlement_entries', 'settlement_reports', 'settlement_lines', 'day_closes'] as const

const statements = (pattern: RegExp): string[] => settlements.match(pattern) ?? []
const INDEXES = [...settlements.matchAll(/^create index "(\w+)" on ([^;]+);$/gm)]
const FUNCTIONS = statements(/^create function[\s\S]*?^end \$\$;$/gm)
const FOREIGN_KEYS = statements(/^alter table[^;]*add foreign key[^;]*;$/gm)
const TRIGGERS = statements(/^create trigger[\s\S]*?;$/gm)

/** Settlements and closes, which the release before did not have. */
export const SETTLEMENTS: readonly Step[] = [
  { sql: TABLES.map((table) => fromBaseline(`create table galla.${table} `)).join('\n') },
  ...FOREIGN_KEYS.map((sql) => ({ sql })),
  ...INDEXES.map(([, index = '', on = '']) => ({ index, on })),
  { sql: FUNCTIONS.join('\n') },
  // One table a step.
  ...TRIGGERS.map((sql) => ({ sql })),
]
