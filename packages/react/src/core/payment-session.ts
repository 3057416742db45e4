import type { PayerView } from '@galla/contract/gateway-api/payer-routes'
import { nextPollDelayMs } from './clock.ts'
import { subjectOf } from './payer-calls.ts'
import { type PayerClient, type PayerResponse, type PayRequest, payerClient } from './payer-client.ts'
import { INITIAL_STATE, type PaymentEvent, type PaymentState, reduce } from './payment-state.ts'
import { browserEffects, createPoller, type PollerEffects } from './poller.ts'

/** Options of `paymentSession`. */
export interface PaymentSessionOptions {
  /** The `payerToken` that `gateway.orders.start` returned for the order. */
  payerToken: string
  /** Path or URL under which the gateway is mounted, for example `/payments`. */
  gatewayUrl: string
  /**
   * Sends the requests.
   * @default globalThis.fetch
   */
  fetch?: typeof fetch | undefined
}

/**
 * Follows one order while the session has subscribers. `subscribe` and `snapshot` fit React's `useSyncExternalStore`
 * and the stores of other frameworks.
 */
export interface PaymentSession {
  /** Calls `listener` after every change of `snapshot()`. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** The current state. Returns the same object until the state changes. */
  snapshot(): PaymentState
  /** Requests the order's status now. The promise never rejects: after a failure, the state's `connection` is `down`. */
  refresh(): Promise<void>
  /**
   * Starts a payment. Resolves with the order's view, or with undefined when the gateway refuses the request or does not answer, or when
   * another request is in flight. The state's `refusal` gives the reason for a refusal.
   */
  pay(request: PayRequest): Promise<PayerView | undefined>
}

export interface SessionDependencies extends PollerEffects {
  /** Undefined when there is no usable token. */
  client: PayerClient | undefined
  /** The device's monotonic clock, `performance.now()`. Milliseconds. */
  now: () => number
}

/**
 * Follows one payment in a browser, without React. Sends nothing before `subscribe` is called, and stops after the
 * last subscriber leaves.
 *
 * @example
 * ```ts
 * const session = paymentSession({ payerToken, gatewayUrl: '/payments' })
 * const unsubscribe = session.subscribe(() => render(session.snapshot().payment))
 * ```
 */
export function paymentSession(options: PaymentSessionOptions): PaymentSession {
  const merchantOrderId = subjectOf(options.payerToken, 'g1')
  return createSession({
    client: merchantOrderId === undefined ? undefined : payerClient({ ...options, merchantOrderId }),
    now: () => performance.now(),
    ...browserEffects,
  })
}

/** The only place that dispatches events to the reducer. */
export function createSession({ client, now, ...effects }: SessionDependencies): PaymentSession {
  let state = client ? INITIAL_STATE : reduce(INITIAL_STATE, { type: 'unavailable', reason: 'no-token' })
  let stream: AbortController | undefined
  /** False after a stream that delivered no view: it is not opened again until the payer returns to the page. */
  let canStream = true

  const dispatch = (event: PaymentEvent) => {
    state = reduce(state, event)
    poller.notify()
  }
  const nextMs = (isStreaming: boolean) =>
    'view' in state.payment ? nextPollDelayMs(state.payment, now(), isStreaming) : undefined
  const isOver = () => state.payment.phase === 'unavailable' || ('view' in state.payment && nextMs(false) === undefined)

  const openStream = () => {
    if (!client || stream || !canStream || isOver()) return
    const opened = new AbortController()
    stream = opened
    let views = 0
    const ended = client.live((view) => {
      if (opened.signal.aborted) return
      views += 1
      poller.push(view)
    }, opened.signal)
    void ended.then(() => {
      if (stream !== opened) return
      stream = undefined
      canStream = views > 0
      poller.plan()
    })
  }

  const poller = createPoller<PayerView>(
    {
      status: client && (() => client.status()),
      receive(response, isChange, isChanging) {
        try {
          dispatch(eventOf(response, isChange, now(), !isChanging))
          return response.kind !== 'no-answer'
        } catch {
          // A reply that cannot be read is no answer.
          dispatch({ type: 'no-answer' })
          return false
        }
      },
      isOver,
      nextMs: () => nextMs(stream !== undefined),
      onPresence(isActive) {
        if (isActive) {
          canStream = true
          return
        }
        stream?.abort()
        stream = undefined
      },
      onAnswer: openStream,
    },
    effects,
  )

  return {
    subscribe: poller.subscribe,
    snapshot: () => state,
    refresh: poller.check,
    async pay(payment) {
      if (state.sending || !client) return undefined
      dispatch({ type: 'request-sent' })
      return poller.change(() => client.pay(payment))
    },
  }
}

/** Only a status check that was sent after a payment says what became of it: `endsRequest`. */
function eventOf(response: PayerResponse, isPay: boolean, atMs: number, endsRequest: boolean): PaymentEvent {
  if (response.kind === 'view') return { type: 'view', view: response.view, atMs, endsRequest }
  if (response.kind === 'no-answer') return { type: 'no-answer' }
  if (!isPay) return { type: 'unavailable', reason: 'refused' }
  return { type: 'request-refused', refusal: { code: response.code, message: response.message } }
}
