import type { PaymentV2Instrument } from '../instruments/payment-instrument.ts'
import { CustomCheckoutPayRequest } from '../requests/custom-pay.ts'
import type { DeviceContext } from '../requests/device-context.ts'
import { PgPaymentFlow } from '../requests/payment-flow.ts'
import type { OrderFields } from './order-fields.ts'

/** Where every instrument's builder ends. */
export function customRequest(
  order: OrderFields,
  paymentMode: PaymentV2Instrument,
  more: {
    redirectUrl?: string | undefined
    deviceContext?: DeviceContext | undefined
    deviceOS?: string | undefined
  } = {},
): CustomCheckoutPayRequest {
  return new CustomCheckoutPayRequest(
    order.merchantOrderId,
    order.amount,
    new PgPaymentFlow(paymentMode, more.redirectUrl),
    order.expireAfter,
    order.metaInfo,
    order.constraints,
    more.deviceContext,
    more.deviceOS,
  )
}
