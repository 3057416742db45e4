import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CALLBACK_URL, CART, SECRET, worlds } from './parts/world.ts'

const open = worlds()
const LONG = process.env.GALLA_LONG === '1'
const numRuns = LONG ? 20_000 : 150
const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')

const word = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\0', '\ud800', 'COMPLETED', 'PENDING', 'one', 'checkout.order.completed', 'pg.refund.completed'),
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

it(
  'whatever an authentic sender says is answered 2xx or 4xx, folded without a stumble, and moves no money',
  async () => {
    const shop = await open()
    await shop.gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    await fc.assert(
      fc.asyncProperty(fc.oneof(message, anything), async (said) => {
        const body = JSON.stringify(said) ?? 'undefined'
        const reply = await shop.gateway.fetch(
          new Request(CALLBACK_URL, { method: 'POST', headers: { authorization }, body }),
        )
        expect(reply.status, await reply.text()).toBeLessThan(500)
      }),
      { numRuns, seed: 20_261_120 },
    )
    await shop.gateway.runDue()
    expect(await shop.rows(`select "error" from galla.callbacks where "error" is not null`)).toEqual([])
    expect(
      await shop.rows(`select 1 from galla.callbacks where "verdict" = 'accepted' and "processedAtMs" is null`),
    ).toEqual([])
    expect(await shop.gateway.orders.get('one')).toMatchObject({ state: 'PENDING', refundedAmount: 0 })
  },
  LONG ? 600_000 : 30_000,
)
