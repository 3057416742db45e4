import recorded from '@galla/contract/vectors/wire/replies.json' with { type: 'json' }
import { failedOrder, orderStatus, paymentDetail, refundStatus, upiSplit } from '@galla/testkit/factories'
import { describe, expect, it } from 'vitest'
import { readCreatedOrder, readOrderStatus } from './orders.ts'
import { readCreatedRefund, readRefundStatus } from './refunds.ts'

const copy = <Value>(value: Value): Value => structuredClone(value)

const READERS: { readonly [method: string]: (response: object) => object } = {
  pay: readCreatedOrder,
  createSdkOrder: readCreatedOrder,
  getOrderStatus: readOrderStatus,
  getTransactionStatus: readOrderStatus,
  refund: readCreatedRefund,
  getRefundStatus: readRefundStatus,
}

/** The one case with unknown variants: the official package passes them through, ours marks them (tested below). */
const UNKNOWN_CASE = 'order paid by something new'

describe('recorded responses', () => {
  it.each(recorded.cases.filter(({ name }) => name !== UNKNOWN_CASE))(
    '$name',
    ({ method, reply: response, result }) => {
      const read = READERS[method]?.(copy(response))
      expect(read).toEqual(result)
    },
  )

  it(`${UNKNOWN_CASE}: marks unknown variants and changes nothing else`, () => {
    const { reply: response } = recorded.cases.find(({ name }) => name === UNKNOWN_CASE) ?? { reply: {} }
    const read = JSON.parse(JSON.stringify(readOrderStatus(copy(response))), (_key, value) => {
      if (typeof value !== 'object' || value === null) return value
      const { wireType, wireState, ...rest } = value
      if (wireType !== undefined) return { ...rest, type: wireType }
      return wireState === undefined ? value : { ...rest, state: wireState }
    })
    expect(read).toEqual(response)
    expect(JSON.stringify(readOrderStatus(copy(response)))).toContain('"UNKNOWN"')
  })
})

describe('readOrderStatus', () => {
  it('returns the parsed response itself', () => {
    const response = orderStatus()
    expect(readOrderStatus(response)).toBe(response)
  })

  it('marks unknown states of the order and of its attempts', () => {
    const response = {
      ...orderStatus(),
      state: 'ON_HOLD',
      paymentDetails: [{ ...paymentDetail(), state: 'CONFIRMED' }],
    }
    expect(readOrderStatus(response)).toMatchObject({
      state: 'UNKNOWN',
      wireState: 'ON_HOLD',
      paymentDetails: [{ state: 'UNKNOWN', wireState: 'CONFIRMED' }],
    })
  })

  it('marks unknown rails and instruments, on the attempt and in its parts', () => {
    const rail = () => ({ type: 'MAGLEV', ticket: 7 })
    const instrument = () => ({ type: 'SHELLS', pieces: 3 })
    const unknown = {
      rail: { type: 'UNKNOWN', wireType: 'MAGLEV', ticket: 7 },
      instrument: { type: 'UNKNOWN', wireType: 'SHELLS', pieces: 3 },
    }
    const response = {
      ...orderStatus(),
      paymentDetails: [
        {
          ...paymentDetail(),
          rail: rail(),
          instrument: instrument(),
          splitInstruments: [{ ...upiSplit(), rail: rail(), instrument: instrument() }],
        },
      ],
    }
    expect(readOrderStatus(response)).toMatchObject({ paymentDetails: [{ ...unknown, splitInstruments: [unknown] }] })
  })

  it('converts amounts that are strings, at any depth', () => {
    const text = { amount: '49900', payableAmount: '49900', feeAmount: '0' }
    const number = { amount: 49_900, payableAmount: 49_900, feeAmount: 0 }
    const response = {
      ...orderStatus(),
      ...text,
      paymentDetails: [{ ...paymentDetail(), ...text, splitInstruments: [{ ...upiSplit(), amount: '49900' }] }],
    }
    expect(readOrderStatus(response)).toMatchObject({
      ...number,
      paymentDetails: [{ ...number, splitInstruments: [{ amount: 49_900 }] }],
    })
  })

  it('keeps error codes, the error context and unknown fields', () => {
    const errorContext = { errorCode: 'INVALID_MPIN', source: 'CUSTOMER', stage: 'AUTH', description: 'Wrong PIN' }
    const response = { ...failedOrder(), errorContext, novelty: { deep: [1] } }
    expect(readOrderStatus(copy(response))).toEqual(response)
  })

  it.each([undefined, null, 'none', {}])('replaces paymentDetails %j by an empty list', (paymentDetails) => {
    expect(readOrderStatus({ ...orderStatus(), paymentDetails })).toMatchObject({ paymentDetails: [] })
  })

  it('does not throw for unexpected list items', () => {
    const odd = [null, 1, 'a', [], {}, { splitInstruments: [null, 1, { rail: null, instrument: 'x' }] }]
    expect(() => readOrderStatus({ paymentDetails: odd })).not.toThrow()
    expect(() => readRefundStatus({ paymentDetails: odd, splitInstruments: odd })).not.toThrow()
  })
})

describe('readRefundStatus and readCreatedRefund', () => {
  it('accept CONFIRMED for the refund and its parts', () => {
    const confirmed = {
      ...refundStatus(),
      state: 'CONFIRMED',
      paymentDetails: [{ ...paymentDetail(), state: 'CONFIRMED' }],
    }
    expect(readRefundStatus(copy(confirmed))).toEqual(confirmed)
    expect(readCreatedRefund({ refundId: 'OMR1', amount: 1, state: 'CONFIRMED' })).toEqual({
      refundId: 'OMR1',
      amount: 1,
      state: 'CONFIRMED',
    })
  })

  it('mark unknown variants and convert amounts that are strings', () => {
    expect(readCreatedRefund({ refundId: 'OMR1', amount: '100', state: 'LOST' })).toEqual({
      refundId: 'OMR1',
      amount: 100,
      state: 'UNKNOWN',
      wireState: 'LOST',
    })
    const response = {
      ...refundStatus(),
      amount: '10000',
      state: 'LOST',
      splitInstruments: [{ amount: '10000', rail: { type: 'X' } }],
    }
    expect(readRefundStatus(response)).toMatchObject({
      amount: 10_000,
      state: 'UNKNOWN',
      wireState: 'LOST',
      splitInstruments: [{ amount: 10_000, rail: { type: 'UNKNOWN', wireType: 'X' } }],
    })
  })
})

describe('readCreatedOrder', () => {
  it('marks an unknown state and changes nothing else', () => {
    expect(
      readCreatedOrder({ orderId: 'OMO1', state: 'CREATED', expireAt: 1, redirectUrl: 'https://x.example' }),
    ).toEqual({
      orderId: 'OMO1',
      state: 'UNKNOWN',
      wireState: 'CREATED',
      expireAt: 1,
      redirectUrl: 'https://x.example',
    })
  })
})
