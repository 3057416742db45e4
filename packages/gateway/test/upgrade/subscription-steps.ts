import { subscriptions } from '../../src/storage/migrations/baseline/subscriptions.ts'
import type { Step } from '../../src/storage/migrations/migrations.ts'
import { fromBaseline } from './facts-steps.ts'

const TABLES = ['plans', 'plan_subscriptions', 'mandates', 'cycles', 'debits', 'debit_tries'] as const

const statements = (pattern: RegExp): string[] => subscriptions.match(pattern) ?? []
const INDEXES = [...subscriptions.matchAll(/^create (unique )?index "(\w+)" on ([^;]+);$/gm)]
const FUNCTIONS = statements(/^create function[\s\S]*?^end \$\$;$/gm)
const TRIGGERS = statements(/^create trigger[\s\S]*?;$/gm)
const NAMES_SUBSCRIPTION = `check (("subscriptionId" is not null) = ("event" like 'subscription.%'))`

/** Subscriptions, which the release before did not have. */
export const SUBSCRIPTIONS: readonly Step[] = [
  { sql: TABLES.map((table) => fromBaseline(`create table galla.${table} `)).join('\n') },
  ...INDEXES.map(([, unique, index = '', on = '']) => ({ index, on, ...(unique && { unique: true }) })),
  { sql: FUNCTIONS.join('\n') },
  // One table a step.
  ...TRIGGERS.map((sql) => ({ sql })),
  { sql: 'alter table galla.events add column "subscriptionId" text' },
  { sql: `alter table galla.events add constraint "namesSubscription" ${NAMES_SUBSCRIPTION} not valid` },
  { sql: 'alter table galla.events validate constraint "namesSubscription"' },
  {
    index: 'eventsBySubscription',
    on: 'galla.events ("subscriptionId", "createdAtMs" desc, "eventId" desc) where "subscriptionId" is not null',
  },
]
