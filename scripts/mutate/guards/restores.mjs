import { domainTest, source, test } from './edit.mjs'

const WITHIN_MINUTES = test('restores', 'a restore within ten minutes of two payments of a cart')

/** @type {import('../guards.mjs').Guarantee[]} */
export const restores = [
  {
    row: 'A restored database fulfils no payment that was refunded before',
    rule: 'A refund made anywhere counts from the moment it is known, also when the database that requested it was lost.',
    mutations: [
      {
        name: 'restore: a database that is another one than before is marked',
        edits: [source('services/restores.ts', `if (here === remembered || `, `if (here !== '' || `)],
        tests: [WITHIN_MINUTES, test('restores', 'is marked as restored by one of several gateways')],
      },
      {
        name: 'restore: the tables of a dump are others than before',
        edits: [source('storage/restores.ts', ` || '/' || 'galla.meta'::regclass::oid\``, `\``)],
        tests: [test('restores', 'is marked when a dump made its tables again')],
      },
      {
        name: 'restore: a new connection makes the gateway look again',
        edits: [source('create-context.ts', `  pools.main.on('connect', restores.forget)\n`, ``)],
        tests: [],
        implied: 'what was read counts for a second only; kept, because a standby may be promoted in less than that',
      },
      {
        name: 'restore: each order that is stored is from before it',
        edits: [
          source(
            'storage/restores.ts',
            `greatest($2::bigint, max("createdAtMs")) + 1`,
            `greatest($2::bigint, max(0)) + 1`,
          ),
        ],
        tests: [test('restores', 'asks about both orders of a cart that are stored')],
      },
      {
        name: 'restore: the automatic refund of a payment of an order from before it is asked for',
        edits: [source('domain/orders/refund-doubt.ts', `return isRestored || wasPaidBefore`, `return wasPaidBefore`)],
        tests: [WITHIN_MINUTES, test('found-late', 'whose payment was refunded as late before')],
      },
      {
        name: 'restore: a callback of an order from before it is a hint',
        edits: [source('services/orders/check-order.ts', `{ ...one, mode: 'classic' }`, `one`)],
        tests: [test('found-late', 'a signed callback comes first')],
      },
      {
        name: 'restore: a payment of whose refund the provider says nothing waits for a person',
        edits: [
          source(
            'domain/orders/findings.ts',
            `refundedOf(decisive) === 'unanswered' && before.resolution === undefined`,
            `refundedOf(decisive) === undefined && before.resolution === undefined && false`,
          ),
        ],
        tests: [domainTest('orders/id-in-use', 'waits for a person, and the next status follows')],
      },
      {
        name: 'restore: a payment in doubt decides nothing',
        edits: [source('domain/orders/review.ts', `=> key === 'undecided'`, `=> key.startsWith('undecided')`)],
        tests: [domainTest('orders/id-in-use', 'completes the order when the provider has said')],
      },
      {
        name: 'restore: the end of a doubt is stored',
        edits: [source('services/orders/order-decisions.ts', `  needsReview?.findings.map(({ key }) => key),\n`, ``)],
        tests: [test('found-late', 'without a review when the provider says so')],
      },
      {
        name: 'restore: an automatic refund that was lost is taken over',
        edits: [source('services/finance/reconcile.ts', `restore: 'answered' }`, `restore: undefined }`)],
        tests: [test('restores', 'takes over an automatic refund that the database lost')],
      },
      {
        name: 'restore: the comparison is not over while an order was not answered',
        edits: [
          source(
            'services/finance/reconcile.ts',
            `phase: run.origin === 'restore' ? 'open' : 'callbacks'`,
            `phase: 'callbacks'`,
          ),
        ],
        tests: [test('restores', 'is not over while the provider does not answer')],
      },
      {
        name: 'restore: an automatic refund that was not answered was not compared',
        edits: [source('services/orders/compare-order.ts', `lostRefunds === 'answered' && !isRefused(check)`, `false`)],
        tests: [test('restores', 'is not over while the provider does not answer')],
      },
      {
        name: 'restore: a comparison that begins again is taken from its worker',
        edits: [
          source(
            'storage/restores.ts',
            `"leaseToken" = galla."nextLeaseToken"(), "leasedUntil" = null`,
            `"leasedUntil" = null`,
          ),
        ],
        tests: [test('restores', 'begins again when the database is marked once more')],
      },
      {
        name: 'restore: an answer about another refund answers nothing',
        edits: [
          source(
            'services/refunds/lost-refunds.ts',
            `  return isAnother || state === 'UNKNOWN' ? UNANSWERED : check`,
            `  return isAnother && state === 'UNKNOWN' ? UNANSWERED : check`,
          ),
        ],
        tests: [test('restores', 'does not say that a payment from before a restore was not refunded')],
      },
      {
        name: 'restore: a role that tells less is at the same place',
        edits: [source('services/restores.ts', ` || remembered?.endsWith(\`/\${here}\`)`)],
        tests: [test('restores', 'a database that two roles open')],
      },
    ],
  },
]
