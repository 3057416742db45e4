import type { Paise } from '../money.ts'
import type { BrowserOS, PaymentMode } from '../provider/payment-mode.ts'
import type { MetaInfo } from '../provider/requests.ts'
import type { PageCheckout } from './orders.ts'

/** A payment of the playground. */
export interface PlaygroundPay {
  checkout: PageCheckout
  amount: Paise
  reference: string
  /** `CUSTOM` only. Without it the order waits for the payer's choice. */
  paymentMode?: PaymentMode
  /** System of the payer's device, for collect requests and app links. */
  deviceOS?: BrowserOS
  redirectUrl?: string
  /** Seconds. */
  expireAfter?: number
  /** Shown to the payer with the request. */
  message?: string
  metaInfo?: MetaInfo
}
