import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CALLBACK_URL, CART, SECRET, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const LONG = process.env.GALLA_LONG === '1'
/** Total number of bodies, sent in batches of `CONCURRENCY`. */
const BODIES = Number(process.env.GALLA_FUZZ ?? (LONG ? 1_000_000 : 1_500))
const CONCURRENCY = 50
const SEED = Number(process.env.GALLA_SEED ?? 20_261_120)
/** Number of batches after which the inbox is processed, which limits its size. */
const PROCESS_EVERY = 100
const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\0',
    '\ud800',
    '.',
    '..',
    ' ',
    'COMPLETED',
    'PENDING',
    'one',
    'checkout.order.completed',
    'pg.refund.completed',
  ),
)
const anyValue = fc.oneof(fc.anything({ key: text, values: [text, fc.double(), fc.bigInt().map(Number)] }), text)
const message = fc.record(
  {
    event: fc.oneof(
      fc.constantFrom(
        'checkout.order.completed',
        'pg.order.failed',
        'pg.refund.completed',
        'pg.transaction.attempt.failed',
      ),
      anyValue,
    ),
    payload: fc.oneof(
      fc.record(
        {
          merchantOrderId: fc.oneof(fc.constant('one'), anyValue),
          merchantRefundId: anyValue,
          originalMerchantOrderId: fc.oneof(fc.constant('one'), anyValue),
          orderId: anyValue,
          state: fc.oneof(fc.constantFrom('COMPLETED', 'FAILED', 'PENDING', 'CONFIRMED'), anyValue),
          amount: fc.oneof(fc.constant(49_900), anyValue),
          expireAt: anyValue,
          paymentDetails: fc.oneof(
            fc.array(
              fc.oneof(
                fc.record({
                  transactionId: anyValue,
                  state: anyValue,
                  amount: anyValue,
                  rail: anyValue,
                  splitInstruments: anyValue,
                }),
                anyValue,
              ),
            ),
            anyValue,
          ),
        },
        { requiredKeys: [] },
      ),
      anyValue,
    ),
  },
  { requiredKeys: [] },
)

/** Valid header values, and values that are wrong for the header. */
const value = fc.oneof(
  fc.stringMatching(/^[\x21-\x7e][\x20-\x7e]{0,60}[\x21-\x7e]$/),
  fc.constantFrom('', 'a'.repeat(64), 'Bearer x', 'gzip', '-1', '9e9', 'text/html', authorization.toUpperCase()),
)
const headers = fc.dictionary(
  fc.oneof(
    fc.constantFrom('content-type', 'content-encoding', 'content-length', 'x-request-id', 'x-verify', 'accept', 'date'),
    fc.stringMatching(/^x-[a-z0-9-]{1,20}$/),
  ),
  value,
  { maxKeys: 4 },
)
/** Mostly the valid credentials, sometimes none or wrong ones. */
const credentials = fc.oneof(
  { weight: 9, arbitrary: fc.constant({ authorization }) },
  { weight: 1, arbitrary: fc.oneof(fc.constant({}), fc.record({ authorization: value })) },
)
const delivery = fc.record({
  content: fc.oneof(message, anyValue),
  headers,
  credentials,
  truncate: fc.nat({ max: 20 }),
})

describe('POST /callbacks', () => {
  it(
    `answers 2xx or 4xx with a verdict to ${BODIES} random requests, applies or keeps them, and changes no order or refund`,
    async () => {
      const testGateway = await createTestGateway({ gateway: { policy: { erasePayerAfterDays: undefined } } })
      await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'one' })
      let batches = 0
      const statusCounts = new Map<number, number>()
      const send = async ({
        content,
        headers,
        credentials,
        truncate,
      }: typeof delivery extends fc.Arbitrary<infer One> ? One : never) => {
        const json = JSON.stringify(content) ?? 'undefined'
        // About one in 20 is truncated to half its length.
        const body = truncate === 0 ? json.slice(0, json.length / 2) : json
        const request = new Request(CALLBACK_URL, { method: 'POST', headers: { ...headers, ...credentials }, body })
        const response = await testGateway.gateway.fetch(request)
        const answer = (await response.json()) as { verdict?: string; code?: string }
        expect([response.status < 500, answer.verdict === undefined ? answer.code : answer.verdict]).toEqual([
          true,
          expect.any(String),
        ])
        if (response.status >= 400) expect(answer.code ?? answer.verdict).not.toMatch(/accepted|duplicate/)
        statusCounts.set(response.status, (statusCounts.get(response.status) ?? 0) + 1)
      }
      await fc.assert(
        fc.asyncProperty(fc.array(delivery, { minLength: CONCURRENCY, maxLength: CONCURRENCY }), async (deliveries) => {
          await Promise.all(deliveries.map(send))
          batches += 1
          if (batches % PROCESS_EVERY === 0) await testGateway.gateway.runPendingJobs()
        }),
        { numRuns: Math.ceil(BODIES / CONCURRENCY), seed: SEED, endOnFailure: LONG },
      )
      await testGateway.gateway.runPendingJobs()
      expect([...statusCounts.keys()].sort()).toEqual([200, 400, 401])
      // Applied, foreign, or kept for a person: a refund of an order of ours that names no refund of ours is never dropped, and neither is
      // a payment of no order.
      const errors = await testGateway.rows<{ error: string }>(
        `select distinct "error" from galla.callbacks where "error" is not null`,
      )
      for (const { error } of errors) expect(error).toMatch(/does not name the refund|names no order/)
      expect(
        await testGateway.rows(
          `select 1 from galla.callbacks where "verdict" = 'accepted' and "processedAtMs" is null and "reason" is distinct from 'foreign' and "error" is null`,
        ),
      ).toEqual([])
      expect(await testGateway.gateway.orders.get('one')).toMatchObject({ state: 'PENDING', refundedAmount: 0 })
      expect(await testGateway.rows('select 1 from galla.refunds')).toEqual([])
      console.log(`seed ${SEED}: ${batches * CONCURRENCY} deliveries`, JSON.stringify([...statusCounts]))
    },
    LONG ? 5_400_000 : 60_000,
  )
})
