import type { Parts } from '../core.ts'
import { customPay, sdkOrder } from '../operations/operations.ts'
import { askFor, Client, equip, shared, type Wanted } from './client.ts'
import type { Env } from './env.ts'
import type { CompatOptions } from './options.ts'
import { bodyOf } from './requests/body-of.ts'
import type { CustomCheckoutPayRequest } from './requests/custom-pay.ts'
import type { CreateSdkOrderRequest } from './requests/sdk-order.ts'
import { CreateSdkOrderResponse, CustomCheckoutPayResponse } from './responses/opened.ts'

const KIND = 'CustomCheckoutClient'
const FLOW = 'PG'

/** Payments on the merchant's own page, with a chosen instrument. */
export class CustomCheckoutClient extends Client {
  readonly pay: (payRequest: CustomCheckoutPayRequest) => Promise<CustomCheckoutPayResponse>
  readonly createSdkOrder: (sdkRequest: CreateSdkOrderRequest) => Promise<CreateSdkOrderResponse>

  private constructor(parts: Parts) {
    super()
    const ask = askFor(parts, FLOW)
    equip(this, KIND, 'custom', parts, ask)
    this.pay = (request) =>
      ask(() => {
        const { deviceOS, ...body } = request
        return customPay(bodyOf(body), deviceOS)
      }, CustomCheckoutPayResponse)
    this.createSdkOrder = (request) => ask(() => sdkOrder('customSdkOrder', bodyOf(request)), CreateSdkOrderResponse)
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
  ): CustomCheckoutClient {
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
    return shared(wanted, (parts) => new CustomCheckoutClient(parts))
  }
}
