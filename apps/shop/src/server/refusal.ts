import type { ShopRefusalCode } from '../shop-api.ts'

/** The shop says no; the message is a sentence for whoever sent it. */
export class ShopRefusal extends Error {
  override readonly name = 'ShopRefusal'
  readonly status: 400 | 404 | 409 | 413 | 503
  readonly code: ShopRefusalCode
  /** The field that is wrong, where it is one. */
  readonly field: string | undefined

  constructor(status: ShopRefusal['status'], code: ShopRefusalCode, message: string, field?: string) {
    super(message)
    this.status = status
    this.code = code
    this.field = field
  }
}

export function invalid(field: string, problem: string): ShopRefusal {
  return new ShopRefusal(400, 'INVALID_REQUEST', `${field} ${problem}`, field)
}
