import type { Call } from './call.ts'
import { bodyFields, checkKnown, checkText, type Fields, optionalFields, optionalFlag } from './checks.ts'
import { badField } from './error-bodies.ts'
import { aboutOrder, newOrder, openedReply, pageUrl, parseOrder } from './open-order.ts'
import { parsePageFlow } from './page-flow.ts'
import { ok, type Reply } from './reply.ts'

const KNOWN = new Set(
  'merchantOrderId amount expireAfter metaInfo paymentFlow disablePaymentRetry prefillUserLoginDetails constraints'.split(
    ' ',
  ),
)

/** `POST /checkout/v2/pay`: an order for the hosted page. */
export function standardPay({ provider, body }: Call): Reply {
  const { quirks } = provider.settings
  const fields = bodyFields(body)
  checkKnown(fields, KNOWN, quirks.unknownFields === 'refused')
  const facts = parseOrder(fields, { defaultExpirySec: quirks.pageExpirySec, maxExpirySec: 3600 })
  const flow = parsePageFlow(fields, ['PG_CHECKOUT'], quirks)
  const retryDisabled = optionalFlag(fields.disablePaymentRetry, 'disablePaymentRetry')
  const order = newOrder(provider, 'STANDARD', facts, { ...flow, retryDisabled, ...phoneOf(fields) })
  provider.ledger.openOrder(order)
  return ok({ ...openedReply(order), redirectUrl: pageUrl(provider, order) }, aboutOrder(order))
}

function phoneOf(fields: Fields): { phoneNumber?: string } {
  const details = optionalFields(fields.prefillUserLoginDetails, 'prefillUserLoginDetails')
  if (!details) return {}
  const field = 'prefillUserLoginDetails.phoneNumber'
  const phoneNumber = checkText(details.phoneNumber, field)
  if (!/^(\d{10}|\+[1-9]\d{6,14})$/.test(phoneNumber))
    throw badField(field, 'must have ten digits, or be written like +91….')
  return { phoneNumber }
}
