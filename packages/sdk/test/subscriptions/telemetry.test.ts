import { paise } from '@galla/contract/money'
import type { TelemetryBatch } from '@galla/contract/provider/telemetry'
import { expect, it } from 'vitest'
import { failureOf, fakePorts, recorded } from '../support/client.ts'
import { response } from '../support/recording-fetch.ts'
import { customSetup, REPLY } from './support.ts'

it('reports calls about mandates as the official clients do (autopay §7)', async () => {
  const { galla, wire } = recorded(
    ({ path }) => {
      if (path.includes('oauth')) return undefined
      if (path.endsWith('/cancel')) return response({ code: 'INVALID_SUBSCRIPTION_STATE' }, 400)
      return response(REPLY)
    },
    { environment: 'PRODUCTION', telemetry: true },
    fakePorts(),
  )
  const { subscriptions } = galla
  await subscriptions.setup(customSetup({ expireAt: 1_800_000_000_000, subscriptionExpireAt: 1_876_000_000_000 }))
  await subscriptions.notify({ merchantOrderId: 'o-2', merchantSubscriptionId: 'sub-7', amount: paise(19_900) })
  await subscriptions.redeem({ merchantOrderId: 'o-2' })
  await subscriptions.getOrderStatus({ merchantOrderId: 'o-2', details: true })
  await failureOf(subscriptions.cancel({ merchantSubscriptionId: 'sub-7' }))
  await galla.close()
  const events = wire.requests
    .filter(({ path }) => path.endsWith('/events/batch'))
    .flatMap((batch) => (batch.json() as TelemetryBatch).events)
    .filter(({ data }) => data.flowType === 'SUBSCRIPTION')
  const of = (name: string) => events.find(({ eventName }) => eventName === name)
  expect(events.map(({ eventName }) => eventName)).toEqual([
    'SUBSCRIPTION_CLIENT_INITIALIZED',
    'SETUP_SUCCESS',
    'NOTIFY_SUCCESS',
    'REDEEM_SUCCESS',
    'ORDER_STATUS_SUCCESS',
    'CANCEL_FAILED',
  ])
  expect(of('SETUP_SUCCESS')).toMatchObject({
    merchantOrderId: 'sub-7-setup',
    data: {
      apiPath: '/subscriptions/v2/setup',
      amount: 200,
      paymentInstrument: 'UPI_INTENT',
      targetApp: 'com.phonepe.app',
      deviceContext: { deviceOS: 'ANDROID' },
      merchantSubscriptionId: 'sub-7',
      orderExpireAt: 1_800_000_000_000,
      subscriptionExpireAt: 1_876_000_000_000,
      eventState: 'SUCCESS',
    },
  })
  expect(of('REDEEM_SUCCESS')).toMatchObject({ merchantOrderId: 'o-2', data: { apiPath: '/subscriptions/v2/redeem' } })
  expect(of('ORDER_STATUS_SUCCESS')?.data.apiPath).toBe('/subscriptions/v2/order/o-2/status')
  expect(of('CANCEL_FAILED')).toMatchObject({
    data: { merchantSubscriptionId: 'sub-7', eventState: 'FAILED', exceptionClass: 'BadRequest' },
  })
})
