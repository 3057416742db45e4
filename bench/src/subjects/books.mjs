import { createGateway } from '@galla/gateway'
import { cannedProvider } from '../lib/canned-provider.mjs'
import { CLASSIC, ORDER } from '../lib/inputs.mjs'
import { CALLBACK_HEADERS, CONNECTIONS, callbackBody, SHOP } from '../lib/shop.mjs'

/** The gateway through its door, over a provider that answers at once. */
export async function prepare(connection) {
  const gateway = await createGateway({
    ...SHOP,
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
      if (verdict !== 'accepted') throw new Error(`A callback was ${verdict}`)
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
    async settle() {
      const { state } = await gateway.orders.sync(started.pop())
      if (state !== 'COMPLETED') throw new Error(`An order was settled as ${state}`)
    },
  }
}
