import type { Checkout } from '@galla/contract/gateway-api/orders'
import type { Paise } from '@galla/contract/money'
import type { BrowserOS, PaymentMode } from '@galla/contract/provider/payment-mode'
import type { MetaInfo } from '@galla/contract/provider/requests'

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
