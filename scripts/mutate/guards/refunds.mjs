import { domainTest, schema, source, test } from './edit.mjs'

/** @type {import('../guards.mjs').Guarantee[]} */
export const refunds = [
  {
    row: 'A refund is paid out at most once.',
    rule: 'One request in flight per refund, across processes: a lease with a fencing token, taken before and kept while sending. A request that may have been received is in doubt until the provider’s own status decides.',
    mutations: [
      {
        name: 'refund fence: the lease token of the process that marks',
        edits: [
          source(
            'storage/refunds/refunds.ts',
            ` and "leaseToken" = $2 and "state" = 'REQUESTED' and "needsReview" is null`,
            ` and $2::bigint is not null and "state" = 'REQUESTED' and "needsReview" is null`,
          ),
        ],
        tests: [test('refund-sending', 'leaves the refund to the process that')],
      },
      {
        name: 'refund mark: only a refund that is requested',
        edits: [
          source(
            'storage/refunds/refunds.ts',
            ` and "leaseToken" = $2 and "state" = 'REQUESTED' and "needsReview" is null`,
            ` and "leaseToken" = $2 and "needsReview" is null`,
          ),
        ],
        shows: 'violates check constraint "refunds_check1"',
        tests: [test('send-claims', 'marks no refund that the provider has reported')],
      },
      {
        name: 'refund mark: none in review',
        edits: [
          source(
            'storage/refunds/refunds.ts',
            ` and "state" = 'REQUESTED' and "needsReview" is null
        and "refusal"`,
            ` and "state" = 'REQUESTED'
        and "refusal"`,
          ),
        ],
        tests: [test('send-claims', 'marks no refund that needs review')],
      },
      {
        name: 'refund mark: none that was refused',
        edits: [
          source(
            'storage/refunds/refunds.ts',
            `
        and "refusal" is null and ("approval" is null`,
            `
        and ("approval" is null`,
          ),
        ],
        tests: [test('send-claims', 'marks no refund that was refused')],
      },
      {
        name: 'refund mark: none that waits for approval',
        edits: [
          source(
            'storage/refunds/refunds.ts',
            `
        and "refusal" is null and ("approval" is null or "approval" = 'approved')`,
            `
        and "refusal" is null`,
          ),
        ],
        shows: 'violates check constraint "sentWhenApproved"',
        tests: [test('send-claims', 'marks no refund that waits for approval')],
      },
      {
        name: 'refund mark: in doubt before the first byte leaves',
        edits: [
          source(
            'storage/refunds/refunds.ts',
            `set "inDoubt" = true, "attempts" = "attempts" + 1`,
            `set "attempts" = "attempts" + 1`,
          ),
        ],
        tests: [test('refund-sending', 'is in doubt before the first byte leaves')],
      },
      {
        name: 'refund mark: the lease lasts as long as the request',
        edits: [
          source(
            'storage/refunds/refunds.ts',
            `,
        "leasedUntil" = clock_timestamp() + $4::float8 * interval '1 millisecond'
      where "id" = $1 and "leaseToken" = $2`,
            `,
        "leasedUntil" = case when $4::float8 is null then null else "leasedUntil" end
      where "id" = $1 and "leaseToken" = $2`,
          ),
        ],
        tests: [test('send-claims', 'marks a refund of the own lease as in doubt')],
      },
      {
        name: 'refund: the status is checked before it is sent',
        edits: [
          source(
            'services/refunds/send-refund.ts',
            `  const check = await checkRefundStatus(context, refund)
  if (hasOurId(refund) && maySend(refund, check)) {`,
            `  const check = { kind: 'status-failed', unknownRefund: true } as Awaited<ReturnType<typeof checkRefundStatus>>
  if (hasOurId(refund) && maySend(refund, check)) {`,
          ),
        ],
        tests: [test('refund-sending', 'a database that is restored from a backup')],
      },
      {
        name: 'refund: a process that was paused after the mark sends nothing',
        edits: [
          source(
            'services/refunds/send-refund.ts',
            'if (pausedMs > MAX_PAUSE_MS) {',
            'if (pausedMs > Number.MAX_VALUE) {',
          ),
        ],
        tests: [test('refund-reviews', 'a process that is paused between the mark and the request')],
      },
      {
        name: 'refund: none is sent while the provider works on another one of the order',
        edits: [
          source(
            'services/refunds/send-refund.ts',
            `one.id !== id && isAtProvider(one)`,
            `one.id === 0 && isAtProvider(one)`,
          ),
        ],
        tests: [test('refund-reviews', 'are sent one after the other')],
      },
      {
        name: 'refund: none is sent whose order is in review',
        edits: [
          source(
            'services/refunds/send-refund.ts',
            `if (order && (isPaidAmountUnknown(order) || (await isHeldBack(tx, refund)))) return 'in-review'`,
            `if (order && (await isHeldBack(tx, refund))) return 'in-review'`,
          ),
        ],
        tests: [test('attacks/refunds-of-orders-in-review', 'is not sent when it was approved before, either')],
      },
      {
        name: 'refund: none is sent that does not fit beside what the provider reports',
        edits: [
          source('services/refunds/send-refund.ts', ` || !fitsBeside(refund, order, refunds)) return`, `) return`),
        ],
        tests: [test('attacks/refund-approvals', 'an approved refund is not sent while')],
      },
      {
        name: 'refund: in doubt only while it is requested',
        edits: [schema('refunds', `  check (not "inDoubt" or "state" = 'REQUESTED'),\n`)],
        tests: [test('constraints', 'a refund in doubt that the provider has reported')],
      },
      {
        name: 'refund: a refusal of a repeat decides nothing',
        edits: [
          source(
            'domain/refunds/record.ts',
            `const meaning = refusal.meaning === 'refused' && !first ? 'unclear' : refusal.meaning`,
            `const meaning = refusal.meaning`,
          ),
        ],
        tests: [domainTest('refunds/reduce', 'a repeat was refused')],
      },
      {
        name: 'refund: a request without an answer stays in doubt',
        edits: [
          source(
            'domain/refunds/record.ts',
            `if (outcome === 'unknown') return refund`,
            `if (outcome === 'unknown') return { ...refund, inDoubt: false }`,
          ),
        ],
        tests: [domainTest('refunds/reduce', 'stays in doubt after')],
      },
      {
        name: 'refund: an answer that is older than the refund decides nothing',
        edits: [
          source(
            'domain/refunds/plan.ts',
            `learned.checkedVersion !== undefined && learned.checkedVersion !== version`,
            `learned.checkedVersion !== undefined && version < 0`,
          ),
        ],
        tests: [test('attacks/late-refund-statuses', 'does not fail a refund that the provider has corrected since')],
      },
      {
        name: 'refund: a saved refund has a new version',
        edits: [
          source('storage/refunds/refunds.ts', ` "amount" = $15, "version" = "version" + 1,`, ` "amount" = $15,`),
        ],
        tests: [test('attacks/late-refund-statuses', 'does not fail a refund that the provider has corrected since')],
      },
      {
        name: 'refund: no repeat while an earlier request may still arrive',
        edits: [source('domain/refunds/sending.ts', `  if (mayStillArrive(refund, check)) return false\n`, ``)],
        tests: [test('repeated-refunds', 'is not sent again while the first request may still arrive')],
      },
      {
        name: 'refund: a request is dated by the clock of the database',
        edits: [
          source(
            'storage/refunds/refunds.ts',
            `greatest($3, (extract(epoch from clock_timestamp()) * 1000)::bigint)`,
            `$3`,
          ),
        ],
        tests: [test('repeated-refunds', 'dates its request by the clock of the database')],
      },
      {
        name: 'refund: nobody fails it while a request may still arrive',
        edits: [
          source(
            'services/refunds/resolve-refund.ts',
            `if (known === 'denied' && mayStillArrive(stored, { checkedAtMs }))`,
            `if (known === 'denied' && false)`,
          ),
        ],
        tests: [test('repeated-refunds', 'cannot be failed by a person while the request may still arrive')],
      },
      {
        name: 'refund: a "not found" counts from when it was asked for',
        edits: [
          source(
            'services/refunds/sync-refund.ts',
            `...readStatusFailure(error), checkedVersion, checkedAtMs }`,
            `...readStatusFailure(error), checkedVersion, checkedAtMs: clock.now() }`,
          ),
        ],
        tests: [test('repeated-refunds', 'asked for before that, and answered after it')],
      },
      {
        name: 'refund: a person’s "not found" counts from when it was asked for',
        edits: [
          source(
            'services/refunds/resolve-refund.ts',
            `  const checkedAtMs = context.clock.now()
  const known = await applyBeforeFreeing(context, stored)\n`,
            `  const known = await applyBeforeFreeing(context, stored)
  const checkedAtMs = context.clock.now()\n`,
          ),
        ],
        tests: [test('repeated-refunds', 'asked for while its request might still arrive')],
      },
      {
        name: 'refund: its request ends before nobody waits for it any more',
        edits: [
          source('services/refunds/send-refund.ts', `{ timeoutMs: SEND_LIMIT_MS, retry: 'off' }`, `{ retry: 'off' }`),
        ],
        tests: [test('refund-client', 'has a time limit that ends long before')],
      },
      {
        name: 'refund: a refusal after a repeat of the client decides nothing',
        edits: [source('services/refunds/send-refund.ts', `first: sending.first && once }`, `first: sending.first }`)],
        tests: [test('refund-client', 'that is refused after')],
      },
      {
        name: 'refund: the lease lasts as long as its request may be under way',
        edits: [
          source(
            'services/refunds/send-refund.ts',
            `leaseMs: Math.max(policy.leaseMs, FLIGHT_MS)`,
            `leaseMs: policy.leaseMs`,
          ),
        ],
        tests: [],
        implied:
          'no process repeats a request while it may still arrive (mayStillArrive), with the lease or without; kept, so that no second process asks for the status of a refund that is being sent',
      },
      {
        name: 'refund: no second payment is refunded whose reference the provider may have refunded',
        edits: [
          source('services/refunds/send-refund.ts', `    if (obstacle) {`, `    if (obstacle && refund.amount < 0) {`),
        ],
        tests: [test('refunds-after-restore', 'refunds no second payment when the other one was refunded before')],
      },
      {
        name: 'refund: none is sent while the payment that is fulfilled instead is in doubt',
        edits: [source('services/refunds/send-refund.ts', ` || (await isHeldBack(tx, refund)))`, `)`)],
        tests: [
          test('refunds-after-restore', 'refunds no second payment when the review of the fulfilled one begins'),
          test('refunds-after-restore', 'refunds no second payment while the provider says'),
        ],
      },
      {
        name: 'refund: one in doubt is one that the provider may be working on',
        edits: [source('domain/refunds/refund.ts', ` || (state === 'REQUESTED' && inDoubt))`, `)`)],
        tests: [test('refund-reviews', 'are sent one after the other')],
      },
      {
        name: 'refund approval: not while the order is in review',
        edits: [
          source(
            'services/refunds/decide-refund.ts',
            `      if (decision === 'approved' && awaitsApproval(locked)) await checkOrderToRefund(tx, merchantOrderId)\n`,
          ),
        ],
        tests: [test('attacks/refunds-of-orders-in-review', 'is not approved, as a new one is not requested')],
      },
      {
        name: 'refund approval: of a kind that is known',
        edits: [
          schema(
            'refunds',
            `"approval" text check ("approval" in ('waiting', 'approved', 'declined', 'expired'))`,
            `"approval" text`,
          ),
        ],
        tests: [test('constraints', 'an approval that is not known')],
      },
      {
        name: 'refund limits: the amount of a day is never below 0',
        edits: [schema('refunds', `"amount" bigint not null check ("amount" >= 0)`, `"amount" bigint not null`)],
        tests: [test('constraints', 'a day of refunds below 0')],
      },
      {
        name: 'refund: a sent refund has a new version',
        edits: [
          source(
            'storage/refunds/refunds.ts',
            `"updatedAtMs" = $3, "version" = "version" + 1,
        "underWaySinceMs"`,
            `"updatedAtMs" = $3,
        "underWaySinceMs"`,
          ),
        ],
        tests: [test('send-claims', 'marks a refund of the own lease as in doubt')],
      },
      {
        name: 'refund: the response to an older request decides nothing',
        edits: [
          source(
            'domain/refunds/record.ts',
            `refund.state === 'REQUESTED' && refund.attempts === attempt`,
            `refund.state === 'REQUESTED'`,
          ),
        ],
        tests: [domainTest('refunds/reduce', 'is not decided by the response to an older request')],
      },
      {
        name: 'refund: the response to a request that a status has decided changes nothing',
        edits: [
          source(
            'domain/refunds/record.ts',
            `refund.state === 'REQUESTED' && refund.attempts === attempt`,
            `refund.attempts === attempt`,
          ),
        ],
        tests: [
          test(
            'attacks/late-refund-statuses',
            'a response to a request that a status has decided meanwhile changes nothing',
          ),
        ],
      },
      {
        name: 'refund: its amount is freed after the provider has denied it only',
        edits: [
          source(
            'services/refunds/resolve-refund.ts',
            `const row = decision === 'failed' ? await checkedToFail(context, stored) : stored`,
            `const row = decision === undefined ? await checkedToFail(context, stored) : stored`,
          ),
        ],
        tests: [test('attacks/review-decisions', 'does not fail a refund of which the provider says something else')],
      },
      {
        name: 'refund: one unfinished refund of an order at a time',
        edits: [source('domain/refunds/request.ts', `  if (other) return { kind: 'one-at-a-time', other }\n`)],
        tests: [test('refunds', 'rejects with REFUND_IN_PROGRESS while another refund of the order is open')],
      },
      {
        name: 'refund: the same id is one refund',
        edits: [
          source(
            'domain/refunds/request.ts',
            `return field === undefined ? { kind: 'same' } : { kind: 'id-taken', field }`,
            `if (field === undefined) return { kind: 'same' }`,
          ),
        ],
        tests: [test('refunds', 'rejects a repeated id with another')],
      },
    ],
  },
]
