import { otelTracing } from '@galla/gateway/otel'
import { Galla } from '@galla/sdk'
import { findLeakMarkers, LEAK_MARKERS } from '@galla/testkit/leak-detection'
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-node'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CALLBACK_URL, CART, CLIENT, setupTestGateways } from './helpers/test-gateway.ts'

const exporter = new InMemorySpanExporter()

/** Throws at the start and at the end of each span, as a faulty exporter may. */
const failing: SpanProcessor = {
  onStart: () => {
    if (isFailing) throw new Error('the exporter is broken')
  },
  onEnd: () => {
    if (isFailing) throw new Error('the exporter is broken')
  },
  forceFlush: async () => {},
  shutdown: async () => {},
}
let isFailing = false

beforeAll(() => {
  new NodeTracerProvider({ spanProcessors: [failing, new SimpleSpanProcessor(exporter)] }).register()
})
afterAll(() => {
  trace.disable()
  context.disable()
})
beforeEach(() => {
  exporter.reset()
  isFailing = false
})

const createTestGateway = setupTestGateways()

const spansNamed = (name: string): ReadableSpan[] => exporter.getFinishedSpans().filter((span) => span.name === name)
const isChildOf = (span: ReadableSpan, parent: ReadableSpan | undefined): boolean =>
  parent !== undefined && span.parentSpanContext?.spanId === parent.spanContext().spanId

describe('a gateway with otelTracing()', () => {
  it('creates spans from the callback over its processing and the status check to the handler', async () => {
    const { gateway, sandbox, drainJobs } = await createTestGateway({
      gateway: { tracing: otelTracing(), on: { 'order.completed': async () => {} } },
    })
    const { order } = await gateway.orders.start(CART)
    await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    exporter.reset()
    await drainJobs()
    const { merchantOrderId } = order

    const [sent] = spansNamed('send inbox')
    expect(sent?.kind).toBe(SpanKind.PRODUCER)
    expect(sent?.attributes).toEqual({
      'messaging.system': 'galla',
      'messaging.operation.name': 'send',
      'messaging.operation.type': 'send',
      'messaging.destination.name': 'inbox',
      'messaging.message.id': expect.stringMatching(/^\d+$/),
      'galla.merchant_order_id': merchantOrderId,
      'galla.callback.verdict': 'accepted',
    })

    const [processed] = spansNamed('process inbox')
    expect(processed?.kind).toBe(SpanKind.CONSUMER)
    expect(processed?.attributes).toMatchObject({
      'messaging.operation.type': 'process',
      'messaging.message.id': sent?.attributes['messaging.message.id'],
      'galla.merchant_order_id': merchantOrderId,
    })

    const [check] = spansNamed('galla standardOrderStatus')
    expect(check?.kind).toBe(SpanKind.CLIENT)
    expect(check && isChildOf(check, processed)).toBe(true)
    expect(check?.attributes).toMatchObject({ 'http.request.method': 'GET', 'http.response.status_code': 200 })

    const [delivered] = spansNamed('process order.completed')
    expect(delivered?.kind).toBe(SpanKind.CONSUMER)
    expect(delivered?.attributes).toMatchObject({
      'messaging.destination.name': 'order.completed',
      'messaging.consumer.group.name': 'handlers',
      'galla.merchant_order_id': merchantOrderId,
    })
    expect(exporter.getFinishedSpans().filter(({ status }) => status.code === SpanStatusCode.ERROR)).toEqual([])
  })

  it('makes the span that is active in a handler the parent of what the handler traces', async () => {
    const tracer = trace.getTracer('shop')
    const { gateway, sandbox, drainJobs } = await createTestGateway({
      gateway: { tracing: otelTracing(), on: { 'order.completed': async () => tracer.startSpan('ship').end() } },
    })
    const { order } = await gateway.orders.start(CART)
    await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await drainJobs()
    const [shipped] = spansNamed('ship')
    expect(shipped && isChildOf(shipped, spansNamed('process order.completed')[0])).toBe(true)
  })

  it('makes the span of an HTTP request the parent of a received callback and of a started order', async () => {
    const { gateway } = await createTestGateway({ gateway: { tracing: otelTracing() } })
    const inRequest = async (work: () => Promise<unknown>) => {
      const request = trace.getTracer('http').startSpan('POST')
      await context.with(trace.setSpan(context.active(), request), work)
      request.end()
      return request.spanContext().spanId
    }
    const post = await inRequest(() => gateway.fetch(new Request(CALLBACK_URL, { method: 'POST', body: '{}' })))
    const [refused] = spansNamed('send inbox')
    expect(refused?.parentSpanContext?.spanId).toBe(post)
    expect(refused?.attributes['galla.callback.verdict']).toBe('refused')
    const start = await inRequest(() => gateway.orders.start(CART))
    expect(spansNamed('galla standardPay')[0]?.parentSpanContext?.spanId).toBe(start)
  })

  it('creates spans of refunds and polls', async () => {
    const { gateway, sandbox, drainJobs, advance } = await createTestGateway({ gateway: { tracing: otelTracing() } })
    const { order } = await gateway.orders.start(CART)
    await advance(60_000)
    expect(spansNamed('process poll-orders')[0]?.attributes).toMatchObject({
      'galla.merchant_order_id': order.merchantOrderId,
    })
    await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await drainJobs()
    const { merchantOrderId, amount } = order
    await gateway.refunds.request({ merchantRefundId: 'refund-1', merchantOrderId, amount })
    await drainJobs()
    const [sent] = spansNamed('process send-refunds')
    expect(sent?.attributes).toMatchObject({
      'galla.merchant_order_id': merchantOrderId,
      'galla.merchant_refund_id': 'refund-1',
    })
    expect(spansNamed('galla refund').some((call) => isChildOf(call, sent))).toBe(true)
  })

  it('creates a span of each periodic job that ran', async () => {
    const { gateway } = await createTestGateway({ gateway: { tracing: otelTracing() } })
    await gateway.start()
    await expect
      .poll(() => spansNamed('run retention').map(({ kind, attributes }) => ({ kind, attributes })))
      .toEqual([{ kind: SpanKind.INTERNAL, attributes: { 'galla.job': 'retention' } }])
  })

  it('records of a failed handler the class of its error, and no text, header or payer data', async () => {
    class OutOfStock extends Error {
      override readonly name = 'OutOfStock'
    }
    const leaking = new OutOfStock(Object.values(LEAK_MARKERS).join(' '))
    const clientSecret = LEAK_MARKERS.clientSecret
    const { gateway, sandbox, drainJobs } = await createTestGateway({
      gateway: {
        tracing: otelTracing(),
        clientSecret,
        on: {
          'order.completed': async () => {
            throw leaking
          },
        },
      },
    })
    const { order } = await gateway.orders.start({ ...CART, checkout: 'CUSTOM' })
    const details = { type: 'VPA', vpa: LEAK_MARKERS.vpa } as const
    await gateway.orders.pay(order.merchantOrderId, { type: 'UPI_COLLECT', details })
    await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await drainJobs()
    const [failed] = spansNamed('process order.completed')
    expect(failed?.attributes['error.type']).toBe('OutOfStock')
    expect(failed?.status).toEqual({ code: SpanStatusCode.ERROR })
    const recorded = exporter.getFinishedSpans().map((span) => {
      const { name, attributes, status, events, links } = span
      return { name, attributes, status, events, links }
    })
    expect(recorded.length).toBeGreaterThan(3)
    expect(findLeakMarkers(recorded)).toEqual([])
  })

  it('completes an order while every span fails', async () => {
    const fulfilled: string[] = []
    const { gateway, sandbox, drainJobs } = await createTestGateway({
      gateway: {
        tracing: otelTracing(),
        on: { 'order.completed': async ({ order }) => void fulfilled.push(order.merchantOrderId) },
      },
    })
    isFailing = true
    const { order } = await gateway.orders.start(CART)
    await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await drainJobs()
    isFailing = false
    expect(fulfilled).toEqual([order.merchantOrderId])
  })

  it('hears no call of a client that is not its own', async () => {
    const { sandbox } = await createTestGateway({ gateway: { tracing: otelTracing() } })
    const other = new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch })
    await other.standardCheckout.pay({ merchantOrderId: 'other-1', amount: CART.amount, redirectUrl: CART.redirectUrl })
    await other.close()
    expect(spansNamed('galla standardPay')).toEqual([])
  })
})

it('creates no span without the option tracing', async () => {
  const { gateway, sandbox, drainJobs } = await createTestGateway()
  const { order } = await gateway.orders.start(CART)
  await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  await drainJobs()
  expect(exporter.getFinishedSpans()).toEqual([])
})

it('refuses an option tracing that cannot trace, by name', async () => {
  await expect(createTestGateway({ gateway: { tracing: {} as never } })).rejects.toMatchObject({
    code: 'INVALID_OPTION',
    message: expect.stringContaining('tracing must be what otelTracing() of @galla/gateway/otel returns'),
  })
})
