import type { PageAttempt, PagePaymentMethods } from '@galla/contract/sandbox-api/page-routes'
import { describe, expect, it } from 'vitest'
import { viewOf } from '../../test/helpers/page-view.ts'
import { pageClient } from './page-client.ts'

function clientWith(response: () => Response | Promise<Response>) {
  const sent: { url: string; init: RequestInit }[] = []
  const client = pageClient('the-token', async (url, init = {}) => {
    sent.push({ url: String(url), init })
    return response()
  })
  return { client, sent }
}

describe('pageClient', () => {
  it('sends the token in a header, not in the URL', async () => {
    const { client, sent } = clientWith(() => Response.json({}))
    await client.call('POST /attempts/:transactionId/otp', 'OM/1', { otp: '123456' })
    expect(sent[0]?.url).toBe('/page-api/attempts/OM%2F1/otp')
    expect(sent[0]?.init).toMatchObject({ method: 'POST', body: '{"otp":"123456"}' })
    expect(new Headers(sent[0]?.init.headers).get('x-page-token')).toBe('the-token')
  })

  it('distinguishes a refusal from no answer', async () => {
    const refusal = { code: 'NOT_OFFERED', message: 'no' }
    const refused = clientWith(() => Response.json(refusal, { status: 409 }))
    expect(await refused.client.call('GET /view')).toEqual({ kind: 'refused', status: 409, ...refusal })

    for (const noAnswer of [
      () => Response.json({}, { status: 503 }),
      () => new Response('<html>'),
      () => Promise.reject(new TypeError('offline')),
    ]) {
      expect(await clientWith(noAnswer).client.call('GET /view')).toEqual({ kind: 'no-answer' })
    }
  })

  it('returns a view as it was sent', async () => {
    const view = viewOf({
      attempt: ATTEMPT,
      paymentMethods: METHODS,
      redirectUrl: 'https://shop.example/',
      frozen: true,
    })
    const { client } = clientWith(() => Response.json(view))
    expect(await client.call('GET /view')).toEqual({ kind: 'answer', body: view })
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['an empty object', {}],
    ['a list', []],
    ['a text', 'x'],
    ['a view without an order', { ...viewOf(), order: undefined }],
    ['a view without an amount', viewOf({ order: { amount: null as never } })],
    ['a view without an expiry', viewOf({ order: { expiresAtMs: null as never } })],
    ['a view without payment methods', { ...viewOf(), paymentMethods: null }],
    ['a view whose merchant has no name', { ...viewOf(), merchantName: { of: 'tea' } }],
    ['a view whose attempt has no id', { ...viewOf(), attempt: { ...ATTEMPT, transactionId: undefined } }],
    ['a view whose attempt is a text', { ...viewOf(), attempt: 'x' }],
    ['a view whose card is not described', { ...viewOf(), attempt: { ...ATTEMPT, card: {} } }],
    ['a view whose apps are no list', { ...viewOf(), paymentMethods: { ...METHODS, upi: { apps: {} } } }],
    ['a view whose cards have no types', { ...viewOf(), paymentMethods: { ...METHODS, cards: {} } }],
    ['a view whose saved cards are no list', { ...viewOf(), paymentMethods: { ...METHODS, savedCards: {} } }],
    ['a view whose mandate is a text', { ...viewOf(), mandate: 'x' }],
  ])('takes %s for no answer, to a status check and to a payment', async (_, body) => {
    const { client } = clientWith(() => Response.json(body))
    expect(await client.call('GET /view')).toEqual({ kind: 'no-answer' })
    const payment = client.call('POST /attempts', { paymentMode: { type: 'UPI_QR' } })
    expect(await payment).toEqual({ kind: 'no-answer' })
  })

  it('takes an answer about a UPI ID that does not say whether the ID is valid for no answer', async () => {
    const ask = (body: unknown) =>
      clientWith(() => Response.json(body)).client.call('POST /validate-vpa', { vpa: 'a@b' })
    expect(await ask({ valid: false })).toEqual({ kind: 'answer', body: { valid: false } })
    expect(await ask({})).toEqual({ kind: 'no-answer' })
    expect(await ask(null)).toEqual({ kind: 'no-answer' })
  })
})

const ATTEMPT: PageAttempt = {
  transactionId: 'OM1',
  type: 'CARD',
  state: 'PENDING',
  startedAtMs: 1,
  card: { network: 'VISA', last4: '6667' },
  step: 'otp',
  otpTriesLeft: 3,
}

const METHODS: PagePaymentMethods = {
  upi: {
    qr: true,
    intent: false,
    apps: [{ id: 'others', name: 'Other' }],
    collect: { allowed: false },
    instruments: ['BANK_ACCOUNT'],
  },
  cards: {
    types: ['CREDIT_CARD'],
    networks: ['VISA'],
    geoScopes: ['DOMESTIC'],
    encryption: { keyId: 1, publicKeyPem: 'pem' },
  },
  netBanking: { banks: [{ bankId: 'HDFC', name: 'HDFC Bank', popular: true, health: 'up' }] },
  savedCards: [
    { savedCardId: 's1', network: 'VISA', last4: '6667', bankName: 'HDFC Bank', expiry: { month: '06', year: '2027' } },
  ],
}
