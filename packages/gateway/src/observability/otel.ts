import { otelHooks } from '@galla/sdk/otel'
import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { defined } from '../domain/defined.ts'
import { isError } from '../is-error.ts'
import { errorClass } from './error-class.ts'
import type { TracedResult, TracedWork, Tracing } from './tracing.ts'

/** Options of `otelTracing()`. */
export interface OtelTracingOptions {
  /** Name of the tracer. @default '@galla/gateway' */
  tracerName?: string
}

const KINDS = { send: SpanKind.PRODUCER, process: SpanKind.CONSUMER, run: SpanKind.INTERNAL } as const

/**
 * Makes OpenTelemetry spans of received callbacks, of each row that a job processes, of deliveries, of periodic jobs and of calls to the
 * provider. Needs the optional peer `@opentelemetry/api`. Spans have names, ids and classes of errors; never a body, a header, an error's
 * message or payer data.
 * @example createGateway({ …, tracing: otelTracing() })
 */
export function otelTracing({ tracerName = '@galla/gateway' }: OtelTracingOptions = {}): Tracing {
  const tracer = trace.getTracer(tracerName)
  return {
    async run(traced, work) {
      const span = quietly(() =>
        tracer.startSpan(`${traced.operation} ${traced.of}`, {
          kind: KINDS[traced.operation],
          attributes: attributesOf(traced),
        }),
      )
      if (!span) return work(() => {})
      return context.with(trace.setSpan(context.active(), span), async () => {
        try {
          return await work((result) => quietly(() => span.setAttributes(resultAttributes(result))))
        } catch (error) {
          quietly(() => fail(span, error))
          throw error
        } finally {
          quietly(() => span.end())
        }
      })
    },
    calls: otelHooks({ tracerName }),
  }
}

/** The names of the semantic conventions for messaging: a queue of the gateway is a destination, and a row is a message. */
function attributesOf({ operation, of, subscriber, ...ids }: TracedWork): Attributes {
  if (operation === 'run') return { 'galla.job': of }
  return {
    'messaging.system': 'galla',
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
    'messaging.destination.name': of,
    ...defined({ 'messaging.consumer.group.name': subscriber }),
    ...resultAttributes(ids),
  }
}

const resultAttributes = ({ rowId, merchantOrderId, merchantRefundId, verdict }: TracedResult): Attributes =>
  defined({
    'messaging.message.id': rowId,
    'galla.merchant_order_id': merchantOrderId,
    'galla.merchant_refund_id': merchantRefundId,
    'galla.callback.verdict': verdict,
  })

/** The class or the code of the error. Its message may hold anything that the merchant's code has put there. */
function fail(span: Span, thrown: unknown): void {
  const { error, reason } = errorClass(thrown)
  span.setAttribute('error.type', isError(thrown) ? String(reason ?? error) : '_OTHER')
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** A span processor that throws stops no payment. */
function quietly<Value>(step: () => Value): Value | undefined {
  try {
    return step()
  } catch {
    return undefined
  }
}
