import { builderOf, type Setters } from '../builder.ts'
import { IntentPaymentV2Instrument } from '../instruments/intent.ts'
import type { CustomCheckoutPayRequest } from '../requests/custom-pay.ts'
import { DeviceContext } from '../requests/device-context.ts'
import { customRequest } from './custom-request.ts'
import { ORDER_FIELDS, type OrderFields } from './order-fields.ts'

interface Fields extends OrderFields {
  targetApp?: string | undefined
  /** `ANDROID` or `IOS`: part of the body here, not a header. */
  deviceOS?: string | undefined
  merchantCallBackScheme?: string | undefined
}

export interface UpiIntentPayRequestBuilder extends Setters<Fields, UpiIntentPayRequestBuilder> {
  build(): CustomCheckoutPayRequest
}

export const UpiIntentPayRequestBuilder: new () => UpiIntentPayRequestBuilder = builderOf<
  Fields,
  UpiIntentPayRequestBuilder
>([...ORDER_FIELDS, 'targetApp', 'deviceOS', 'merchantCallBackScheme'], (set) =>
  customRequest(set, new IntentPaymentV2Instrument(set.targetApp), {
    deviceContext: new DeviceContext(set.deviceOS, set.merchantCallBackScheme),
  }),
)
