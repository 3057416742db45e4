import type { Step } from '../../src/storage/migrations/migrations.ts'
import { fromBaseline } from './facts-steps.ts'

const TABLES = ['bank_statements', 'bank_statement_lines'] as const

/** Bank statements, which the release before did not have. */
export const BANK_STATEMENTS: readonly Step[] = [
  { sql: TABLES.map((table) => fromBaseline(`create table galla.${table} `)).join('\n') },
]
