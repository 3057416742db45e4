import { up as baseline } from '../../src/storage/migrations/001-baseline.ts'
import type { IndexStep, Migration, Step } from '../../src/storage/migrations/migrations.ts'
import { FILL_ACCESS } from './access-steps.ts'
import { ABOVE_IDS, fromBaseline, INDEXES, inBatches, LACKS_KEY, NAMING_REFUNDS, TO_FILL } from './facts-steps.ts'
import { DROP_ORDER_FACTS } from './orders-as-facts.ts'
import { DROP_REFUND_FACTS, RESTORE_DELETED } from './refunds-as-facts.ts'

/** Functions of the baseline, in its order, each as one statement. */
const FUNCTIONS = baseline.match(/create function galla\.[\s\S]*?\$\$;/g) ?? []

/** Keys of all that was written before, or before its refund had the provider's id. */
const FILL_REFUND_KEYS = Object.keys(NAMING_REFUNDS).map(
  (table) => `update galla.${table} set "refundKey" = galla."keyOfRefund"("merchantRefundId") where ${LACKS_KEY}`,
)

const TO_COMPARE: readonly IndexStep[] = [
  {
    index: 'ordersToCompare',
    on: `galla.orders ("createdAtMs") where "nextPollAtMs" is null and "needsReview" is null and "state" in ('COMPLETED', 'FAILED')`,
  },
  {
    index: 'refundsToCompare',
    on: `galla.refunds ("stateSinceMs") where "nextPollAtMs" is null and "needsReview" is null and "state" in ('COMPLETED', 'FAILED')`,
  },
]

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const COMPARISONS_MS = [7 * DAY_MS, 30 * DAY_MS, 90 * DAY_MS]
/** When an order that is final became so, and the comparisons after that. */
const FINAL_SINCE = `case "state" when 'COMPLETED' then greatest(coalesce("expiresAtMs", "createdAtMs"), coalesce("completedAtMs", 0))
  else coalesce("expiresAtMs", "createdAtMs") end`
const PAUSES = `case "state" when 'COMPLETED' then '{${[HOUR_MS, ...COMPARISONS_MS]}}' else '{${90 * DAY_MS}}' end::bigint[]`

/**
 * Plans the comparisons of final orders for 90 days; the release before compared less often. Only orders that are no longer compared are
 * planned. No order lives for more than 61 days.
 */
const planComparisons = (nowMs: string, rows: number): Step[] => [
  ...inBatches(
    rows,
    (
      end,
    ) => `update galla.orders o set "nextPollAtMs" = (select min(s."sinceMs" + p) from unnest(s."pauses") p where s."sinceMs" + p > ${nowMs})
      from (select "merchantOrderId" as "id", ${FINAL_SINCE} as "sinceMs", ${PAUSES} as "pauses"
        from galla.orders where "state" in ('COMPLETED', 'FAILED') and "nextPollAtMs" is null and "needsReview" is null
          and "createdAtMs" > ${nowMs} - ${151 * DAY_MS} and ${FINAL_SINCE} > ${nowMs} - ${90 * DAY_MS}
          and "opening" not in ('cancelled', 'never-sent') ${end}) s
      where o."merchantOrderId" = s."id"`,
  ),
  // The status of a refund without our id cannot be asked for.
  ...inBatches(
    rows,
    (
      end,
    ) => `update galla.refunds r set "nextPollAtMs" = (select min("stateSinceMs" + p) from unnest('{${COMPARISONS_MS}}'::bigint[]) p where "stateSinceMs" + p > ${nowMs})
      where "id" in (select "id" from galla.refunds where "state" in ('COMPLETED', 'FAILED') and "nextPollAtMs" is null and "needsReview" is null
        and "stateSinceMs" > ${nowMs} - ${90 * DAY_MS} and ("state" = 'FAILED' or "merchantRefundId" is not null) ${end})`,
  ),
]

/** The columns of amounts and times by table, in the order of the baseline. */
const SAFE_INTEGERS: { readonly [table: string]: readonly string[] } = {
  orders: [
    'amount',
    'availableAmount',
    'heldAmount',
    'refundedAmount',
    'overdrawnAmount',
    'createdAtMs',
    'updatedAtMs',
    'expiresAtMs',
    'completedAtMs',
    'sentAtMs',
    'sendByMs',
    'remindedAtMs',
    'erasedAtMs',
    'nextPollAtMs',
    'leaseToken',
  ],
  refunds: [
    'id',
    'amount',
    'approveByMs',
    'decidedAtMs',
    'stateSinceMs',
    'joinedTo',
    'underWaySinceMs',
    'createdAtMs',
    'madeAtMs',
    'updatedAtMs',
    'nextPollAtMs',
    'leaseToken',
  ],
  ledger: ['entryId', 'atMs', 'paidAtMs', 'valueAtMs', 'amount', 'refundKey'],
  events: ['refundKey', 'createdAtMs'],
  deliveries: ['refundKey', 'createdAtMs', 'nextAttemptAtMs', 'leaseToken', 'doneAtMs'],
}
/** All other tables have their columns in the order of the baseline. */
const OTHER_TABLES = [...baseline.matchAll(/create table galla\.(\w+)/g)]
  .map(([, table = '']) => table)
  .filter((table) => !(table in SAFE_INTEGERS))
const safe = (columns: string) => `greatest(${columns}) <= 9007199254740991 and least(${columns}) >= -9007199254740991`

/**
 * Drops the old columns, and plans what is compared from now on.
 * @param nowMs SQL of the time
 * @param rows rows of a batch
 */
export const contract = (nowMs: string, rows: number): Migration => ({
  version: 4,
  name: 'facts only',
  compatibleFrom: 3,
  steps: [
    {
      // What was written since the backfill, and everything that has to change at one moment.
      sql: `lock table galla.orders in access exclusive mode;
        lock table galla.refunds, galla.ledger, galla.events, galla.deliveries in access exclusive mode nowait;
        do $$ begin
          if exists (select from galla.refunds where "amount" < 100 and "origin" in ('api', 'console') and "state" <> 'FAILED') then
            raise exception 'A refund of less than 100 paise is open: wait until the provider has refused it, or resolve it';
          end if;
        end $$;
        ${ABOVE_IDS};
        ${FILL_REFUND_KEYS.join(';\n')};
        ${RESTORE_DELETED}
        ${FILL_REFUND_KEYS.join(';\n')};
        alter table galla.orders disable trigger "asFacts";
        update galla.orders o set "needsReview" = galla."reviewOf"(o)
          where "needsReview" is not null or "refundUnansweredSinceMs" is not null or "unnamedSeenPayments" is not null;
        ${DROP_ORDER_FACTS}
        ${DROP_REFUND_FACTS}
        drop trigger "appendOnly" on galla.ledger;
        ${Object.values(TO_FILL)
          .map(({ index }) => `drop index galla."${index}";`)
          .join('\n')}

        drop function galla."insertFirstOrders"(jsonb);
        drop function galla."saveTransitions"(jsonb);
        drop function galla."surplusRefunds"(text, bigint);
        drop function galla."refundedOfSurplus"(text, bigint);
        drop function galla."paidAmount"(bigint, jsonb, boolean);

        alter table galla.orders drop column "attempts", drop column "givenUp", drop column "doublePaymentSeen", drop column "unnamedSeenAmount",
          drop column "unnamedSeenPayments", drop column "refundUnansweredSinceMs", drop column "refundCheckWaived";
        alter table galla.orders rename column "factAttempts" to "attempts";
        alter table galla.orders alter column "attempts" set default '[]', alter column "attempts" set not null,
          alter column "opening" set default 'sent', alter column "opening" set not null;
        alter table galla.orders drop constraint "openingIsFilled",
          add constraint "orders_needsReview_check" check ("needsReview" <> 'null'::jsonb) not valid;
        alter index galla."ordersByFactAttempt" rename to "ordersByAttempt";

        alter table galla.refunds drop constraint "refunds_check2", drop constraint "refunds_pkey";
        -- The baseline does not name them.
        alter table galla.refunds rename constraint "refunds_check1" to "refunds_check2";
        alter table galla.refunds rename constraint "refunds_check" to "refunds_check1";
        drop index galla."refundsByTime", galla."refundsByState", galla."refundsInReview", galla."refundsToApprove";
        alter table galla.refunds alter column "id" set not null, alter column "id" drop default, alter column "merchantRefundId" drop not null;
        alter table galla.refunds drop constraint "idIsFilled";
        alter table galla.refunds add constraint "refunds_pkey" primary key using index "refundsByKey",
          add constraint "refunds_merchantRefundId_key" unique using index "refundsByOurId";
        alter table galla.refunds alter column "id" add generated by default as identity;
        select setval('galla."refunds_id_seq"', (select last_value from galla."refundKeys"));
        drop sequence galla."refundKeys";
        ${['refundsByTime', 'refundsByState', 'refundsInReview', 'refundsToApprove'].map((name) => `alter index galla."${INDEXES[name]?.index}" rename to "${name}";`).join('\n')}
        update galla.refunds set "refundId" = null where "refundId" = '';
        update galla.refunds set "needsReview" = '{}' where "needsReview" = 'null';
        update galla.refunds set "merchantRefundId" = null, "refundId" = coalesce("refundId", substr("merchantRefundId", 10))
          where "merchantRefundId" like 'external:%';

        drop index galla."ledgerByRefund";
        alter index galla."ledgerByKey" rename to "ledgerByRefund";
        alter table galla.ledger drop constraint "refundOfKind", drop constraint "accountsOfKind";
        alter table galla.ledger drop column "merchantRefundId";
        alter table galla.events drop column "merchantRefundId";
        alter table galla.deliveries drop column "merchantRefundId";
        alter table galla.ledger
          add constraint "accountsOfKind" check (("kind", "debitAccount", "creditAccount") in (
            ('capture', 'payments', 'available'), ('refund-hold', 'available', 'held'), ('refund-posted', 'held', 'refunded'),
            ('hold-released', 'held', 'available'), ('refund-reversed', 'refunded', 'held'),
            ('overdraft', 'overdrawn', 'available'), ('overdraft-returned', 'available', 'overdrawn'))) not valid,
          add constraint "refundOfKind" check (("kind" = 'capture') = ("refundKey" is null)) not valid,
          add constraint "ledger_refundKey_fkey" foreign key ("refundKey") references galla.refunds not valid;
        alter table galla.refunds
          add constraint "refunds_merchantRefundId_check" check ("merchantRefundId" <> '' and position(':' in "merchantRefundId") = 0) not valid,
          add constraint "refunds_refundId_check" check ("refundId" <> '') not valid,
          add constraint "refunds_check" check ("joinedTo" <> "id") not valid,
          add constraint "refunds_needsReview_check" check ("needsReview" <> 'null'::jsonb) not valid,
          add constraint "smallestRefund" check ("amount" >= 100 or "origin" not in ('api', 'console') or "state" = 'FAILED') not valid,
          add constraint "hasAnId" check (("joinedTo" is null) = ("merchantRefundId" is not null or "refundId" is not null)) not valid,
          add constraint "sentWithOurId" check ("merchantRefundId" is not null or ("origin" = 'external' and "attempts" = 0)) not valid,
          add constraint "joinedIsClosed" check ("joinedTo" is null or ("state" = 'FAILED' and "needsReview" is null and "nextPollAtMs" is null)) not valid,
          add constraint "refunds_joinedTo_fkey" foreign key ("joinedTo") references galla.refunds not valid;

        ${FUNCTIONS.map((sql) => sql.replace('create function', 'create or replace function')).join('\n')}
        drop trigger "balancesOfLedger" on galla.orders;
        drop trigger "startsEmpty" on galla.orders;
        ${['appendOnly" before update or truncate on galla.ledger', 'balancesOfLedger"', 'startsEmpty"', 'idsOfRefund"'].map((name) => fromBaseline(`create trigger "${name}`)).join('\n')}
        ${['postedWhenStored', 'postedWhenChanged', 'handledOnce'].map((name) => fromBaseline(`create constraint trigger "${name}"`)).join('\n')}
        ${Object.entries(SAFE_INTEGERS)
          .map(
            ([table, columns]) =>
              `alter table galla.${table} add constraint "safeIntegers" check (${safe(columns.map((column) => `"${column}"`).join(', '))}) not valid;`,
          )
          .join('\n')}`,
    },
    ...FILL_ACCESS,
    ...OTHER_TABLES.map((table) => ({
      sql: `do $$
        declare "condition" text := (select case when count(*) > 0 then format('${safe('%1$s')}', string_agg(quote_ident(attname), ', ' order by attnum)) end
          from pg_attribute where attrelid = 'galla.${table}'::regclass and attnum > 0 and not attisdropped and atttypid = 'bigint'::regtype);
        begin
          if "condition" is not null then execute format('alter table galla.${table} add constraint "safeIntegers" check (%s) not valid', "condition"); end if;
        end $$`,
    })),
    {
      sql: `do $$
        declare one record;
        begin
          for one in select c.conrelid::regclass as "table", c.conname as "name" from pg_constraint c
            where c.connamespace = 'galla'::regnamespace and not c.convalidated
          loop
            execute format('alter table %s validate constraint %I', one."table", one."name");
          end loop;
        end $$`,
    },
    ...TO_COMPARE,
    ...planComparisons(nowMs, rows),
    ...TO_COMPARE.map(({ index }) => ({ sql: `drop index galla."${index}"` })),
  ],
})
