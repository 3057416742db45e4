import type { SettlementFaults } from './settlements.ts'

/** One fault of the provider's API. The seed decides which calls it affects. */
export interface FaultRule {
  /**
   * Delays run on the sandbox's clock.
   *
   * - `latency`: wait, run the call, answer.
   * - `hold`: the request is in flight. It is taken in after `delayMs`, or when it is released, also if its caller has given up.
   * - `status`: answer with `status` instead of running the call, or after it (`afterIntake`).
   * - `reset`: close the connection before the call runs.
   * - `lost-reply`: run the call, then close the connection.
   * - `late-reply`: run the call, then wait for `delayMs` or a release, then answer.
   * - `stale-status`: a status endpoint answers from a replica that is `delayMs` behind. What was not taken in by then is unknown.
   * - `slow-body`: send half of the body, wait, send the rest.
   * - `wrong-content-type`: answer with the content type `text/html`.
   * - `truncated`: send only the first half of the body.
   * - `empty`: send no body.
   */
  kind:
    | 'latency'
    | 'hold'
    | 'status'
    | 'reset'
    | 'lost-reply'
    | 'late-reply'
    | 'stale-status'
    | 'slow-body'
    | 'wrong-content-type'
    | 'truncated'
    | 'empty'
  /**
   * Names of the endpoints to affect, such as `standardPay` or `token`.
   * @default all endpoints
   */
  endpoints?: string[]
  /**
   * Share of the calls to affect, from 0 to 1.
   * @default 1
   */
  rate?: number
  /**
   * Largest number of calls to affect.
   * @default no limit
   */
  times?: number
  /**
   * `latency`, `hold`, `late-reply` and `slow-body`: the wait. `stale-status`: the lag. In milliseconds on the sandbox's clock.
   * @default 1000; `hold`: until it is released
   */
  delayMs?: number
  /** `status`: the HTTP status to answer with, from 200 to 599. Required for this kind. */
  status?: number
  /**
   * `status`: seconds of the `Retry-After` header.
   * @default no header
   */
  retryAfterSec?: number
  /**
   * `status`: the body to answer with. An object is sent as JSON, text as it is.
   * @default the provider's body for this status
   */
  body?: string | { [field: string]: unknown }
  /**
   * `status` with `body`: the content type of the answer.
   * @default 'application/json' for an object, 'text/html; charset=utf-8' for text
   */
  contentType?: string
  /**
   * `status`: run the call first, as a proxy does that loses the provider's answer.
   * @default false
   */
  afterIntake?: boolean
}

/** A call that a `latency`, `hold` or `late-reply` fault keeps in flight. */
export interface HeldCall {
  /** The sandbox's id of the wait, `HLD…`. */
  heldId: string
  /** The fault that holds it. */
  kind: 'latency' | 'hold' | 'late-reply'
  /** Name of the endpoint, such as `standardPay`. */
  endpoint: string
  /** The order that the call names. */
  merchantOrderId?: string
  /** The refund that the call names. */
  merchantRefundId?: string
  /** Epoch milliseconds. */
  sinceMs: number
  /** When the sandbox's clock ends the wait, in epoch milliseconds; absent when only a release does. */
  dueAtMs?: number
}

/** Body of `POST /held/release`. */
export interface ReleaseHeld {
  /**
   * The calls to release.
   * @default all of them
   */
  heldIds?: string[]
}

/** Faults of the callbacks that the sandbox sends. */
export interface CallbackFaults {
  /**
   * Delay of callbacks in milliseconds on the sandbox's clock.
   * @default 0
   */
  delayMs?: number
  /**
   * Share of the callbacks that are delayed by `delayMs`, from 0 to 1.
   * @default 1
   */
  delayRate?: number
  /**
   * Share of the callbacks that are sent more than once, from 0 to 1.
   * @default 0
   */
  duplicateRate?: number
  /**
   * Further copies of a duplicated callback.
   * @default 1
   */
  copies?: number
  /**
   * Share of the callbacks that are delayed until the next one has arrived, from 0 to 1.
   * @default 0
   */
  reorderRate?: number
  /**
   * Share of the callbacks whose amount is changed after signing, from 0 to 1.
   * @default 0
   */
  tamperRate?: number
  /**
   * Share of the callbacks that are not sent, from 0 to 1.
   * @default 0
   */
  dropRate?: number
}

/** Body of `POST /faults`. It replaces the active faults. */
export interface SetFaults {
  /** Name of a fault profile, such as `festival-day`. Its rules come before those of `rules`. */
  profile?: string
  /** Faults of the API. They are checked in this order. */
  rules?: FaultRule[]
  /** Faults of callbacks. A field overrides the same field of the profile. */
  callbacks?: CallbackFaults
  /** Faults of settlements. */
  settlements?: SettlementFaults
  /**
   * Seed of the random choice.
   * @default the seed of the sandbox
   */
  seed?: string
}

/** The active faults. */
export interface FaultsResponse {
  /** Absent without a profile. */
  profile?: string
  rules: FaultRule[]
  callbacks: CallbackFaults
  settlements: SettlementFaults
  seed: string
  /** Every fault profile. */
  profiles: { name: string; explains: string }[]
}
