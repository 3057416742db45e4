import { paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import type { Galla } from '../../src/index.ts'
import { failureOf, fakePorts, recorded } from '../support/client.ts'
import { type Answers, isToken, response } from '../support/recording-fetch.ts'
import { customSetup, hostedSetup, REPLY } from './support.ts'

const answering = (answers: Answers) => recorded((request) => (isToken(request) ? undefined : answers(request)))
const notice = { merchantOrderId: 'sub-7-2026-03', merchantSubscriptionId: 'sub-7', amount: paise(19_900) }

describe('input that the provider would refuse', () => {
  /** Where the fake clock starts. */
  const NOW = Date.UTC(2026, 0, 1)
  const ROWS: readonly (readonly [string, (galla: Galla) => Promise<unknown>])[] = [
    [
      'merchantSubscriptionId',
      ({ subscriptions }) => subscriptions.setup(customSetup({ merchantSubscriptionId: 'a b' })),
    ],
    ['merchantOrderId', ({ subscriptions }) => subscriptions.setup(customSetup({ merchantOrderId: '' }))],
    ['amount', ({ subscriptions }) => subscriptions.setup(customSetup({ amount: paise(201) }))],
    ['amount', ({ subscriptions }) => subscriptions.setup(hostedSetup({ amount: paise(99) }))],
    ['amount', ({ subscriptions }) => subscriptions.setup(hostedSetup({ amount: paise(20_000) }))],
    ['maxAmount', ({ subscriptions }) => subscriptions.setup(customSetup({ maxAmount: 1.5 as never }))],
    ['frequency', ({ subscriptions }) => subscriptions.setup(customSetup({ frequency: 'QUATERLY' as never }))],
    ['amountType', ({ subscriptions }) => subscriptions.setup(customSetup({ amountType: 'ANY' as never }))],
    [
      'authWorkflowType',
      ({ subscriptions }) => subscriptions.setup(customSetup({ authWorkflowType: 'ZERO' as never })),
    ],
    ['expireAt', ({ subscriptions }) => subscriptions.setup(customSetup({ expireAt: NOW / 1000 + 900 }))],
    ['expireAt', ({ subscriptions }) => subscriptions.setup(customSetup({ expireAt: NOW - 1 }))],
    [
      'subscriptionExpireAt',
      ({ subscriptions }) => subscriptions.setup(customSetup({ subscriptionExpireAt: 1_900_000_000 })),
    ],
    [
      'subscriptionExpireAt',
      ({ subscriptions }) => subscriptions.setup(customSetup({ subscriptionExpireAt: NOW * 2 })),
    ],
    [
      'subscriptionExpireAt',
      ({ subscriptions }) => subscriptions.setup(hostedSetup({ subscriptionExpireAt: undefined as never })),
    ],
    ['deviceContext.deviceOS', ({ subscriptions }) => subscriptions.setup(customSetup({ deviceContext: {} }))],
    [
      'paymentMode.type',
      ({ subscriptions }) => subscriptions.setup(customSetup({ paymentMode: { type: 'UPI_QR' } as never })),
    ],
    [
      'paymentMode.targetApp',
      ({ subscriptions }) => subscriptions.setup(customSetup({ paymentMode: { type: 'UPI_INTENT', targetApp: '' } })),
    ],
    ['checkout', ({ subscriptions }) => subscriptions.setup({ ...customSetup(), checkout: undefined as never })],
    ['redirectUrl', ({ subscriptions }) => subscriptions.setup(hostedSetup({ redirectUrl: 'javascript:alert(1)' }))],
    [
      'redirectUrl',
      ({ subscriptions }) => subscriptions.setup({ ...customSetup(), redirectUrl: 'https://a.example' } as never),
    ],
    ['paymentMode', ({ subscriptions }) => subscriptions.setup({ ...hostedSetup(), paymentMode: {} } as never)],
    ['maxAmmount', ({ subscriptions }) => subscriptions.setup({ ...customSetup(), maxAmmount: 1 } as never)],
    ['amount', ({ subscriptions }) => subscriptions.notify({ ...notice, amount: 0 as never })],
    ['expireAt', ({ subscriptions }) => subscriptions.notify({ ...notice, expireAt: NOW + 3_600_000 })],
    [
      'redemptionRetryStrategy',
      ({ subscriptions }) =>
        subscriptions.notify({ ...notice, autoDebit: true, redemptionRetryStrategy: 'CUSTOM' as never }),
    ],
    ['autoDebit', ({ subscriptions }) => subscriptions.notify({ ...notice, autoDebit: 'yes' as never })],
    ['merchantOrderId', ({ subscriptions }) => subscriptions.redeem({ merchantOrderId: '..' })],
    ['checkout', ({ subscriptions }) => subscriptions.redeem({ merchantOrderId: 'a', checkout: 'mobile' as never })],
    ['merchantSubscriptionId', ({ subscriptions }) => subscriptions.cancel({ merchantSubscriptionId: '' })],
  ]
  it.each(ROWS)('is refused before anything is sent: %s', async (field, call) => {
    const { galla, wire } = recorded(() => undefined, {}, fakePorts())
    expect(await failureOf(call(galla))).toMatchObject({ kind: 'invalid-request', field, outcome: 'not-sent' })
    expect(wire.requests).toEqual([])
  })
})

describe('outcomes', () => {
  const lost = () => {
    throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
  }
  const WRITES: readonly (readonly [string, (galla: Galla) => Promise<unknown>])[] = [
    ['setup', ({ subscriptions }) => subscriptions.setup(hostedSetup())],
    ['notify', ({ subscriptions }) => subscriptions.notify(notice)],
    ['redeem', ({ subscriptions }) => subscriptions.redeem({ merchantOrderId: 'o-1' })],
    ['cancel', ({ subscriptions }) => subscriptions.cancel({ merchantSubscriptionId: 's-1' })],
  ]
  it.each(WRITES)('%s is never repeated after its reply was lost, whatever the policy', async (_, call) => {
    const wire = recorded((request) => (isToken(request) ? undefined : response('', 503)), { retry: { retries: 5 } })
    expect(await failureOf(call(wire.galla))).toMatchObject({ outcome: 'unknown', attempts: 1 })
    const hung = recorded((request) => (isToken(request) ? undefined : lost()), { retry: { retries: 5 } })
    expect(await failureOf(call(hung.galla))).toMatchObject({ outcome: 'unknown', attempts: 1 })
  })

  it.each([
    ['DUPLICATE_TXN_REQUEST', 400, 'unknown'],
    ['BAD_REQUEST', 400, 'unknown'],
    ['INVALID_SUBSCRIPTION_STATE', 400, 'unknown'],
    ['SUBSCRIPTION_DEBIT_EXECUTE_INTERVAL_NOT_STARTED', 400, 'rejected'],
    ['AUTHORIZATION_FAILED', 401, 'rejected'],
    ['TOO_MANY_REQUESTS', 429, 'rejected'],
  ])('a redeem refused with %s is %s: an earlier one may have debited', async (code, status, outcome) => {
    const { galla } = answering(() => response({ code, message: 'no' }, status))
    expect(await failureOf(galla.subscriptions.redeem({ merchantOrderId: 'o-1' }))).toMatchObject({ code, outcome })
  })

  it('a refused notify is rejected', async () => {
    const { galla } = answering(() => response({ code: 'INVALID_SUBSCRIPTION_STATE' }, 400))
    expect(await failureOf(galla.subscriptions.notify(notice))).toMatchObject({ outcome: 'rejected' })
  })

  it.each([
    ['custom', 'intentUrl'],
    ['standard', 'redirectUrl'],
    ['mobile', 'token'],
  ] as const)('a %s setup without %s leaves the payer without a link', async (checkout, field) => {
    const { [field]: _missing, ...rest } = REPLY
    const { galla } = answering(() => response(rest))
    const setup = checkout === 'custom' ? customSetup() : { ...hostedSetup(), checkout }
    const failure = await failureOf(galla.subscriptions.setup(setup as ReturnType<typeof hostedSetup>))
    expect(failure).toMatchObject({ kind: 'invalid-response', outcome: 'unknown' })
    expect(failure.message).toContain(field)
  })

  it.each([
    ['204 without a body', 204, ''],
    ['200 without a body', 200, ''],
    ['200 with a body', 200, '{"state":"PENDING"}'],
  ])('a cancel is accepted with %s', async (_, status, body) => {
    const { galla } = answering(() => response(body, status))
    expect(await galla.subscriptions.cancel({ merchantSubscriptionId: 's-1' })).toBeUndefined()
  })
})

describe('responses', () => {
  it('reads a mandate, and keeps what it does not know', async () => {
    const states = ['ACTIVE', 'PENDING', 'CREATED', 'SLEEPING']
    const { galla } = answering(() =>
      response({
        merchantSubscriptionId: 's-1',
        state: states.shift(),
        maxAmount: '99900',
        expireAt: '1876000000000',
        pauseEndDate: null,
        novelty: 1,
      }),
    )
    const get = () => galla.subscriptions.getStatus({ merchantSubscriptionId: 's-1' })
    expect(await get()).toEqual({
      merchantSubscriptionId: 's-1',
      state: 'ACTIVE',
      maxAmount: 99_900,
      expireAt: 1_876_000_000_000,
      novelty: 1,
    })
    expect((await get()).state).toBe('ACTIVATION_IN_PROGRESS')
    expect((await get()).state).toBe('ACTIVATION_IN_PROGRESS')
    expect(await get()).toMatchObject({ state: 'UNKNOWN', wireState: 'SLEEPING' })
  })

  it('reads EXPIRED orders as FAILED, and an unknown flow as UNKNOWN', async () => {
    const flows: unknown[] = [{ type: 'SUBSCRIPTION_REDEMPTION', validAfter: '17' }, { type: 'ENACH' }, undefined]
    const { galla } = answering(() => response({ orderId: 'OMO1', state: 'EXPIRED', paymentFlow: flows.shift() }))
    const get = () => galla.subscriptions.getOrderStatus({ merchantOrderId: 'o-1' })
    expect(await get()).toMatchObject({ state: 'FAILED', paymentFlow: { validAfter: 17 }, paymentDetails: [] })
    expect(await get()).toMatchObject({ paymentFlow: { type: 'UNKNOWN', wireType: 'ENACH' } })
    expect(await get()).toMatchObject({ paymentFlow: { type: 'UNKNOWN', wireType: '' } })
  })
})
