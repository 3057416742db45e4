import type { Parts } from '../assemble.ts'
import { standardPay } from '../calls/pay.ts'
import { sdkOrder } from '../calls/sdk-order.ts'
import { askFor, Client, equip, shared } from './client.ts'
import type { Env } from './env.ts'
import type { CompatOptions } from './options.ts'
import { bodyOf } from './requests/body-of.ts'
import type { CreateSdkOrderRequest } from './requests/sdk-order.ts'
import type { StandardCheckoutPayRequest } from './requests/standard-pay.ts'
import { CreateSdkOrderResponse, StandardCheckoutPayResponse } from './responses/opened.ts'

const KIND = 'StandardCheckoutClient'

/** Payments on the provider's hosted page. */
export class StandardCheckoutClient extends Client {
  readonly pay: (payRequest: StandardCheckoutPayRequest) => Promise<StandardCheckoutPayResponse>
  readonly createSdkOrder: (sdkRequest: CreateSdkOrderRequest) => Promise<CreateSdkOrderResponse>

  private constructor(parts: Parts) {
    super()
    const ask = askFor(parts, 'PG_CHECKOUT')
    equip(this, KIND, 'standard', parts, ask)
    this.pay = (request) => ask(() => standardPay(bodyOf(request)), StandardCheckoutPayResponse)
    this.createSdkOrder = (request) => ask(() => sdkOrder('standardSdkOrder', bodyOf(request)), CreateSdkOrderResponse)
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
  ): StandardCheckoutClient {
    const credentials = [clientId, clientSecret, clientVersion] as const
    return shared(
      KIND,
      'PG_CHECKOUT',
      [...credentials],
      env,
      shouldPublishEvents,
      options,
      (parts) => new StandardCheckoutClient(parts),
    )
  }
}
