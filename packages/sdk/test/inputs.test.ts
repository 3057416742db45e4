import { describe, expect, it } from 'vitest'
import type { Galla } from '../src/index.ts'
import { failureOf, recorded } from './support/client.ts'

type AnyMethod = (input: unknown) => Promise<unknown>

/** Every method that calls the provider. */
const METHODS: readonly (readonly [string, (galla: Galla) => unknown])[] = [
  ['standardCheckout.pay', ({ standardCheckout }) => standardCheckout.pay],
  ['standardCheckout.createSdkOrder', ({ standardCheckout }) => standardCheckout.createSdkOrder],
  ['standardCheckout.getOrderStatus', ({ standardCheckout }) => standardCheckout.getOrderStatus],
  ['standardCheckout.getTransactionStatus', ({ standardCheckout }) => standardCheckout.getTransactionStatus],
  ['standardCheckout.waitForOrder', ({ standardCheckout }) => standardCheckout.waitForOrder],
  ['customCheckout.pay', ({ customCheckout }) => customCheckout.pay],
  ['customCheckout.createSdkOrder', ({ customCheckout }) => customCheckout.createSdkOrder],
  ['customCheckout.getOrderStatus', ({ customCheckout }) => customCheckout.getOrderStatus],
  ['customCheckout.getTransactionStatus', ({ customCheckout }) => customCheckout.getTransactionStatus],
  ['customCheckout.waitForOrder', ({ customCheckout }) => customCheckout.waitForOrder],
  ['refunds.create', ({ refunds }) => refunds.create],
  ['refunds.getStatus', ({ refunds }) => refunds.getStatus],
  ['refunds.wait', ({ refunds }) => refunds.wait],
  ['upi.validate', ({ upi }) => upi.validate],
  ['request', ({ request }) => request],
]

describe.each(METHODS)('%s', (name, method) => {
  it.each([undefined, null, 'order-1', 42, ['order-1']])(
    'rejects the input %j because it is not an object',
    async (input) => {
      const { galla, wire } = recorded()
      const error = await failureOf((method(galla) as AnyMethod)(input))
      expect(error).toMatchObject({ kind: 'invalid-request', field: 'input', outcome: 'not-sent' })
      expect(wire.requests).toEqual([])
    },
  )

  it('rejects an empty object and names the missing field', async () => {
    const { galla, wire } = recorded()
    const error = await failureOf((method(galla) as AnyMethod)({}))
    if (name === 'request') expect(error).toMatchObject({ kind: 'method-not-supported' })
    else
      expect(error).toMatchObject({
        kind: 'invalid-request',
        field: expect.stringMatching(/^(merchant\w+Id|transactionId|type|paymentMode)$/),
      })
    expect(wire.requests).toEqual([])
  })
})

describe('invalid fields', () => {
  const upi = (input: object) => recorded().galla.upi.validate(input as { type: 'VPA'; vpa: string })
  const pay = (more: object) =>
    recorded().galla.standardCheckout.pay({ merchantOrderId: 'order-1', amount: 100, ...more } as never)

  it.each([
    [() => upi({ type: 'EMAIL' }), 'type'],
    [() => upi({ type: 'VPA', vpa: ' ' }), 'vpa'],
    [() => upi({ type: 'UPI_NUMBER', vpa: 'a@b' }), 'upiNumber'],
    [() => pay({ message: 7 }), 'message'],
    [() => pay({ redirectUrl: 'javascript:alert(1)' }), 'redirectUrl'],
    [() => pay({ disablePaymentRetry: 'no' }), 'disablePaymentRetry'],
    [() => pay({ merchantOrderId: 'a/b' }), 'merchantOrderId'],
  ])('rejects $1 by name', async (work, field) => {
    expect(await failureOf(work())).toMatchObject({ kind: 'invalid-request', field })
  })
})
