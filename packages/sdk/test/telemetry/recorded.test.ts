import type { TelemetryBatch, TelemetryEvent } from '@galla/contract/provider/telemetry'
import customWire from '@galla/contract/vectors/wire/custom-checkout.json' with { type: 'json' }
import standardWire from '@galla/contract/vectors/wire/standard-checkout.json' with { type: 'json' }
import recorded from '@galla/contract/vectors/wire/telemetry.json' with { type: 'json' }
import { type CustomPay, type Galla, paise } from '@galla/sdk'
import { createdOrder, scriptTokens, tokenResponse } from '@galla/testkit/factories'
import { fakeClock } from '@galla/testkit/fake-clock'
import * as answers from '@galla/testkit/scripted-answers'
import { startScriptedServer } from '@galla/testkit/scripted-server'
import { describe, expect, it } from 'vitest'
import { clientOf } from '../support/client-of.ts'

const EVENTS = 'POST /client/v1/backend/events/batch'

interface RecordedCall {
  readonly name: string
  readonly call: { readonly method: string; readonly args?: readonly unknown[] }
  readonly wire: { readonly body?: unknown }
}

interface Body {
  merchantOrderId: string
  amount: number
  expireAfter?: number
  deviceContext?: object
  paymentFlow: { message?: string; paymentMode?: unknown; merchantUrls?: { redirectUrl?: string } }
}

/** The recorded call as a call of the native API. */
function replay(galla: Galla, product: 'standard' | 'custom', { call, wire }: RecordedCall): Promise<unknown> {
  const checkout = galla[`${product}Checkout`]
  const [id = '', details] = call.args ?? []
  switch (call.method) {
    case 'getOrderStatus':
      return checkout.getOrderStatus({ merchantOrderId: String(id), details: details === true })
    case 'getTransactionStatus':
      return checkout.getTransactionStatus({ transactionId: String(id) })
    case 'getRefundStatus':
      return galla.refunds.getStatus({ merchantRefundId: String(id) })
    case 'refund':
      return galla.refunds.create(wire.body as Parameters<Galla['refunds']['create']>[0])
  }
  const { paymentFlow, amount, ...order } = wire.body as Body
  const redirectUrl = paymentFlow.merchantUrls?.redirectUrl
  const input = { ...order, amount: paise(amount), ...(redirectUrl && { redirectUrl }) }
  if (call.method === 'createSdkOrder') return checkout.createSdkOrder(input)
  if (product === 'standard') return galla.standardCheckout.pay(input)
  return galla.customCheckout.pay({ ...input, paymentMode: paymentFlow.paymentMode } as CustomPay)
}

/** The recorded event without the official client's defects (protocol §12). */
function corrected(event: TelemetryEvent, refused: boolean): TelemetryEvent {
  const { data, eventName } = event
  if (data.eventState === 'INITIATED') return event
  return {
    ...event,
    eventName: (refused ? eventName.replace('_SUCCESS', '_FAILED') : eventName) as TelemetryEvent['eventName'],
    data: {
      ...data,
      eventState: refused ? 'FAILED' : 'SUCCESS',
      ...(refused && {
        exceptionClass: 'BadRequest',
        exceptionMessage: 'merchantOrderId must not be blank.',
        exceptionCode: 'BAD_REQUEST',
        exceptionHttpStatusCode: 400,
        exceptionData: {},
      }),
    },
  }
}

describe.each(recorded.cases)('$name', ({ name, client, calls, batches, eventTime }) => {
  it('sends the events of the official client, except for its documented defects', async () => {
    const product = client === 'standard' ? 'standard' : 'custom'
    const cases: readonly RecordedCall[] = product === 'standard' ? standardWire.cases : customWire.cases
    const refused = name.endsWith('refused')
    const clock = fakeClock(eventTime * 1_000)
    await using server = scriptTokens(await startScriptedServer(), tokenResponse({}, clock.now()))
    const refusal = { code: 'BAD_REQUEST', message: 'merchantOrderId must not be blank.', data: {} }
    server
      .on(EVENTS, answers.json(200, {}))
      .otherwise(refused ? answers.json(400, refusal) : answers.json(200, createdOrder()))

    const version = batches[0]?.body.clientVersion.split(':')[1]
    await using galla = clientOf(server.origin, {
      clock,
      environment: 'PRODUCTION',
      telemetry: true,
      platform: { version },
    })
    for (const label of calls) {
      const one = cases.find((recording) => label === `${recording.call.method}: ${recording.name}`)
      if (!one) throw new Error(`no recording of ${label}`)
      await replay(galla, product, one).catch(() => undefined)
    }
    await galla.flush()

    const sent = server.requestsTo(EVENTS).map((request) => request.json() as TelemetryBatch)
    const other = product === 'standard' ? 'CUSTOM_CHECKOUT_CLIENT_INITIALIZED' : 'STANDARD_CHECKOUT_CLIENT_INITIALIZED'
    const ours = sent.flatMap(({ events }) => events).filter(({ eventName }) => eventName !== other)
    const theirs = batches
      .flatMap(({ body }) => body.events as TelemetryEvent[])
      .map((event) => corrected(event, refused))
    expect(sorted(ours)).toEqual(sorted(theirs))
    for (const [at, request] of server.requestsTo(EVENTS).entries()) {
      expect(request.headers).toMatchObject({ ...batches[0]?.headers, authorization: 'O-Bearer token-1' })
      expect(sent[at]).toMatchObject({ source: batches[0]?.body.source, clientVersion: batches[0]?.body.clientVersion })
    }
  })
})

/** Concurrent batches arrive in any order. */
function sorted(events: readonly TelemetryEvent[]): TelemetryEvent[] {
  const key = ({ eventName, merchantOrderId, data }: TelemetryEvent) =>
    [eventName, merchantOrderId, data.paymentInstrument, data.amount, data.expireAfter, data.targetApp].join()
  return [...events].sort((a, b) => key(a).localeCompare(key(b)))
}
