import type { CallbackRefusal } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import {
  amountIn,
  callbackOutcome,
  diagnose,
  EMPTY_VIEWS,
  isUnprocessed,
  VIEWS,
  viewQuery,
} from './callback-messages.ts'

/** Typed, so that a new reason of the SDK fails the type check until it is listed. */
const REASONS: { readonly [Reason in CallbackRefusal]: true } = {
  'no-secrets': true,
  'missing-authorization': true,
  'wrong-authorization': true,
  'missing-signature': true,
  'wrong-signature': true,
  'unknown-key': true,
  'body-already-parsed': true,
  'not-json': true,
}

describe('the diagnosis of a refused webhook', () => {
  it.each(Object.keys(REASONS))('has a title, a text and steps for %s', (reason) => {
    const { title, text, steps } = diagnose(reason)
    expect(title).not.toBe(reason)
    expect(text).toMatch(/\.$/)
    expect(steps.length).toBeGreaterThan(0)
    for (const step of steps) expect(step.split('`').length % 2).toBe(1)
  })

  it('shows the code of an unknown reason', () => {
    expect(diagnose('moon-phase')).toMatchObject({ title: 'moon-phase', steps: [] })
    expect(diagnose('toString').title).toBe('toString')
  })
})

it('queries each view of the webhook list and has an empty state for it', () => {
  expect(VIEWS.map(({ value }) => viewQuery(value))).toEqual([
    {},
    { verdict: 'accepted' },
    { verdict: 'duplicate' },
    { verdict: 'refused' },
    { unknownEvent: 'true' },
    { needsReview: 'true' },
  ])
  expect(Object.keys(EMPTY_VIEWS).sort()).toEqual(VIEWS.map(({ value }) => value).sort())
})

describe('the outcome of a webhook', () => {
  const accepted = { callbackId: '1', receivedAtMs: 1, verdict: 'accepted', event: 'x', attempts: 0 } as const

  it.each([
    [accepted, 'Waiting to be processed', true],
    [{ ...accepted, error: 'timeout', attempts: 1 }, 'Failed, will be retried', true],
    [{ ...accepted, error: 'timeout', needsReview: true as const }, 'Could not be processed', false],
    [{ ...accepted, processedAtMs: 2, attempts: 1 }, 'Processed', false],
    [{ ...accepted, processedAtMs: 2, unknownEvent: true as const }, 'Stored, changes nothing', false],
    [{ ...accepted, verdict: 'duplicate' as const }, 'Received before', false],
    [{ ...accepted, verdict: 'refused' as const }, 'Not processed', false],
  ])('of %j is %j', (webhook, outcome, unprocessed) => {
    expect([callbackOutcome(webhook), isUnprocessed(webhook)]).toEqual([outcome, unprocessed])
  })
})

describe('the amount in the body of a webhook', () => {
  it.each([
    ['of an order', 'checkout.order.completed', { payload: { amount: 25_000 } }, 25_000],
    ['of an order by the other checkout', 'pg.order.completed', { payload: { amount: 100 } }, 100],
    ['not of a refund', 'pg.refund.completed', { payload: { amount: 25_000 } }, undefined],
    ['not without one', 'checkout.order.failed', { payload: {} }, undefined],
    ['not from a text', 'checkout.order.failed', 'amount', undefined],
  ])('is read %s', (_, event, body, amount) => {
    expect(amountIn({ event, body })).toBe(amount)
  })
})
