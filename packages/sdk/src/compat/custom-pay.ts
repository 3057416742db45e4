import { type Builder, builderOf } from './builder.ts'
import {
  CardPaymentV2Instrument,
  Expiry,
  NewCardDetails,
  TokenDetails,
  TokenPaymentV2Instrument,
} from './card-instruments.ts'
import type { InstrumentConstraint } from './constraints.ts'
import {
  CollectPaymentV2Instrument,
  IntentPaymentV2Instrument,
  NetBankingPaymentV2Instrument,
  type PaymentV2Instrument,
  PhoneNumberCollectPaymentDetails,
  UpiQrPaymentV2Instrument,
  VpaCollectPaymentDetails,
} from './instruments.ts'
import { DeviceContext, type MetaInfo, type OrderRequest, type PaymentFlow, PgPaymentFlow } from './order-parts.ts'

/** A payment on your own page: body of `POST /payments/v2/pay`. */
export class CustomCheckoutPayRequest implements OrderRequest {
  declare merchantOrderId: string
  declare amount: number
  /** Payment mode and redirect URL. */
  declare paymentFlow: PaymentFlow
  declare metaInfo?: MetaInfo | undefined
  declare constraints?: InstrumentConstraint[] | undefined
  /** The payer's device, for UPI intents. */
  declare deviceContext?: DeviceContext | undefined
  declare expireAfter?: number | undefined
  /** Operating system of the payer's browser; sent as the header `x-device-os`, not in the body. */
  declare deviceOS?: string | undefined

  constructor(
    merchantOrderId: string,
    amount: number,
    paymentFlow: PaymentFlow,
    expireAfter?: number,
    metaInfo?: MetaInfo,
    constraints?: InstrumentConstraint[],
    deviceContext?: DeviceContext,
    deviceOS?: string,
  ) {
    const order = { merchantOrderId, amount, paymentFlow, metaInfo, constraints, deviceContext, expireAfter, deviceOS }
    Object.assign(this, order)
  }

  /** The body without `deviceOS`. */
  toJSON(): Omit<this, 'deviceOS' | 'toJSON'> {
    const { deviceOS: _header, ...body } = this
    return body
  }

  /** Payment in a UPI app. @example CustomCheckoutPayRequest.UpiIntentPayRequestBuilder().targetApp('GPAY') */
  static UpiIntentPayRequestBuilder(): UpiIntentPayRequestBuilder {
    return new UpiIntentPayRequestBuilder()
  }

  /** A collect request by UPI id. @example CustomCheckoutPayRequest.UpiCollectPayViaVpaRequestBuilder().vpa('asha@ybl') */
  static UpiCollectPayViaVpaRequestBuilder(): UpiCollectPayViaVpaRequestBuilder {
    return new UpiCollectPayViaVpaRequestBuilder()
  }

  /**
   * A collect request by phone number. The official package has the builder's class only.
   * @example CustomCheckoutPayRequest.UpiCollectPayViaPhoneNumberRequestBuilder().phoneNumber('9000000001')
   */
  static UpiCollectPayViaPhoneNumberRequestBuilder(): UpiCollectPayViaPhoneNumberRequestBuilder {
    return new UpiCollectPayViaPhoneNumberRequestBuilder()
  }

  /** Payment by QR code. @example CustomCheckoutPayRequest.UpiQrRequestBuilder().amount(49900) */
  static UpiQrRequestBuilder(): UpiQrRequestBuilder {
    return new UpiQrRequestBuilder()
  }

  /** Net banking. @example CustomCheckoutPayRequest.NetBankingPayRequestBuilder().bankId('ICIC') */
  static NetBankingPayRequestBuilder(): NetBankingPayRequestBuilder {
    return new NetBankingPayRequestBuilder()
  }

  /** Payment with a network token. @example CustomCheckoutPayRequest.TokenPayRequestBuilder().encryptedToken(token) */
  static TokenPayRequestBuilder(): TokenPayRequestBuilder {
    return new TokenPayRequestBuilder()
  }

  /** Payment by card. @example CustomCheckoutPayRequest.CardPayRequestBuilder().encryptedCardNumber(pan) */
  static CardPayRequestBuilder(): CardPayRequestBuilder {
    return new CardPayRequestBuilder()
  }
}

interface PayFields extends OrderRequest {
  /** The http or https URL to which the payer returns. */
  redirectUrl?: string | undefined
  /** Text that the payer sees with a collect request. */
  message?: string | undefined
  /** Collect, QR code: the payer's browser, such as `Windows` or `iOS`, sent as a header. Intent: `ANDROID` or `IOS`, sent in the body. */
  deviceOS?: string | undefined
  /** URL scheme of your app, to return the payer. */
  merchantCallBackScheme?: string | undefined
  /** Android: the app's package name. iOS: `PHONEPE`, `GPAY`, `PAYTM`, … */
  targetApp?: string | undefined
  /** The payer's UPI id. */
  vpa: string
  /** The payer's phone number, ten digits. */
  phoneNumber: string
  /** The provider's code of the bank, such as `ICIC`. */
  bankId: string
  /** Your id of the payer. */
  merchantUserId?: string | undefined
  /** Index of the public key. */
  encryptionKeyId: number
  /** Base64 ciphertext. */
  encryptedCardNumber: string
  /** Base64 ciphertext. */
  encryptedToken: string
  /** Base64 ciphertext. */
  encryptedCvv: string
  /** The network's cryptogram of this payment. */
  cryptogram: string
  /** Last four digits of the card. */
  panSuffix: string
  /** `01` to `12`. */
  expiryMonth: string
  /** Four digits. */
  expiryYear: string
  /** Way in which the payer is authenticated, such as `3DS`. */
  authMode?: string | undefined
  /** Name on the card. */
  cardHolderName?: string | undefined
  /** True when the payer asks to save the card. */
  savedCard?: boolean | undefined
}

type OrderField = 'merchantOrderId' | 'amount' | 'metaInfo' | 'constraints' | 'expireAfter'
type PayBuilder<Name extends keyof PayFields> = Builder<Pick<PayFields, OrderField | Name>, CustomCheckoutPayRequest>

const ORDER_FIELDS: readonly OrderField[] = ['merchantOrderId', 'amount', 'metaInfo', 'constraints', 'expireAfter']

function payBuilderOf<Name extends keyof PayFields>(
  names: readonly Name[],
  build: (fields: Pick<PayFields, OrderField | Name>) => CustomCheckoutPayRequest,
): new () => PayBuilder<Name> {
  return builderOf([...ORDER_FIELDS, ...names], build)
}

function payRequest(
  order: Pick<PayFields, OrderField>,
  paymentMode: PaymentV2Instrument,
  options: Pick<PayFields, 'redirectUrl' | 'deviceOS'> & { deviceContext?: DeviceContext } = {},
): CustomCheckoutPayRequest {
  return new CustomCheckoutPayRequest(
    order.merchantOrderId,
    order.amount,
    new PgPaymentFlow(paymentMode, options.redirectUrl),
    order.expireAfter,
    order.metaInfo,
    order.constraints,
    options.deviceContext,
    options.deviceOS,
  )
}

/** Payment in a UPI app. */
export type UpiIntentPayRequestBuilder = PayBuilder<'targetApp' | 'deviceOS' | 'merchantCallBackScheme'>
/** Payment in a UPI app. */
export const UpiIntentPayRequestBuilder: new () => UpiIntentPayRequestBuilder = payBuilderOf(
  ['targetApp', 'deviceOS', 'merchantCallBackScheme'],
  (set) => {
    const deviceContext = new DeviceContext(set.deviceOS, set.merchantCallBackScheme)
    return payRequest(set, new IntentPaymentV2Instrument(set.targetApp), { deviceContext })
  },
)

/** A collect request by UPI id. */
export type UpiCollectPayViaVpaRequestBuilder = PayBuilder<'vpa' | 'message' | 'deviceOS'>
/** A collect request by UPI id. */
export const UpiCollectPayViaVpaRequestBuilder: new () => UpiCollectPayViaVpaRequestBuilder = payBuilderOf(
  ['vpa', 'message', 'deviceOS'],
  (set) => {
    const instrument = new CollectPaymentV2Instrument(new VpaCollectPaymentDetails(set.vpa), set.message)
    return payRequest(set, instrument, { deviceOS: set.deviceOS })
  },
)

/** A collect request by phone number. */
export type UpiCollectPayViaPhoneNumberRequestBuilder = PayBuilder<'phoneNumber' | 'message' | 'deviceOS'>
/** A collect request by phone number. */
export const UpiCollectPayViaPhoneNumberRequestBuilder: new () => UpiCollectPayViaPhoneNumberRequestBuilder =
  payBuilderOf(['phoneNumber', 'message', 'deviceOS'], (set) => {
    const payer = new PhoneNumberCollectPaymentDetails(set.phoneNumber)
    return payRequest(set, new CollectPaymentV2Instrument(payer, set.message), { deviceOS: set.deviceOS })
  })

/** Payment by QR code. */
export type UpiQrRequestBuilder = PayBuilder<'deviceOS'>
/** Payment by QR code. */
export const UpiQrRequestBuilder: new () => UpiQrRequestBuilder = payBuilderOf(['deviceOS'], (set) =>
  payRequest(set, new UpiQrPaymentV2Instrument(), { deviceOS: set.deviceOS }),
)

/** Net banking. */
export type NetBankingPayRequestBuilder = PayBuilder<'bankId' | 'merchantUserId' | 'redirectUrl'>
/** Net banking. */
export const NetBankingPayRequestBuilder: new () => NetBankingPayRequestBuilder = payBuilderOf(
  ['bankId', 'merchantUserId', 'redirectUrl'],
  (set) => {
    const instrument = new NetBankingPaymentV2Instrument(set.bankId, set.merchantUserId)
    return payRequest(set, instrument, { redirectUrl: set.redirectUrl })
  },
)

type CommonCardField =
  | 'encryptionKeyId'
  | 'encryptedCvv'
  | 'expiryMonth'
  | 'expiryYear'
  | 'authMode'
  | 'cardHolderName'
  | 'merchantUserId'
  | 'redirectUrl'

const CARD_FIELDS: readonly CommonCardField[] = [
  'encryptionKeyId',
  'encryptedCvv',
  'expiryMonth',
  'expiryYear',
  'authMode',
  'cardHolderName',
  'merchantUserId',
  'redirectUrl',
]

/** Payment by card. */
export type CardPayRequestBuilder = PayBuilder<CommonCardField | 'encryptedCardNumber' | 'savedCard'>
/** Payment by card. */
export const CardPayRequestBuilder: new () => CardPayRequestBuilder = payBuilderOf(
  [...CARD_FIELDS, 'encryptedCardNumber', 'savedCard'],
  (set) => {
    const expiry = new Expiry(set.expiryMonth, set.expiryYear)
    const { encryptedCardNumber, encryptedCvv, encryptionKeyId, cardHolderName } = set
    const card = new NewCardDetails(encryptedCardNumber, encryptedCvv, encryptionKeyId, expiry, cardHolderName)
    const instrument = new CardPaymentV2Instrument(card, set.authMode, set.merchantUserId, set.savedCard)
    return payRequest(set, instrument, { redirectUrl: set.redirectUrl })
  },
)

/** Payment with a network token. */
export type TokenPayRequestBuilder = PayBuilder<CommonCardField | 'encryptedToken' | 'cryptogram' | 'panSuffix'>
/** Payment with a network token. */
export const TokenPayRequestBuilder: new () => TokenPayRequestBuilder = payBuilderOf(
  [...CARD_FIELDS, 'encryptedToken', 'cryptogram', 'panSuffix'],
  (set) => {
    const token = new TokenDetails(
      set.encryptedToken,
      set.encryptedCvv,
      set.encryptionKeyId,
      new Expiry(set.expiryMonth, set.expiryYear),
      set.cryptogram,
      set.panSuffix,
      set.cardHolderName,
    )
    const instrument = new TokenPaymentV2Instrument(token, set.authMode, set.merchantUserId)
    return payRequest(set, instrument, { redirectUrl: set.redirectUrl })
  },
)
