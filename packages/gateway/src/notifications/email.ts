import { createHash } from 'node:crypto'
import { htmlOf, type Language, type MailEvent, mailDataOf, textOf } from './mail.ts'
import type { NotificationEvent, Notifier, OrderNotification } from './notifier.ts'
import { openTransport } from './smtp-transport.ts'
import { TEMPLATES, type Templates } from './templates.ts'

export { type AccountMailOptions, accountMail } from './account-mail.ts'

/** Options of `email()`. */
export interface EmailOptions {
  /**
   * URL of the SMTP server: `smtps://user:password@mail.example`, `smtp://127.0.0.1:2525`. With `smtp://`, the connection to another
   * machine is encrypted by STARTTLS, and no mail is sent if STARTTLS fails. `smtp://mailpit:1025?ignoreTLS=true` sends in clear to a host
   * that the gateway's option `hostsWithoutTls` names.
   */
  smtp: string
  /** Sender: `Tea stall <payments@shop.example>`. */
  from: string
  /** Name of the shop in the mail. */
  shop: string
  /**
   * Returns the address and language of the payer. The gateway knows only the `payer` of a subscription. Return `undefined` to send no
   * mail.
   */
  to: (notification: OrderNotification) => Recipient | undefined | Promise<Recipient | undefined>
  /** Mails to send. @default all */
  events?: readonly MailEvent[]
  /** Replaces templates, by event. @default the templates of the package, in English and Hindi */
  templates?: Partial<Templates>
  /** Name of the notifier in its deliveries. Give each notifier a different name. @default 'email' */
  name?: string
}

/** A mail's recipient. */
export interface Recipient {
  /** Mail address. */
  readonly address: string
  /** Language of the mail. @default 'en' */
  readonly language?: Language
}

const EVENT_OF: { readonly [Kind in NotificationEvent]?: MailEvent } = {
  'order.completed': 'completed',
  'order.failed': 'failed',
  'refund.completed': 'refunded',
  'subscription.charge_upcoming': 'charge_upcoming',
  'subscription.charge_completed': 'completed',
  'subscription.charge_failed': 'charge_failed',
  'subscription.halted': 'halted',
  'subscription.cancelled': 'cancelled',
}

/** True when the mail still says what is so: the subscription may have changed since the event. */
function isTrueNow(event: MailEvent, { order, paidBy, replacedBy, subscription }: OrderNotification): boolean {
  switch (event) {
    case 'completed':
      // A payment that is refunded automatically is not a sale; the refund's mail covers it.
      return order.resolution === 'fulfil'
    case 'failed':
      // The payer paid with another order of the reference, or has a page of its newer total: do not report a failure.
      return (paidBy ?? replacedBy) === undefined
    case 'charge_upcoming':
      return order.state === 'PENDING' && (subscription?.state === 'ACTIVE' || subscription?.state === 'PAST_DUE')
    case 'charge_failed':
      return paidBy === undefined
    case 'halted':
      return subscription?.state === 'HALTED'
    default:
      return true
  }
}

/**
 * Makes a notifier that sends mail to the payer, at least once. The `Message-ID` derives from the `notificationId`, so mail programs can
 * recognise a mail that is repeated after a crash. Needs the package nodemailer.
 * @throws Error when an option is wrong. The message names the option, and never contains the password.
 * @example
 * email({ smtp: 'smtp://127.0.0.1:2525', from: 'Tea stall <payments@shop.example>', shop: 'Tea stall', to: findPayer })
 */
export function email(options: EmailOptions): Notifier {
  const { smtp, from, shop, to, events, templates, name = 'email' } = options
  const { transport, server } = openTransport(smtp)
  const byEvent = { ...TEMPLATES, ...templates }
  const kinds = (Object.keys(EVENT_OF) as NotificationEvent[]).filter((kind) => {
    const event = EVENT_OF[kind]
    return event !== undefined && (events === undefined || events.includes(event))
  })

  return {
    name,
    kinds,
    ...server,
    async notify(notification) {
      const event = EVENT_OF[notification.event]
      if (event === undefined || !('order' in notification) || !isTrueNow(event, notification)) return
      const recipient = await to(notification)
      if (recipient === undefined) return
      const language = recipient.language ?? 'en'
      const mail = byEvent[event][language](mailDataOf(notification, shop, { event, language }))
      await transport.sendMail({
        from,
        // As an object: a comma in a string would split the address.
        to: { name: '', address: recipient.address },
        messageId: messageIdOf(notification.notificationId, from),
        subject: mail.subject,
        text: textOf(mail),
        html: htmlOf(mail, language),
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
      })
    },
  }
}

function messageIdOf(notificationId: string, from: string): string {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  return `<${createHash('sha256').update(notificationId).digest('hex').slice(0, 40)}@${domain}>`
}
