import type * as Wire from '@galla/contract/provider/requests'
import { RESTRICTED_UDF } from '../validation/fields.ts'
import { type Builder, builderOf } from './builder.ts'
import type { InstrumentConstraint } from './constraints.ts'
import { PaymentFlowType } from './enums.ts'
import { BadRequest } from './exceptions.ts'
import type { PaymentV2Instrument } from './instruments.ts'

type Udf = string | undefined
type UdfName = `udf${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15}`

/** Your own values. `udf1`–`udf10`: up to 256 characters. `udf11`–`udf15`: up to 50 letters, digits, spaces and `_ - @ . +`. */
export class MetaInfo implements Wire.MetaInfo {
  declare udf1?: Udf
  declare udf2?: Udf
  declare udf3?: Udf
  declare udf4?: Udf
  declare udf5?: Udf
  declare udf6?: Udf
  declare udf7?: Udf
  declare udf8?: Udf
  declare udf9?: Udf
  declare udf10?: Udf
  declare udf11?: Udf
  declare udf12?: Udf
  declare udf13?: Udf
  declare udf14?: Udf
  declare udf15?: Udf

  /**
   * @param udfs `udf1` to `udf15`, in order
   * @throws {BadRequest} for a value that the provider would refuse, in the words of the official package
   */
  constructor(...udfs: readonly Udf[]) {
    for (const [index, name] of UDF_NAMES.entries()) {
      const value = udfs[index]
      // Absent instead of undefined: fifteen empty fields would outweigh the rest of a request.
      if (value === undefined) continue
      this[name] = value
      const maxLength = index < 10 ? 256 : 50
      if (value?.length > maxLength) throw refused(name, `exceeds maximum allowed size of ${maxLength} characters`)
      if (index >= 10 && !RESTRICTED_UDF.test(value)) {
        const allowed = 'alphanumeric characters, underscores, hyphens, spaces, @, ., and +'
        throw refused(name, `should only contain ${allowed}`)
      }
    }
  }

  /** A builder. @example MetaInfo.builder().udf1('cart-7').build() */
  static builder(): Builder<MetaInfo, MetaInfo> {
    return new MetaInfoBuilder()
  }
}
const UDF_NAMES: readonly UdfName[] = Array.from({ length: 15 }, (_, index) => `udf${index + 1}` as UdfName)

function refused(field: UdfName, problem: string): BadRequest {
  const exception = new BadRequest(`${field} ${problem}`, 400, { data: { code: 'BAD_REQUEST', data: { field } } })
  return Object.assign(exception, { outcome: 'not-sent', retryable: false })
}
const MetaInfoBuilder = builderOf<MetaInfo, MetaInfo>(
  UDF_NAMES,
  (set) => new MetaInfo(...UDF_NAMES.map((name) => set[name])),
)

/** The payer's device, for UPI intents. */
export class DeviceContext implements Wire.DeviceContext {
  declare deviceOS?: string | undefined
  declare merchantCallBackScheme?: string | undefined

  constructor(deviceOS?: string, merchantCallBackScheme?: string) {
    Object.assign(this, { deviceOS, merchantCallBackScheme })
  }

  /** A builder. @example DeviceContext.builder().deviceOS('ANDROID').build() */
  static builder(): Builder<DeviceContext, DeviceContext> {
    return new DeviceContextBuilder()
  }
}
const DeviceContextBuilder = builderOf<DeviceContext, DeviceContext>(
  ['deviceOS', 'merchantCallBackScheme'],
  ({ deviceOS, merchantCallBackScheme }) => new DeviceContext(deviceOS, merchantCallBackScheme),
)

/** Fills in the payer's phone number on the hosted page. */
export class PrefillUserLoginDetails {
  /** Ten digits, or a number with country code: `+919000000001`. */
  declare phoneNumber?: string | undefined

  constructor(phoneNumber?: string) {
    this.phoneNumber = phoneNumber
  }

  /** A builder. @example PrefillUserLoginDetails.builder().phoneNumber('9000000001').build() */
  static builder(): Builder<PrefillUserLoginDetails, PrefillUserLoginDetails> {
    return new PrefillUserLoginDetailsBuilder()
  }
}
const PrefillUserLoginDetailsBuilder = builderOf<PrefillUserLoginDetails, PrefillUserLoginDetails>(
  ['phoneNumber'],
  ({ phoneNumber }) => new PrefillUserLoginDetails(phoneNumber),
)

/** The fields of every request that creates an order. */
export interface OrderRequest {
  /** Your id of the order: 1 to 63 letters, digits, `_` or `-`; never used before. */
  merchantOrderId: string
  /** Paise, at least 100. */
  amount: number
  /** Your own values, repeated in status responses and callbacks. */
  metaInfo?: MetaInfo | undefined
  /** When the order expires, in seconds from now. */
  expireAfter?: number | undefined
  /** Bank accounts that may pay; the provider refuses others. */
  constraints?: InstrumentConstraint[] | undefined
  /** True: the first failed attempt fails the order. */
  disablePaymentRetry?: boolean | undefined
}

/** Product and settings of an order. */
export abstract class PaymentFlow {
  /** The product. */
  type: PaymentFlowType

  constructor(type: PaymentFlowType) {
    this.type = type
  }
}

/** URL to which the payer returns. Sent as an empty object without a URL. */
export class MerchantUrls {
  /** An http or https URL. */
  declare redirectUrl?: string | undefined

  constructor(redirectUrl?: string) {
    this.redirectUrl = redirectUrl
  }
}

interface RedirectField {
  /** The http or https URL to which the payer returns. */
  redirectUrl?: string | undefined
}

/** Payment on the hosted page. */
export class PgCheckoutPaymentFlow extends PaymentFlow {
  /** Text that the payer sees with a collect request. */
  message: string | undefined
  /** URL to which the payer returns. */
  merchantUrls: MerchantUrls

  constructor(message?: string, redirectUrl?: string) {
    super(PaymentFlowType.PG_CHECKOUT)
    this.message = message
    this.merchantUrls = new MerchantUrls(redirectUrl)
  }

  /** A builder. @example PgCheckoutPaymentFlow.builder().redirectUrl('https://shop.example/thanks').build() */
  static builder(): Builder<Pick<PgCheckoutPaymentFlow, 'message'> & RedirectField, PgCheckoutPaymentFlow> {
    return new PgCheckoutPaymentFlowBuilder()
  }
}
const PgCheckoutPaymentFlowBuilder = builderOf<
  Pick<PgCheckoutPaymentFlow, 'message'> & RedirectField,
  PgCheckoutPaymentFlow
>(['message', 'redirectUrl'], ({ message, redirectUrl }) => new PgCheckoutPaymentFlow(message, redirectUrl))

/** Payment in one payment mode. */
export class PgPaymentFlow extends PaymentFlow {
  /** The payment mode and its fields. */
  paymentMode: PaymentV2Instrument
  /** URL to which the payer returns. */
  merchantUrls?: MerchantUrls | undefined

  constructor(paymentMode: PaymentV2Instrument, redirectUrl?: string) {
    super(PaymentFlowType.PG)
    this.paymentMode = paymentMode
    this.merchantUrls = new MerchantUrls(redirectUrl)
  }

  /** A builder. @example PgPaymentFlow.builder().paymentMode(new UpiQrPaymentV2Instrument()).build() */
  static builder(): Builder<Pick<PgPaymentFlow, 'paymentMode'> & RedirectField, PgPaymentFlow> {
    return new PgPaymentFlowBuilder()
  }
}
const PgPaymentFlowBuilder = builderOf<Pick<PgPaymentFlow, 'paymentMode'> & RedirectField, PgPaymentFlow>(
  ['paymentMode', 'redirectUrl'],
  ({ paymentMode, redirectUrl }) => new PgPaymentFlow(paymentMode, redirectUrl),
)
