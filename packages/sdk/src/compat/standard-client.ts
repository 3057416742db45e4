import type { Parts } from '../core.ts'
import { sdkOrder, standardPay } from '../operations/operations.ts'
import { askFor, Client, equip, shared, type Wanted } from './client.ts'
import type { Env } from './env.ts'
import type { CompatOptions } from './options.ts'
import { bodyOf } from './requests/body-of.ts'
import type { CreateSdkOrderRequest } from './requests/sdk-order.ts'
import type { StandardCheckoutPayRequest } from './requests/standard-pay.ts'
import { CreateSdkOrderResponse, StandardCheckoutPayResponse } from './responses/opened.ts'

const KIND = 'StandardCheckoutClient'
const FLOW = 'PG_CHECKOUT'

/** Payments on the provider's hosted page. */
export class StandardCheckoutClient extends Client {
  readonly pay: (payRequest: StandardCheckoutPayRequest) => Promise<StandardCheckoutPayResponse>
  readonly createSdkOrder: (sdkRequest: CreateSdkOrderRequest) => Promise<CreateSdkOrderResponse>

  private constructor(parts: Parts) {
    super()
    const ask = askFor(parts, FLOW)
    equip(this, KIND, 'standard', parts, ask)
    this.pay = (request) => ask(() => standardPay(bodyOf(request)), StandardCheckoutPayResponse)
    this.createSdkOrder = (request) => ask(() => sdkOrder('standardSdkOrder', bodyOf(request)), CreateSdkOrderResponse)
  }

  /**
   * The one client of this kind. `publish` counts in PRODUCTION only. The sixth argument is ours; the first call's counts.
   * @throws PhonePeException when it was made with other credentials.
   */
  static getInstance(
    clientId: string,
    clientSecret: string,
    clientVersion: number | string,
    environment: Env,
    publish = true,
    options: CompatOptions = {},
  ): StandardCheckoutClient {
    const wanted: Wanted = {
      kind: KIND,
      flow: FLOW,
      clientId,
      clientSecret,
      clientVersion,
      environment,
      publish,
      options,
    }
    return shared(wanted, (parts) => new StandardCheckoutClient(parts))
  }
}
