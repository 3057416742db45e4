import type { SettlementFaults } from './settlements.ts'

/** One fault of the provider's API. The seed decides which calls the fault affects. */
export interface FaultRule {
  /**
   * The effect on a call. Delays run on the sandbox's clock.
   *
   * - `latency`: waits, runs the call, then answers.
   * - `hold`: keeps the request in flight. The call runs after `delayMs` or a release, even if the caller has given up.
   * - `status`: answers with `status` instead of running the call. With `afterIntake`, the call runs first.
   * - `reset`: closes the connection before the call runs.
   * - `lost-reply`: runs the call, then closes the connection.
   * - `late-reply`: runs the call, then waits for `delayMs` or a release, then answers.
   * - `stale-status`: a status endpoint answers from a replica that is `delayMs` behind and does not know newer orders.
   * - `slow-body`: sends half of the body, waits, then sends the rest.
   * - `wrong-content-type`: answers with the content type `text/html`.
   * - `truncated`: sends only the first half of the body.
   * - `empty`: sends no body.
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
   * The wait of `latency`, `hold`, `late-reply` and `slow-body`, or the lag of `stale-status`. Milliseconds on the sandbox's clock.
   * @default 1000; a `hold` lasts until its release
   */
  delayMs?: number
  /** The HTTP status to answer with, from 200 to 599. Required for the kind `status`. */
  status?: number
  /**
   * For the kind `status`: seconds in the `Retry-After` header.
   * @default no header
   */
  retryAfterSec?: number
  /**
   * For the kind `status`: the body to answer with. The sandbox sends an object as JSON and text unchanged.
   * @default the provider's body for this status
   */
  body?: string | { [field: string]: unknown }
  /**
   * For the kind `status` with `body`: the content type of the answer.
   * @default 'application/json' for an object, 'text/html; charset=utf-8' for text
   */
  contentType?: string
  /**
   * For the kind `status`: true to run the call first, like a proxy that loses the provider's answer.
   * @default false
   */
  afterIntake?: boolean
}

/** A call that a `latency`, `hold` or `late-reply` fault keeps in flight. */
export interface HeldCall {
  /** The sandbox's id of the wait, `HLD…`. */
  heldId: string
  /** The fault that keeps the call in flight. */
  kind: 'latency' | 'hold' | 'late-reply'
  /** Name of the endpoint, such as `standardPay`. */
  endpoint: string
  /** The order that the call names. */
  merchantOrderId?: string
  /** The refund that the call names. */
  merchantRefundId?: string
  /** Start of the wait, in epoch milliseconds. */
  sinceMs: number
  /** End of the wait by the sandbox's clock, in epoch milliseconds; absent when only a release ends the wait. */
  dueAtMs?: number
}

/** Body of `POST /held/release`. */
export interface ReleaseHeld {
  /**
   * The calls to release.
   * @default all held calls
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
   * Number of further copies of a duplicated callback.
   * @default 1
   */
  copies?: number
  /**
   * Share of the callbacks, from 0 to 1, that are delayed by five seconds so that a later callback arrives first.
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

/** Faults that replace the active faults: the body of `POST /faults`. */
export interface SetFaults {
  /** Name of a fault profile, such as `festival-day`. The rules of the profile precede `rules`. */
  profile?: string
  /** Faults of the API, in the order in which the sandbox checks the rules. */
  rules?: FaultRule[]
  /** Faults of callbacks. A field here overrides the same field of the profile. */
  callbacks?: CallbackFaults
  /** Faults of settlements. */
  settlements?: SettlementFaults
  /**
   * Seed for the choice of the affected calls.
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
