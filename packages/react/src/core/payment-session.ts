import type { PayerView } from '@galla/contract/gateway-api/payer-routes'
import { browserPresence, type Presence } from './browser.ts'
import { nextPollDelayMs } from './clock.ts'
import { subjectOf } from './payer-calls.ts'
import { type PayerClient, type PayerResponse, type PayRequest, payerClient } from './payer-client.ts'
import { INITIAL_STATE, type PaymentEvent, type PaymentState, reduce } from './payment-state.ts'

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
 * Follows one order for as long as it has subscribers. `subscribe` and `snapshot` fit React's `useSyncExternalStore`
 * and the stores of other frameworks.
 */
export interface PaymentSession {
  /** Calls `listener` after every change of `snapshot()`. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** The current state. The same object until the state changes. */
  snapshot(): PaymentState
  /** Requests the order's status now. Never rejects: a failure shows in `snapshot().connection`. */
  refresh(): Promise<void>
  /**
   * Starts a payment; one request at a time. Resolves with the order's view, or with undefined when the request was
   * refused (`snapshot().refusal` says why), got no answer, or another request is in flight.
   */
  pay(request: PayRequest): Promise<PayerView | undefined>
}

export interface SessionDependencies {
  /** Undefined when there is no usable token. */
  client: PayerClient | undefined
  /** Called at the first subscription, so that a session can be created where there is no `window`. */
  presence: () => Presence
  /** The device's monotonic clock, `performance.now()`. Milliseconds. */
  now: () => number
  /** Runs `work` after `ms` milliseconds; returns a function that cancels it. */
  schedule: (work: () => void, ms: number) => () => void
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
    presence: browserPresence,
    now: () => performance.now(),
    schedule(work, ms) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
  })
}

/** Delays after failed status checks, in milliseconds; the last one repeats. */
const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000, 15_000]

/** The only place that dispatches events to the reducer. */
export function createSession(dependencies: SessionDependencies): PaymentSession {
  const { client, now, schedule } = dependencies
  const listeners = new Set<() => void>()
  let state = INITIAL_STATE
  let presence: Presence | undefined
  let unsubscribePresence = () => {}
  let cancelPoll = () => {}
  let cancelStop = () => {}
  let stream: AbortController | undefined
  /** False after a stream that delivered no view: it is not opened again until the payer returns to the page. */
  let canStream = true
  /** A `pay` request is in flight. */
  let paying = false
  let lastRequest = 0
  let newestResponse = 0
  let failures = 0

  const dispatch = (event: PaymentEvent) => {
    state = reduce(state, event)
    for (const listener of listeners) listener()
  }
  /** False for no answer, and for one that cannot be read: the status is asked again in either case. */
  const receive = (event: PaymentEvent): boolean => {
    if (event.type !== 'no-answer') {
      try {
        dispatch(event)
        return true
      } catch {
        // As no answer.
      }
    }
    dispatch({ type: 'no-answer' })
    return false
  }
  const isOver = () => {
    const { payment } = state
    return (
      payment.phase === 'unavailable' || ('view' in payment && nextPollDelayMs(payment, now(), false) === undefined)
    )
  }

  const schedulePoll = () => {
    cancelPoll()
    if (!presence?.active) return
    const { payment } = state
    const backoff = failures > 0 ? BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1] : undefined
    const wait = backoff ?? ('view' in payment ? nextPollDelayMs(payment, now(), stream !== undefined) : undefined)
    if (wait !== undefined) cancelPoll = schedule(() => void refresh(), wait)
  }

  const openStream = () => {
    if (!client || stream || !canStream || !presence?.active || failures > 0 || isOver()) return
    const opened = new AbortController()
    stream = opened
    let views = 0
    const ended = client.live((view) => {
      if (opened.signal.aborted) return
      views += 1
      newestResponse = ++lastRequest
      // Only a status check that was sent after a payment says what became of it.
      if (!receive({ type: 'view', view, atMs: now(), endsRequest: false })) failures += 1
      schedulePoll()
    }, opened.signal)
    void ended.then(() => {
      if (stream !== opened) return
      stream = undefined
      canStream = views > 0
      schedulePoll()
    })
  }
  const closeStream = () => {
    stream?.abort()
    stream = undefined
  }

  const request = async (kind: 'status' | 'pay', call: Promise<PayerResponse>): Promise<PayerView | undefined> => {
    const number = ++lastRequest
    const response = await call
    if (kind === 'pay') paying = false
    // A newer reply has overtaken this status check: its view is out of date.
    if (kind === 'status' && number < newestResponse) return undefined
    newestResponse = Math.max(newestResponse, number)
    const isRead = receive(eventOf(kind, response, now(), !paying))
    failures = isRead ? 0 : failures + 1
    // The order may have moved on, which is why the request was refused: read its status.
    if (kind === 'pay' && response.kind === 'refused') void refresh()
    else if (listeners.size > 0) {
      openStream()
      schedulePoll()
    }
    return isRead && response.kind === 'view' ? response.view : undefined
  }

  const refresh = async () => {
    cancelPoll()
    if (client) await request('status', client.status())
  }

  const onPresenceChange = () => {
    cancelPoll()
    if (!presence?.online) dispatch({ type: 'no-answer' })
    if (!presence?.active) return closeStream()
    canStream = true
    if (!isOver() && !paying) void refresh()
  }

  const start = () => {
    if (!client) return dispatch({ type: 'unavailable', reason: 'no-token' })
    presence = dependencies.presence()
    unsubscribePresence = presence.subscribe(onPresenceChange)
    if (presence.active && !isOver()) void refresh()
    else if (!presence.online) dispatch({ type: 'no-answer' })
  }
  const stop = () => {
    unsubscribePresence()
    cancelPoll()
    closeStream()
    presence = undefined
  }

  return {
    subscribe(listener) {
      cancelStop()
      cancelStop = () => {}
      listeners.add(listener)
      if (listeners.size === 1 && !presence) start()
      return () => {
        listeners.delete(listener)
        // React's strict mode unsubscribes and subscribes again at once: that must not cost a second request.
        if (listeners.size === 0) cancelStop = schedule(stop, 0)
      }
    },
    snapshot: () => state,
    refresh,
    async pay(payment) {
      if (state.sending || !client) return undefined
      cancelPoll()
      paying = true
      dispatch({ type: 'request-sent' })
      return request('pay', client.pay(payment))
    },
  }
}

function eventOf(kind: 'status' | 'pay', response: PayerResponse, atMs: number, endsRequest: boolean): PaymentEvent {
  if (response.kind === 'view') return { type: 'view', view: response.view, atMs, endsRequest }
  if (response.kind === 'no-answer') return { type: 'no-answer' }
  if (kind === 'status') return { type: 'unavailable', reason: 'refused' }
  return { type: 'request-refused', refusal: { code: response.code, message: response.message } }
}
