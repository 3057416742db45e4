import {
  MIGRATIONS as CURRENT,
  type Migration,
  type Step,
  type TransactionStep,
  type ValidateStep,
} from '../../src/storage/migrations/migrations.ts'

export {
  type IndexStep,
  type Migration,
  type Step,
  sqlOf,
  type TransactionStep,
} from '../../src/storage/migrations/migrations.ts'

const current = CURRENT.at(-1)?.version ?? 0

/** Rewrites a CHECK of a state column with one more state, whatever states there are today. */
const widen = (name: string) => `do $$
declare one record;
begin
  for one in
    select c.conname as name, t.relname as "table", pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = 'galla' and c.contype = 'c' and c.conname = '${name}'
  loop
    execute format('alter table galla.%I drop constraint %I', one."table", one.name);
    execute format('alter table galla.%I add constraint %I %s not valid', one."table", one.name,
      replace(one.definition, 'ARRAY[', 'ARRAY[''ON_HOLD''::text, '));
  end loop;
end $$`

const VALIDATE: readonly ValidateStep[] = [
  { validate: 'orders_state_check', on: 'galla.orders' },
  { validate: 'callbacks_verdict_check', on: 'galla.callbacks' },
]

/** A column with a default on every table that replicas write. */
const COLUMNS: readonly TransactionStep[] = [
  'orders',
  'refunds',
  'callbacks',
  'deliveries',
  'decisions',
  'calls',
  'tokens',
].map((table) => ({
  sql: `alter table galla.${table} add column "addedNumber" bigint not null default 0, add column "addedText" text default 'older release'`,
}))

const STEPS: readonly Step[] = [
  ...COLUMNS,
  { sql: widen('orders_state_check') },
  { sql: widen('callbacks_verdict_check') },
  ...VALIDATE,
  { index: 'ordersByAdded', on: 'galla.orders ("addedNumber") where "addedNumber" > 0' },
  { index: 'callbacksByAdded', on: 'galla.callbacks ("addedText", "receivedAtMs" desc)' },
]

/** The schema of the release after this one, which expands. */
export const MIGRATIONS: readonly Migration[] = [
  ...CURRENT,
  { version: current + 1, name: 'next release', compatibleFrom: current, steps: STEPS },
]
