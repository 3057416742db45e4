import { domainTest, schema, source, test } from './edit.mjs'

/** @type {import('../guards.mjs').Guarantee[]} */
export const references = [
  {
    row: 'At most one order of a reference is fulfilled',
    rule: 'Nothing is fulfilled twice: a second payment of a reference is refunded by itself.',
    mutations: [
      {
        name: 'unique index oneFulfilmentPerReference',
        edits: [
          schema(
            'orders',
            `create unique index "oneFulfilmentPerReference" on galla.orders ("reference") where "resolution" = 'fulfil';`,
          ),
        ],
        tests: [test('constraints', 'a second fulfilled order of a reference')],
      },
      {
        name: 'order: the paid order of the reference is read under its lock',
        edits: [
          source(
            'storage/orders/orders.ts',
            `where p."reference" = o."reference" and p."resolution" = 'fulfil') as "paidBy"`,
            `where false) as "paidBy"`,
          ),
        ],
        shows: 'The database failed (23505)',
        tests: [test('replicas', 'fulfils one of two orders of a reference')],
      },
      {
        name: 'batch: no order is saved whose reference is paid',
        edits: [
          schema(
            'batch-functions',
            `and (p."resolution" = 'fulfil' or (p."amount" <> o."amount" and p."createdAtMs" > o."createdAtMs")))`,
            `and (p."amount" <> o."amount" and p."createdAtMs" > o."createdAtMs"))`,
          ),
        ],
        tests: [],
        implied:
          'oneFulfilmentPerReference refuses the batch, whose orders are then written one by one; kept, so that a paid reference takes no batch apart',
      },
      {
        name: 'batch: the lock of the reference is held while orders are saved',
        edits: [
          schema(
            'batch-functions',
            `    from jsonb_to_recordset("transitions") as t("merchantOrderId" text, "reference" text)
    where pg_try_advisory_xact_lock(hashtextextended(t."reference", 0));`,
            `    from jsonb_to_recordset("transitions") as t("merchantOrderId" text, "reference" text);`,
          ),
        ],
        tests: [test('order-batches', 'waits only for its own reference')],
      },
      {
        name: 'batch: an order is saved at the version from which it was computed',
        edits: [schema('batch-functions', ` and o."version" = g."version" and not exists`, ` and not exists`)],
        tests: [test('order-batches', 'is computed again when the order has changed')],
      },
      {
        name: 'order: a resolution that is known',
        edits: [schema('orders', ` check ("resolution" in ('fulfil', 'late-refund', 'duplicate-refund'))`)],
        tests: [test('constraints', 'a resolution that is not known')],
      },
      {
        name: 'order: paid means resolved',
        edits: [schema('orders', `  check (("state" = 'COMPLETED') = ("resolution" is not null)),\n`)],
        tests: [
          test('constraints', 'an open order that is fulfilled'),
          test('constraints', 'a paid order that is not resolved'),
        ],
      },
      {
        name: 'order: a second payment of a reference is refunded',
        edits: [source('domain/orders/decide.ts', `(!isRefunded && paidBy !== merchantOrderId)`, `false`)],
        tests: [domainTest('orders/reduce', 'of a reference that is paid already is refunded')],
      },
    ],
  },
  {
    row: 'One amount of a reference can be paid at a time',
    rule: 'One reference has one amount at a time: the newest one counts; a payment of an older page of the same cart is refunded by itself.',
    mutations: [
      {
        name: 'start: the lock of the reference is held while it is decided',
        edits: [source('services/orders/start-decision.ts', `      await lockReference(tx, wanted.reference)\n`)],
        tests: [test('one-amount', 'decides under the lock of the reference: a start that comes while')],
      },
      {
        name: 'batch: only the first order of a reference is stored without a decision',
        edits: [
          schema(
            'batch-functions',
            `
      and not exists (select from galla.orders o where o."reference" = g."reference")`,
          ),
        ],
        tests: [test('one-amount', 'refuses another amount while an order')],
      },
      {
        name: 'batch: the lock of the reference is held while its first order is stored',
        edits: [
          schema(
            'batch-functions',
            `    from jsonb_to_recordset("given") as g("merchantOrderId" text, "reference" text)
    where pg_try_advisory_xact_lock(hashtextextended(g."reference", 0));`,
            `    from jsonb_to_recordset("given") as g("merchantOrderId" text, "reference" text);`,
          ),
        ],
        tests: [
          test('order-batches', 'does not wait for a locked reference'),
          test('one-amount', 'decides under the lock of the reference: a start that comes while'),
        ],
      },
      {
        name: 'start: another amount is refused while an order can be paid',
        edits: [
          source(
            'services/orders/start-decision.ts',
            `order.amount !== amount && nowMs`,
            `order.amount !== order.amount && nowMs`,
          ),
        ],
        tests: [test('one-amount', 'refuses another amount while an order')],
      },
      {
        name: 'order: a payment of an older amount is refunded',
        edits: [
          source(
            'domain/orders/decide.ts',
            `  if (supersededBy !== undefined) return { resolution: 'late-refund', rule: 'superseded-amount' }\n`,
          ),
        ],
        tests: [
          domainTest('orders/reduce', 'is refunded when its reference has another amount by now'),
          test('one-amount', 'refunds the payment of a given-up order that the provider turns out to have'),
        ],
      },
      {
        name: 'batch: no order is saved that a later amount has superseded',
        edits: [
          schema(
            'batch-functions',
            `and (p."resolution" = 'fulfil' or (p."amount" <> o."amount" and p."createdAtMs" > o."createdAtMs")))`,
            `and (p."resolution" = 'fulfil'))`,
          ),
        ],
        tests: [test('order-batches', 'a change of an order')],
      },
      {
        name: 'start: another parameter of the same id is refused',
        edits: [source('services/orders/start-decision.ts', `  if (known) checkSame(context, known, wanted)\n`)],
        tests: [test('start-order', 'returns the same order for a repeated id')],
      },
      {
        name: 'pay: another choice is refused by its field',
        edits: [
          source(
            'services/orders/pay-order.ts',
            `  if (field === undefined) return
  throw`,
            `  if (field === undefined || merchantOrderId) return
  throw`,
          ),
        ],
        tests: [test('idempotency', 'returns the same payment for the same choice')],
      },
      {
        name: 'order: orders of a reference are created one after another',
        edits: [
          source(
            'storage/orders/new-orders.ts',
            `greatest(g."createdAtMs", (select max("createdAtMs") + 1 from galla.orders where "reference" = g."reference"))`,
            `g."createdAtMs"`,
          ),
        ],
        shows: 'new was replaced by old of another amount',
        tests: [test('order-races', 'does not make a later order of another amount')],
      },
      {
        name: 'replaced: the end of the newer order is announced',
        edits: [source('domain/orders/opening.ts', `(hasReplaced || !SILENT.has(opening))`, `!SILENT.has(opening)`)],
        tests: [test('replaced-orders', 'is followed by the event of the order that replaced it')],
      },
      {
        name: 'replaced: the older order is checked before it is replaced',
        edits: [
          source(
            'services/orders/start-decision.ts',
            `  if (expired.length > 0 || !wanted.replaces) return expired\n`,
            `  return expired\n`,
          ),
        ],
        tests: [test('replaced-orders', 'is paid, and not replaced, when the older page was paid before')],
      },
      {
        name: 'replaced: an order that was replaced is not returned for its amount',
        edits: [source('services/orders/start-parameters.ts', `  order.replacedBy === undefined &&\n`, ``)],
        tests: [test('replaced-orders', 'gets a new page when its total changes back')],
      },
      {
        name: 'replaced: start with its id is refused',
        edits: [
          source(
            'services/orders/start-decision.ts',
            `  if (known?.replacedBy !== undefined) throw replaced(known.merchantOrderId, known.replacedBy)\n`,
            ``,
          ),
        ],
        tests: [test('replaced-orders', 'is handed out no more')],
      },
      {
        name: 'replaced: no page or payment of it is handed out',
        edits: [
          source(
            'services/orders/open-order.ts',
            `  if (replacedBy !== undefined) throw replaced(merchantOrderId, replacedBy)\n`,
            ``,
          ),
        ],
        tests: [
          test('replaced-orders', 'of the custom checkout cannot be paid any more'),
          test('replaced-orders', 'while its request was under way'),
        ],
      },
      {
        name: 'replaced: no payment of it is sent',
        edits: [source('services/orders/pay-order.ts', `      await checkCurrent({ database: tx }, row)\n`)],
        tests: [test('replaced-orders', 'is not sent to the provider any more')],
      },
      {
        name: 'replaced: the newest order is named',
        edits: [
          source(
            'storage/orders/orders.ts',
            `\n  order by l."createdAtMs" desc, l."merchantOrderId" desc limit 1)`,
            ` limit 1)`,
          ),
        ],
        tests: [test('replaced-orders', 'names the newest order of its cart')],
      },
      {
        name: 'replaced: the payer gets no page',
        edits: [
          source(
            'services/orders/payer-orders.ts',
            `perhapsPaidBy !== undefined || replacedBy !== undefined`,
            `perhapsPaidBy !== undefined`,
          ),
        ],
        tests: [test('replaced-orders', 'is handed out no more')],
      },
    ],
  },
]
