import type { SdkOrderBody } from '@galla/contract/provider/requests'
import { optionalFlag, optionalText } from '../checks/fields.ts'
import { checkOrder } from '../checks/order.ts'
import { checkRedirectUrl } from '../checks/urls.ts'
import { type Call, callOf } from './call.ts'

/** `POST /checkout/v2/sdk/order` and `POST /payments/v2/sdk/order`: an order whose token the merchant's mobile app uses. */
export function sdkOrder(endpoint: 'standardSdkOrder' | 'customSdkOrder', body: SdkOrderBody): Call {
  checkOrder(body)
  const { merchantUrls, message } = body.paymentFlow
  optionalText(message, 'message')
  optionalFlag(body.disablePaymentRetry, 'disablePaymentRetry')
  if (merchantUrls?.redirectUrl !== undefined) checkRedirectUrl(merchantUrls.redirectUrl)
  return callOf(endpoint, { merchantOrderId: body.merchantOrderId }, { body })
}
