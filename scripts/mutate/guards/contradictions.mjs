import { domainTest, schema, source, test } from './edit.mjs'

/** @type {import('../guards.mjs').Guarantee[]} */
export const contradictions = [
  {
    row: 'Contradictory amounts, ids and states stop the order or refund',
    rule: 'Judging happens in one place: a contradiction stops the order or refund until a person, or a matching status, resolves it.',
    mutations: [
      ...[
        [
          'ordersByOrderId',
          `create unique index "ordersByOrderId" on galla.orders ("orderId" text_pattern_ops) where "orderId" is not null;`,
          'a second order with an id of the provider',
        ],
        [
          'ordersByPayment',
          `create unique index "ordersByPayment" on galla.orders ("transactionId") where "state" = 'COMPLETED' and "transactionId" is not null;`,
          'a second order that a payment completes',
        ],
        [
          'ordersByPage',
          `create unique index "ordersByPage" on galla.orders (("linkDigests" ->> 'redirectUrl')) where "linkDigests" ->> 'redirectUrl' is not null;`,
          'a second order with the same redirectUrl',
        ],
        [
          'ordersByIntent',
          `create unique index "ordersByIntent" on galla.orders (("linkDigests" ->> 'intentUrl')) where "linkDigests" ->> 'intentUrl' is not null;`,
          'a second order with the same intentUrl',
        ],
        [
          'ordersByQr',
          `create unique index "ordersByQr" on galla.orders (("linkDigests" ->> 'qrData')) where "linkDigests" ->> 'qrData' is not null;`,
          'a second order with the same qrData',
        ],
      ].map(([name, text, title]) => ({
        name: `unique index ${name}`,
        edits: [schema('orders', text)],
        tests: [test('constraints', title)],
      })),
      {
        name: 'unique index ledgerByPayment',
        edits: [
          schema(
            'ledger',
            `create unique index "ledgerByPayment" on galla.ledger ("transactionId") where "transactionId" is not null;`,
          ),
        ],
        tests: [test('constraints', 'a second capture of a payment')],
      },
      {
        name: 'unique index refundsByRefundId',
        edits: [
          schema('refunds', `create unique index "refundsByRefundId" on galla.refunds ("refundId" text_pattern_ops);`),
        ],
        tests: [
          test('constraints', 'a second refund with an id of the provider'),
          test('attacks/odd-responses', 'one orderId and one refundId'),
        ],
      },
      {
        name: 'order: a response about another order is named as such',
        edits: [
          source(
            'services/orders/sync-order.ts',
            `const observations = await withOtherOrder(context, tx, row, observed, payerAction)`,
            `const observations = context ? observed : await withOtherOrder(context, tx, row, observed, payerAction)`,
          ),
        ],
        tests: [test('attacks/odd-responses', 'a response about another order opens no order')],
      },
      {
        name: 'batch: no order is saved with a payment that was captured for another one',
        edits: [
          schema(
            'batch-functions',
            `select from galla.ledger l where l."transactionId" = a ->> 'transactionId'`,
            `select from galla.ledger l where false`,
          ),
        ],
        tests: [test('attacks/payments-of-other-orders', 'a second payment that a review captured for one order')],
      },
      ...[
        [
          'of another order',
          'record',
          `  ({ merchantOrderId }, { originalMerchantOrderId: theirOrder }, theirs) =>
    differs(merchantOrderId, theirOrder) && {
      reason: 'order-mismatch',
      theirs: { ...theirs, ...defined({ merchantOrderId: theirOrder }) },
    },\n`,
          'is of another order',
        ],
        [
          'with a state that is not known',
          'record',
          `  (_, { state }, theirs) => state === 'UNKNOWN' && { reason: 'unknown-state', theirs },\n`,
          'has a state that is not known',
        ],
        [
          'without any id',
          'record',
          `  (refund, { merchantRefundId, refundId, state }, theirs) =>
    (merchantRefundId ?? refundId) === undefined &&
    state !== 'PENDING' &&
    state !== refund.state && { reason: 'contradiction', theirs },\n`,
          'names the order alone decides no refund',
          '',
          'attacks/odd-refund-responses',
        ],
        ['with another amount', 'findings', ` || (report.amount ?? amount) !== amount`, 'has another amount'],
        [
          'without an amount that was paid out',
          'findings',
          `isUnstated || `,
          'says no amount of a refund that is paid out',
        ],
        [
          'with another id of the provider',
          'record',
          `  ({ refundId: ours }, { refundId }, theirs) =>
    differs(ours, refundId) && {
      reason: 'contradiction',
      theirs: { ...theirs, ...defined({ refundId }) },
      ours: defined({ refundId: ours }),
    },\n`,
          'has another id of the provider',
        ],
        ['that fails a completed one', 'findings', `[isTakenBack, `, 'says that a completed refund failed', '['],
      ].map(([what, file, text, title, left, tests = 'refund-mismatches']) => ({
        name: `refund: a status ${what} stops it`,
        edits: [source(`domain/refunds/${file}.ts`, text, left)],
        tests: [test(tests, title)],
        // The column knows the states.
        ...(what === 'with a state that is not known' && { shows: 'The database failed (23514)' }),
      })),
      {
        name: 'order: a status of another order stops it',
        edits: [
          source(
            'domain/orders/record.ts',
            `  if (merchantOrderId !== undefined && merchantOrderId !== order.merchantOrderId)
    return { code: 'wrong-order', ours: order.merchantOrderId, theirs: merchantOrderId, says }\n`,
          ),
        ],
        tests: [domainTest('orders/reduce', 'puts the order in review by the rule')],
      },
      {
        name: 'order: another amount stops it',
        edits: [source('domain/orders/findings.ts', `  hasOtherAmount,\n`)],
        tests: [domainTest('orders/reduce', 'puts the order in review by the rule')],
      },
      {
        name: 'order: another id of the provider stops it',
        edits: [
          source(
            'domain/orders/record.ts',
            `  if (orderId !== undefined && order.orderId !== undefined && orderId !== order.orderId)
    return { code: 'order-id-mismatch', ours: order.orderId, theirs: orderId, says }\n`,
          ),
        ],
        tests: [domainTest('orders/reduce', 'puts the order in review by the rule')],
      },
      {
        name: 'order: a state that is not known stops it',
        edits: [source('domain/orders/findings.ts', `  hasUnknownState,\n`)],
        tests: [domainTest('orders/reduce', 'puts the order in review by the rule')],
      },
      {
        name: 'order: a second payment stops it',
        edits: [source('domain/orders/findings.ts', `  isPaidTwice,\n`)],
        tests: [domainTest('orders/reduce', 'puts the order in review by the rule')],
      },
      {
        name: 'order: a payment of another amount stops it',
        edits: [source('domain/orders/findings.ts', `  hasOtherPaymentAmount,\n`)],
        tests: [domainTest('orders/reduce', 'puts the order in review by the rule')],
      },
      {
        name: 'order: paid, and reported as failed stops it',
        edits: [source('domain/orders/findings.ts', `  isTakenBack,\n`)],
        tests: [domainTest('orders/findings', 'needs review, keeps its state and what is booked')],
      },
    ],
  },
]
