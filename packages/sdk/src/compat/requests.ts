import { type Builder, builderOf } from './builder.ts'
import type { InstrumentConstraint } from './constraints.ts'
import {
  type MetaInfo,
  type OrderRequest,
  type PaymentFlow,
  PgCheckoutPaymentFlow,
  type PrefillUserLoginDetails,
} from './order-parts.ts'

interface PageFields {
  /** Text that the payer sees with a collect request. */
  message?: string | undefined
  /** The http or https URL to which the payer returns. */
  redirectUrl?: string | undefined
}

/** An order for the hosted page: body of `POST /checkout/v2/pay`. */
export class StandardCheckoutPayRequest implements OrderRequest {
  declare merchantOrderId: string
  declare amount: number
  declare metaInfo?: MetaInfo | undefined
  declare expireAfter?: number | undefined
  /** Message and redirect URL. */
  declare paymentFlow: PaymentFlow
  declare disablePaymentRetry?: boolean | undefined
  /** Fills in the payer's phone number. */
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

  /** A builder. @example StandardCheckoutPayRequest.builder().merchantOrderId('order-42').amount(49900).build() */
  static builder(): Builder<StandardPayFields, StandardCheckoutPayRequest> {
    return new StandardCheckoutPayRequestBuilder()
  }
}
type StandardPayFields = Omit<StandardCheckoutPayRequest, 'paymentFlow'> & PageFields
const StandardCheckoutPayRequestBuilder = builderOf<StandardPayFields, StandardCheckoutPayRequest>(
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

/** An order for the provider's mobile SDK. In custom checkout too, the flow type is `PG_CHECKOUT` (protocol §3.4). */
export class CreateSdkOrderRequest implements OrderRequest {
  declare merchantOrderId: string
  declare amount: number
  declare metaInfo?: MetaInfo | undefined
  /** Message and redirect URL. */
  declare paymentFlow: PaymentFlow
  declare constraints?: InstrumentConstraint[] | undefined
  declare expireAfter?: number | undefined
  declare disablePaymentRetry?: boolean | undefined

  constructor(
    merchantOrderId: string,
    amount: number,
    paymentFlow: PaymentFlow,
    metaInfo?: MetaInfo,
    expireAfter?: number,
    constraints?: InstrumentConstraint[],
    disablePaymentRetry?: boolean,
  ) {
    const order = { merchantOrderId, amount, metaInfo, paymentFlow, constraints, expireAfter, disablePaymentRetry }
    Object.assign(this, order)
  }

  /**
   * A builder for the hosted page.
   * @example CreateSdkOrderRequest.StandardCheckoutBuilder().merchantOrderId('order-42').amount(49900).build()
   */
  static StandardCheckoutBuilder(): Builder<Omit<SdkOrderFields, 'constraints'>, CreateSdkOrderRequest> {
    return new StandardSdkOrderBuilder()
  }

  /**
   * A builder for custom checkout.
   * @example CreateSdkOrderRequest.CustomCheckoutBuilder().merchantOrderId('order-42').amount(49900).build()
   */
  static CustomCheckoutBuilder(): Builder<SdkOrderFields, CreateSdkOrderRequest> {
    return new CustomSdkOrderBuilder()
  }
}
type SdkOrderFields = Omit<CreateSdkOrderRequest, 'paymentFlow'> & PageFields

const SDK_ORDER_FIELDS = [
  'merchantOrderId',
  'amount',
  'metaInfo',
  'message',
  'redirectUrl',
  'expireAfter',
  'disablePaymentRetry',
] as const

const createSdkOrderRequest = (set: SdkOrderFields): CreateSdkOrderRequest =>
  new CreateSdkOrderRequest(
    set.merchantOrderId,
    set.amount,
    new PgCheckoutPaymentFlow(set.message, set.redirectUrl),
    set.metaInfo,
    set.expireAfter,
    set.constraints,
    set.disablePaymentRetry,
  )

const StandardSdkOrderBuilder = builderOf<SdkOrderFields, CreateSdkOrderRequest>(
  SDK_ORDER_FIELDS,
  createSdkOrderRequest,
)
const CustomSdkOrderBuilder = builderOf<SdkOrderFields, CreateSdkOrderRequest>(
  [...SDK_ORDER_FIELDS, 'constraints'],
  createSdkOrderRequest,
)

/** A refund: body of `POST /payments/v2/refund`. */
export class RefundRequest {
  /** Your id of the refund: 1 to 63 letters, digits, `_` or `-`; new for every refund. */
  declare merchantRefundId: string
  /** Your id of the order, which must be COMPLETED. */
  declare originalMerchantOrderId: string
  /** Paise, at least 100 and at most the amount that is not yet refunded. */
  declare amount: number

  constructor(merchantRefundId: string, originalMerchantOrderId: string, amount: number) {
    Object.assign(this, { merchantRefundId, originalMerchantOrderId, amount })
  }

  /**
   * A builder.
   * @example RefundRequest.builder().merchantRefundId('r-1').originalMerchantOrderId('order-42').amount(100).build()
   */
  static builder(): Builder<RefundRequest, RefundRequest> {
    return new RefundRequestBuilder()
  }
}
const RefundRequestBuilder = builderOf<RefundRequest, RefundRequest>(
  ['merchantRefundId', 'originalMerchantOrderId', 'amount'],
  (set) => new RefundRequest(set.merchantRefundId, set.originalMerchantOrderId, set.amount),
)
