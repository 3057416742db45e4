import { createGateway } from '@galla/gateway'
import { cannedProvider } from '../lib/canned-provider.mjs'
import { CALLBACK_HEADERS, CLASSIC, CONNECTIONS, callbackBody, GATEWAY_CLIENT, ORDER } from '../lib/inputs.mjs'

/** The gateway through its public API, with a provider that replies at once. */
export async function prepare(connection) {
  const gateway = await createGateway({
    ...GATEWAY_CLIENT,
    client: cannedProvider({ state: 'COMPLETED', amount: ORDER.amount }),
    callbackCredentials: { username: CLASSIC.username, password: CLASSIC.password },
    database: { ...JSON.parse(connection), max: CONNECTIONS },
  })
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
        amount: ORDER.amount,
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
