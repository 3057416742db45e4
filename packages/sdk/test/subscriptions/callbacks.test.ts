import recorded from '@galla/contract/vectors/autopay/callbacks.json' with { type: 'json' }
import { createCallbacks } from '@galla/sdk'
import { sign } from '@galla/sdk/testing'
import { describe, expect, it } from 'vitest'

const credential = { username: 'shop_hook', password: 'Passw0rd99' }
const verify = async (message: unknown) => {
  const body = JSON.stringify(message)
  return createCallbacks(credential).verify({ headers: await sign(body, credential), body })
}

describe('callbacks about mandates', () => {
  it.each(recorded.cases.map((one) => [one.name, one] as const))('%s', async (_, { body, expect: expected }) => {
    const { kind, event, merchantSubscriptionId, state, ...more } = expected
    const read = await verify(body)
    expect(read).toMatchObject({ kind, event, merchantSubscriptionId, payload: { state } })
    if ('flow' in more) expect(read.payload).toMatchObject({ paymentFlow: more.flow })
  })

  it('removes times that are null', async () => {
    const { body } = recorded.cases.find(({ name }) => name === 'not notified, times missing') ?? { body: undefined }
    const { payload } = await verify(body)
    expect((payload as { paymentFlow: object }).paymentFlow).not.toHaveProperty('validAfter')
  })

  it('leaves payments on the hosted page as they are', async () => {
    const payload = {
      orderId: 'OMO1',
      state: 'COMPLETED',
      amount: 100,
      expireAt: 1,
      paymentFlow: { type: 'PG_CHECKOUT' },
    }
    expect(await verify({ event: 'checkout.order.completed', payload })).toMatchObject({ kind: 'order' })
  })

  it.each([
    ['subscription.redemption.order.cancelled', 'unknown'],
    ['subscription.invented', 'unknown'],
  ])('%s stays an %s event with its name and payload', async (event, kind) => {
    const payload = { merchantSubscriptionId: 'sub_7f2' }
    expect(await verify({ event, payload })).toMatchObject({ kind, event, payload })
  })

  it.each([[[]], ['x'], [7]])('a payload of %j is unknown', async (payload) => {
    expect(await verify({ event: 'subscription.paused', payload })).toMatchObject({ kind: 'unknown' })
  })

  it('a mandate id that is not text is empty', async () => {
    const payload = { paymentFlow: { merchantSubscriptionId: 7 }, merchantSubscriptionId: {} }
    expect(await verify({ event: 'subscription.revoked', payload })).toMatchObject({ merchantSubscriptionId: '' })
  })
})
