import { createRequire } from 'node:module'
import { BODY, CLASSIC, ORDER } from '../lib/inputs.mjs'

const require = createRequire(import.meta.url)

/** The official package in SANDBOX, where it publishes no events: its cheapest configuration. */
export async function prepare(origin) {
  // Its hosts are an exported table that it reads when a client is created, so its code is not patched.
  const { BaseUrl } = require('@phonepe-pg/pg-sdk-node/dist/common/constants/BaseUrl.js')
  Object.assign(BaseUrl.SANDBOX, { PG_HOST_URL: `${origin}/pg`, OAUTH_HOST_URL: `${origin}/identity` })
  const official = require('@phonepe-pg/pg-sdk-node')
  const client = official.StandardCheckoutClient.getInstance('bench', 'secret', 1, official.Env.SANDBOX, false)
  return {
    pay: (index) =>
      client.pay(
        official.StandardCheckoutPayRequest.builder()
          .merchantOrderId(`order-${index}`)
          .amount(ORDER.amount)
          .redirectUrl(ORDER.redirectUrl)
          .metaInfo(official.MetaInfo.builder().udf1('cart-77').build())
          .build(),
      ),
    status: (index) => client.getOrderStatus(`order-${index}`),
    verifyClassic(count) {
      for (let turn = 0; turn < count; turn += 1) {
        client.validateCallback(CLASSIC.username, CLASSIC.password, CLASSIC.authorization, BODY)
      }
    },
    enqueueFull: fullQueue(),
  }
}

/** Its full queue. Its warning per event is silenced, which is in its favour. */
function fullQueue() {
  const { EventQueueHandler } = require('@phonepe-pg/pg-sdk-node/dist/common/events/EventQueueHandler.js')
  const {
    QueuedEventPublisher,
  } = require('@phonepe-pg/pg-sdk-node/dist/common/events/publisher/QueuedEventPublisher.js')
  console.warn = () => undefined
  const queue = new EventQueueHandler(20_000)
  const publisher = new QueuedEventPublisher(undefined, '', queue)
  const event = { eventName: 'PAY_SUCCESS', eventTime: 0, data: {} }
  return async (count) => {
    while (queue.size() < 20_000) await publisher.send(event)
    for (let turn = 0; turn < count; turn += 1) await publisher.send(event)
  }
}
