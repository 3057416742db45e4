import type { Checkout } from '@galla/contract/gateway-api/orders'
import type { Paise } from '@galla/contract/money'
import type { BrowserOS, PaymentMode } from '@galla/contract/provider/payment-mode'
import type { MetaInfo } from '@galla/contract/provider/requests'
import { tsLiteral } from './ts-source.ts'

/** A payment to be made, as the playground's form describes it and its code is written from. */
export interface SampleOrder {
  readonly checkout: Checkout
  /** Standard checkout: the page is shown in a frame over the shop's own. */
  readonly framed?: boolean | undefined
  readonly reference: string
  /** The books make one up; code that goes without them has to. */
  readonly merchantOrderId: string
  readonly amount: Paise
  readonly redirectUrl: string
  /** Seconds. */
  readonly expireAfter?: number | undefined
  readonly message?: string | undefined
  readonly metaInfo?: MetaInfo | undefined
  /** Custom checkout. Of a card or token only its kind is read: sealed data is never written into code. */
  readonly paymentMode?: PaymentMode | undefined
  readonly deviceOS?: BrowserOS | undefined
}

/** Paise as `inr` takes them: `49900` is `499.00`. */
export function rupeesText(amount: Paise): string {
  const digits = String(amount).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Card data comes from the payer's browser, sealed there: code takes it as an argument and never holds it. */
export interface SealedArgument {
  /** Name of the argument, and of the mode's field. */
  readonly name: 'cardDetails' | 'tokenDetails'
  readonly type: 'CardDetails' | 'TokenDetails'
  readonly verb: 'payByCard' | 'payByToken'
}

export function sealedArgument(mode: PaymentMode | undefined): SealedArgument | undefined {
  if (mode?.type === 'CARD') return { name: 'cardDetails', type: 'CardDetails', verb: 'payByCard' }
  if (mode?.type === 'TOKEN') return { name: 'tokenDetails', type: 'TokenDetails', verb: 'payByToken' }
  return undefined
}

/** A payment mode as source. `withSystem`: what the payer's browser runs on goes along where it is asked for. */
export function modeCode(order: SampleOrder, indent: number, withSystem: readonly PaymentMode['type'][]): string {
  const { paymentMode: mode = { type: 'UPI_QR' }, deviceOS } = order
  if (mode.type === 'CARD') return `{ type: 'CARD', cardDetails${mode.savedCard === true ? ', savedCard: true' : ''} }`
  if (mode.type === 'TOKEN') return "{ type: 'TOKEN', tokenDetails }"
  return tsLiteral(deviceOS !== undefined && withSystem.includes(mode.type) ? { ...mode, deviceOS } : mode, indent)
}

/** The phone that an app's link is for, as the provider's own word for it. */
export function phoneOf({ paymentMode, deviceOS, redirectUrl }: SampleOrder) {
  if (paymentMode?.type !== 'UPI_INTENT') return undefined
  if (deviceOS !== 'iOS') return { deviceOS: 'ANDROID' }
  const leadsBack = { merchantCallBackScheme: new URL(redirectUrl).protocol.slice(0, -1) }
  return { deviceOS: 'IOS', ...(paymentMode.targetApp === 'PHONEPE' ? leadsBack : {}) }
}

/** Whether the payer leaves for a page; without one the provider needs no address to send them back to. */
export function comesBack({ checkout, paymentMode }: SampleOrder): boolean {
  return checkout === 'STANDARD' || ['CARD', 'TOKEN', 'NET_BANKING'].includes(paymentMode?.type ?? '')
}

const EXPIRY = { month: '12', year: '2030' }
const SEALED = 'encrypted-with-the-public-key'

const EXAMPLES: { readonly [Type in PaymentMode['type']]: Extract<PaymentMode, { type: Type }> } = {
  UPI_QR: { type: 'UPI_QR' },
  PPE_INTENT: { type: 'PPE_INTENT' },
  UPI_INTENT: { type: 'UPI_INTENT', targetApp: 'com.phonepe.app' },
  UPI_COLLECT: { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'someone@bank' } },
  NET_BANKING: { type: 'NET_BANKING', bankId: 'ICIC' },
  CARD: {
    type: 'CARD',
    cardDetails: { encryptedCardNumber: SEALED, encryptionKeyId: 1, encryptedCvv: SEALED, expiry: EXPIRY },
  },
  TOKEN: {
    type: 'TOKEN',
    tokenDetails: { encryptedToken: SEALED, encryptionKeyId: 1, encryptedCvv: SEALED, expiry: EXPIRY },
  },
}

/** A payment mode of this kind with every field it must have. What a payer typed is never in the log. */
export function exampleMode(type: string | undefined): PaymentMode {
  return type !== undefined && Object.hasOwn(EXAMPLES, type) ? EXAMPLES[type as PaymentMode['type']] : EXAMPLES.UPI_QR
}
