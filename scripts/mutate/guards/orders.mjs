import { domainTest, schema, source, test } from './edit.mjs'

/** @type {import('../guards.mjs').Guarantee[]} */
export const orders = [
  {
    row: 'An order is stored before its request is sent',
    rule: 'One request in flight per order, across processes; a request that may have been received is in doubt from before its first byte leaves.',
    mutations: [
      {
        name: 'pay: the claim of the payment begins an order that was not sent yet',
        edits: [
          source(
            'storage/orders/order-openings.ts',
            ` and "sentAtMs" is null and "needsReview" is null`,
            ` and "needsReview" is null`,
          ),
        ],
        tests: [test('send-claims', 'begins no order that was sent'), test('send-claims', 'lets one of two callers')],
      },
      {
        name: 'pay: the claim of the payment begins an open order only',
        edits: [
          source(
            'storage/orders/order-openings.ts',
            ` and "state" = 'CREATED' and "sentAtMs" is null`,
            ` and "sentAtMs" is null`,
          ),
        ],
        tests: [test('send-claims', 'begins no order that is closed')],
      },
      {
        name: 'pay: the claim of the payment begins no order in review',
        edits: [
          source(
            'storage/orders/order-openings.ts',
            ` and "sentAtMs" is null and "needsReview" is null`,
            ` and "sentAtMs" is null`,
          ),
        ],
        tests: [test('send-claims', 'begins no order that needs review')],
      },
      {
        name: 'pay: the claim of the payment begins nothing on a paid reference',
        edits: [
          source(
            'storage/orders/order-openings.ts',
            `
        and not exists (select 1 from galla.orders p where p."reference" = o."reference" and p."resolution" = 'fulfil')`,
          ),
        ],
        tests: [test('send-claims', 'begins no order of a paid reference')],
      },
      {
        name: 'pay: no payment of an order that has expired is started',
        edits: [source('services/orders/pay-order.ts', ` || clock.now() >= expiresAtMs)`, `)`)],
        tests: [test('custom-checkout', 'starts no payment of an order that has expired')],
      },
      {
        name: 'sendByMs: nothing is sent by a process that was paused for longer',
        edits: [
          source(
            'services/orders/open-order.ts',
            `    if (signal.aborted) throw Object.assign(new Error('Too late to send the order'), { outcome: 'not-sent' })\n`,
          ),
        ],
        tests: [test('never-opened', 'sendByMs')],
      },
      {
        name: 'sendByMs: nothing is sent when the access token came later',
        edits: [
          source(
            'services/orders/open-order.ts',
            'return clock.now() > sendByMs || monotonicMs() > sendByMonotonicMs',
            'return false',
          ),
        ],
        tests: [test('never-opened', 'sendByMs')],
      },
      {
        name: 'sendByMs: by the database’s clock',
        edits: [source('services/orders/open-order.ts', 'clock.now() > sendByMs || ')],
        tests: [test('never-opened', 'sendByMs')],
      },
      {
        name: 'sendByMs: by the monotonic clock too',
        edits: [source('services/orders/open-order.ts', ' || monotonicMs() > sendByMonotonicMs')],
        tests: [test('never-opened', 'sendByMs')],
      },
      {
        name: 'order: an open order was sent (pendingWasSent)',
        edits: [
          schema('orders', `,\n  constraint "pendingWasSent" check ("state" <> 'PENDING' or "sentAtMs" is not null)`),
        ],
        tests: [test('constraints', 'an open order that was not sent')],
      },
      {
        name: 'order: the status after a lost response decides, not another request',
        edits: [
          source(
            'domain/orders/record.ts',
            `if (outcome === 'unknown' || duplicateId) return withOpening(order, 'unknown')`,
            `if (duplicateId) return withOpening(order, 'unknown')`,
          ),
        ],
        tests: [test('idempotency', 'stays OUTCOME_UNKNOWN after a lost reply')],
      },
      {
        name: 'start: a request that another call is sending is waited for',
        edits: [source('services/orders/start-decision.ts', `if (unawaited) return { kind: 'wait', row: unawaited }`)],
        shows: 'The provider did not reply, or without a page',
        tests: [test('idempotency', 'is sent once by two processes at the same time, and both get the page')],
      },
      {
        name: 'start: what is sent is what was stored',
        edits: [
          source(
            'services/orders/start-order.ts',
            `const wanted = readStart(given)`,
            `const wanted = readStart(given) && given`,
          ),
        ],
        tests: [test('reused-arguments', 'starts the order that it passed')],
      },
      {
        name: 'pay: what is sent is what was recorded',
        edits: [
          source(
            'services/orders/pay-order.ts',
            `const paymentMode = copyOf(choice)`,
            `const paymentMode = copyOf(choice) && choice`,
          ),
        ],
        tests: [test('reused-arguments', 'has the payment mode sent that it passed')],
      },
      {
        name: 'start: an id that another reference took at the same moment is refused',
        edits: [
          source(
            'services/orders/start-decision.ts',
            `  if (!row) throw idTaken(order.merchantOrderId, 'reference')\n`,
            `  if (!row) return { decision: decisionFor(newOrderRow(order), opening), isNew: true }\n`,
          ),
        ],
        tests: [test('idempotency', 'that another reference stores while this start is decided')],
      },
    ],
  },
  {
    row: 'Every order and refund is final, or has a next check, or a reason for review',
    rule: 'Every order and refund that is not final has a next poll time or an open finding: a CHECK constraint.',
    mutations: [
      {
        name: 'order: followed until it is final (orderIsFollowed)',
        edits: [
          schema(
            'orders',
            `  constraint "orderIsFollowed" check ("state" in ('COMPLETED', 'FAILED') or "nextPollAtMs" is not null or "needsReview" is not null),\n`,
          ),
        ],
        tests: [
          test('constraints', 'an open order without a next poll'),
          test('order-schedule', 'cannot be stored without a next poll or a review'),
        ],
      },
      {
        name: 'order: an undecided one is polled (undecidedIsPolled)',
        edits: [
          schema(
            'orders',
            `  constraint "undecidedIsPolled" check ("needsReview" ->> 'reason' is distinct from 'undecided' or "nextPollAtMs" is not null),\n`,
          ),
        ],
        tests: [test('constraints', 'an undecided order without a next poll')],
      },
      {
        name: 'order: a state that is known',
        edits: [schema('orders', ` check ("state" in ('CREATED', 'PENDING', 'FAILED', 'COMPLETED'))`)],
        tests: [test('constraints', 'an order with a state that is not known')],
      },
      {
        name: 'refund: followed until it is final',
        edits: [
          schema(
            'refunds',
            `  check ("state" in ('COMPLETED', 'FAILED') or "nextPollAtMs" is not null or "needsReview" is not null),\n`,
          ),
        ],
        tests: [test('constraints', 'an open refund without a next poll')],
      },
      {
        name: 'refund: a state that is known',
        edits: [schema('refunds', ` check ("state" in ('REQUESTED', 'PENDING', 'CONFIRMED', 'COMPLETED', 'FAILED'))`)],
        tests: [test('constraints', 'a refund with a state that is not known')],
      },
      {
        name: 'order: one that the provider does not decide needs review',
        edits: [
          source(
            'domain/orders/findings.ts',
            `return isAsked || isChecked ? finding('undecided') : undefined`,
            `return undefined`,
          ),
        ],
        tests: [domainTest('orders/review', 'needs review as undecided from the check 72 h after its expiry on')],
      },
      {
        name: 'order: a number that no process can read (safeIntegers)',
        edits: [
          schema(
            'safe-integers',
            `    execute format('alter table %s add constraint "safeIntegers" check (%s)', t."name", t."condition");`,
            `    null;`,
          ),
        ],
        tests: [
          test('constraints', 'a number that JavaScript cannot hold'),
          test('constraints', 'bounds each bigint of each table'),
        ],
      },
      {
        name: 'file of refunds: a started one is run (startedIsRun)',
        edits: [
          schema(
            'refund-files',
            `  constraint "startedIsRun" check (("nextRunAtMs" is not null) = ("startedAtMs" is not null and "finishedAtMs" is null)),\n`,
          ),
        ],
        tests: [test('constraints', 'a file of refunds that is started and not due')],
      },
    ],
  },
  {
    row: '"Not found" is never final',
    rule: '"Not found" is never a fact about the future. An order given up as never opened reopens when the provider knows it; a page is never handed out for a closed order.',
    mutations: [
      {
        name: 'not found: gives an order up after its expiry and the grace only',
        edits: [
          source(
            'domain/orders/record.ts',
            `checkedAtMs > Math.max(endMs, sendByMs) + unknownOrderGraceMs`,
            `checkedAtMs > 0`,
          ),
        ],
        tests: [
          domainTest(
            'orders/reduce',
            'gives the order up only when the provider does not know it after the expiry, the grace',
          ),
        ],
      },
      {
        name: 'not found: counts from when it was asked for',
        edits: [
          source(
            'domain/orders/record.ts',
            `isOver(order, check.checkedAtMs ?? nowMs, policy)`,
            `isOver(order, nowMs, policy)`,
          ),
        ],
        tests: [domainTest('orders/given-up', 'gives no order up that was asked for before its grace was over')],
      },
      {
        name: 'not found: not while the request may still leave',
        edits: [source('domain/orders/record.ts', `Math.max(endMs, sendByMs)`, `endMs`)],
        tests: [
          domainTest(
            'orders/reduce',
            'gives the order up only when the provider does not know it after the expiry, the grace',
          ),
        ],
      },
      {
        name: 'given up: reopens when the provider knows the order',
        edits: [
          source(
            'domain/orders/record.ts',
            `    opening: 'sent',\n    sentAtMs: order.sentAtMs ?? order.createdAtMs,\n`,
            `    sentAtMs: order.sentAtMs ?? order.createdAtMs,\n`,
          ),
        ],
        tests: [domainTest('orders/reduce', 'reopens with a late reply or a pending status')],
      },
      {
        name: 'given up: reopens when its response comes',
        edits: [source('domain/orders/record.ts', `...known, opening: 'sent', sentAtMs`, `...known, sentAtMs`)],
        tests: [
          domainTest('orders/reduce', 'reopens with a late reply or a pending status'),
          test('never-opened', 'reopens the order with the provider’s id and expiry'),
        ],
      },
      {
        name: 'page: none of a failed order',
        edits: [
          source(
            'services/orders/open-order.ts',
            `  if (state === 'FAILED') {
    throw new GatewayError('ORDER_CLOSED', \`\${merchantOrderId} is closed: start a new order of its reference\`)
  }\n`,
          ),
        ],
        tests: [test('never-opened', 'is no page: start rejects with ORDER_CLOSED')],
      },
      {
        name: 'page: none of an order in review',
        edits: [
          source(
            'services/orders/open-order.ts',
            `  if (needsReview) throw new GatewayError('ORDER_CLOSED', \`\${merchantOrderId} needs review and cannot be paid\`)\n`,
          ),
        ],
        tests: [test('attacks/odd-responses', 'a response about another order opens no order')],
      },
      {
        name: 'page: none of an order whose reference was paid meanwhile',
        edits: [
          source('services/orders/open-order.ts', `  await checkCurrent(context, row)\n  return row`, `  return row`),
        ],
        tests: [test('order-races', 'gets no second page: start rejects with REFERENCE_PAID')],
      },
      {
        name: 'page: resume returns none of a closed or paid order',
        edits: [
          source(
            'services/orders/start-order.ts',
            `const isPayable = isOpen && row.needsReview === undefined && !isSettledElsewhere(row)`,
            `const isPayable = true`,
          ),
        ],
        tests: [test('one-amount', 'orders.resume')],
      },
    ],
  },
]
