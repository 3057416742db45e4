import { builderOf, type Setters } from '../builder.ts'
import { CollectPaymentV2Instrument, VpaCollectPaymentDetails } from '../instruments/collect.ts'
import type { CustomCheckoutPayRequest } from '../requests/custom-pay.ts'
import { customRequest } from './custom-request.ts'
import { ORDER_FIELDS, type OrderFields } from './order-fields.ts'

interface Fields extends OrderFields {
  vpa: string
  message?: string | undefined
  /** The payer's browser: `Windows`, `iOS`, `Android`, `Mac OS` or `Other`. */
  deviceOS?: string | undefined
}

export interface UpiCollectPayViaVpaRequestBuilder extends Setters<Fields, UpiCollectPayViaVpaRequestBuilder> {
  build(): CustomCheckoutPayRequest
}

export const UpiCollectPayViaVpaRequestBuilder: new () => UpiCollectPayViaVpaRequestBuilder = builderOf<
  Fields,
  UpiCollectPayViaVpaRequestBuilder
>([...ORDER_FIELDS, 'vpa', 'message', 'deviceOS'], (set) =>
  customRequest(set, new CollectPaymentV2Instrument(new VpaCollectPaymentDetails(set.vpa), set.message), {
    deviceOS: set.deviceOS,
  }),
)
