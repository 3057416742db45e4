import { builderOf, type Setters } from '../builder.ts'
import type { InstrumentConstraint } from './constraints.ts'
import type { MetaInfo } from './meta-info.ts'
import { type PaymentFlow, PgCheckoutPaymentFlow } from './payment-flow.ts'

interface Fields {
  merchantOrderId: string
  /** Paise. */
  amount: number
  metaInfo?: MetaInfo | undefined
  message?: string | undefined
  redirectUrl?: string | undefined
  /** Seconds. */
  expireAfter?: number | undefined
  disablePaymentRetry?: boolean | undefined
}

interface CustomFields extends Fields {
  constraints?: InstrumentConstraint[] | undefined
}

/** The body of both SDK orders; a custom one says `PG_CHECKOUT`, too. */
export class CreateSdkOrderRequest {
  declare merchantOrderId: string
  /** Paise. */
  declare amount: number
  declare metaInfo?: MetaInfo | undefined
  declare paymentFlow: PaymentFlow
  declare constraints?: InstrumentConstraint[] | undefined
  /** Seconds. */
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

  static StandardCheckoutBuilder(): StandardSdkOrderBuilder {
    return new StandardSdkOrderBuilder()
  }

  static CustomCheckoutBuilder(): CustomSdkOrderBuilder {
    return new CustomSdkOrderBuilder()
  }
}

interface StandardSdkOrderBuilder extends Setters<Fields, StandardSdkOrderBuilder> {
  build(): CreateSdkOrderRequest
}

interface CustomSdkOrderBuilder extends Setters<CustomFields, CustomSdkOrderBuilder> {
  build(): CreateSdkOrderRequest
}

const NAMES: readonly (keyof Fields)[] = [
  'merchantOrderId',
  'amount',
  'metaInfo',
  'message',
  'redirectUrl',
  'expireAfter',
  'disablePaymentRetry',
]

const orderOf = (set: CustomFields): CreateSdkOrderRequest =>
  new CreateSdkOrderRequest(
    set.merchantOrderId,
    set.amount,
    new PgCheckoutPaymentFlow(set.message, set.redirectUrl),
    set.metaInfo,
    set.expireAfter,
    set.constraints,
    set.disablePaymentRetry,
  )

const StandardSdkOrderBuilder: new () => StandardSdkOrderBuilder = builderOf<Fields, StandardSdkOrderBuilder>(
  NAMES,
  orderOf,
)

const CustomSdkOrderBuilder: new () => CustomSdkOrderBuilder = builderOf<CustomFields, CustomSdkOrderBuilder>(
  [...NAMES, 'constraints'],
  orderOf,
)
