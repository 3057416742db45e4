import { createHmac, timingSafeEqual } from 'node:crypto'
import { isLocale, type Locale } from '../i18n/locales.ts'

/** The claims of a return address. */
export interface ReturnClaims {
  readonly reference: string
  readonly locale: Locale
}

/**
 * The address to which the payer returns. It names the cart and the language, signed, because the payer may return in another
 * browser than the one that started the payment: in the browser of an app, or on another device. The page exchanges the token for
 * the payer's access to the order and removes it from the address. Equal carts have equal addresses, so that a second start of
 * the same cart is the same order.
 */
export class ReturnAddress {
  readonly #secret: string
  readonly #thanksUrl: string

  constructor(secret: string, thanksUrl: string) {
    this.#secret = secret
    this.#thanksUrl = thanksUrl
  }

  readonly of = (reference: string, locale: Locale): string => {
    const claims = `${locale}.${Buffer.from(reference).toString('base64url')}`
    return `${this.#thanksUrl}?order=${claims}.${this.#mac(claims)}`
  }

  /** The claims of a request's `returnToken`; undefined when the shop has not signed it. */
  read(body: unknown): ReturnClaims | undefined {
    const token = typeof body === 'object' && body !== null && 'returnToken' in body ? body.returnToken : undefined
    const parts = /^(([a-z]{2})\.([\w-]{1,200}))\.([\w-]{43})$/.exec(typeof token === 'string' ? token : '')
    const [, claims = '', locale, reference = '', mac = ''] = parts ?? []
    const signed = timingSafeEqual(Buffer.from(mac.padEnd(43, '=')), Buffer.from(this.#mac(claims)))
    if (!parts || !signed || !isLocale(locale)) return undefined
    return { locale, reference: Buffer.from(reference, 'base64url').toString() }
  }

  #mac(claims: string): string {
    return createHmac('sha256', this.#secret).update(`return ${claims}`).digest('base64url')
  }
}
