import { type Galla, paise } from '@galla/sdk'
import { otelHooks } from '@galla/sdk/otel'
import { createdOrder, pendingOrder, scriptTokens, TOKEN_ROUTE } from '@galla/testkit/factories'
import { findLeakMarkers, LEAK_MARKERS } from '@galla/testkit/leak-detection'
import * as answers from '@galla/testkit/scripted-answers'
import { type ScriptedServer, startScriptedServer } from '@galla/testkit/scripted-server'
import {
  type Attributes,
  type Span,
  SpanKind,
  type SpanOptions,
  type SpanStatus,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from '../support/client.ts'
import { clientOf } from '../support/client-of.ts'

interface Seen {
  tracer: string
  name: string
  kind: SpanKind | undefined
  attributes: Attributes
  status: SpanStatus | undefined
  ends: number
}
const spans: Seen[] = []

/** A minimal tracer that records its spans. */
function tracerNamed(tracer: string): Tracer {
  const startSpan = (name: string, { kind, attributes = {} }: SpanOptions = {}): Span => {
    const seen: Seen = { tracer, name, kind, attributes: { ...attributes }, status: undefined, ends: 0 }
    spans.push(seen)
    const span: Span = {
      spanContext: () => ({ traceId: '1'.repeat(32), spanId: '1'.repeat(16), traceFlags: 1 }),
      setAttribute(key, value) {
        seen.attributes[key] = value
        return span
      },
      setAttributes: () => span,
      addEvent: () => span,
      addLink: () => span,
      addLinks: () => span,
      setStatus(status) {
        seen.status = status
        return span
      },
      updateName: () => span,
      end() {
        seen.ends += 1
      },
      isRecording: () => seen.ends === 0,
      recordException() {},
    }
    return span
  }
  return { startSpan, startActiveSpan: () => Promise.reject(new Error('unused')) as never }
}

beforeAll(() => void trace.setGlobalTracerProvider({ getTracer: tracerNamed }))
afterAll(() => trace.disable())

describe('otelHooks', () => {
  const READ = 'GET /checkout/v2/order/{id}/status'
  const order = { merchantOrderId: 'order-1' }
  let server: ScriptedServer
  let galla: Galla

  beforeEach(async () => {
    spans.length = 0
    server = scriptTokens(await startScriptedServer()).on(READ, answers.json(200, pendingOrder()))
    galla = clientOf(server.origin, { hooks: otelHooks() })
  })
  afterEach(async () => {
    await galla.close()
    await server.close()
  })

  it('create one client span per call', async () => {
    await galla.standardCheckout.getOrderStatus(order)
    expect(spans).toEqual([
      {
        tracer: '@galla/sdk',
        name: 'galla standardOrderStatus',
        kind: SpanKind.CLIENT,
        attributes: {
          'http.request.method': 'GET',
          'galla.endpoint': 'standardOrderStatus',
          'galla.attempt': 1,
          'galla.merchant_order_id': 'order-1',
          'http.response.status_code': 200,
        },
        status: undefined,
        ends: 1,
      },
    ])
  })

  it('create one span per attempt and mark failed ones', async () => {
    server.on(
      READ,
      answers.json(500, {}),
      answers.resetAfterReading(),
      answers.html(200),
      answers.json(200, pendingOrder()),
    )
    await galla.standardCheckout.getOrderStatus(order, { retry: { retries: 3 } })
    const failed = (message: string) => ({ code: SpanStatusCode.ERROR, message })
    expect(spans.map(({ status, attributes, ends }) => [attributes['galla.attempt'], status, ends])).toEqual([
      [1, failed('server-error'), 1],
      [2, failed('network'), 1],
      [3, failed('invalid-response'), 1],
      [4, undefined, 1],
    ])
    expect(spans[0]?.attributes).toMatchObject({ 'http.response.status_code': 500, 'galla.outcome': 'unknown' })
  })

  it('keep the spans of concurrent calls apart', async () => {
    server.on('POST /checkout/v2/pay', answers.json(400, {}))
    const pay = failureOf(galla.standardCheckout.pay({ ...order, amount: paise(100) }))
    await Promise.all([pay, galla.standardCheckout.getOrderStatus(order), galla.standardCheckout.getOrderStatus(order)])
    expect(spans.map(({ ends }) => ends)).toEqual([1, 1, 1])
    expect(spans.filter(({ status }) => status).map(({ name }) => name)).toEqual(['galla standardPay'])
  })

  it('create no span without an attempt', async () => {
    server.on(TOKEN_ROUTE, answers.json(500, {}))
    await failureOf(galla.standardCheckout.getOrderStatus(order))
    expect(spans).toEqual([])
  })

  it('accept a tracer name, and record no payer data', async () => {
    server.on(
      'POST /payments/v2/pay',
      answers.json(400, { message: `no ${LEAK_MARKERS.vpa}` }),
      answers.json(200, createdOrder()),
    )
    const named = clientOf(server.origin, {
      hooks: otelHooks({ tracerName: 'shop' }),
      clientSecret: LEAK_MARKERS.clientSecret,
    })
    const paymentMode = { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: LEAK_MARKERS.vpa } } as const
    await failureOf(named.customCheckout.pay({ ...order, amount: paise(100), paymentMode }))
    await named.customCheckout.pay({ ...order, amount: paise(100), paymentMode })
    await named.close()
    expect(spans.map(({ tracer }) => tracer)).toEqual(['shop', 'shop'])
    expect(findLeakMarkers(spans)).toEqual([])
  })
})
