import type { Hooks } from '@galla/sdk'

/** A piece of work that has a span. The values are ids and names from short lists, without payer data or secrets. */
export interface TracedWork {
  /** `send` puts a row into a queue, `process` works on one row, `run` is a periodic job. */
  readonly operation: 'send' | 'process' | 'run'
  /** The queue, the event of a delivery, or the periodic job. */
  readonly of: string
  /** Id of the row. */
  readonly rowId?: string | undefined
  /** The subscriber of a delivery's event: `handlers`, or the name of a notifier. */
  readonly subscriber?: string | undefined
  /** The order that the work is about. */
  readonly merchantOrderId?: string | undefined
  /** The refund that the work is about. */
  readonly merchantRefundId?: string | undefined
}

/** Facts that are known only when the work ends. */
export interface TracedResult extends Partial<Pick<TracedWork, 'rowId' | 'merchantOrderId' | 'merchantRefundId'>> {
  /** Result of a received callback: `accepted`, `duplicate` or `refused`. */
  readonly verdict?: string
}

/** Creates spans of the gateway's work. `otelTracing()` of `@galla/gateway/otel` makes such an object. */
export interface Tracing {
  /**
   * Runs the work in a span, which is the parent of all spans that the work creates. Returns the result of the work, or throws the error of
   * the work.
   * @param work gets a function that adds facts to the span
   */
  run<Result>(traced: TracedWork, work: (add: (result: TracedResult) => void) => Promise<Result>): Promise<Result>
  /** Hooks that observe the calls to the provider. */
  readonly calls: Hooks
}

const addNothing = (): void => {}

/** The default: no spans. */
export const NO_TRACING: Tracing = { run: (_traced, work) => work(addNothing), calls: {} }
