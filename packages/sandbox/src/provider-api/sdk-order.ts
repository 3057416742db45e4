import type { Handler } from './call.ts'
import { bodyFields, checkKnown, optionalFlag } from './checks.ts'
import { aboutOrder, newOrder, openedReply, parseOrder } from './open-order.ts'
import { parsePageFlow } from './page-flow.ts'
import { ok } from './reply.ts'

const KNOWN = new Set(
  'merchantOrderId amount expireAfter metaInfo paymentFlow disablePaymentRetry constraints'.split(' '),
)

/** `POST …/v2/sdk/order`: an order for a mobile app, which gets the page's token instead of its address. */
function sdkOrder(product: 'STANDARD_SDK' | 'CUSTOM_SDK', flowTypes: readonly string[]): Handler {
  return ({ provider, body }) => {
    const { quirks } = provider.settings
    const fields = bodyFields(body)
    checkKnown(fields, KNOWN, quirks.unknownFields === 'refused')
    const facts = parseOrder(fields, { defaultExpirySec: quirks.pageExpirySec, maxExpirySec: 3600 })
    const flow = parsePageFlow(fields, flowTypes, { ...quirks, redirectUrlRequired: false })
    const retryDisabled = optionalFlag(fields.disablePaymentRetry, 'disablePaymentRetry')
    const order = newOrder(provider, product, facts, { ...flow, retryDisabled })
    provider.ledger.openOrder(order)
    return ok({ ...openedReply(order), token: order.pageToken }, aboutOrder(order))
  }
}

export const standardSdkOrder: Handler = sdkOrder('STANDARD_SDK', ['PG_CHECKOUT'])

/** The documentation says `PG`, the official Node client sends `PG_CHECKOUT`; both are taken. */
export const customSdkOrder: Handler = sdkOrder('CUSTOM_SDK', ['PG', 'PG_CHECKOUT'])
