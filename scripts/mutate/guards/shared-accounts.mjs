import { domainTest, source, test } from './edit.mjs'

const UNSENT = test('shared-account', 'stop the one whose order waits for the payer')

/** @type {import('../guards.mjs').Guarantee[]} */
export const sharedAccounts = [
  {
    row: 'A payment of another shop on the same account',
    rule: 'A payment pays one order. An order of the provider that no request of ours created is not ours before a person says so.',
    mutations: [
      {
        name: 'shared account: a refused repeat of an id of the caller is not ours',
        edits: [
          source(
            'services/orders/open-order.ts',
            `if (known.restoredAtMs === undefined) return false`,
            `if (known.restoredAtMs === undefined) return true`,
          ),
        ],
        tests: [test('shared-account', 'fulfil the payment of the first once')],
      },
      {
        name: 'shared account: each check of the status asks who started the order',
        edits: [
          source(
            'services/orders/check-order.ts',
            `if (order.orderId === undefined && isStarted`,
            `if (isNaN(0) && isStarted`,
          ),
        ],
        tests: [UNSENT, test('shared-account', 'stop the one whose order has expired unsent')],
      },
      {
        name: 'shared account: a callback about an order whose id at the provider is not known is a hint',
        edits: [source('services/orders/check-order.ts', `if (order.orderId !== undefined && !(await`, `if (!(await`)],
        tests: [test('shared-account', 'believe no signed callback about a payment of the other')],
      },
      {
        name: 'shared account: an order that was never sent is not ours',
        edits: [
          source(
            'domain/orders/started-elsewhere.ts',
            `if (sentAtMs === undefined || opening === 'refused') return false`,
            `if (sentAtMs === undefined) return true\n  if (opening === 'refused') return false`,
          ),
        ],
        tests: [UNSENT, domainTest('orders/started-elsewhere', 'was started elsewhere')],
      },
      {
        name: 'shared account: a request that was refused creates no order',
        edits: [
          source(
            'domain/orders/started-elsewhere.ts',
            `if (sentAtMs === undefined || opening === 'refused')`,
            `if (sentAtMs === undefined)`,
          ),
        ],
        tests: [
          test('shared-account', 'refund nothing of the other, when the request of the one was refused'),
          domainTest('orders/started-elsewhere', 'was started elsewhere'),
        ],
      },
      {
        name: 'shared account: an order that was there before ours was sent is not ours',
        edits: [source('domain/orders/started-elsewhere.ts', ` && last >= time.from - MAX_CLOCK_DIFFERENCE_MS`, ``)],
        tests: [test('shared-account', 'when the order of the other had expired before')],
      },
      {
        name: 'shared account: an order that was created when ours could not leave any more is not ours',
        edits: [
          source(
            'domain/orders/started-elsewhere.ts',
            `return first <= time.until + MAX_CLOCK_DIFFERENCE_MS && `,
            `return `,
          ),
        ],
        tests: [
          test('shared-account', 'stop the one whose request %s, when the other uses the id hours later'),
          domainTest('orders/started-elsewhere', 'was started elsewhere'),
        ],
      },
      {
        name: 'shared account: a restored database adopts only orders from before',
        edits: [
          source(
            'domain/orders/started-elsewhere.ts',
            `const beforeRestore = { from: Number.NEGATIVE_INFINITY, until: restoredAtMs }`,
            `const beforeRestore = { from: Number.NEGATIVE_INFINITY, until: restoredAtMs * 2 }`,
          ),
        ],
        tests: [test('shared-account', 'adopt an order of a restored database')],
      },
      {
        name: 'shared account: an order that was started elsewhere and failed stops as well',
        edits: [
          source(
            'domain/orders/findings.ts',
            `return isMarkedAsOther(decisive) || (state !== 'FAILED'`,
            `return (isMarkedAsOther(decisive) && state !== 'FAILED') || (state !== 'FAILED'`,
          ),
        ],
        tests: [domainTest('orders/started-elsewhere', 'decides nothing in state')],
      },
    ],
  },
]
