import { CALLBACK_TYPES } from '@galla/contract/provider/callbacks'
import { orderStatus, paymentDetail, refundStatus, tokenResponse } from '@galla/testkit/factories'
import { describe, expect, it } from 'vitest'
import { createCallbacks } from '../../src/index.ts'
import { sign } from '../../src/testing.ts'
import { fakePorts, recorded } from '../support/client.ts'
import { isToken, response } from '../support/recording-fetch.ts'

const secret = { username: 'shop', password: 'a-long-password' }

describe('specification §3: Auth response', () => {
  it('specification §3: access_token, encrypted_access_token, refresh_token, expires_in, issued_at, expires_at, session_expires_at, token_type', async () => {
    const whole = tokenResponse({ access_token: 'abc', refresh_token: null, expires_in: null, token_type: 'O-Bearer' })
    const { galla, wire } = recorded((request) => (isToken(request) ? response(whole) : undefined))
    await galla.refunds.getStatus({ merchantRefundId: 'r-1' })
    expect(wire.single().headers.authorization).toBe('O-Bearer abc')
  })

  it('specification §3: token_type is the scheme of the Authorization header', async () => {
    const { galla, wire } = recorded((request) =>
      isToken(request) ? response(tokenResponse({ access_token: 'abc', token_type: 'Other' })) : undefined,
    )
    await galla.refunds.getStatus({ merchantRefundId: 'r-1' })
    expect(wire.single().headers.authorization).toBe('Other abc')
  })

  it('specification §3: expires_in replaces a missing expires_at: reused in its first half, requested again after', async () => {
    const ports = fakePorts()
    const { galla, wire } = recorded(
      (request) =>
        isToken(request) ? response({ access_token: 'abc', expires_in: 3_600, token_type: 'O-Bearer' }) : undefined,
      {},
      ports,
    )
    const read = () => galla.refunds.getStatus({ merchantRefundId: 'r-1' })
    await read()
    await ports.clock.advance(1_799_000)
    await read()
    expect(wire.tokens).toHaveLength(1)
    await ports.clock.advance(1_000)
    await read()
    expect(wire.tokens).toHaveLength(2)
  })
})

describe('specification §3: Callback types', () => {
  const TYPES = [
    'PG_ORDER_COMPLETED',
    'PG_ORDER_FAILED',
    'PG_TRANSACTION_ATTEMPT_FAILED',
    'PG_REFUND_COMPLETED',
    'PG_REFUND_FAILED',
    'PG_REFUND_ACCEPTED',
    'CHECKOUT_ORDER_COMPLETED',
    'CHECKOUT_ORDER_FAILED',
    'CHECKOUT_TRANSACTION_ATTEMPT_FAILED',
  ]

  it.each(TYPES)('specification §3: %s is parsed as its event', async (type) => {
    const [event] = Object.entries(CALLBACK_TYPES).find(([, known]) => known === type) ?? []
    const payload = type.includes('REFUND') ? refundStatus() : orderStatus()
    const body = JSON.stringify({ type, payload })
    const read = await createCallbacks(secret).verify({ headers: await sign(body, secret), body })
    const kind = type.includes('REFUND') ? 'refund' : type.includes('ATTEMPT') ? 'attempt' : 'order'
    expect(read).toMatchObject({ kind, event, payload })
  })
})

describe('specification §3: Payment rail types and stored instrument types', () => {
  const readDetail = async (part: object) => {
    const status = {
      ...orderStatus(),
      paymentDetails: [{ ...paymentDetail(), splitInstruments: [{ amount: 1, ...part }] }],
    }
    const { galla } = recorded((request) => (isToken(request) ? undefined : response(status)))
    const { paymentDetails } = await galla.standardCheckout.getOrderStatus({ merchantOrderId: 'order-1' })
    return paymentDetails[0]?.splitInstruments?.[0]
  }

  it.each(['UPI', 'PG', 'PPI_WALLET', 'PPI_EGV'])('specification §3: rail %s keeps its name', async (type) => {
    expect((await readDetail({ rail: { type, extra: 1 } }))?.rail).toEqual({ type, extra: 1 })
  })

  it.each(['WALLET', 'EGV', 'ACCOUNT', 'CREDIT_CARD', 'DEBIT_CARD', 'NET_BANKING'])(
    'specification §3: stored instrument %s keeps its name',
    async (type) => {
      expect((await readDetail({ instrument: { type, extra: 1 } }))?.instrument).toEqual({ type, extra: 1 })
    },
  )

  it('marks any other type as UNKNOWN with wireType and keeps its fields', async () => {
    expect(await readDetail({ rail: { type: 'MAGLEV', speed: 9 }, instrument: { type: 'SHELLS', pieces: 3 } })).toEqual(
      {
        amount: 1,
        rail: { type: 'UNKNOWN', wireType: 'MAGLEV', speed: 9 },
        instrument: { type: 'UNKNOWN', wireType: 'SHELLS', pieces: 3 },
      },
    )
  })
})

describe('specification §4: Event states', () => {
  it('specification §4: INITIATED, SUCCESS, FAILED', async () => {
    let status = 200
    const config = { environment: 'PRODUCTION', telemetry: true } as const
    const { galla, wire } = recorded(
      ({ path }) => (path.endsWith('/order-1/status') ? response({}, status) : undefined),
      config,
      fakePorts(),
    )
    const read = () => galla.standardCheckout.getOrderStatus({ merchantOrderId: 'order-1' })
    await read()
    status = 404
    await read().catch(() => undefined)
    await galla.flush()
    const batches = wire.calls.filter(({ path }) => path.endsWith('/events/batch')).map(({ json }) => json())
    const events = (batches as { events: { eventName: string; data: { eventState: string } }[] }[]).flatMap(
      (batch) => batch.events,
    )
    expect(events.map(({ eventName, data }) => [eventName, data.eventState])).toEqual([
      ['TOKEN_SERVICE_INITIALIZED', 'INITIATED'],
      ['STANDARD_CHECKOUT_CLIENT_INITIALIZED', 'INITIATED'],
      ['CUSTOM_CHECKOUT_CLIENT_INITIALIZED', 'INITIATED'],
      ['ORDER_STATUS_SUCCESS', 'SUCCESS'],
      ['ORDER_STATUS_FAILED', 'FAILED'],
    ])
  })
})

describe('specification §3: Telemetry event', () => {
  it('specification §3: merchantOrderId, eventName, eventTime (epoch seconds), data; a batch wraps events with source and clientVersion', async () => {
    const ports = fakePorts()
    const { galla, wire } = recorded(() => undefined, { environment: 'PRODUCTION', telemetry: true }, ports)
    await galla.standardCheckout.getOrderStatus({ merchantOrderId: 'order-1' })
    await galla.flush()
    const batch = wire.calls.find(({ path }) => path.endsWith('/client/v1/backend/events/batch'))?.json()
    expect(batch).toMatchObject({ source: 'BACKEND_SDK', clientVersion: 'BACKEND_NODE_SDK:2.0.1' })
    const { events } = batch as { events: { eventName: string }[] }
    expect(events.find(({ eventName }) => eventName === 'ORDER_STATUS_SUCCESS')).toEqual({
      merchantOrderId: 'order-1',
      eventName: 'ORDER_STATUS_SUCCESS',
      eventTime: ports.clock.now() / 1_000,
      data: {
        eventState: 'SUCCESS',
        flowType: 'B2B_PG',
        paymentFlow: 'PG_CHECKOUT',
        apiPath: '/checkout/v2/order/order-1/status',
        sdkType: 'BACKEND_NODE_SDK',
        sdkVersion: '2.0.1',
      },
    })
  })
})
