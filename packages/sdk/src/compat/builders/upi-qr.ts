import { builderOf, type Setters } from '../builder.ts'
import { UpiQrPaymentV2Instrument } from '../instruments/upi-qr.ts'
import type { CustomCheckoutPayRequest } from '../requests/custom-pay.ts'
import { customRequest } from './custom-request.ts'
import { ORDER_FIELDS, type OrderFields } from './order-fields.ts'

export interface UpiQrRequestBuilder extends Setters<OrderFields, UpiQrRequestBuilder> {
  build(): CustomCheckoutPayRequest
}

export const UpiQrRequestBuilder: new () => UpiQrRequestBuilder = builderOf<OrderFields, UpiQrRequestBuilder>(
  ORDER_FIELDS,
  (set) => customRequest(set, new UpiQrPaymentV2Instrument()),
)
