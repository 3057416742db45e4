/** A refusal at the payer's door: `{ code, message, field? }`. */
export class ShopperRefusal extends Error {
  override readonly name = 'ShopperRefusal'
  readonly status: 400 | 401 | 413 | 429
  readonly code: string
  readonly field?: string

  constructor(status: 400 | 401 | 413 | 429, code: string, message: string, field?: string) {
    super(message)
    this.status = status
    this.code = code
    if (field !== undefined) this.field = field
  }
}
