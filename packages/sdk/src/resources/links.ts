import type { Paise } from '@galla/contract/money'
import type { MetaInfo } from '@galla/contract/provider/requests'
import type { Send } from '../http/send.ts'
import type { Method } from '../options.ts'
import type { CreatedLink, LinkStatus } from '../responses/links.ts'
import type { Clock } from '../runtime.ts'

/** The ways to send a link to the payer; each that is sent is a message to a person. */
export interface LinkChannels {
  /** By SMS, to the phone number of the link. @default false */
  sms?: boolean | undefined
  /** By e-mail, to the address of the link. @default false */
  email?: boolean | undefined
}

/** A link to create. The SDK adds `paymentFlow` and writes the channels in the case that each call of the provider needs. */
export interface NewLink {
  /** Your id of the order: 1 to 63 letters, digits, `_` or `-`; never used before. */
  merchantOrderId: string
  /** Amount to pay in paise, at least 100; the payer cannot change it. */
  amount: Paise
  /** Text about the payment, at most 150 characters. */
  description?: string | undefined
  /** The payer. */
  customerDetails: {
    /** Name of the payer. */
    name?: string | undefined
    /** Ten digits of India, or with country code: `+919000000001`. `null` sends none, which the provider may refuse. */
    phoneNumber: string | null
    /** Address for messages by e-mail. */
    email?: string | undefined
  }
  /** The ways in which the provider sends the link at once. @default none: you hand the link out */
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
 * Payment links: a hosted page behind a short URL that you hand out, or that the provider sends. No call is repeated after it may
 * have been received. A link is refunded with `galla.refunds`, by the id of its order.
 */
export interface Links {
  /**
   * Creates a link. After outcome `unknown` read its status; the payer may have received it.
   * @throws {GallaError} `invalid-request` before anything is sent; `bad-request` when refused, for example for a used
   * `merchantOrderId`; `forbidden` where links are not enabled; `network`, `timeout`, `server-error`: see `outcome`
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
   * Reads a link. A link that is EXPIRED, CANCELLED or FAILED can become COMPLETED by a payment that was running: read it again later.
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
   * Sends an ACTIVE link to the payer again. Each success is a message to a person: never repeat the call by a timer. After outcome
   * `unknown` the message may have been sent.
   * @throws {GallaError} `bad-request` when the link is not ACTIVE; code `NOTIFICATION_ATTEMPTS_BREACHED` after too many messages
   * @example await galla.links.notify({ merchantOrderId: 'invoice-42', notificationChannels: { sms: true } })
   */
  notify: Method<
    OfLink & {
      /** The ways in which the provider sends the link; at least one. */
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
   * Cancels a link, so that it cannot be paid any more. When the response is lost, or the provider refuses because the link has ended,
   * the status is read and returned: COMPLETED when the link was paid in the meantime.
   * @throws {GallaError} the error of the cancellation when the status does not say that the link has ended
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
