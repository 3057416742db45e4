import { createHash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { htmlOf, type Language, type MailEvent, mailDataOf, textOf } from './mail.ts'
import type { Notification, NotificationEvent, Notifier } from './notifier.ts'
import { TEMPLATES, type Templates } from './templates.ts'

export interface EmailOptions {
  /** The SMTP server: `smtps://user:password@mail.example`, or `smtp://127.0.0.1:2525`. */
  smtp: string
  /** `Tea stall <tills@shop.example>` */
  from: string
  /** The shop's name, as the mail calls it. */
  shop: string
  /** To whom, and in which language. The gateway know no payer's address: yours do. Nobody: no mail. */
  to: (notice: Notification) => Recipient | undefined | Promise<Recipient | undefined>
  /** Default: all three. */
  events?: readonly MailEvent[]
  /** Words of your own, for any event and language. */
  templates?: Partial<Templates>
  /** Part of each notice's id, so that two of them do not share one. Default `email`. */
  name?: string
}

export interface Recipient {
  readonly address: string
  /** Default `en`. */
  readonly language?: Language
}

const EVENT_OF: { readonly [Kind in NotificationEvent]?: MailEvent } = {
  'order.completed': 'completed',
  'order.failed': 'failed',
  'refund.completed': 'refunded',
}

/** A mail server that says nothing for so long says nothing. Milliseconds. */
const TIMEOUT_MS = 20_000

/**
 * Tells the payer by mail. At least once: the message's id is made from the notice's, so that a mail which is sent again after
 * a crash is the same mail, and mail programs that know it show it once.
 */
export function email(options: EmailOptions): Notifier {
  const { smtp, from, shop, to, events = ['completed', 'failed', 'refunded'], templates, name = 'email' } = options
  const transport = createTransport({
    url: smtp,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const words = { ...TEMPLATES, ...templates }
  const kinds = (Object.keys(EVENT_OF) as NotificationEvent[]).filter((kind) => {
    const event = EVENT_OF[kind]
    return event !== undefined && events.includes(event)
  })

  return {
    name,
    kinds,
    async notify(notice) {
      const event = EVENT_OF[notice.event]
      // Money that goes straight back was no sale: of it the refund tells.
      if (event === undefined || (event === 'completed' && notice.order.resolution !== 'fulfil')) return
      // Who has paid in another way must not read that the payment failed.
      if (event === 'failed' && notice.paidBy !== undefined) return
      const recipient = await to(notice)
      if (recipient === undefined) return
      const language = recipient.language ?? 'en'
      const mail = words[event][language](mailDataOf(notice, shop))
      await transport.sendMail({
        from,
        // As an object, so that no comma in it makes two of one address.
        to: { name: '', address: recipient.address },
        messageId: messageIdOf(notice.notificationId, from),
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
