import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Hooks } from './hooks.ts'

/**
 * Hooks that make one client span per attempt: `new Galla({ …, hooks: otelHooks() })`. Needs the optional peer `@opentelemetry/api`.
 * Spans carry endpoint, method, status and our order id; never a body, a header or payer data.
 */
export function otelHooks(options: { tracerName?: string } = {}): Hooks {
  const tracer = trace.getTracer(options.tracerName ?? '@galla/sdk')
  const open = new Map<number, Span>()
  const end = (callId: number) => {
    open.get(callId)?.end()
    open.delete(callId)
  }

  return {
    request({ callId, endpoint, method, attempt, merchantOrderId }) {
      const attributes = { 'http.request.method': method, 'galla.endpoint': endpoint, 'galla.attempt': attempt }
      const span = tracer.startSpan(`galla ${endpoint}`, { kind: SpanKind.CLIENT, attributes })
      if (merchantOrderId) span.setAttribute('galla.merchant_order_id', merchantOrderId)
      open.set(callId, span)
    },
    response({ callId, httpStatus, ok }) {
      open.get(callId)?.setAttribute('http.response.status_code', httpStatus)
      if (ok) end(callId)
    },
    error({ callId, error }) {
      open.get(callId)?.setAttribute('galla.outcome', error.outcome)
      open.get(callId)?.setStatus({ code: SpanStatusCode.ERROR, message: error.kind })
      end(callId)
    },
  }
}
