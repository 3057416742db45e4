import type { ShopErrorCode } from '../shop-api.ts'

/** A request that the shop refuses. The message is for the developer of the client. */
export class ShopRefusal extends Error {
  override readonly name = 'ShopRefusal'
  readonly status: 400 | 404 | 409 | 413 | 503
  readonly code: ShopErrorCode
  /** The invalid field, if there is one. */
  readonly field: string | undefined

  constructor(status: ShopRefusal['status'], code: ShopErrorCode, message: string, field?: string) {
    super(message)
    this.status = status
    this.code = code
    this.field = field
  }
}

export function invalid(field: string, problem: string): ShopRefusal {
  return new ShopRefusal(400, 'INVALID_REQUEST', `${field} ${problem}`, field)
}
