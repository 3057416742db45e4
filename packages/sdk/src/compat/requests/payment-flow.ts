import { builderOf, type Setters } from '../builder.ts'
import type { PaymentV2Instrument } from '../instruments/payment-instrument.ts'
import { PaymentFlowType } from '../words.ts'

/** How an order is paid: on the provider's page, or with one instrument. */
export abstract class PaymentFlow {
  readonly type: PaymentFlowType

  constructor(type: PaymentFlowType) {
    this.type = type
  }
}

/** Sent even when it holds nothing, as an empty object. */
export class MerchantUrls {
  declare redirectUrl?: string | undefined

  constructor(redirectUrl?: string) {
    this.redirectUrl = redirectUrl
  }
}

interface PageFields {
  message?: string | undefined
  redirectUrl?: string | undefined
}

export class PgCheckoutPaymentFlow extends PaymentFlow {
  message: string | undefined
  merchantUrls: MerchantUrls

  constructor(message?: string, redirectUrl?: string) {
    super(PaymentFlowType.PG_CHECKOUT)
    this.message = message
    this.merchantUrls = new MerchantUrls(redirectUrl)
  }

  static builder(): PgCheckoutPaymentFlowBuilder {
    return new PgCheckoutPaymentFlowBuilder()
  }
}

interface PgCheckoutPaymentFlowBuilder extends Setters<PageFields, PgCheckoutPaymentFlowBuilder> {
  build(): PgCheckoutPaymentFlow
}

const PgCheckoutPaymentFlowBuilder: new () => PgCheckoutPaymentFlowBuilder = builderOf<
  PageFields,
  PgCheckoutPaymentFlowBuilder
>(['message', 'redirectUrl'], ({ message, redirectUrl }) => new PgCheckoutPaymentFlow(message, redirectUrl))

interface CustomFields {
  paymentMode: PaymentV2Instrument
  redirectUrl?: string | undefined
}

export class PgPaymentFlow extends PaymentFlow {
  paymentMode: PaymentV2Instrument
  merchantUrls: MerchantUrls

  constructor(paymentMode: PaymentV2Instrument, redirectUrl?: string) {
    super(PaymentFlowType.PG)
    this.paymentMode = paymentMode
    this.merchantUrls = new MerchantUrls(redirectUrl)
  }

  static builder(): PgPaymentFlowBuilder {
    return new PgPaymentFlowBuilder()
  }
}

interface PgPaymentFlowBuilder extends Setters<CustomFields, PgPaymentFlowBuilder> {
  build(): PgPaymentFlow
}

const PgPaymentFlowBuilder: new () => PgPaymentFlowBuilder = builderOf<CustomFields, PgPaymentFlowBuilder>(
  ['paymentMode', 'redirectUrl'],
  ({ paymentMode, redirectUrl }) => new PgPaymentFlow(paymentMode, redirectUrl),
)
