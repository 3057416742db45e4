import type { Paise } from '../money.ts'
import type { MetaInfo } from '../provider/requests.ts'
import type { Order } from './orders.ts'

/** A way in which the provider sends a link; each message goes to a person. */
export type LinkChannel = 'SMS' | 'EMAIL'

/** The payer of a link. The gateway hands the data on to the provider and does not store it. */
export interface LinkPayer {
  /** Name of the payer. */
  name?: string
  /** Ten digits of India, or with country code: `+919000000001`. With `null`, the provider gets no number, and may refuse the link. */
  phoneNumber: string | null
  /** Address for messages by e-mail. */
  email?: string
}

/** A payment link to create. */
export interface CreateLink {
  /** Your cart or invoice, as for `orders.start`. At most one order of a reference is fulfilled. 1 to 200 characters. */
  reference: string
  /** In paise, 100 to 1 000 000 000 000. The payer cannot change the amount. */
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
   * Idempotency key: the same id and parameters again are the same link, which is not sent again. At most 57 letters, digits, `_` or `-`.
   * @default generated; an open link of the same reference and parameters is returned instead of another
   */
  merchantOrderId?: string
  /** As of `orders.start`: an open order of the reference with another amount is replaced. @default false */
  replaces?: boolean
}

/** A link that a person sends for the cart of an order: the cart and its amount are those of the order. */
export type SendLink = Pick<CreateLink, 'customer' | 'sendBy' | 'description' | 'expireAfter'> & {
  /** The id of the new order, made when the form opens: sending the form twice creates one link. */
  merchantOrderId: string
}

/** Body of a reminder. */
export interface RemindLink {
  /** The ways in which the provider sends the link again; at least one. */
  sendBy: LinkChannel[]
}

/** Result of `links.create`. */
export interface CreatedLink {
  /** As it is stored. */
  order: Order
  /** The short URL. Hand it out unchanged. */
  url: string
}
