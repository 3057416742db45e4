import type { PayerView } from '@galla/contract/gateway-api/payer-routes'
import { browserPresence, type Presence } from './browser.ts'
import { nextCheckMs } from './clock.ts'
import { type Answer, orderOfToken, type PayerClient, type PayRequest, payerClient } from './payer-client.ts'
import { type PaymentEvent, type PaymentState, reduce, START } from './payment-state.ts'

export interface SessionPorts {
  /** Absent: there is no token to ask with. */
  client: PayerClient | undefined
  /** Asked for when somebody subscribes, so that a session can be made where there is no window. */
  presence: () => Presence
  /** The device's steady clock in milliseconds, `performance.now()`. */
  now: () => number
  /** Runs the work later; returns the way to call it off. */
  later: (work: () => void, ms: number) => () => void
}

/** One order, followed for as long as somebody listens. An external store: `subscribe` and `snapshot` fit React's hook. */
export interface PaymentSession {
  subscribe(listener: () => void): () => void
  snapshot(): PaymentState
  /** Asks the server now. */
  look(): Promise<void>
  /** Begins a payment; one at a time. The view that came of it, or nothing when it was refused or lost. */
  pay(request: PayRequest): Promise<PayerView | undefined>
}

/** Pauses after failed looks, in milliseconds; the last one repeats. */
const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000, 15_000]

/** The line to the server: what it carries of a session's state is dispatched here and nowhere else. */
export function createSession(ports: SessionPorts): PaymentSession {
  const { client, now, later } = ports
  const listeners = new Set<() => void>()
  let state = START
  let presence: Presence | undefined
  let stopWatching = () => {}
  let callOffLook = () => {}
  let callOffEnd = () => {}
  let stream: AbortController | undefined
  /** A stream that brought nothing is not tried again until the payer comes back. */
  let streamable = true
  let asked = 0
  let answered = 0
  let failures = 0

  const dispatch = (event: PaymentEvent) => {
    state = reduce(state, event)
    for (const listener of listeners) listener()
  }
  const isOver = () => {
    const { payment } = state
    return payment.phase === 'broken' || ('view' in payment && nextCheckMs(payment, now(), false) === undefined)
  }

  const plan = () => {
    callOffLook()
    if (!presence?.here) return
    const { payment } = state
    const backoff = failures > 0 ? BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1] : undefined
    const wait = backoff ?? ('view' in payment ? nextCheckMs(payment, now(), stream !== undefined) : undefined)
    if (wait !== undefined) callOffLook = later(() => void look(), wait)
  }

  const listen = () => {
    if (!client || stream || !streamable || !presence?.here || failures > 0 || isOver()) return
    const opened = new AbortController()
    stream = opened
    let views = 0
    const ended = client.live((view) => {
      if (opened.signal.aborted) return
      views += 1
      answered = ++asked
      dispatch({ type: 'heard', view, atMs: now(), settles: false })
      plan()
    }, opened.signal)
    void ended.then(() => {
      if (stream !== opened) return
      stream = undefined
      streamable = views > 0
      plan()
    })
  }
  const hangUp = () => {
    stream?.abort()
    stream = undefined
  }

  const settle = async (why: 'look' | 'pay', call: Promise<Answer>): Promise<PayerView | undefined> => {
    const number = ++asked
    const answer = await call
    // An older look may come home after a newer answer: what it saw is history.
    if (why === 'look' && number < answered) return undefined
    answered = Math.max(answered, number)
    failures = answer.kind === 'lost' ? failures + 1 : 0
    dispatch(eventOf(why, answer, now()))
    // What was asked for may have been refused because the order moved on: look where it stands.
    if (why === 'pay' && answer.kind === 'refused') void look()
    else if (listeners.size > 0) {
      listen()
      plan()
    }
    return answer.kind === 'answer' ? answer.view : undefined
  }

  const look = async () => {
    callOffLook()
    if (client) await settle('look', client.status())
  }

  const presenceChanged = () => {
    callOffLook()
    if (!presence?.online) dispatch({ type: 'lost', settles: false })
    if (!presence?.here) return hangUp()
    streamable = true
    if (!isOver() && !state.sending) void look()
  }

  const begin = () => {
    if (!client) return dispatch({ type: 'broken', why: 'no-token' })
    presence = ports.presence()
    stopWatching = presence.watch(presenceChanged)
    if (presence.here && !isOver()) void look()
    else if (!presence.online) dispatch({ type: 'lost', settles: false })
  }
  const end = () => {
    stopWatching()
    callOffLook()
    hangUp()
    presence = undefined
  }

  return {
    subscribe(listener) {
      callOffEnd()
      callOffEnd = () => {}
      listeners.add(listener)
      if (listeners.size === 1 && !presence) begin()
      return () => {
        listeners.delete(listener)
        // React's strict mode leaves and comes back at once: that is one visit, and one call.
        if (listeners.size === 0) callOffEnd = later(end, 0)
      }
    },
    snapshot: () => state,
    look,
    async pay(request) {
      if (state.sending || !client) return undefined
      callOffLook()
      dispatch({ type: 'sent' })
      return settle('pay', client.pay(request))
    },
  }
}

function eventOf(why: 'look' | 'pay', answer: Answer, atMs: number): PaymentEvent {
  const settles = why === 'pay'
  if (answer.kind === 'answer') return { type: 'heard', view: answer.view, atMs, settles }
  if (answer.kind === 'lost') return { type: 'lost', settles }
  if (why === 'look') return { type: 'broken', why: 'refused' }
  return { type: 'refused', refusal: { code: answer.code, message: answer.message } }
}

export interface PaymentSessionOptions {
  /** The `payerToken` that the server gave out for one order. */
  payerToken: string
  /** Where the gateway is mounted, for example `/payments`. */
  gatewayUrl: string
  /** Default: the browser's. */
  fetch?: typeof fetch
}

/**
 * Follows one payment in a browser, without React. It does nothing until `subscribe` is called, and stops soon after
 * the last listener has gone.
 */
export function paymentSession(options: PaymentSessionOptions): PaymentSession {
  const merchantOrderId = orderOfToken(options.payerToken)
  return createSession({
    client: merchantOrderId === undefined ? undefined : payerClient({ ...options, merchantOrderId }),
    presence: browserPresence,
    now: () => performance.now(),
    later(work, ms) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
  })
}
