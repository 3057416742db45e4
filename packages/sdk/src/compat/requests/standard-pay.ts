import { builderOf, type Setters } from '../builder.ts'
import type { MetaInfo } from './meta-info.ts'
import { type PaymentFlow, PgCheckoutPaymentFlow } from './payment-flow.ts'
import type { PrefillUserLoginDetails } from './prefill-user-login-details.ts'

interface Fields {
  merchantOrderId: string
  /** Paise. */
  amount: number
  metaInfo?: MetaInfo | undefined
  redirectUrl?: string | undefined
  message?: string | undefined
  /** Seconds. */
  expireAfter?: number | undefined
  disablePaymentRetry?: boolean | undefined
  prefillUserLoginDetails?: PrefillUserLoginDetails | undefined
}

/** The body of `POST /checkout/v2/pay`. */
export class StandardCheckoutPayRequest {
  declare merchantOrderId: string
  /** Paise. */
  declare amount: number
  declare metaInfo?: MetaInfo | undefined
  /** Seconds. */
  declare expireAfter?: number | undefined
  declare paymentFlow: PaymentFlow
  declare disablePaymentRetry?: boolean | undefined
  declare prefillUserLoginDetails?: PrefillUserLoginDetails | undefined

  constructor(
    merchantOrderId: string,
    amount: number,
    metaInfo?: MetaInfo,
    message?: string,
    redirectUrl?: string,
    expireAfter?: number,
    disablePaymentRetry?: boolean,
    prefillUserLoginDetails?: PrefillUserLoginDetails,
  ) {
    const paymentFlow = new PgCheckoutPaymentFlow(message, redirectUrl)
    const order = { merchantOrderId, amount, metaInfo, expireAfter, paymentFlow }
    Object.assign(this, order, { disablePaymentRetry, prefillUserLoginDetails })
  }

  static builder(): StandardCheckoutPayRequestBuilder {
    return new StandardCheckoutPayRequestBuilder()
  }
}

interface StandardCheckoutPayRequestBuilder extends Setters<Fields, StandardCheckoutPayRequestBuilder> {
  build(): StandardCheckoutPayRequest
}

const StandardCheckoutPayRequestBuilder: new () => StandardCheckoutPayRequestBuilder = builderOf<
  Fields,
  StandardCheckoutPayRequestBuilder
>(
  [
    'merchantOrderId',
    'amount',
    'metaInfo',
    'redirectUrl',
    'message',
    'expireAfter',
    'disablePaymentRetry',
    'prefillUserLoginDetails',
  ],
  (set) =>
    new StandardCheckoutPayRequest(
      set.merchantOrderId,
      set.amount,
      set.metaInfo,
      set.message,
      set.redirectUrl,
      set.expireAfter,
      set.disablePaymentRetry,
      set.prefillUserLoginDetails,
    ),
)
