import { source, test } from './edit.mjs'

/** @type {import('../guards.mjs').Guarantee[]} */
export const disputes = [
  {
    row: 'A dispute that the provider reports is listed',
    rule: 'A dispute is an alert and an event. No dispute changes the order or the ledger.',
    mutations: [
      {
        name: 'dispute: an older report than the last one does not count',
        edits: [source('services/disputes/disputes.ts', `callbackId > Number(before.callbackId) && `)],
        tests: [test('disputes', 'stays when an older event is replayed')],
      },
      {
        name: 'dispute: the same bytes are applied with each delivery',
        edits: [
          source(
            'services/callbacks/receive-callback.ts',
            `namesOccurrence(row) ? delivery.body : randomUUID()`,
            `namesOccurrence(row) || true ? delivery.body : randomUUID()`,
          ),
        ],
        tests: [test('disputes', 'counts when the provider has reported another state since')],
      },
      {
        name: 'dispute: a repetition is no news',
        edits: [source('services/disputes/disputes.ts', ` && isNewsOf(before, state)`)],
        tests: [test('disputes', 'is a repetition when nothing has happened since')],
      },
      {
        name: 'dispute: a repetition is the newest word',
        edits: [source('services/disputes/disputes.ts', `...(isNewest ? { state`, `...(counts ? { state`)],
        tests: [test('disputes', 'counts although what came between is processed last')],
      },
      {
        name: 'dispute: a request to act counts after an end',
        edits: [
          source(
            'domain/disputes/dispute.ts',
            `return reported !== 'UNDER_REVIEW' || (`,
            `return reported === 'LOST' || reported === 'WON' || (`,
          ),
        ],
        tests: [test('disputes', 'after the events')],
      },
      {
        name: 'dispute: an end stays an end',
        edits: [source('domain/disputes/dispute.ts', `if (reported === 'CREATED') return false`)],
        tests: [test('disputes', 'after the events')],
      },
      {
        name: 'dispute: kept while its order is not here',
        edits: [
          source(
            'services/disputes/disputes.ts',
            `const namesOrder = report.merchantOrderId !== undefined || report.orderId !== undefined`,
            `const namesOrder = false`,
          ),
        ],
        tests: [test('disputes', 'about an order that is not here is listed')],
      },
      {
        name: 'dispute: a person answers what they read',
        edits: [source('services/disputes/disputes.ts', `dispute.callbackId !== callbackId || `)],
        tests: [test('disputes', 'ends when a person says that the dispute is answered')],
      },
      {
        name: 'dispute: a request ends what a person has said',
        edits: [
          source(
            'storage/disputes/disputes.ts',
            `"answeredAtMs" = case when "callbackId" = $5::bigint then "answeredAtMs" end`,
            `"answeredAtMs" = "answeredAtMs"`,
          ),
          source(
            'storage/disputes/disputes.ts',
            `"answeredBy" = case when "callbackId" = $5::bigint then "answeredBy" end`,
            `"answeredBy" = "answeredBy"`,
          ),
        ],
        tests: [test('disputes', 'ends when a person says that the dispute is answered')],
      },
    ],
  },
  {
    row: 'A health report of the provider only delays refunds',
    rule: 'What the provider reports as down holds back first requests only. No status check waits.',
    mutations: [
      {
        name: 'health: a refund that may have been sent is followed',
        edits: [source('storage/refunds/refunds.ts', `"state" = 'REQUESTED' and "inDoubt"`, `false`)],
        tests: [test('provider-health', 'a refund that may have been sent is still followed')],
      },
      {
        name: 'health: a report ends',
        edits: [
          source(
            'domain/provider-health/provider-health.ts',
            `health !== undefined && nowMs - health.atMs < countsMs`,
            `health !== undefined`,
          ),
        ],
        tests: [
          test('provider-health', 'first requests of refunds wait'),
          test('provider-health', 'counts for fifteen minutes'),
        ],
      },
      {
        name: 'health: the newest report counts',
        edits: [
          source(
            'storage/meta.ts',
            `where (m."value"::jsonb ->> 'atMs')::bigint <= $3::bigint`,
            `where $3::bigint is not null`,
          ),
        ],
        tests: [test('provider-health', 'never replaces a newer one')],
      },
      {
        name: 'health: no report is from the future',
        edits: [source('domain/provider-health/provider-health.ts', `Math.min(timestamp, receivedAtMs)`, `timestamp`)],
        tests: [test('provider-health', 'counts from its arrival')],
      },
    ],
  },
]
