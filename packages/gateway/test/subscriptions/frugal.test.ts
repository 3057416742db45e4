import { describe, expect, it } from 'vitest'
import { subscriptions } from '../../src/subscriptions.ts'
import { DAY_MS, HOUR_MS, inIndia, openSubscriptionShop } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

/** Begin of the second cycle of a subscription that began on 10 January. */
const SECOND = inIndia('2027-02-10')
const MINUTE_MS = 60_000

/** A shop with an active subscription. `asked`: when the status of the order of the second cycle was asked for. */
async function openShop(options: Parameters<typeof openSubscriptionShop>[1] = {}) {
  const asked: number[] = []
  const shop = await openSubscriptionShop(createTestGateway, {
    ...options,
    wrapProvider: (provider) => (input, init) => {
      if (/\/sub-7-2-1\/status/.test(String(input))) asked.push(shop.sandbox.clock.now())
      return (options.wrapProvider?.(provider) ?? provider)(input, init)
    },
  })
  await shop.activate()
  await shop.until(SECOND - 37 * HOUR_MS)
  const minutesAfter = (atMs: number) =>
    asked.filter((one) => one > atMs).map((one) => Math.round((one - atMs) / MINUTE_MS))
  return { ...shop, asked, minutesAfter }
}

/** Notes each event that is given to the database, also one that the database has already. */
const NOTE_OFFERED = `create table offered ("eventId" text);
  create function note_offered() returns trigger language plpgsql as $$ begin insert into offered values (new."eventId"); return new; end $$;
  create trigger note_offered before insert on galla.events for each row execute function note_offered()`

describe('an event of a debit', () => {
  it('is given to the database once for each announcement and each failure, however many turns follow', async () => {
    const { rows, until, sandbox, eventsOf } = await openShop({
      gateway: { subscriptions: subscriptions({ retryAfterDays: [1] }) },
    })
    await rows(NOTE_OFFERED)
    await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 100 })
    await until(SECOND + 6 * DAY_MS)
    const offered = await rows<{ eventId: string; times: number }>(
      `select "eventId", count(*)::int as "times" from offered where "eventId" like '%:charge_%' group by 1 order by 1`,
    )
    expect(offered).toEqual(
      ['charge_failed', 'charge_upcoming'].flatMap((name) =>
        [1, 2].map((number) => ({ eventId: `subscription:sub-7:${name}:sub-7-2-${number}`, times: 1 })),
      ),
    )
    expect(eventsOf('charge_upcoming')).toHaveLength(2)
  })
})

describe('the order of a debit', () => {
  it('is asked for once after its announcement, once by its daily poll, and once after the request to debit', async () => {
    const { until, asked, cycles } = await openShop()
    await until(SECOND + 12 * HOUR_MS)
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: 'PAID' }])
    expect(asked).toHaveLength(3)
  })

  it.each([
    ['announcement', 'NOTIFICATION_IN_PROGRESS', SECOND - 36 * HOUR_MS],
    ['request', 'PENDING', SECOND],
  ])(
    'whose %s the provider does not decide is asked for after 1, 5, 15 and 60 minutes, then each hour',
    async (_, state, fromMs) => {
      const shop = await openShop({
        wrapProvider: (provider) => async (input, init) => {
          const response = await provider(input, init)
          if (!/\/sub-7-2-1\/status/.test(String(input)) || shop.sandbox.clock.now() < fromMs) return response
          const { paymentFlow, paymentDetails, ...order } = await response.json()
          const { notifiedAt, validAfter, validUpto, ...flow } = paymentFlow
          return Response.json({
            ...order,
            state,
            paymentDetails: paymentDetails.map((one: object) => ({ ...one, state: 'PENDING' })),
            paymentFlow: fromMs < SECOND ? flow : paymentFlow,
          })
        },
      })
      await shop.until(fromMs - 60_000)
      await shop.sandbox.setFaults({ callbacks: { dropRate: 1 } })
      await shop.until(fromMs + 3.5 * HOUR_MS)
      expect(shop.minutesAfter(fromMs)).toEqual([1, 5, 15, 60, 120, 180])
    },
  )
})
