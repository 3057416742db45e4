import type { Paise } from '../money.ts'
import type { MetaInfo } from '../provider/requests.ts'
import type { Order } from './orders.ts'

/** A way in which the provider sends a link; each message goes to a person. */
export type LinkChannel = 'SMS' | 'EMAIL'

/** The payer of a link. The gateway passes the data to the provider, and does not store the data. */
export interface LinkPayer {
  /** Name of the payer. */
  name?: string
  /**
   * Indian number of ten digits, or a number with country code: `+919000000001`. With `null`, the provider gets no number, and may refuse
   * the link.
   */
  phoneNumber: string | null
  /** Address for messages by e-mail. */
  email?: string
}

/** A payment link to create. */
export interface CreateLink {
  /** Your cart or invoice, as for `orders.start`. At most one order of a reference is fulfilled. 1 to 200 characters. */
  reference: string
  /** Amount in paise, 100 to 1 000 000 000 000. The payer cannot change the amount. */
  amount: Paise
  /** The payer. */
  customer: LinkPayer
  /** The ways in which the provider sends the link at once. @default none: you hand the link out */
  sendBy?: LinkChannel[]
  /** Text about the payment that the payer sees, at most 150 characters. */
  description?: string
  /** Lifetime in seconds, 300 to 2 592 000 (30 days). @default 604800, 7 days */
  expireAfter?: number
  /** Your own fields, `udf1` to `udf15`. */
  metaInfo?: MetaInfo
  /**
   * Idempotency key: a second call with the same id and parameters returns the same link, and sends nothing. At most 57 letters, digits,
   * `_` or `-`.
   * @default a new id, unless an open link has the same reference and parameters: then this link is returned
   */
  merchantOrderId?: string
  /** True to replace an open order of the reference that has another amount, as with `orders.start`. @default false */
  replaces?: boolean
}

/** A link that a person sends for the cart of an order: the cart and its amount are those of the order. */
export type SendLink = Pick<CreateLink, 'customer' | 'sendBy' | 'description' | 'expireAfter'> & {
  /** The id of the new order, made when the form opens: sending the form twice creates one link. */
  merchantOrderId: string
}

/** A reminder for the payer of a link. */
export interface RemindLink {
  /** The ways in which the provider sends the link again; at least one. */
  sendBy: LinkChannel[]
}

/** Result of `links.create`. */
export interface CreatedLink {
  /** The stored order. */
  order: Order
  /** The short URL of the link. Hand out the URL unchanged. */
  url: string
}
