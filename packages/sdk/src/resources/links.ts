import type { Paise } from '@galla/contract/money'
import type { MetaInfo } from '@galla/contract/provider/requests'
import type { Send } from '../http/send.ts'
import type { Method } from '../options.ts'
import type { CreatedLink, LinkStatus } from '../responses/links.ts'
import type { Clock } from '../runtime.ts'

/** The channels by which the provider sends a link. Each channel is a message to a person. */
export interface LinkChannels {
  /** By SMS, to the phone number of the link. @default false */
  sms?: boolean | undefined
  /** By e-mail, to the address of the link. @default false */
  email?: boolean | undefined
}

/** A link to create. The SDK adds `paymentFlow`, and writes the channels in upper or lower case as each call needs. */
export interface NewLink {
  /** Your id of the order: 1 to 63 letters, digits, `_` or `-`; never used before. */
  merchantOrderId: string
  /** Amount to pay in paise, at least 100. The payer cannot change the amount. */
  amount: Paise
  /** Text about the payment, at most 150 characters. */
  description?: string | undefined
  /** The payer. */
  customerDetails: {
    /** Name of the payer. */
    name?: string | undefined
    /** Ten digits (India), or a number with country code: `+919000000001`. `null` sends no number; the provider may refuse the link. */
    phoneNumber: string | null
    /** The payer's e-mail address. */
    email?: string | undefined
  }
  /** The channels by which the provider sends the link at once. @default none: you hand the link out */
  notificationChannels?: LinkChannels | undefined
  /** When the link expires. Epoch milliseconds, at most 30 days ahead. @default the provider's */
  expireAt?: number | undefined
  /** Your own values, repeated in status responses and callbacks. */
  metaInfo?: MetaInfo | undefined
}

interface OfLink {
  /** Your id of the order. */
  merchantOrderId: string
}

/**
 * Payment links: a hosted page behind a short URL, which you hand out or the provider sends. The SDK never repeats a write that the
 * provider may have received. Refund a link with `galla.refunds`, by the id of the order.
 */
export interface Links {
  /**
   * Creates a link. After outcome `unknown`, read the link's status: the payer may have received the link.
   * @throws {GallaError} `invalid-request` before anything is sent; `bad-request` when refused, for example for a used
   * `merchantOrderId`; `forbidden` when links are not enabled; `network`, `timeout` or `server-error`: read `outcome`
   * @example
   * const { paylinkUrl } = await galla.links.create({
   *   merchantOrderId: 'invoice-42',
   *   amount: inr('1299.00'),
   *   description: 'Invoice 42',
   *   customerDetails: { phoneNumber: '+919000000001' },
   *   notificationChannels: { sms: true },
   * })
   */
  create: Method<NewLink, CreatedLink>
  /**
   * Reads a link. A running payment can still complete an EXPIRED, CANCELLED or FAILED link: read such a link again later.
   * @throws {GallaError} `bad-request` or `not-found` when the provider does not know the link
   * @example const { state } = await galla.links.getStatus({ merchantOrderId: 'invoice-42' })
   */
  getStatus: Method<
    OfLink & {
      /** Returns every attempt instead of the latest. @default false */
      details?: boolean | undefined
    },
    LinkStatus
  >
  /**
   * Sends an ACTIVE link to the payer again. Each success is a message to a person: never let a timer repeat the call. After
   * outcome `unknown`, the message may have been sent.
   * @throws {GallaError} `bad-request` when the link is not ACTIVE; code `NOTIFICATION_ATTEMPTS_BREACHED` after too many messages
   * @example await galla.links.notify({ merchantOrderId: 'invoice-42', notificationChannels: { sms: true } })
   */
  notify: Method<
    OfLink & {
      /** The channels by which the provider sends the link; at least one channel. */
      notificationChannels: LinkChannels
    },
    {
      /** The provider's id of the order, `OMO…`. */
      orderId: string
      /** The short URL. */
      paylinkUrl?: string
    }
  >
  /**
   * Cancels a link, so that nobody can pay the link any more. When the response is lost, or the link has already ended, the SDK returns
   * the status of the link. COMPLETED then means that the link was paid.
   * @throws {GallaError} the error of the cancellation, unless the status says that the link has ended
   * @example
   * const { state } = await galla.links.cancel({ merchantOrderId: 'invoice-42' })
   * if (state === 'COMPLETED') fulfil()
   */
  cancel: Method<OfLink, Pick<LinkStatus, 'orderId' | 'state'>>
}

/** The parts of a client that the calls use. */
export interface LinkPorts {
  readonly send: Send
  readonly clock: Clock
}
