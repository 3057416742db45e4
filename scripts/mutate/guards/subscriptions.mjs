import { domainTest, schema, source, test } from './edit.mjs'

/** @type {import('../guards.mjs').Guarantee[]} */
export const subscriptions = [
  {
    row: 'A cycle of a [subscription](subscriptions.md) is debited at most once',
    rule: 'A request to debit is stored before it leaves, and one request of a cycle is open at a time.',
    mutations: [
      {
        name: 'subscriptions: one open request of a cycle',
        edits: [
          schema(
            'subscriptions',
            `create unique index "oneOpenTryPerCycle" on galla.debit_tries ("subscriptionId", "cycle") where "failedAtMs" is null;`,
          ),
        ],
        tests: [test('subscription-constraints', 'refuses a second request to debit a cycle')],
      },
      {
        name: 'subscriptions: the outcome of a cycle is set once',
        edits: [
          schema(
            'subscriptions',
            `create trigger "closedOnce" before update on galla.cycles for each row when (old."outcome" is not null) execute function galla."keepOutcome"();`,
          ),
        ],
        tests: [test('subscription-constraints', 'keeps the price and the outcome of a closed cycle')],
      },
      {
        name: 'subscriptions: a request that may still arrive has not failed',
        edits: [
          source(
            'domain/subscriptions/try-outcome.ts',
            `own.length > 0 || askedAtMs >= last.sentAtMs + FLIGHT_MS`,
            `FLIGHT_MS > 0`,
          ),
        ],
        tests: [domainTest('subscriptions/try-outcome', 'is in doubt while it may still arrive')],
      },
      {
        name: 'subscriptions: after an outage, no debit in a peak hour or past its window',
        edits: [
          source(
            'domain/subscriptions/debit-steps.ts',
            `Math.max(nowMs, startMs, validAfterMs, pauseEndMs)`,
            `Math.max(startMs, validAfterMs, pauseEndMs)`,
          ),
        ],
        tests: [domainTest('subscriptions/billing-model', 'debits each cycle at most once in a year')],
      },
      {
        name: 'subscriptions: no renewal while a request is under way',
        edits: [source('domain/subscriptions/mandate-step.ts', `facts.debits.some(isInFlight) || `)],
        tests: [domainTest('subscriptions/mandate-step', 'takes an approved renewal into use')],
      },
    ],
  },
  {
    row: 'A mandate of another program is debited by one subscription',
    rule: 'An imported mandate is debited as the payer approved, and nothing of the other program is booked.',
    mutations: [
      {
        name: 'imports: nothing of the other program is booked',
        edits: [source('services/subscriptions/import-mandate.ts', `checkout: 'MANDATE_CHECK'`, `checkout: 'MANDATE'`)],
        tests: [test('import-mandate', 'is billed from the day that the merchant names')],
      },
      {
        name: 'imports: the mandate permits the price',
        edits: [source('domain/subscriptions/importable.ts', `if (bills.amount > maxAmount) return 'above-mandate'`)],
        tests: [domainTest('subscriptions/importable', 'pays none above its maximum')],
      },
      {
        name: 'imports: the mandate is active',
        edits: [source('domain/subscriptions/importable.ts', `if (state !== 'ACTIVE') return 'not-active'`)],
        tests: [domainTest('subscriptions/importable', 'that is paused pays none')],
      },
      {
        name: 'imports: no day that has passed',
        edits: [source('services/subscriptions/parameters.ts', `nextCycleOn < indianDay(nowMs) || `)],
        tests: [test('import-mandate', 'with a day that has passed')],
      },
    ],
  },
  {
    row: 'Every order of a subscription makes its next step due in its own commit',
    rule: 'The next step of a subscription follows from its orders.',
    mutations: [
      {
        name: 'subscriptions: an order wakes its subscription',
        edits: [
          schema(
            'subscriptions',
            `(old."state" <> new."state" or old."needsReview" is distinct from new."needsReview")`,
            `old."state" is null`,
          ),
        ],
        tests: [test('subscription-constraints', 'makes a subscription due with the commit')],
      },
    ],
  },
]
