import type { AddressInfo } from 'node:net'
import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import { inr } from '@galla/contract/money'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EmailOptions, email } from '../src/notifications/email.ts'
import { type Notification, notifyBy } from '../src/notifications/notifier.ts'
import { TEMPLATES } from '../src/notifications/templates.ts'

interface Received {
  from: string
  to: string[]
  headers: { [name: string]: string }
  parts: { type: string; text: string }[]
}

const received: Received[] = []
let refusing = false
let server: SMTPServer
let smtp: string

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_, __, done) => done(refusing ? new Error('no such mailbox') : undefined),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          ...parse(Buffer.concat(chunks).toString()),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  smtp = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterAll(() => new Promise<void>((resolve) => server.close(resolve)))
beforeEach(() => {
  received.length = 0
  refusing = false
})

const order = {
  merchantOrderId: 'order-1',
  reference: 'cart-7 <b>&',
  amount: inr('1,499.50'),
  state: 'COMPLETED',
  resolution: 'fulfil',
} as Order
const notice = (more: Partial<Notification> = {}): Notification => ({
  event: 'order.completed',
  notificationId: 'order-1:completed:email',
  order,
  ...more,
})

const mails = (more: Partial<EmailOptions> = {}) =>
  email({
    smtp,
    from: 'Tea stall <tills@shop.example>',
    shop: 'Tea stall',
    to: () => ({ address: 'payer@example.net' }),
    ...more,
  })

describe('a mail', () => {
  it('goes out in text and HTML, to whom the shop says, with the amount', async () => {
    await mails().notify(notice())
    const [mail] = received
    expect(mail).toMatchObject({ from: 'tills@shop.example', to: ['payer@example.net'] })
    expect(mail?.headers['auto-submitted']).toBe('auto-generated')
    expect(mail?.parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html'])
    const [text, html] = mail?.parts ?? []
    expect(text?.text).toContain('Tea stall has received ₹1,499.50 from you.')
    expect(text?.text).toContain('cart-7 <b>&')
    expect(html?.text).toContain('cart-7 &lt;b&gt;&amp;')
    expect(html?.text).not.toMatch(/<b>|<img|<a |https?:/)
  })

  it.each([
    ['order.completed', 'en', 'Paid: ₹1,499.50 to Tea stall', 'Payment received'],
    ['order.completed', 'hi', 'भुगतान मिला: Tea stall को ₹1,499.50', 'आपका भुगतान मिल गया है'],
    ['order.failed', 'en', 'Not paid: ₹1,499.50 to Tea stall', 'The account does not hold enough money.'],
    ['order.failed', 'hi', 'भुगतान नहीं हुआ: Tea stall को ₹1,499.50', 'आपका भुगतान नहीं हो पाया'],
    ['refund.completed', 'en', 'Refund: ₹100.00 from Tea stall', 'has refunded ₹100.00 to you'],
    ['refund.completed', 'hi', 'रिफ़ंड: Tea stall से ₹100.00', 'आपके पैसे वापस आ रहे हैं'],
  ] as const)('tells of %s in %s', async (kind, language, subject, says) => {
    const told = notice({
      event: kind,
      order: { ...order, detailedErrorCode: 'Z9' },
      refund: { amount: inr('100') } as Refund,
    })
    await mails({ to: () => ({ address: 'payer@example.net', language }) }).notify(told)
    expect(received[0]?.headers.subject).toBe(subject)
    expect(received[0]?.headers['content-language']).toBe(language)
    for (const { text } of received[0]?.parts ?? []) expect(text).toContain(says)
  })

  it('that is sent again is the same mail, and of another notice another one', async () => {
    const notifier = mails()
    await notifier.notify(notice())
    await notifier.notify(notice())
    await notifier.notify(notice({ notificationId: 'order-2:completed:email' }))
    const ids = received.map(({ headers }) => headers['message-id'])
    expect(ids[0]).toMatch(/^<[0-9a-f]{40}@shop\.example>$/)
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })

  it('is not sent when the shop names nobody, nor about money that goes straight back', async () => {
    await mails({ to: () => undefined }).notify(notice())
    await mails().notify(notice({ order: { ...order, resolution: 'late-refund' } }))
    expect(received).toEqual([])
  })

  it('does not say that a payment failed to somebody who has paid by another order', async () => {
    await mails().notify(notice({ event: 'order.failed', paidBy: 'order-2' }))
    expect(received).toEqual([])
    await mails().notify(notice({ event: 'order.failed' }))
    expect(received).toHaveLength(1)
  })

  it('that the server refuses is an error, so that it is tried again', async () => {
    refusing = true
    await expect(mails().notify(notice())).rejects.toThrow(/no such mailbox/)
  })

  it('lets no name, subject or address write a second header or recipient', async () => {
    const evil = 'x\r\nBcc: other@example.net'
    await mails({ shop: evil }).notify(notice({ order: { ...order, reference: evil } }))
    expect(received[0]?.to).toEqual(['payer@example.net'])
    expect(received[0]?.headers.bcc).toBeUndefined()
    received.length = 0
    await mails({ to: () => ({ address: 'a@example.net, b@example.net' }) })
      .notify(notice())
      .catch(() => {})
    expect(received.flatMap(({ to }) => to)).not.toContain('b@example.net')
  })

  it('has every event in every language, or the words of the shop', async () => {
    expect(mails().kinds).toEqual(['order.completed', 'order.failed', 'refund.completed'])
    expect(mails({ events: ['refunded'] }).kinds).toEqual(['refund.completed'])
    const own = () => ({ subject: 'Chai!', heading: 'Chai', paragraphs: [], table: [] })
    await mails({ templates: { completed: { ...TEMPLATES.completed, en: own } } }).notify(notice())
    expect(received[0]?.headers.subject).toBe('Chai!')
  })
})

describe('a plain function', () => {
  it('is told, and what it throws is thrown on', async () => {
    const told: string[] = []
    const notifier = notifyBy('chat', ['order.failed'], ({ notificationId }) => void told.push(notificationId))
    await notifier.notify(notice())
    expect([told, notifier.kinds]).toEqual([['order-1:completed:email'], ['order.failed']])
    const failing = notifyBy('chat', [], () => {
      throw new Error('away')
    })
    await expect(failing.notify(notice())).rejects.toThrow('away')
    expect(() => notifyBy('Chat room', [], () => {})).toThrow(/lower-case/)
  })
})

/** A mail of two parts, decoded: as much of MIME as ours use. */
function parse(raw: string): Pick<Received, 'headers' | 'parts'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = headersOf(head)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1] ?? 'none'
  const parts = rest
    .join('\r\n\r\n')
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [partHead = '', ...body] = part.trimStart().split('\r\n\r\n')
      const { 'content-type': type = '', 'content-transfer-encoding': encoding } = headersOf(partHead)
      return { type: type.split(';')[0] ?? '', text: decode(body.join('\r\n\r\n'), encoding) }
    })
  return { headers, parts }
}

function headersOf(head: string): { [name: string]: string } {
  return Object.fromEntries(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), words(line.slice(line.indexOf(':') + 1).trim())]),
  )
}

function words(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : decode(text.replaceAll('_', ' '), 'quoted-printable'),
    )
}

function decode(text: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString()
  if (encoding !== 'quoted-printable') return text
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
