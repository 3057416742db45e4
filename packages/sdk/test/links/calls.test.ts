import { paise } from '@galla/contract/money'
import vectors from '@galla/contract/vectors/wire/payment-links.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import type { Galla, NewLink } from '../../src/index.ts'
import { failureOf, fakePorts, recorded } from '../support/client.ts'
import { type Answers, isToken, type Recorded, response } from '../support/recording-fetch.ts'

const DAY_MS = 86_400_000
const answering = (answers: Answers) =>
  recorded((request) => (isToken(request) ? undefined : answers(request)), {}, fakePorts())
const newLink = (changes: Partial<NewLink> = {}): NewLink => ({
  merchantOrderId: 'invoice-42',
  amount: paise(129_900),
  customerDetails: { phoneNumber: '+919000000001' },
  ...changes,
})
const { created, status, cancelled } = vectors
const ofInvoice = { merchantOrderId: 'invoice-42' }

describe('requests of payment links', () => {
  it('have the bodies of the provider, each with its own case of the channels', async () => {
    const { galla, wire } = answering(({ path }) => response(path.endsWith('/pay') ? created.response : {}))
    const { merchantOrderId, amount, description, metaInfo, paymentFlow } = created.request
    await galla.links.create({
      merchantOrderId,
      amount: paise(amount),
      description,
      metaInfo,
      customerDetails: paymentFlow.customerDetails,
      notificationChannels: { sms: true },
      expireAt: paymentFlow.expireAt,
    })
    await galla.links.notify({ merchantOrderId, notificationChannels: { email: true } })
    await galla.links.cancel({ merchantOrderId })
    await galla.links.getStatus({ merchantOrderId, details: true })
    const sent = ({ method, path, query, text }: Recorded) => [method, path, query, text && JSON.parse(text)]
    expect(wire.calls.map(sent)).toEqual([
      ['POST', '/apis/pg-sandbox/paylinks/v1/pay', '', created.request],
      [
        'POST',
        '/apis/pg-sandbox/paylinks/v1/notify',
        '',
        { merchantOrderId, notificationChannels: { sms: false, email: true } },
      ],
      ['POST', `/apis/pg-sandbox/paylinks/v1/${merchantOrderId}/cancel`, '', {}],
      ['GET', `/apis/pg-sandbox/paylinks/v1/${merchantOrderId}/status`, 'details=true', undefined],
    ])
  })

  it('write a number of India with its country code, and send no number for null', async () => {
    const { galla, wire } = answering(() => response(created.response))
    await galla.links.create(newLink({ customerDetails: { phoneNumber: '9000000001' } }))
    await galla.links.create(newLink({ customerDetails: { phoneNumber: null, email: 'a@shop.example' } }))
    const customers = wire.calls.map((call) => (call.json() as typeof created.request).paymentFlow.customerDetails)
    expect(customers).toEqual([{ phoneNumber: '+919000000001' }, { email: 'a@shop.example' }])
  })
})

describe('input of a link that the provider would refuse', () => {
  const NOW = Date.UTC(2026, 0, 1)
  const customerDetails = { phoneNumber: '+919000000001' }
  const ROWS: readonly (readonly [string, (galla: Galla) => Promise<unknown>])[] = [
    ['merchantOrderId', ({ links }) => links.create(newLink({ merchantOrderId: 'a b' }))],
    ['amount', ({ links }) => links.create(newLink({ amount: paise(99) }))],
    ['amount', ({ links }) => links.create(newLink({ amount: 1.5 as never }))],
    ['description', ({ links }) => links.create(newLink({ description: 'x'.repeat(151) }))],
    ['expireAt', ({ links }) => links.create(newLink({ expireAt: NOW / 1000 + 900 }))],
    ['expireAt', ({ links }) => links.create(newLink({ expireAt: NOW }))],
    ['expireAt', ({ links }) => links.create(newLink({ expireAt: NOW + 30 * DAY_MS + 1 }))],
    ['customerDetails', ({ links }) => links.create(newLink({ customerDetails: undefined as never }))],
    ['customerDetails.phoneNumber', ({ links }) => links.create(newLink({ customerDetails: {} as never }))],
    [
      'customerDetails.phoneNumber',
      ({ links }) => links.create(newLink({ customerDetails: { phoneNumber: '09000000001' } })),
    ],
    [
      'customerDetails.phoneNumber',
      ({ links }) =>
        links.create(newLink({ customerDetails: { phoneNumber: null }, notificationChannels: { sms: true } })),
    ],
    ['customerDetails.email', ({ links }) => links.create(newLink({ notificationChannels: { email: true } }))],
    [
      'customerDetails.email',
      ({ links }) => links.create(newLink({ customerDetails: { ...customerDetails, email: 'a tester' } })),
    ],
    [
      'customerDetails.phone',
      ({ links }) => links.create(newLink({ customerDetails: { ...customerDetails, phone: '1' } as never })),
    ],
    [
      'notificationChannels.SMS',
      ({ links }) => links.create(newLink({ notificationChannels: { SMS: true } as never })),
    ],
    ['metaInfo.udf16', ({ links }) => links.create(newLink({ metaInfo: { udf16: '1' } as never }))],
    ['expireAfter', ({ links }) => links.create({ ...newLink(), expireAfter: 900 } as never)],
    ['notificationChannels', ({ links }) => links.notify({ ...ofInvoice, notificationChannels: {} })],
    ['merchantOrderId', ({ links }) => links.cancel({ merchantOrderId: '..' })],
    ['merchantOrderId', ({ links }) => links.getStatus({ merchantOrderId: '' })],
  ]
  it.each(ROWS)('is refused before anything is sent: %s', async (field, call) => {
    const { galla, wire } = answering(() => undefined)
    expect(await failureOf(call(galla))).toMatchObject({ kind: 'invalid-request', field, outcome: 'not-sent' })
    expect(wire.requests).toEqual([])
  })

  it('is accepted up to the limits', async () => {
    const { galla } = answering(() => response(created.response))
    const largest = newLink({ amount: paise(100), description: 'x'.repeat(150), expireAt: NOW + 30 * DAY_MS })
    expect(await galla.links.create(largest)).toEqual(created.response)
  })
})

describe('responses about links', () => {
  it('are read with every state, and keep what is not known', async () => {
    const states = ['ACTIVE', 'PENDING', 'COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED', 'PAUSED']
    const { galla } = answering(() => response({ ...status, state: states.shift(), amount: '129900', novelty: 1 }))
    const read = []
    for (let left = states.length; left > 0; left -= 1) read.push(await galla.links.getStatus(ofInvoice))
    expect(read.map(({ state }) => state)).toEqual([
      'ACTIVE',
      'PENDING',
      'COMPLETED',
      'FAILED',
      'EXPIRED',
      'CANCELLED',
      'UNKNOWN',
    ])
    expect(read.at(-1)).toMatchObject({ wireState: 'PAUSED', amount: 129_900, novelty: 1 })
    expect(read[0]?.paymentDetails[0]?.instrument).toMatchObject({ type: 'ACCOUNT' })
  })

  it('without a URL leave nothing to hand out, so the outcome of create is unknown', async () => {
    const { paylinkUrl: _, ...rest } = created.response
    const { galla } = answering(() => response(rest))
    const failure = await failureOf(galla.links.create(newLink()))
    expect(failure).toMatchObject({ kind: 'invalid-response', outcome: 'unknown' })
    expect(failure.message).toContain('paylinkUrl')
  })
})

it('an error of a link holds nothing of its payer, also when the provider repeats it', async () => {
  const customerDetails = { name: 'Asha Tester', phoneNumber: '9000000001', email: 'asha@shop.example' }
  const { galla } = answering((request) =>
    response({ code: 'BAD_REQUEST', message: `Bad payer ${request.text}`, data: { customerDetails } }, 400),
  )
  const { message, data } = await failureOf(galla.links.create(newLink({ customerDetails })))
  for (const secret of Object.values(customerDetails)) expect(JSON.stringify({ message, data })).not.toContain(secret)
})

describe('calls of links whose response is lost', () => {
  const lost = () => response('', 503)
  const hung = () => {
    throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
  }
  const WRITES: readonly (readonly [string, (galla: Galla) => Promise<unknown>])[] = [
    ['create', ({ links }) => links.create(newLink())],
    ['notify', ({ links }) => links.notify({ ...ofInvoice, notificationChannels: { sms: true } })],
  ]
  it.each(WRITES)('are not repeated, whatever the policy: %s', async (_, call) => {
    for (const reply of [lost, hung]) {
      const { galla, wire } = recorded((request) => (isToken(request) ? undefined : reply()), { retry: { retries: 5 } })
      expect(await failureOf(call(galla))).toMatchObject({ outcome: 'unknown', attempts: 1 })
      expect(wire.calls).toHaveLength(1)
    }
  })

  const refused = () => response({ code: 'BAD_REQUEST', message: 'no [already in terminal state]' }, 400)
  it.each([
    ['the response is lost and the link is cancelled', lost, 'CANCELLED'],
    ['the response is lost and the link was paid', lost, 'COMPLETED'],
    ['the connection broke and the link has expired', hung, 'EXPIRED'],
    ['the provider refuses and the link was paid', refused, 'COMPLETED'],
    ['the provider refuses and the link has failed', refused, 'FAILED'],
  ])('cancel returns what the status says when %s', async (_, reply, state) => {
    const { galla, wire } = answering(({ method }) => (method === 'POST' ? reply() : response({ ...status, state })))
    expect(await galla.links.cancel(ofInvoice)).toMatchObject({ orderId: status.orderId, state })
    expect(wire.calls.map(({ method }) => method)).toEqual(['POST', 'GET'])
  })

  it.each([
    ['is still active', () => response({ ...status, state: 'ACTIVE' })],
    ['is in a state that is not known', () => response({ ...status, state: 'PAUSED' })],
    ['cannot be read', () => response({}, 500)],
  ])('cancel rejects with the first error when the link %s', async (_, answer) => {
    const { galla } = answering(({ method }) => (method === 'POST' ? lost() : answer()))
    expect(await failureOf(galla.links.cancel(ofInvoice))).toMatchObject({ endpoint: 'linkCancel', outcome: 'unknown' })
  })

  it.each([401, 403, 429])(
    'cancel does not read the status after a %d, which is no word about the link',
    async (code) => {
      const { galla, wire } = answering(({ method }) => (method === 'POST' ? response({}, code) : response(status)))
      expect(await failureOf(galla.links.cancel(ofInvoice))).toMatchObject({ outcome: 'rejected' })
      expect(wire.calls.filter(({ method }) => method === 'GET')).toEqual([])
    },
  )

  it('cancel returns the response of the provider when there is one', async () => {
    const { galla, wire } = answering(() => response(cancelled))
    expect(await galla.links.cancel(ofInvoice)).toEqual(cancelled)
    expect(wire.calls).toHaveLength(1)
  })
})
