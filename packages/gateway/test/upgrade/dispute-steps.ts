import { disputes } from '../../src/storage/migrations/baseline/disputes.ts'
import type { Step } from '../../src/storage/migrations/migrations.ts'
import { fromBaseline } from './facts-steps.ts'

/** Disputes, which the release before did not know. */
export const DISPUTES: readonly Step[] = [
  { sql: fromBaseline('create table galla.disputes ') },
  ...[...disputes.matchAll(/^create index "(\w+)" on ([^;]+);$/gm)].map(([, index = '', on = '']) => ({ index, on })),
]
