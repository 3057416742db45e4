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
let rejectRecipients = false
let server: SMTPServer
let smtp: string

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_, __, done) => done(rejectRecipients ? new Error('no such mailbox') : undefined),
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
  rejectRecipients = false
})

const order = {
  merchantOrderId: 'order-1',
  reference: 'cart-7 <b>&',
  amount: inr('1,499.50'),
  state: 'COMPLETED',
  resolution: 'fulfil',
} as Order
const createNotification = (overrides: Partial<Notification> = {}): Notification => ({
  event: 'order.completed',
  sentAtMs: 0,
  notificationId: 'order:order-1:completed:email',
  atMs: 0,
  order,
  ...overrides,
})

const createNotifier = (overrides: Partial<EmailOptions> = {}) =>
  email({
    smtp,
    from: 'Tea stall <payments@shop.example>',
    shop: 'Tea stall',
    to: () => ({ address: 'payer@example.net' }),
    ...overrides,
  })

describe('email notifier', () => {
  it('sends text and HTML with the amount to the address that `to` returns, and escapes the HTML', async () => {
    await createNotifier().notify(createNotification())
    const [mail] = received
    expect(mail).toMatchObject({ from: 'payments@shop.example', to: ['payer@example.net'] })
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
  ] as const)('writes subject and body for %s in language %s', async (kind, language, subject, sentence) => {
    const notification = createNotification({
      event: kind,
      order: { ...order, detailedErrorCode: 'Z9' },
      refund: { amount: inr('100') } as Refund,
    })
    await createNotifier({ to: () => ({ address: 'payer@example.net', language }) }).notify(notification)
    expect(received[0]?.headers.subject).toBe(subject)
    expect(received[0]?.headers['content-language']).toBe(language)
    for (const { text } of received[0]?.parts ?? []) expect(text).toContain(sentence)
  })

  it('uses the same Message-ID for a repeated notification and another one for another notification', async () => {
    const notifier = createNotifier()
    await notifier.notify(createNotification())
    await notifier.notify(createNotification())
    await notifier.notify(createNotification({ notificationId: 'order:order-2:completed:email' }))
    const ids = received.map(({ headers }) => headers['message-id'])
    expect(ids[0]).toMatch(/^<[0-9a-f]{40}@shop\.example>$/)
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })

  it('sends nothing when `to` returns undefined or when the payment is refunded automatically', async () => {
    await createNotifier({ to: () => undefined }).notify(createNotification())
    await createNotifier().notify(createNotification({ order: { ...order, resolution: 'late-refund' } }))
    expect(received).toEqual([])
  })

  it('sends no order.failed mail when another order of the reference was paid', async () => {
    await createNotifier().notify(createNotification({ event: 'order.failed', paidBy: 'order-2' }))
    expect(received).toEqual([])
    await createNotifier().notify(createNotification({ event: 'order.failed' }))
    expect(received).toHaveLength(1)
  })

  it('rejects when the SMTP server refuses the recipient, so that the delivery is retried', async () => {
    rejectRecipients = true
    await expect(createNotifier().notify(createNotification())).rejects.toThrow(/no such mailbox/)
  })

  it('prevents header and recipient injection by shop name, reference and address', async () => {
    const injection = 'x\r\nBcc: other@example.net'
    await createNotifier({ shop: injection }).notify(createNotification({ order: { ...order, reference: injection } }))
    expect(received[0]?.to).toEqual(['payer@example.net'])
    expect(received[0]?.headers.bcc).toBeUndefined()
    received.length = 0
    await createNotifier({ to: () => ({ address: 'a@example.net, b@example.net' }) })
      .notify(createNotification())
      .catch(() => {})
    expect(received.flatMap(({ to }) => to)).not.toContain('b@example.net')
  })

  it('prints a reference with line ends on one line: it adds no line to the mail', async () => {
    const reference = 'cart-7\r\nAmount: ₹1.00\u2028\u202eUTR: 1'
    await createNotifier().notify(createNotification({ order: { ...order, reference } }))
    expect(received[0]?.parts[0]?.text).toMatch(/: cart-7 Amount: ₹1\.00 UTR: 1\r?\n/)
  })

  it('covers all three events by default, filters by `events`, and accepts templates of the merchant', async () => {
    expect(createNotifier().kinds).toEqual(['order.completed', 'order.failed', 'refund.completed'])
    expect(createNotifier({ events: ['refunded'] }).kinds).toEqual(['refund.completed'])
    const own = () => ({ subject: 'Chai!', heading: 'Chai', paragraphs: [], table: [] })
    await createNotifier({ templates: { completed: { ...TEMPLATES.completed, en: own } } }).notify(createNotification())
    expect(received[0]?.headers.subject).toBe('Chai!')
  })
})

describe('notifyBy', () => {
  it('calls the function with the notification, rejects with its error, and rejects a name that is not lower-case', async () => {
    const receivedIds: string[] = []
    const notifier = notifyBy('chat', ['order.failed'], ({ notificationId }) => void receivedIds.push(notificationId))
    await notifier.notify(createNotification())
    expect([receivedIds, notifier.kinds]).toEqual([['order:order-1:completed:email'], ['order.failed']])
    const failing = notifyBy('chat', [], () => {
      throw new Error('away')
    })
    await expect(failing.notify(createNotification())).rejects.toThrow('away')
    expect(() => notifyBy('Chat room', [], () => {})).toThrow(/lower-case/)
  })
})

/** Decodes a mail of two parts; supports the part of MIME that the notifier uses. */
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
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        decodeWords(line.slice(line.indexOf(':') + 1).trim()),
      ]),
  )
}

function decodeWords(value: string): string {
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
