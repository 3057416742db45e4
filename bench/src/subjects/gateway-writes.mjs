import { createGateway } from '@galla/gateway'
import { Galla, paise } from '@galla/sdk'
import { CALLBACK_HEADERS, CLASSIC, CONNECTIONS, callbackBody, GATEWAY_CLIENT, ORDER } from '../lib/inputs.mjs'

/** The gateway through its public API, with the SDK's client and the bench's provider. */
export async function prepare(input) {
  const { connection, origin, orders = 'own' } = JSON.parse(input)
  const { clientId, clientSecret } = GATEWAY_CLIENT
  const hosts = {
    pg: `${origin}/${orders}/pg`,
    cards: `${origin}/${orders}/pg`,
    identity: `${origin}/identity`,
    events: `${origin}/events`,
  }
  const gateway = await createGateway({
    ...GATEWAY_CLIENT,
    client: new Galla({ clientId, clientSecret, clientVersion: 1, hosts }),
    callbackCredentials: { username: CLASSIC.username, password: CLASSIC.password },
    database: { ...connection, max: CONNECTIONS },
  })
  const amount = paise(ORDER.amount)
  let callbacks = 0
  let carts = 0
  const started = []
  return {
    async receive() {
      callbacks += 1
      const { verdict } = await gateway.callbacks.receive({
        headers: { ...CALLBACK_HEADERS },
        body: Buffer.from(callbackBody(callbacks)),
      })
      if (verdict !== 'accepted') throw new Error(`The verdict on a callback is ${verdict}, not accepted`)
    },
    async start() {
      carts += 1
      const { order } = await gateway.orders.start({
        reference: `cart-${carts}`,
        amount,
        checkout: 'STANDARD',
        redirectUrl: ORDER.redirectUrl,
        metaInfo: { udf1: 'cart-77' },
      })
      started.push(order.merchantOrderId)
    },
    async complete() {
      const { state } = await gateway.orders.sync(started.pop())
      if (state !== 'COMPLETED') throw new Error(`The state of an order is ${state}, not COMPLETED`)
    },
  }
}
