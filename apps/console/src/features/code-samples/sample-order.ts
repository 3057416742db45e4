import type { PageCheckout } from '@galla/contract/gateway-api/orders'
import type { Paise } from '@galla/contract/money'
import type { BrowserOS, PaymentMode } from '@galla/contract/provider/payment-mode'
import type { MetaInfo } from '@galla/contract/provider/requests'
import { tsLiteral } from './ts-source.ts'

/** A payment as the playground's form describes it; code samples are generated from it. */
export interface SampleOrder {
  readonly checkout: PageCheckout
  /** Standard checkout: the hosted page is shown in a frame. */
  readonly framed?: boolean | undefined
  readonly reference: string
  /** The gateway generates order ids; code without it has to. */
  readonly merchantOrderId: string
  readonly amount: Paise
  readonly redirectUrl: string
  /** Seconds. */
  readonly expireAfter?: number | undefined
  readonly message?: string | undefined
  readonly metaInfo?: MetaInfo | undefined
  /** Custom checkout. Of a card or token only the type is used: encrypted data is never written into code. */
  readonly paymentMode?: PaymentMode | undefined
  readonly deviceOS?: BrowserOS | undefined
}

/** An amount as the argument of `inr()`: `499.00`. */
export function inrArgument(amount: Paise): string {
  const digits = String(amount).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Card data is encrypted in the payer's browser, so generated code takes it as an argument of a function. */
interface CardArgument {
  /** Name of the argument, which is also the field of the payment mode. */
  readonly name: 'cardDetails' | 'tokenDetails'
  readonly type: 'CardDetails' | 'TokenDetails'
  /** Name of the function. */
  readonly functionName: 'payByCard' | 'payByToken'
}

export function cardArgument(mode: PaymentMode | undefined): CardArgument | undefined {
  if (mode?.type === 'CARD') return { name: 'cardDetails', type: 'CardDetails', functionName: 'payByCard' }
  if (mode?.type === 'TOKEN') return { name: 'tokenDetails', type: 'TokenDetails', functionName: 'payByToken' }
  return undefined
}

/** A payment mode as source. `deviceOS` is included for the types in `withDeviceOS`. */
export function modeCode(order: SampleOrder, indent: number, withDeviceOS: readonly PaymentMode['type'][]): string {
  const { paymentMode: mode = { type: 'UPI_QR' }, deviceOS } = order
  if (mode.type === 'CARD') return `{ type: 'CARD', cardDetails${mode.savedCard === true ? ', savedCard: true' : ''} }`
  if (mode.type === 'TOKEN') return "{ type: 'TOKEN', tokenDetails }"
  return tsLiteral(deviceOS !== undefined && withDeviceOS.includes(mode.type) ? { ...mode, deviceOS } : mode, indent)
}

/** The provider's `deviceContext` of a UPI intent: the phone that the link is for. */
export function deviceContext({ paymentMode, deviceOS, redirectUrl }: SampleOrder) {
  if (paymentMode?.type !== 'UPI_INTENT') return undefined
  if (deviceOS !== 'iOS') return { deviceOS: 'ANDROID' }
  const scheme = { merchantCallBackScheme: new URL(redirectUrl).protocol.slice(0, -1) }
  return { deviceOS: 'IOS', ...(paymentMode.targetApp === 'PHONEPE' ? scheme : {}) }
}

/** True when the payer leaves the shop for a page; only then the provider needs a return URL. */
export function needsRedirectUrl({ checkout, paymentMode }: SampleOrder): boolean {
  return checkout === 'STANDARD' || ['CARD', 'TOKEN', 'NET_BANKING'].includes(paymentMode?.type ?? '')
}

const EXPIRY = { month: '12', year: '2030' }
const ENCRYPTED = 'encrypted-with-the-public-key'

const EXAMPLE_MODES: { readonly [Type in PaymentMode['type']]: Extract<PaymentMode, { type: Type }> } = {
  UPI_QR: { type: 'UPI_QR' },
  PPE_INTENT: { type: 'PPE_INTENT' },
  UPI_INTENT: { type: 'UPI_INTENT', targetApp: 'com.phonepe.app' },
  UPI_COLLECT: { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'someone@bank' } },
  NET_BANKING: { type: 'NET_BANKING', bankId: 'ICIC' },
  CARD: {
    type: 'CARD',
    cardDetails: { encryptedCardNumber: ENCRYPTED, encryptionKeyId: 1, encryptedCvv: ENCRYPTED, expiry: EXPIRY },
  },
  TOKEN: {
    type: 'TOKEN',
    tokenDetails: { encryptedToken: ENCRYPTED, encryptionKeyId: 1, encryptedCvv: ENCRYPTED, expiry: EXPIRY },
  },
}

/** An example of a payment mode with its required fields; the log does not contain payer data. */
export function exampleMode(type: string | undefined): PaymentMode {
  const isKnown = type !== undefined && Object.hasOwn(EXAMPLE_MODES, type)
  return isKnown ? EXAMPLE_MODES[type as PaymentMode['type']] : EXAMPLE_MODES.UPI_QR
}
