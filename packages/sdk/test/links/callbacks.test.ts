import vectors from '@galla/contract/vectors/wire/payment-links.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { createCallbacks } from '../../src/index.ts'
import { sign } from '../../src/testing.ts'

const credential = { username: 'shop', password: 'Passw0rd99' }
const verify = async (message: object) => {
  const body = JSON.stringify(message)
  return createCallbacks([credential]).verify({ headers: await sign(body, credential), body })
}

describe('a callback about a link', () => {
  it('has a kind of its own, with the order as its payload', async () => {
    const event = await verify(vectors.callback)
    expect(event).toMatchObject({ kind: 'link', event: 'paylink.order.completed' })
    expect(event.payload).toMatchObject({ merchantOrderId: 'inv_2025_0042', state: 'COMPLETED', amount: 129_900 })
  })

  it.each(['FAILED', 'EXPIRED'])('keeps the state %s of a failed link', async (state) => {
    const { payload } = vectors.callback
    const event = await verify({ event: 'paylink.order.failed', payload: { ...payload, state } })
    expect(event).toMatchObject({ kind: 'link', event: 'paylink.order.failed', payload: { state } })
  })

  it('is known by the upper-case type of older callbacks', async () => {
    const event = await verify({ type: 'PAYLINK_ORDER_COMPLETED', payload: vectors.callback.payload })
    expect(event).toMatchObject({ kind: 'link', event: 'paylink.order.completed' })
  })

  it('of an unknown event is unknown', async () => {
    const event = await verify({ event: 'paylink.order.opened', payload: vectors.callback.payload })
    expect(event).toMatchObject({ kind: 'unknown', event: 'paylink.order.opened' })
  })
})
