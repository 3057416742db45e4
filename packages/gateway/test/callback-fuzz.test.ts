import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CALLBACK_URL, CART, SECRET, testGateways } from './helpers/test-gateway.ts'

const open = testGateways()
const LONG = process.env.GALLA_LONG === '1'
/** So many bodies in all, sent side by side by so many. */
const BODIES = Number(process.env.GALLA_FUZZ ?? (LONG ? 1_000_000 : 1_500))
const CONCURRENCY = 50
const SEED = Number(process.env.GALLA_SEED ?? 20_261_120)
/** Now and then they are folded, so that the inbox does not grow for ever. */
const FOLD_EVERY = 100
const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')

const word = fc.oneof(
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
const anything = fc.oneof(fc.anything({ key: word, values: [word, fc.double(), fc.bigInt().map(Number)] }), word)
const message = fc.record(
  {
    event: fc.oneof(
      fc.constantFrom(
        'checkout.order.completed',
        'pg.order.failed',
        'pg.refund.completed',
        'pg.transaction.attempt.failed',
      ),
      anything,
    ),
    payload: fc.oneof(
      fc.record(
        {
          merchantOrderId: fc.oneof(fc.constant('one'), anything),
          merchantRefundId: anything,
          originalMerchantOrderId: fc.oneof(fc.constant('one'), anything),
          orderId: anything,
          state: fc.oneof(fc.constantFrom('COMPLETED', 'FAILED', 'PENDING', 'CONFIRMED'), anything),
          amount: fc.oneof(fc.constant(49_900), anything),
          expireAt: anything,
          paymentDetails: fc.oneof(
            fc.array(
              fc.oneof(
                fc.record({
                  transactionId: anything,
                  state: anything,
                  amount: anything,
                  rail: anything,
                  splitInstruments: anything,
                }),
                anything,
              ),
            ),
            anything,
          ),
        },
        { requiredKeys: [] },
      ),
      anything,
    ),
  },
  { requiredKeys: [] },
)

/** What may stand in a header at all, and what must not stand in this one. */
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
/** Mostly the provider's own word; sometimes nobody's. */
const sender = fc.oneof(
  { weight: 9, arbitrary: fc.constant({ authorization }) },
  { weight: 1, arbitrary: fc.oneof(fc.constant({}), fc.record({ authorization: value })) },
)
const delivery = fc.record({ said: fc.oneof(message, anything), headers, sender, cut: fc.nat({ max: 20 }) })

it(
  `whatever is said (${BODIES} times) is answered 2xx or 4xx with a reason, folded without a stumble, and moves no money`,
  async () => {
    const shop = await open({ gateway: { policy: { erasePayerAfterDays: undefined } } })
    await shop.gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    let runs = 0
    const answers = new Map<number, number>()
    const send = async ({
      said,
      headers,
      sender,
      cut,
    }: typeof delivery extends fc.Arbitrary<infer One> ? One : never) => {
      const whole = JSON.stringify(said) ?? 'undefined'
      // One in twenty is cut off in the middle.
      const body = cut === 0 ? whole.slice(0, whole.length / 2) : whole
      const request = new Request(CALLBACK_URL, { method: 'POST', headers: { ...headers, ...sender }, body })
      const reply = await shop.gateway.fetch(request)
      const told = (await reply.json()) as { verdict?: string; reason?: string; code?: string }
      expect([reply.status < 500, told.verdict === undefined ? told.code : told.verdict]).toEqual([
        true,
        expect.any(String),
      ])
      if (reply.status >= 400) expect(told.reason ?? told.code).toEqual(expect.any(String))
      answers.set(reply.status, (answers.get(reply.status) ?? 0) + 1)
    }
    await fc.assert(
      fc.asyncProperty(fc.array(delivery, { minLength: CONCURRENCY, maxLength: CONCURRENCY }), async (deliveries) => {
        await Promise.all(deliveries.map(send))
        runs += 1
        if (runs % FOLD_EVERY === 0) await shop.gateway.runPendingJobs()
      }),
      { numRuns: Math.ceil(BODIES / CONCURRENCY), seed: SEED, endOnFailure: LONG },
    )
    await shop.gateway.runPendingJobs()
    expect([...answers.keys()].sort()).toEqual([200, 400, 401])
    expect(await shop.rows(`select "error" from galla.callbacks where "error" is not null`)).toEqual([])
    expect(
      await shop.rows(`select 1 from galla.callbacks where "verdict" = 'accepted' and "processedAtMs" is null`),
    ).toEqual([])
    expect(await shop.gateway.orders.get('one')).toMatchObject({ state: 'PENDING', refundedAmount: 0 })
    expect(await shop.rows('select 1 from galla.refunds')).toEqual([])
    console.log(`seed ${SEED}: ${runs * CONCURRENCY} deliveries`, JSON.stringify([...answers]))
  },
  LONG ? 5_400_000 : 60_000,
)
