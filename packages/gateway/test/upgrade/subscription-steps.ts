import { subscriptions } from '../../src/storage/migrations/baseline/subscriptions.ts'
import type { Step } from '../../src/storage/migrations/migrations.ts'
import { fromBaseline } from './facts-steps.ts'

const TABLES = [
  'plans',
  'plan_subscriptions',
  'mandates',
  'cycles',
  'taken_differences',
  'debits',
  'debit_tries',
] as const

const statements = (pattern: RegExp): string[] => subscriptions.match(pattern) ?? []
const INDEXES = [...subscriptions.matchAll(/^create (unique )?index "(\w+)" on ([^;]+);$/gm)]
const FUNCTIONS = statements(/^create function[\s\S]*?^end \$\$;$/gm)
const TRIGGERS = statements(/^create trigger[\s\S]*?;$/gm)
const NAMES_SUBSCRIPTION = `check (("subscriptionId" is not null) = ("event" like 'subscription.%'))`

const NAMES_SUBJECT = {
  namesSettlement: `check (("settlementId" is not null) = ("event" like 'settlement.%'))`,
  namesDay: `check (("day" is not null) = ("event" like 'day.%'))`,
  namesOrder: `check (("merchantOrderId" is null) = ("settlementId" is not null or "day" is not null))`,
}

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
  { sql: 'alter table galla.events add column "settlementId" text, add column "day" text' },
  ...['events', 'deliveries', 'delivery_attempts'].map((table) => ({
    sql: `alter table galla.${table} alter column "merchantOrderId" drop not null`,
  })),
  ...Object.entries(NAMES_SUBJECT).flatMap(([name, check]) => [
    { sql: `alter table galla.events add constraint "${name}" ${check} not valid` },
    { sql: `alter table galla.events validate constraint "${name}"` },
  ]),
  {
    index: 'eventsBySubscription',
    on: 'galla.events ("subscriptionId", "createdAtMs" desc, "eventId" desc) where "subscriptionId" is not null',
  },
]
