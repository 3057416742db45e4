import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Hooks } from './hooks.ts'

/**
 * Hooks that create one OpenTelemetry client span per attempt. Needs the peer dependency `@opentelemetry/api`.
 * A span has endpoint, method, status and `merchantOrderId`, but no body, header or payer data.
 * @example new Galla({ clientId, clientSecret, clientVersion, hooks: otelHooks() })
 */
export function otelHooks(
  options: {
    /** Name of the tracer. @default '@galla/sdk' */
    tracerName?: string
  } = {},
): Hooks {
  const tracer = trace.getTracer(options.tracerName ?? '@galla/sdk')
  const openSpans = new Map<number, Span>()
  const end = (callId: number) => {
    openSpans.get(callId)?.end()
    openSpans.delete(callId)
  }

  return {
    request({ callId, endpoint, method, attempt, merchantOrderId }) {
      const attributes = { 'http.request.method': method, 'galla.endpoint': endpoint, 'galla.attempt': attempt }
      const span = tracer.startSpan(`galla ${endpoint}`, { kind: SpanKind.CLIENT, attributes })
      if (merchantOrderId) span.setAttribute('galla.merchant_order_id', merchantOrderId)
      openSpans.set(callId, span)
    },
    response({ callId, httpStatus, ok }) {
      openSpans.get(callId)?.setAttribute('http.response.status_code', httpStatus)
      if (ok) end(callId)
    },
    error({ callId, error }) {
      openSpans.get(callId)?.setAttribute('galla.outcome', error.outcome)
      openSpans.get(callId)?.setStatus({ code: SpanStatusCode.ERROR, message: error.kind })
      end(callId)
    },
  }
}
