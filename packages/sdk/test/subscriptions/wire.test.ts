import recorded from '@galla/contract/vectors/autopay/requests.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import type { CustomMandateSetup, Galla, Notice } from '../../src/index.ts'
import { fakePorts, recorded as recordingClient } from '../support/client.ts'
import { response } from '../support/recording-fetch.ts'
import { hostedSetup, REPLY } from './support.ts'

type Fields = { readonly [name: string]: unknown }
type Recording = (typeof recorded.cases)[number]

/** The arguments of the official client as input of ours. */
function inputOf(fields: Fields): object {
  const camel = Object.entries(fields).map(([name, value]) => [
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  return Object.fromEntries(camel)
}

function setupOf(method: string, fields: Fields): CustomMandateSetup {
  const { deviceOs, merchantCallbackScheme, targetApp, vpa, message, orderExpireAt, ...rest } = inputOf(
    fields,
  ) as Fields
  return {
    ...rest,
    checkout: 'custom',
    expireAt: orderExpireAt,
    deviceContext: { deviceOS: deviceOs ?? 'ANDROID', merchantCallBackScheme: merchantCallbackScheme },
    paymentMode:
      method === 'setup intent'
        ? { type: 'UPI_INTENT', targetApp }
        : { type: 'UPI_COLLECT', details: { type: 'VPA', vpa }, message },
  } as unknown as CustomMandateSetup
}

function replay({ subscriptions }: Galla, { call }: Recording): Promise<unknown> {
  const fields: Fields = call.fields
  switch (call.method) {
    case 'setup intent':
    case 'setup collect':
      return subscriptions.setup(setupOf(call.method, fields))
    case 'notify':
      return subscriptions.notify(inputOf(fields) as Notice)
    default: {
      const method = subscriptions[call.method as 'getStatus'] as (input: object) => Promise<unknown>
      return method(inputOf(fields))
    }
  }
}

/** The official client sends null for what was not set; ours always names the device, which the documentation requires. */
function withoutEmpty(body: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(body), (_, value) => (value === null ? undefined : value))
  if (copy?.deviceContext) {
    delete copy.deviceContext.merchantCallbackScheme
    delete copy.deviceContext.merchantCallBackScheme
  }
  if (copy?.paymentFlow?.paymentMode?.type === 'UPI_COLLECT') delete copy.deviceContext
  return copy
}

describe('requests equal those of the official Python client', () => {
  it.each(recorded.cases.map((one) => [one.name, one] as const))('%s', async (_, recording) => {
    const { galla, wire } = recordingClient(
      ({ path }) => (path.includes('/oauth/') ? undefined : response(REPLY)),
      { platform: { name: 'BACKEND_PYTHON_SDK', version: '2.3.0' } },
      fakePorts(),
    )
    await replay(galla, recording)
    const sent = wire.single()
    expect(sent.method).toBe(recording.wire.method)
    expect(sent.path).toBe(`/apis/pg-sandbox${recording.wire.path}`)
    expect(sent.query).toBe(recording.wire.query)
    const { authorization: _token, ...headers } = recording.wire.headers
    expect(sent.headers).toMatchObject(headers)
    if (recording.wire.body !== null) expect(withoutEmpty(sent.json())).toEqual(withoutEmpty(recording.wire.body))
    else expect(sent.text).toBeUndefined()
  })
})

describe('the family of the hosted page', () => {
  const order = { merchantOrderId: 'o-1', checkout: 'standard' } as const
  const mandate = { merchantSubscriptionId: 's-1', checkout: 'standard' } as const
  const ROWS: readonly (readonly [string, string, (galla: Galla) => Promise<unknown>])[] = [
    ['POST', '/checkout/v2/pay', ({ subscriptions }) => subscriptions.setup(hostedSetup())],
    [
      'POST',
      '/checkout/v2/sdk/order',
      ({ subscriptions }) => subscriptions.setup({ ...hostedSetup(), checkout: 'mobile' }),
    ],
    [
      'POST',
      '/checkout/v2/subscriptions/notify',
      ({ subscriptions }) => subscriptions.notify({ ...order, ...mandate, amount: 19900 as never }),
    ],
    ['POST', '/checkout/v2/subscriptions/redeem', ({ subscriptions }) => subscriptions.redeem(order)],
    ['GET', '/checkout/v2/subscriptions/s-1/status', ({ subscriptions }) => subscriptions.getStatus(mandate)],
    ['POST', '/checkout/v2/subscriptions/s-1/cancel', ({ subscriptions }) => subscriptions.cancel(mandate)],
    ['GET', '/checkout/v2/order/o-1/status', ({ subscriptions }) => subscriptions.getOrderStatus(order)],
    [
      'GET',
      '/checkout/v2/transaction/OM1/status',
      ({ subscriptions }) => subscriptions.getTransactionStatus({ transactionId: 'OM1', checkout: 'standard' }),
    ],
  ]
  it.each(ROWS)('%s %s', async (method, path, call) => {
    const { galla, wire } = recordingClient((request) =>
      request.path.includes('/oauth/') ? undefined : response(REPLY),
    )
    await call(galla)
    expect(wire.single()).toMatchObject({ method, path: `/apis/pg-sandbox${path}` })
  })

  it('sends the terms as subscriptionDetails, and always an expiry', async () => {
    const { galla, wire } = recordingClient((request) =>
      request.path.includes('/oauth/') ? undefined : response(REPLY),
    )
    await galla.subscriptions.setup(hostedSetup())
    expect(wire.single().json()).toEqual({
      merchantOrderId: 'sub-7-setup',
      amount: 19900,
      expireAfter: 1200,
      paymentFlow: {
        type: 'SUBSCRIPTION_CHECKOUT_SETUP',
        merchantUrls: { redirectUrl: 'https://shop.example/thanks' },
        subscriptionDetails: {
          subscriptionType: 'RECURRING',
          productType: 'UPI_MANDATE',
          merchantSubscriptionId: 'sub-7',
          authWorkflowType: 'TRANSACTION',
          amountType: 'FIXED',
          maxAmount: 19900,
          frequency: 'MONTHLY',
          expireAt: 2_000_000_000_000,
        },
      },
    })
    expect(wire.single().headers['x-source-version']).toBe('2.0.1')
  })

  it('leaves the header of payments as it is', async () => {
    const { galla, wire } = recordingClient()
    await galla.standardCheckout.getOrderStatus({ merchantOrderId: 'o-1' })
    expect(wire.single().headers['x-source-version']).toBe('V2')
  })
})
