import { describe, expect, it } from 'vitest'
import { resolveReview } from '../../src/services/orders/console-orders.ts'
import { withProcesses } from '../helpers/paid-order.ts'
import { DAY_MS, HOUR_MS, inIndia, openSubscriptionShop } from '../helpers/subscription-shop.ts'
import { setupTestGateways, type TestGatewayOptions } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

/** Begin of the second cycle of a subscription that began on 10 January. */
const SECOND = inIndia('2027-02-10')

/** A change of what the provider says of an order, once it is turned on. */
const lying = (merchantOrderId: string, lie: (status: Record<string, unknown>) => object) => {
  const told = { isOn: false }
  const wrapProvider: TestGatewayOptions['wrapProvider'] = (provider) => async (input, init) => {
    const response = await provider(input, init)
    if (!told.isOn || !String(input).includes(`${merchantOrderId}/status`)) return response
    return Response.json(lie(await response.json()))
  }
  return { told, wrapProvider }
}

/** A failed order of a debit, reported as paid after all. */
const paidAfterAll = ({ errorCode: _, detailedErrorCode: __, paymentDetails, ...status }: Record<string, unknown>) => {
  const [{ errorCode: ___, detailedErrorCode: ____, ...first }] = paymentDetails as [Record<string, unknown>]
  return { ...status, state: 'COMPLETED', paymentDetails: [{ ...first, state: 'COMPLETED' }] }
}

describe('while the order of a failed debit needs review, because its late payment could not be returned,', () => {
  /** A shop whose second cycle waits for a person. The provider announces the second debit of the cycle already. */
  async function openReviewed() {
    const { told, wrapProvider } = lying('sub-7-2-1', paidAfterAll)
    const shop = await openSubscriptionShop(createTestGateway, { wrapProvider })
    const { activate, until, sandbox, gateway, drainJobs, rows } = shop
    await activate()
    await until(SECOND - HOUR_MS)
    await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 4 })
    await until(SECOND + 2 * DAY_MS)
    told.isOn = true
    await gateway.orders.sync('sub-7-2-1')
    await drainJobs()
    expect(await rows('select "merchantOrderId" from galla.orders where "needsReview" is not null')).toEqual([
      { merchantOrderId: 'sub-7-2-1' },
    ])
    return shop
  }

  it('the cycle is not debited again, and is debited once a person has resolved the review', async () => {
    const shop = await openReviewed()
    const { until, pass, cycles, debited, rows } = shop
    await until(SECOND + 3 * DAY_MS)
    expect(await rows(`select "state" from galla.orders where "merchantOrderId" = 'sub-7-2-2'`)).toHaveLength(1)
    expect(await rows(`select from galla.debit_tries where "merchantOrderId" <> 'sub-7-2-1'`)).toEqual([])
    await withProcesses(shop, 1, async ([context]) => {
      if (context) await resolveReview(context, 'sub-7-2-1', { note: 'returned by hand' })
    })
    await pass(DAY_MS)
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: 'PAID' }])
    expect(await debited()).toEqual(['sub-7-2-2'])
  })

  it('the cycle ends as failed, and the subscription is halted, if nobody resolves the review', async () => {
    const { until, cycles, debited, eventsOf, read } = await openReviewed()
    await until(inIndia('2027-03-10', '09:00'))
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: 'FAILED' }])
    expect(await debited()).toEqual([])
    expect(await read()).toMatchObject({ state: 'HALTED', haltedFor: 'debits-failed' })
    expect(eventsOf('halted')).toHaveLength(1)
  })
})

it('a paid bill that needs review, because the provider contradicts itself, does not keep the later cycles from being billed', async () => {
  const { told, wrapProvider } = lying('sub-7-1-1', (status) => ({
    ...status,
    state: 'FAILED',
    errorCode: 'X',
    paymentDetails: [],
  }))
  const { activate, until, cycles, gateway, drainJobs, rows } = await openSubscriptionShop(createTestGateway, {
    wrapProvider,
  })
  await activate()
  await until(inIndia('2027-01-12'))
  told.isOn = true
  await gateway.orders.sync('sub-7-1-1')
  await drainJobs()
  expect(await rows('select "state", "needsReview" is not null as "needsReview" from galla.orders')).toEqual([
    { state: 'COMPLETED', needsReview: true },
  ])
  await until(inIndia('2027-03-10', '09:00'))
  expect((await cycles()).map(({ outcome }) => outcome)).toEqual(['PAID', 'PAID', 'PAID'])
})
