import { builderOf, type Setters } from '../builder.ts'
import { CollectPaymentV2Instrument, PhoneNumberCollectPaymentDetails } from '../instruments/collect.ts'
import type { CustomCheckoutPayRequest } from '../requests/custom-pay.ts'
import { customRequest } from './custom-request.ts'
import { ORDER_FIELDS, type OrderFields } from './order-fields.ts'

interface Fields extends OrderFields {
  phoneNumber: string
  message?: string | undefined
  /** The payer's browser: `Windows`, `iOS`, `Android`, `Mac OS` or `Other`. */
  deviceOS?: string | undefined
}

export interface UpiCollectPayViaPhoneNumberRequestBuilder
  extends Setters<Fields, UpiCollectPayViaPhoneNumberRequestBuilder> {
  build(): CustomCheckoutPayRequest
}

export const UpiCollectPayViaPhoneNumberRequestBuilder: new () => UpiCollectPayViaPhoneNumberRequestBuilder = builderOf<
  Fields,
  UpiCollectPayViaPhoneNumberRequestBuilder
>([...ORDER_FIELDS, 'phoneNumber', 'message', 'deviceOS'], (set) =>
  customRequest(
    set,
    new CollectPaymentV2Instrument(new PhoneNumberCollectPaymentDetails(set.phoneNumber), set.message),
    { deviceOS: set.deviceOS },
  ),
)
