import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Frequency, MandateStatus, SubscriptionOrder } from '../../src/index.ts'
import { debitWindow, isEnded, isUsable, nextDebitAtMs, periodStartMs } from '../../src/subscriptions.ts'

/** A time in India as epoch milliseconds. */
const ist = (text: string) => Date.parse(`${text}+05:30`)
const inIndia = (ms: number) => new Date(ms + 19_800_000).toISOString().slice(0, 16)

describe('periodStartMs', () => {
  it.each([
    ['2027-01-31T10:00', 'MONTHLY', ['2027-02-28T10:00', '2027-03-31T10:00', '2027-04-30T10:00']],
    ['2028-01-31T10:00', 'MONTHLY', ['2028-02-29T10:00', '2028-03-31T10:00', '2028-04-30T10:00']],
    ['2028-02-29T00:10', 'YEARLY', ['2029-02-28T00:10', '2030-02-28T00:10', '2031-02-28T00:10', '2032-02-29T00:10']],
    ['2027-08-31T23:50', 'BIMONTHLY', ['2027-10-31T23:50', '2027-12-31T23:50', '2028-02-29T23:50']],
    ['2027-11-30T12:00', 'QUARTERLY', ['2028-02-29T12:00', '2028-05-30T12:00']],
    ['2027-08-31T12:00', 'HALFYEARLY', ['2028-02-29T12:00', '2028-08-31T12:00']],
    ['2027-02-27T01:00', 'DAILY', ['2027-02-28T01:00', '2027-03-01T01:00']],
    ['2027-12-28T01:00', 'WEEKLY', ['2028-01-04T01:00']],
    ['2028-02-20T01:00', 'FORTNIGHTLY', ['2028-03-05T01:00']],
  ] as const)('from %s %s', (anchor, frequency, starts) => {
    expect(inIndia(periodStartMs(ist(anchor), frequency, 0))).toBe(anchor)
    expect(starts.map((_, index) => inIndia(periodStartMs(ist(anchor), frequency, index + 1)))).toEqual(starts)
  })

  it('never gives two periods of one month, nor skips one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: ist('2026-01-01T00:00'), max: ist('2030-01-01T00:00') }),
        fc.nat(400),
        (anchor, period) => {
          const monthOf = (ms: number) => {
            const at = new Date(ms + 19_800_000)
            return at.getUTCFullYear() * 12 + at.getUTCMonth()
          }
          const [one, next] = [periodStartMs(anchor, 'MONTHLY', period), periodStartMs(anchor, 'MONTHLY', period + 1)]
          expect(monthOf(next)).toBe(monthOf(one) + 1)
        },
      ),
    )
  })

  it.each<[Frequency, number]>([
    ['ON_DEMAND', 1],
    ['MONTHLY', -1],
    ['MONTHLY', 1.5],
  ])('has no period %s %d', (frequency, period) => {
    expect(() => periodStartMs(0, frequency, period)).toThrow(RangeError)
  })

  // A database may return the anchor as text, or not at all: NaN would be "due since ever" to a billing job.
  it.each(['1801362600000', undefined, null, Number.NaN, Number.POSITIVE_INFINITY, new Date(0)])(
    'has no anchor %s',
    (anchor) => {
      for (const frequency of ['DAILY', 'MONTHLY'] as const) {
        expect(() => periodStartMs(anchor as number, frequency, 1)).toThrow('anchorMs must be epoch milliseconds')
      }
    },
  )
})

describe('nextDebitAtMs', () => {
  it.each([
    ['2027-03-01T08:00', '2027-03-01T08:00'],
    ['2027-03-01T09:53', '2027-03-01T09:53'],
    ['2027-03-01T09:54', '2027-03-01T13:06'],
    ['2027-03-01T12:59', '2027-03-01T13:06'],
    ['2027-03-01T16:53', '2027-03-01T16:53'],
    ['2027-03-01T16:54', '2027-03-01T21:36'],
    ['2027-03-01T23:59', '2027-03-01T23:59'],
  ])('from %s is %s', (from, at) => expect(inIndia(nextDebitAtMs(ist(from)))).toBe(at))

  it('is never earlier, and stays where it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (from) => {
        const at = nextDebitAtMs(from)
        expect(at).toBeGreaterThanOrEqual(from)
        expect(at - from).toBeLessThan(5 * 3_600_000)
        expect(nextDebitAtMs(at)).toBe(at)
      }),
    )
  })
})

describe('debitWindow', () => {
  const order = (paymentFlow: object) => ({ paymentFlow, expireAt: 900 }) as unknown as SubscriptionOrder
  const type = 'SUBSCRIPTION_REDEMPTION'
  it('is what the provider says', () =>
    expect(debitWindow(order({ type, validAfter: 5, validUpto: 7 }))).toEqual({ opensAtMs: 5, closesAtMs: 7 }))
  it('falls back to a day after the notification, and to the expiry', () =>
    expect(debitWindow(order({ type, notifiedAt: 5 }))).toEqual({ opensAtMs: 86_400_005, closesAtMs: 900 }))
  it.each([{ type }, { type: 'SUBSCRIPTION_SETUP' }, { type: 'UNKNOWN', wireType: '' }])('is unknown for %j', (flow) =>
    expect(debitWindow(order(flow))).toBeUndefined(),
  )
})

describe('states of a mandate', () => {
  const mandate = (state: string) => ({ state }) as MandateStatus
  it.each([
    ['ACTIVE', true, false],
    ['PAUSED', false, false],
    ['ACTIVATION_IN_PROGRESS', false, false],
    ['UNKNOWN', false, false],
    ['REVOKED', false, true],
    ['CANCELLED', false, true],
    ['EXPIRED', false, true],
    ['FAILED', false, true],
  ])('%s: usable %s, ended %s', (state, usable, ended) => {
    expect(isUsable(mandate(state))).toBe(usable)
    expect(isEnded(mandate(state))).toBe(ended)
  })
})
