import { CALLBACK_TYPES, type CallbackEventName } from '@galla/contract/provider/callbacks'
import { callbackBody, orderCallback, refundCallback, refundStatus } from '@galla/testkit/factories'
import { describe, expect, it } from 'vitest'
import { type CallbackEvent, parseEvent } from './event.ts'

const verifiedBy = { mode: 'classic', username: 'shop_hook' } as const
const parse = async (message: unknown): Promise<CallbackEvent> => parseEvent(JSON.stringify(message), verifiedBy)

const NAMES = Object.keys(CALLBACK_TYPES) as CallbackEventName[]
const kindOf = (name: CallbackEventName) =>
  name.includes('refund') ? 'refund' : name.includes('attempt') ? 'attempt' : 'order'
const bodyOf = (name: CallbackEventName) =>
  name.includes('refund')
    ? refundCallback(name as Parameters<typeof refundCallback>[0])
    : orderCallback(name as Parameters<typeof orderCallback>[0])

describe('parseEvent', () => {
  it('covers nine events', () => expect(NAMES).toHaveLength(9))

  it.each(NAMES)('parses %s', async (name) => {
    const envelope = bodyOf(name)
    expect(await parseEvent(callbackBody(envelope), verifiedBy)).toEqual({
      kind: kindOf(name),
      event: name,
      payload: envelope.payload,
      verifiedBy,
    })
  })

  it.each(NAMES)('recognises %s by its deprecated type alone', async (name) => {
    const { event: _event, ...older } = bodyOf(name)
    expect(await parse(older)).toMatchObject({ kind: kindOf(name), event: name })
  })

  it('prefers event over type', async () => {
    const envelope = { ...bodyOf('pg.order.failed'), type: 'PG_ORDER_COMPLETED' }
    expect(await parse(envelope)).toMatchObject({ kind: 'order', event: 'pg.order.failed' })
  })

  it('accepts pg.transaction.failed as pg.transaction.attempt.failed', async () => {
    const { payload } = bodyOf('pg.transaction.attempt.failed')
    expect(await parse({ event: 'pg.transaction.failed', payload })).toMatchObject({
      kind: 'attempt',
      event: 'pg.transaction.attempt.failed',
    })
  })

  it('parses an attempt with the documented minimum of fields', async () => {
    const payload = { orderId: 'OMO1', paymentDetails: [{ paymentMode: 'UPI_QR' }] }
    expect(await parse({ event: 'checkout.transaction.attempt.failed', payload })).toMatchObject({
      kind: 'attempt',
      payload: { orderId: 'OMO1', state: 'UNKNOWN', paymentDetails: [{ paymentMode: 'UPI_QR' }] },
    })
  })
})

describe('parseEvent of a refund without envelope', () => {
  it.each([
    ['CONFIRMED', 'pg.refund.accepted'],
    ['COMPLETED', 'pg.refund.completed'],
    ['FAILED', 'pg.refund.failed'],
  ] as const)('in state %s is %s', async (state, event) => {
    const bare = refundStatus({ state })
    expect(await parse(bare)).toMatchObject({ kind: 'refund', event, payload: { refundId: bare.refundId, state } })
  })

  it.each([
    ['a state that no event has', refundStatus({ state: 'PENDING' })],
    ['no original order', { state: 'COMPLETED', refundId: 'OMR1' }],
    ['a state from the prototype', { ...refundStatus(), state: 'constructor' }],
  ])('returns unknown for %s', async (_name, message) => {
    expect(await parse(message)).toMatchObject({ kind: 'unknown', event: '', payload: message })
  })
})

describe('parseEvent of a settlement', () => {
  const settlement = { settlementId: 'stl-1', state: 'PROCESSED', utr: 'U1', amount: 100, lastUpdatedAt: 1 }

  it.each(['settlement.initiated', 'settlement.processed', 'settlement.attempt.failed'])('reads %s', async (event) => {
    expect(await parse({ event, payload: { ...settlement, lastAttemptErrorCode: '' } })).toEqual({
      kind: 'settlement',
      event,
      payload: settlement,
      verifiedBy,
    })
  })

  it.each([
    ['a name that it does not know', 'settlement.reversed', settlement],
    ['no settlement id', 'settlement.processed', { state: 'PROCESSED' }],
  ])('returns unknown for %s', async (_title, event, payload) => {
    expect(await parse({ event, payload })).toEqual({ kind: 'unknown', event, payload, verifiedBy })
  })
})

describe('parseEvent of unknown content', () => {
  it.each([
    ['an event of another product', { event: 'settlement.done', payload: { id: 1 } }, 'settlement.done', { id: 1 }],
    ['a type of another product', { type: 'SETTLEMENT_DONE', payload: { id: 1 } }, 'SETTLEMENT_DONE', { id: 1 }],
    ['neither event nor type', { payload: { id: 1 } }, '', { id: 1 }],
    ['an empty object', {}, '', {}],
    ['a payload that is a string', { event: 'pg.order.completed', payload: 'x' }, 'pg.order.completed', 'x'],
    ['a payload that is a list', { event: 'pg.order.completed', payload: [1] }, 'pg.order.completed', [1]],
    ['an event that is not a string', { event: 7, payload: {} }, '', {}],
    ['an event named like a method', { event: 'constructor', payload: {} }, 'constructor', {}],
    ['a type named like a method', { type: 'toString', payload: {} }, 'toString', {}],
    ['a type named __proto__', { type: '__proto__', payload: {} }, '__proto__', {}],
  ])('returns unknown with the received name: %s', async (_name, message, event, payload) => {
    expect(await parse(message)).toEqual({ kind: 'unknown', event, payload, verifiedBy })
  })

  it('marks unknown states, rails and instruments as UNKNOWN', async () => {
    const payload = {
      state: 'ON_HOLD',
      paymentDetails: [{ state: 'NEW', rail: { type: 'SEA' }, instrument: { type: 'SHELL', count: 3 } }],
    }
    expect((await parse({ event: 'pg.order.completed', payload })).payload).toEqual({
      state: 'UNKNOWN',
      wireState: 'ON_HOLD',
      paymentDetails: [
        {
          state: 'UNKNOWN',
          wireState: 'NEW',
          rail: { type: 'UNKNOWN', wireType: 'SEA' },
          instrument: { type: 'UNKNOWN', wireType: 'SHELL', count: 3 },
        },
      ],
    })
  })
})

describe('parseEvent bodies', () => {
  const text = callbackBody(orderCallback('pg.order.completed', { metaInfo: { udf1: 'चाय ☕' } }))

  it.each<[string, string | Uint8Array]>([
    ['a string', text],
    ['bytes', new TextEncoder().encode(text)],
    ['a Buffer', Buffer.from(text)],
    ['a view into a larger buffer', Buffer.from(`xx${text}`).subarray(2)],
    ['a string with a byte order mark', `\uFEFF${text}`],
    ['bytes with a byte order mark', Buffer.from(`\uFEFF${text}`)],
  ])('parses %s', async (_name, body) => {
    expect(await parseEvent(body, verifiedBy)).toMatchObject({
      kind: 'order',
      payload: { metaInfo: { udf1: 'चाय ☕' } },
    })
  })

  it.each(['', ' ', 'null', '"text"', '7', '[]', '{', '{"a":1}x', 'event=pg.order.completed', '\uFEFF\uFEFF{}'])(
    'throws not-json for %j',
    (body) => {
      const refusal = expect.objectContaining({ kind: 'invalid-callback', reason: 'not-json' })
      expect(() => parseEvent(body, verifiedBy)).toThrow(refusal)
    },
  )
})
