import type { IndexStep, Migration, Step } from '../../src/storage/migrations/migrations.ts'
import { ACCESS_TABLES } from './access-steps.ts'
import { DISPUTES } from './dispute-steps.ts'
import { ABOVE_IDS, fromBaseline, INDEXES, inBatches, LACKS_KEY, NAMING_REFUNDS, TO_FILL } from './facts-steps.ts'
import { ORDER_FACTS } from './orders-as-facts.ts'
import { keyOfNew, refundFacts } from './refunds-as-facts.ts'
import { SETTLEMENTS } from './settlement-steps.ts'
import { BANK_STATEMENTS } from './statement-steps.ts'
import { SUBSCRIPTIONS } from './subscription-steps.ts'

const OBJECTS = (column: string) =>
  `jsonb_typeof("${column}") = 'array' and not jsonb_path_exists("${column}", 'strict $[*] ? (@.type() != "object")', '{}', true)`

/** Constraints by table, in the words of the baseline. */
const CHECKS: readonly (readonly [table: string, name: string, condition: string])[] = [
  ['orders', 'orders_overdrawnAmount_check', '"overdrawnAmount" >= 0'],
  ['orders', 'requestIsObject', `jsonb_typeof("request") = 'object'`],
  ['decisions', 'observationsAreObjects', OBJECTS('observations')],
  ['decisions', 'eventsAreList', `jsonb_typeof("events") = 'array'`],
]
/** Those of columns that the backfill fills. */
const FILLED: typeof CHECKS = [
  ['orders', 'attemptsAreObjects', OBJECTS('factAttempts')],
  [
    'orders',
    'orders_opening_check',
    `"opening" in ('unsent', 'sending', 'unknown', 'sent', 'refused', 'cancelled', 'never-sent', 'never-opened')`,
  ],
  ['orders', 'openingIsFilled', '"opening" is not null and "factAttempts" is not null'],
  ['refunds', 'idIsFilled', '"id" is not null'],
]

const add = (checks: typeof CHECKS): Step[] =>
  checks.map(([table, name, condition]) => ({
    sql: `alter table galla.${table} add constraint "${name}" check (${condition}) not valid`,
  }))
/** Each in a step of its own: none is locked for the scan of another one. */
const validate = (checks: typeof CHECKS): Step[] =>
  checks.map(([table, name]) => ({ sql: `alter table galla.${table} validate constraint "${name}"` }))

const COLUMNS_OF_LEDGER = `"transferKey", "entryId", "atMs", "paidAtMs", "kind", "debitAccount", "creditAccount", "amount", "merchantOrderId", "merchantRefundId", "transactionId", "origin"`

/** Adds what follows from the old columns, and what makes it follow. @param nowMs SQL of the time */
export const expand = (nowMs: string): Migration => ({
  version: 2,
  name: 'facts beside reviews',
  compatibleFrom: 1,
  steps: [
    {
      sql: `alter table galla.orders add column "opening" text, add column "resolvedFindings" jsonb, add column "factAttempts" jsonb,
          add column "overdrawnAmount" bigint not null default 0, add column "remindedAtMs" bigint;
        ${ORDER_FACTS}`,
    },
    {
      // Before the first trigger that sets the key of a transfer.
      sql: `alter table galla.ledger add column "refundKey" bigint;
        create or replace trigger "appendOnly" before update of ${COLUMNS_OF_LEDGER} or truncate on galla.ledger
          for each statement execute function galla."refuseChange"('the ledger is append-only')`,
    },
    { sql: 'alter table galla.events add column "refundKey" bigint' },
    { sql: 'alter table galla.deliveries add column "refundKey" bigint' },
    { sql: `create sequence galla."refundKeys"; ${ABOVE_IDS}` },
    {
      sql: `alter table galla.refunds add column "id" bigint, add column "disputed" jsonb, add column "resolvedFindings" text[],
          add column "joinedTo" bigint, add column "underWaySinceMs" bigint;
        alter table galla.refunds alter column "id" set default nextval('galla."refundKeys"');
        ${refundFacts(nowMs)}`,
    },
    { sql: keyOfNew('ledger') },
    { sql: keyOfNew('events') },
    { sql: keyOfNew('deliveries') },
    {
      sql: `alter table galla.reconciliations drop constraint "reconciliations_origin_check";
        alter table galla.reconciliations add constraint "reconciliations_origin_check" check ("origin" in ('daily', 'console', 'restore')) not valid`,
    },
    { sql: 'alter table galla.reconciliations validate constraint "reconciliations_origin_check"' },
    { sql: 'alter table galla.sessions add column "provedAtMs" bigint not null default 0' },
    { sql: ['passkeys', 'passkey_challenges'].map((table) => fromBaseline(`create table galla.${table} `)).join('\n') },
    { index: 'passkeysByUser', on: 'galla.passkeys ("userId")' },
    ...ACCESS_TABLES,
    ...SETTLEMENTS,
    ...BANK_STATEMENTS,
    ...SUBSCRIPTIONS,
    ...DISPUTES,
    ...add(CHECKS),
    ...validate(CHECKS),
  ],
})

/** Fills what was stored before. @param rows rows of a batch */
export const backfill = (rows: number): Migration => ({
  version: 3,
  name: 'facts of what is stored',
  compatibleFrom: 1,
  steps: [
    ...Object.values(TO_FILL),
    // The trigger derives the facts of each row that is touched.
    ...inBatches(
      rows,
      (end) => `update galla.orders set "opening" = null where "merchantOrderId" in (
        select "merchantOrderId" from galla.orders where "opening" is null order by 1 ${end})`,
    ),
    // In the order in which the lists had the refunds of one millisecond.
    ...inBatches(
      rows,
      (
        end,
      ) => `update galla.refunds r set "id" = n."id" from (select s."merchantRefundId", nextval('galla."refundKeys"') as "id"
        from (select "merchantRefundId" from galla.refunds where "id" is null order by "createdAtMs", "merchantRefundId" ${end}) s) n
        where r."merchantRefundId" = n."merchantRefundId"`,
    ),
    INDEXES.refunds_pkey as IndexStep,
    // A refund that is gone has no key: the contraction looks at what is left.
    ...Object.entries(NAMING_REFUNDS).flatMap(([table, id]) =>
      inBatches(
        rows,
        (end) => `update galla.${table} set "refundKey" = galla."keyOfRefund"("merchantRefundId") where "${id}" in (
          select "${id}" from galla.${table} where ${LACKS_KEY} and galla."keyOfRefund"("merchantRefundId") is not null order by 1 ${end})`,
      ),
    ),
    ...Object.values(INDEXES).filter(({ index }) => index !== 'refundsByKey'),
    { index: 'ordersOverdrawn', on: 'galla.orders ("merchantOrderId") where "overdrawnAmount" > 0' },
    {
      index: 'ordersByToken',
      on: `galla.orders (("linkDigests" ->> 'token')) where "linkDigests" ->> 'token' is not null`,
      unique: true,
    },
    { index: 'refundsByJoinedTo', on: 'galla.refunds ("joinedTo") where "joinedTo" is not null' },
    ...add(FILLED),
    ...validate(FILLED),
  ],
})
