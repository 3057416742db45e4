/** One fault of the provider's API. The seed decides which calls it affects. */
export interface FaultRule {
  /**
   * - `latency`: wait, then answer.
   * - `status`: answer with `status` instead of running the call.
   * - `reset`: close the connection before the call runs.
   * - `lost-reply`: run the call, then close the connection.
   * - `slow-body`: send half of the body, wait, send the rest.
   * - `wrong-content-type`: answer with the content type `text/html`.
   * - `truncated`: send only the first half of the body.
   * - `empty`: send no body.
   */
  kind: 'latency' | 'status' | 'reset' | 'lost-reply' | 'slow-body' | 'wrong-content-type' | 'truncated' | 'empty'
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
   * `latency` and `slow-body`: the wait in milliseconds.
   * @default 1000
   */
  delayMs?: number
  /** `status`: the HTTP status to answer with, from 200 to 599. Required for this kind. */
  status?: number
  /**
   * `status`: seconds of the `Retry-After` header.
   * @default no header
   */
  retryAfterSec?: number
}

/** Faults of the callbacks that the sandbox sends. */
export interface CallbackFaults {
  /**
   * Delay of every callback in milliseconds.
   * @default 0
   */
  delayMs?: number
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
  /**
   * Seed of the random choice.
   * @default the seed of the sandbox
   */
  seed?: string
}

/** The active faults. */
export interface FaultsReply {
  /** Absent without a profile. */
  profile?: string
  rules: FaultRule[]
  callbacks: CallbackFaults
  seed: string
  /** Every fault profile. */
  profiles: { name: string; explains: string }[]
}
