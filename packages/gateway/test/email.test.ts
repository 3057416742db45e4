import type { AddressInfo } from 'node:net'
import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import type { Subscription } from '@galla/contract/gateway-api/subscriptions'
import { inr } from '@galla/contract/money'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EmailOptions, email } from '../src/notifications/email.ts'
import { notifyBy, type OrderNotification } from '../src/notifications/notifier.ts'
import { TEMPLATES } from '../src/notifications/templates.ts'
import { HOUR_MS, inIndia, openSubscriptionShop } from './helpers/subscription-shop.ts'
import { setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

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
const createNotification = (overrides: Partial<OrderNotification> = {}): OrderNotification => ({
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

  it('covers all events by default, filters by `events`, and accepts templates of the merchant', async () => {
    expect(createNotifier().kinds).toEqual([
      'order.completed',
      'order.failed',
      'refund.completed',
      'subscription.charge_upcoming',
      'subscription.charge_completed',
      'subscription.charge_failed',
      'subscription.halted',
      'subscription.cancelled',
    ])
    expect(createNotifier({ events: ['refunded'] }).kinds).toEqual(['refund.completed'])
    const own = () => ({ subject: 'Chai!', heading: 'Chai', paragraphs: [], table: [] })
    await createNotifier({ templates: { completed: { ...TEMPLATES.completed, en: own } } }).notify(createNotification())
    expect(received[0]?.headers.subject).toBe('Chai!')
  })
})

describe('mails of a subscription', () => {
  const subscription = {
    subscriptionId: 'sub-7',
    state: 'HALTED',
    haltedFor: 'mandate-ended',
    amount: inr('199'),
    cycle: { startsAtMs: inIndia('2027-02-10') },
  } as Subscription
  const of = (event: OrderNotification['event'], overrides: Partial<OrderNotification> = {}) =>
    createNotification({
      event,
      atMs: inIndia('2027-02-08', '12:00'),
      order: { ...order, state: 'PENDING', detailedErrorCode: 'Z9' },
      subscription,
      ...overrides,
    })
  const active: Subscription = { ...subscription, state: 'ACTIVE' }
  const pastDue: Subscription = { ...subscription, state: 'PAST_DUE' }

  it.each([
    ['charge_upcoming', 'en', active, 'Coming debit: ₹1,499.50 for Tea stall', 'On 10 February 2027 or shortly after'],
    ['charge_upcoming', 'hi', active, 'आने वाला भुगतान: Tea stall के लिए ₹1,499.50', '10 फ़रवरी 2027 को'],
    ['charge_failed', 'en', pastDue, 'Debit failed: ₹1,499.50 for Tea stall', 'The debit will be tried again.'],
    ['charge_failed', 'en', subscription, 'Debit failed: ₹1,499.50 for Tea stall', 'does not hold enough money'],
    ['charge_failed', 'hi', pastDue, 'भुगतान नहीं हुआ: Tea stall के लिए ₹1,499.50', 'एक दिन पहले'],
    ['halted', 'en', subscription, 'On hold: your subscription to Tea stall', 'The mandate in your UPI app has ended.'],
    ['halted', 'hi', subscription, 'रुकी हुई है: Tea stall की आपकी सदस्यता', 'मैंडेट बंद हो गया है'],
    ['cancelled', 'en', subscription, 'Cancelled: your subscription to Tea stall', 'Price: ₹199.00'],
    ['cancelled', 'hi', subscription, 'रद्द: Tea stall की आपकी सदस्यता', 'कीमत: ₹199.00'],
  ] as const)('tell of %s in language %s', async (event, language, now, subject, sentence) => {
    const to = () => ({ address: 'payer@example.net', language })
    await createNotifier({ to }).notify(of(`subscription.${event}`, { subscription: now }))
    expect(received[0]?.headers.subject).toBe(subject)
    expect(received[0]?.parts[0]?.text).toContain(sentence)
    expect(received[0]?.parts[0]?.text).toContain('sub-7')
  })

  it('name the day after the announcement when the cycle has begun already', async () => {
    const late = of('subscription.charge_upcoming', { atMs: inIndia('2027-02-12', '12:00'), subscription: active })
    await createNotifier().notify(late)
    expect(received[0]?.parts[0]?.text).toContain('On 13 February 2027')
  })

  it('are not sent when they would no longer be true', async () => {
    const notifier = createNotifier()
    await notifier.notify(of('subscription.charge_upcoming', { subscription: { ...active, state: 'CANCELLED' } }))
    await notifier.notify(
      of('subscription.charge_upcoming', { order: { ...order, state: 'FAILED' }, subscription: active }),
    )
    await notifier.notify(of('subscription.charge_failed', { paidBy: 'sub-7-2-2' }))
    await notifier.notify(of('subscription.halted', { subscription: active }))
    expect(received).toEqual([])
  })

  it('reach the payer whom the start named, from the announcement to the end', async () => {
    const to: EmailOptions['to'] = ({ payer }) => (payer?.email ? { address: payer.email } : undefined)
    const { activate, until, sandbox, gateway, pass } = await openSubscriptionShop(createTestGateway, {
      gateway: { notifiers: [createNotifier({ to })] },
    })
    await activate()
    await until(inIndia('2027-02-10') - HOUR_MS)
    await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 100 })
    await until(inIndia('2027-02-11', '12:00'))
    await gateway.subscriptions.cancel('sub-7')
    await pass(HOUR_MS)
    expect(received.map(({ to, headers }) => `${to} ${headers.subject}`)).toEqual([
      'a.tester@shop.example Paid: ₹199.00 to Tea stall',
      'a.tester@shop.example Coming debit: ₹199.00 for Tea stall',
      'a.tester@shop.example Debit failed: ₹199.00 for Tea stall',
      'a.tester@shop.example Coming debit: ₹199.00 for Tea stall',
      'a.tester@shop.example Cancelled: your subscription to Tea stall',
    ])
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
