import { schema, source, test } from './edit.mjs'

const accounts = ['availableAmount', 'heldAmount', 'refundedAmount', 'overdrawnAmount']

/** @type {import('../guards.mjs').Guarantee[]} */
export const ledger = [
  {
    row: 'Money out never exceeds money in',
    rule: 'Money out never exceeds money in: an append-only ledger per order whose balance constraints keep ≥ 0.',
    mutations: [
      ...accounts.map((name) => ({
        name: `ledger: the balance ${name} is never below 0`,
        edits: [
          schema(
            'orders',
            `"${name}" bigint not null default 0 check ("${name}" >= 0)`,
            `"${name}" bigint not null default 0`,
          ),
        ],
        tests: [test('constraints', `a balance ${name} below 0`)],
      })),
      {
        name: 'ledger: an amount is above 0',
        edits: [
          schema(
            'ledger',
            `"amount" bigint not null check ("amount" > 0),
  "merchantOrderId" text not null references galla.orders,
  "refundKey" bigint references galla.refunds,`,
            `"amount" bigint not null,
  "merchantOrderId" text not null references galla.orders,
  "refundKey" bigint references galla.refunds,`,
          ),
        ],
        tests: [test('ledger', 'an amount of 0')],
      },
      {
        name: 'ledger: a transfer is of an order that exists',
        edits: [
          schema(
            'ledger',
            `"merchantOrderId" text not null references galla.orders,`,
            `"merchantOrderId" text not null,`,
          ),
        ],
        tests: [test('constraints', 'a transfer of no order')],
      },
      {
        name: 'ledger: a kind has its accounts (accountsOfKind)',
        edits: [
          schema(
            'ledger',
            `  constraint "accountsOfKind" check (("kind", "debitAccount", "creditAccount") in (
    ('capture', 'payments', 'available'), ('refund-hold', 'available', 'held'), ('refund-posted', 'held', 'refunded'),
    ('hold-released', 'held', 'available'), ('refund-reversed', 'refunded', 'held'),
    ('overdraft', 'overdrawn', 'available'), ('overdraft-returned', 'available', 'overdrawn'))),\n`,
          ),
        ],
        tests: [test('constraints', 'a transfer between other accounts than those of its kind')],
      },
      {
        name: 'ledger: a kind is of a refund or of none (refundOfKind)',
        edits: [
          schema(
            'ledger',
            `,
  constraint "refundOfKind" check (("kind" = 'capture') = ("refundKey" is null))`,
          ),
        ],
        tests: [test('ledger', 'a refund without its id')],
      },
      {
        name: 'ledger: a transfer is posted once',
        edits: [
          schema('ledger', `"transferKey" text primary key,`, `"transferKey" text,`),
          schema(
            'ledger',
            `create index "ledgerByOrder" on`,
            `create index "ledgerByKey" on galla.ledger ("transferKey");\ncreate index "ledgerByOrder" on`,
          ),
          schema(
            'batch-functions',
            `
    on conflict ("transferKey") do nothing;`,
            `;`,
          ),
          source(
            'storage/finance/ledger.ts',
            `
        on conflict ("transferKey") do nothing)`,
            `)`,
          ),
        ],
        tests: [test('constraints', 'a transfer that is posted already')],
      },
      {
        name: 'ledger: a transfer is never changed',
        edits: [
          schema(
            'ledger',
            `create trigger "appendOnly" before update or truncate on galla.ledger`,
            `create trigger "appendOnly" before truncate on galla.ledger`,
          ),
        ],
        tests: [test('ledger', 'update galla.ledger set "amount" = 1')],
      },
      {
        name: 'ledger: the ledger is never emptied',
        edits: [
          schema(
            'ledger',
            `create trigger "appendOnly" before update or truncate on galla.ledger`,
            `create trigger "appendOnly" before update on galla.ledger`,
          ),
        ],
        tests: [test('ledger', 'truncate galla.ledger')],
      },
      {
        name: 'ledger: a payment alone has the time of a payment',
        edits: [schema('ledger', ` check ("kind" = 'capture' or "paidAtMs" is null)`)],
        tests: [test('constraints', 'a transfer of a refund with the time of a payment')],
      },
      {
        name: 'ledger: a payment is kept for eight years of its own time',
        edits: [schema('ledger', `(greatest(old."atMs", old."paidAtMs") >`, `(old."atMs" >`)],
        tests: [test('constraints', 'the deletion of a payment of this year that a wrong clock posted long ago')],
      },
      {
        name: 'ledger: a transfer is kept for eight years',
        edits: [
          schema(
            'ledger',
            `create trigger "keptAsRecord" before delete on galla.ledger
  for each row when (greatest(old."atMs", old."paidAtMs") > (extract(epoch from clock_timestamp()) - 2922 * 86400) * 1000)
  execute function galla."refuseChange"('the ledger is append-only for eight years');`,
          ),
        ],
        tests: [
          test('ledger', 'delete from galla.ledger'),
          test('records', 'never deletes a ledger entry that is younger than eight years'),
        ],
      },
      {
        name: 'ledger: balances follow it',
        edits: [
          schema(
            'ledger',
            `create trigger "balancesOfLedger" before update of "availableAmount", "heldAmount", "refundedAmount", "overdrawnAmount" on galla.orders
  for each row when (pg_trigger_depth() = 0) execute function galla."refuseChange"('balances follow the ledger');`,
          ),
        ],
        tests: [test('ledger', 'update galla.orders set "availableAmount" = 1000000')],
      },
      {
        name: 'ledger: an order starts without a balance',
        edits: [
          schema(
            'ledger',
            `create trigger "startsEmpty" before insert on galla.orders
  for each row when (new."availableAmount" <> 0 or new."heldAmount" <> 0 or new."refundedAmount" <> 0 or new."overdrawnAmount" <> 0)
  execute function galla."refuseChange"('balances follow the ledger');`,
          ),
        ],
        tests: [test('ledger', "('full', 'full', 'STANDARD'")],
      },
      {
        name: 'ledger: the amount of an order is fixed',
        edits: [
          schema(
            'ledger',
            `create trigger "amountOfOrder" before update of "amount" on galla.orders
  for each row when (old."amount" <> new."amount") execute function galla."refuseChange"('the amount of an order is fixed');`,
          ),
        ],
        tests: [test('ledger', 'update galla.orders set "amount" = 99900')],
      },
      {
        name: 'ledger: the amount of a refund is fixed',
        edits: [
          schema(
            'ledger',
            `create trigger "amountOfRefund" before update of "amount" on galla.refunds
  for each row when (old."amount" <> new."amount" and old."needsReview" is null)
  execute function galla."refuseChange"('the amount of a refund is fixed');`,
          ),
        ],
        tests: [test('ledger', 'cannot free the amount of a refund')],
      },
      {
        name: 'ledger: the order of a refund is fixed',
        edits: [
          schema(
            'ledger',
            `create trigger "orderOfRefund" before update of "merchantOrderId" on galla.refunds
  for each row when (old."merchantOrderId" <> new."merchantOrderId")
  execute function galla."refuseChange"('the order of a refund is fixed');`,
          ),
        ],
        tests: [test('ledger', 'cannot move what a refund takes')],
      },
      {
        name: 'ledger: only a paid order is captured',
        edits: [
          schema(
            'ledger',
            `where "captured" and ("state" <> 'COMPLETED' or "total" > "amount")`,
            `where "captured" and ("total" > "amount")`,
          ),
        ],
        tests: [test('ledger', 'cannot capture an order that is not paid')],
      },
      {
        name: 'ledger: a capture is not more than was paid',
        edits: [
          schema(
            'ledger',
            `and "total" > galla."bookedAmount"("attempts")),`,
            `and "state" <> 'COMPLETED' and "total" > galla."bookedAmount"("attempts")),`,
          ),
        ],
        tests: [test('ledger', 'a second capture of the same payment')],
      },
      {
        name: 'ledger: nothing is posted with an old time',
        edits: [
          schema(
            'ledger',
            `
    and exists (select from "posted" where "atMs" < extract(epoch from clock_timestamp()) * 1000 - 45000)`,
            `
    and false`,
          ),
        ],
        tests: [test('clocks', 'posts no payment with a time from before')],
      },
      {
        name: 'ledger: a refund that it does not hold is not sent',
        edits: [
          source(
            'services/refunds/send-refund.ts',
            `!order || held < refund.amount || !fitsBeside`,
            `!order || held < 0 || !fitsBeside`,
          ),
        ],
        tests: [test('ledger', 'sends no refund that the ledger does not hold')],
      },
      {
        name: 'ledger: a request without enough left is refused',
        edits: [
          source(
            'services/refunds/request-refund.ts',
            `if ((await postRefund(tx, refund, nowMs)) === 'exceeds')`,
            `if ((await postRefund(tx, refund, nowMs)) === undefined)`,
          ),
          source(
            'domain/refunds/request.ts',
            `return wanted.amount > left ? { kind: 'too-much', refundable: left } : { kind: 'new' }`,
            `return { kind: 'new' }`,
          ),
        ],
        tests: [test('refunds', 'rejects with AMOUNT_TOO_LARGE when consecutive refunds exceed the paid amount')],
      },
      {
        name: 'ledger: a transfer is posted under the balances that it needs',
        edits: [
          source(
            'storage/finance/ledger.ts',
            `
        and "availableAmount" + $2 >= 0 and "heldAmount" + $3 >= 0 and "refundedAmount" + $4 >= 0 and "overdrawnAmount" + $15 >= 0`,
            `
        and $2::bigint is not null and $3::bigint is not null and $4::bigint is not null and "overdrawnAmount" + $15 >= 0`,
          ),
        ],
        shows: 'violates check constraint "orders_heldAmount_check"',
        tests: [test('ledger', 'a transfer that the order lacks is not posted')],
      },
      {
        name: 'ledger: an overdraft is for a refund whose money has left',
        edits: [schema('ledger', `r."state" = 'REQUESTED' and not r."inDoubt")`, `false)`)],
        tests: [test('dashboard-refunds', 'for a refund that no money has left for')],
      },
      {
        name: 'ledger: an overdraft is for what the order lacks',
        edits: [schema('ledger', `n."overdrawn" > 0 and o."availableAmount" > 0 or`, `false or`)],
        tests: [test('dashboard-refunds', 'while the order has money')],
      },
      {
        name: 'ledger: a hold that was never sent yields to money that has left',
        edits: [
          source('domain/refunds/plan.ts', `    if (free >= 0 || held <= 0 ||`, `    if (free < 0 || held <= 0 ||`),
        ],
        tests: [
          test('dashboard-refunds', 'counts at once, in the order, the ledger and the finance page'),
          test('exploration/refunds', 'that do not fit beside each other'),
        ],
      },
      {
        name: 'ledger: what the order has again covers what is overdrawn',
        edits: [
          source(
            'services/refunds/write-refund.ts',
            `    if (after.availableAmount === 0) break`,
            `    if (refunds.length > 0) break`,
          ),
        ],
        tests: [test('dashboard-refunds', 'is covered by what comes back, also after a person has accepted it')],
      },
      {
        name: 'refund: ours is not smaller than the provider pays out',
        edits: [
          schema(
            'refunds',
            `  constraint "smallestRefund" check ("amount" >= 100 or "origin" not in ('api', 'console') or "state" = 'FAILED'),\n`,
          ),
        ],
        tests: [test('dashboard-refunds', 'is refused by the database when it is ours')],
      },
      {
        name: 'order: its amount is above 0',
        edits: [schema('orders', `"amount" bigint not null check ("amount" > 0),`, `"amount" bigint not null,`)],
        tests: [test('constraints', 'an order of no amount')],
      },
      {
        name: 'refund: its amount is above 0',
        edits: [schema('refunds', `"amount" bigint not null check ("amount" > 0),`, `"amount" bigint not null,`)],
        tests: [test('constraints', 'a refund of no amount')],
      },
      {
        name: 'refund: it is of an order that exists',
        edits: [
          schema(
            'refunds',
            `"merchantOrderId" text not null references galla.orders,`,
            `"merchantOrderId" text not null,`,
          ),
        ],
        tests: [test('constraints', 'a refund of no order')],
      },
    ],
  },
]
