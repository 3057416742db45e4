import { ORDER } from '../lib/inputs.mjs'
import { missingBuild } from '../lib/sdk-subject.mjs'

/** The official package's API on top of Galla: what a merchant has after changing one import. */
export async function prepare(origin) {
  const missing = missingBuild('compat')
  if (missing) return { missing }
  const { Env, MetaInfo, StandardCheckoutClient, StandardCheckoutPayRequest } = await import('@galla/sdk/compat')
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
