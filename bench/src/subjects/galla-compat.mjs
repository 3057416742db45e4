import { Env, MetaInfo, StandardCheckoutClient, StandardCheckoutPayRequest } from '@galla/sdk/compat'
import { ORDER } from '../lib/inputs.mjs'

/** The official package's API on top of Galla: what a merchant has after changing one import. */
export async function prepare(origin) {
  const hosts = { pg: `${origin}/pg`, identity: `${origin}/identity` }
  const client = StandardCheckoutClient.getInstance('bench', 'secret', 1, Env.SANDBOX, false, { hosts })
  return {
    pay: (index) =>
      client.pay(
        StandardCheckoutPayRequest.builder()
          .merchantOrderId(`order-${index}`)
          .amount(ORDER.amount)
          .redirectUrl(ORDER.redirectUrl)
          .metaInfo(MetaInfo.builder().udf1('cart-77').build())
          .build(),
      ),
    status: (index) => client.getOrderStatus(`order-${index}`),
  }
}
