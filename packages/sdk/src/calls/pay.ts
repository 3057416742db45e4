import type { CustomPayBody, StandardPayBody } from '@galla/contract/provider/requests'
import { invalid, objectField, optionalFlag, optionalText } from '../checks/fields.ts'
import { checkOrder } from '../checks/order.ts'
import { checkPaymentMode, needsRedirect } from '../checks/payment-mode.ts'
import { checkRedirectUrl } from '../checks/urls.ts'
import { type Call, callOf } from './call.ts'

/** `POST /checkout/v2/pay` */
export function standardPay(body: StandardPayBody): Call {
  checkOrder(body)
  const { merchantUrls, message } = body.paymentFlow
  optionalText(message, 'message')
  optionalFlag(body.disablePaymentRetry, 'disablePaymentRetry')
  if (merchantUrls?.redirectUrl !== undefined) checkRedirectUrl(merchantUrls.redirectUrl)
  return callOf('standardPay', { merchantOrderId: body.merchantOrderId }, { body })
}

/** `POST /payments/v2/pay`; cards and tokens go to the card host. The payer's system travels as a header, for collect only. */
export function customPay(body: CustomPayBody, deviceOS?: string): Call {
  checkOrder(body)
  const { paymentMode, merchantUrls } = body.paymentFlow
  checkPaymentMode(paymentMode)
  if (body.deviceContext !== undefined) objectField(body.deviceContext, 'deviceContext')
  optionalText(deviceOS, 'paymentMode.deviceOS')
  const redirectUrl = merchantUrls?.redirectUrl
  if (redirectUrl !== undefined) checkRedirectUrl(redirectUrl)
  else if (needsRedirect(paymentMode))
    throw invalid('redirectUrl', `is needed for ${paymentMode.type}: the payer comes back to it`)
  const toCards = paymentMode.type === 'CARD' || paymentMode.type === 'TOKEN'
  return callOf(
    'customPay',
    { merchantOrderId: body.merchantOrderId },
    {
      body,
      host: toCards ? 'cards' : 'pg',
      ...(deviceOS === undefined ? {} : { headers: { 'x-device-os': deviceOS } }),
    },
  )
}
