import type { Parts } from '../assemble.ts'
import { customPay } from '../calls/pay.ts'
import { sdkOrder } from '../calls/sdk-order.ts'
import { askFor, Client, equip, shared } from './client.ts'
import type { Env } from './env.ts'
import type { CompatOptions } from './options.ts'
import { bodyOf } from './requests/body-of.ts'
import type { CustomCheckoutPayRequest } from './requests/custom-pay.ts'
import type { CreateSdkOrderRequest } from './requests/sdk-order.ts'
import { CreateSdkOrderResponse, CustomCheckoutPayResponse } from './responses/opened.ts'

const KIND = 'CustomCheckoutClient'

/** Payments on the merchant's own page, with a chosen instrument. */
export class CustomCheckoutClient extends Client {
  readonly pay: (payRequest: CustomCheckoutPayRequest) => Promise<CustomCheckoutPayResponse>
  readonly createSdkOrder: (sdkRequest: CreateSdkOrderRequest) => Promise<CreateSdkOrderResponse>

  private constructor(parts: Parts) {
    super()
    const ask = askFor(parts, 'PG')
    equip(this, KIND, 'custom', parts, ask)
    this.pay = (request) =>
      ask(() => {
        const { deviceOS, ...body } = request
        return customPay(bodyOf(body), deviceOS)
      }, CustomCheckoutPayResponse)
    this.createSdkOrder = (request) => ask(() => sdkOrder('customSdkOrder', bodyOf(request)), CreateSdkOrderResponse)
  }

  /**
   * The one client of this kind. `shouldPublishEvents` counts in PRODUCTION only. The sixth argument is ours; the first call's counts.
   * @throws PhonePeException when it was made with other credentials.
   */
  static getInstance(
    clientId: string,
    clientSecret: string,
    clientVersion: number | string,
    env: Env,
    shouldPublishEvents = true,
    options: CompatOptions = {},
  ): CustomCheckoutClient {
    return shared(
      KIND,
      'PG',
      [clientId, clientSecret, clientVersion],
      env,
      shouldPublishEvents,
      options,
      (parts) => new CustomCheckoutClient(parts),
    )
  }
}
