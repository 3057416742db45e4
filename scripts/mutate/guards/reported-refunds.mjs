import { schema, source, test } from './edit.mjs'

/** @type {import('../guards.mjs').Guarantee[]} */
export const reportedRefunds = [
  {
    row: 'Contradictory amounts, ids and states stop the order or refund until a person',
    rule: 'COMPLETED and FAILED of a refund whose status cannot be checked are a finding in either order. A callback that reports an end stays due until the status shows that end.',
    mutations: [
      {
        name: 'refund: COMPLETED after FAILED is asked about where no status can be checked',
        edits: [source('domain/refunds/findings.ts', `failed || state === 'FAILED'`, `failed`)],
        tests: [test('refunds-with-two-ends', 'is a person’s when COMPLETED arrives after FAILED')],
      },
      {
        name: 'refund: without a status to check, nobody leaves money that was reported uncounted',
        edits: [
          source('domain/refunds/resolve.ts', ` || (refund.state !== 'COMPLETED' && refund.disputed?.paidOut))`, `)`),
        ],
        tests: [test('refunds-with-two-ends', 'is a person’s when COMPLETED arrives after FAILED')],
      },
      {
        name: 'refund: a callback stays due until the status shows the end that it reports',
        edits: [
          source(
            'domain/refunds/callback.ts',
            `  if (!isOpen(row) && isFinal && checked.state !== callback.state)
    return "The provider's status does not show what the callback reports"\n`,
          ),
        ],
        tests: [test('refunds-with-two-ends', 'is in review when the callback that names both ids reports FAILED')],
      },
      {
        name: 'refund: FAILED is not forgotten when COMPLETED arrives again where no status can be checked',
        edits: [
          source(
            'domain/refunds/record.ts',
            `  return { ...refund, disputed: { report, ...defined({ paidOut, failed }) } }`,
            `  return { ...refund, disputed: { report, ...defined({ paidOut, failed: failed && undefined }) } }`,
          ),
        ],
        tests: [test('refunds-with-two-ends', 'stays a person’s when COMPLETED arrives once more')],
      },
      {
        name: 'refund: a status that names ours is about ours, whatever callbacks have said of its id',
        edits: [
          source(
            'domain/refunds/plan.ts',
            `  return isOurs && !hasOurId(owner) && stored.refundId === undefined ? status : { ...reported, owner }`,
            `  return isOurs && hasOurId(owner) && stored.refundId === undefined ? status : { ...reported, owner }`,
          ),
        ],
        tests: [test('refunds-without-our-id', 'of another order does not keep a status from deciding ours')],
      },
      {
        name: 'refund: one that is paid out is compared again',
        edits: [
          source(
            'domain/refunds/polls.ts',
            `  if (state === 'COMPLETED' && !hasOurId(refund)) return undefined`,
            `  if (state === 'COMPLETED') return undefined`,
          ),
        ],
        tests: [test('outdated-refund-callbacks', 'is found true by a comparison of the refund after')],
      },
      {
        name: 'refund: an id that is known stays (idsOfRefund)',
        edits: [
          schema(
            'ledger',
            `    and (old."merchantRefundId" <> new."merchantRefundId" or old."refundId" <> new."refundId"`,
            `    and (old."merchantRefundId" < new."merchantRefundId" and false`,
          ),
        ],
        tests: [test('constraints', 'another id of the provider')],
      },
    ],
  },
]
