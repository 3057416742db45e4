/** One planned misfortune. Which calls it strikes follows from the seed alone. */
export interface FaultRule {
  /** `latency`: wait. `status`: answer so, do nothing. `reset`: cut the line before work. `lost-reply`: work, then cut the line. */
  kind: 'latency' | 'status' | 'reset' | 'lost-reply' | 'slow-body' | 'wrong-content-type' | 'truncated' | 'empty'
  /** Endpoint names (`standardPay`, `token`, …); absent means all. */
  endpoints?: string[]
  /** Share of calls struck, 0 to 1; default 1. */
  rate?: number
  /** Strike at most so many calls. */
  times?: number
  /** latency, slow-body: milliseconds. */
  delayMs?: number
  /** status: what to answer. */
  status?: number
  /** status 429 or 503: seconds for the `Retry-After` header. */
  retryAfterSec?: number
}

/** What happens to callbacks on their way. */
export interface CallbackFaults {
  delayMs?: number
  /** Shares, 0 to 1. */
  duplicateRate?: number
  /** How many further copies a duplicated callback gets; default 1. */
  copies?: number
  reorderRate?: number
  tamperRate?: number
  dropRate?: number
}

export interface SetFaults {
  /** A named profile; its rules come before those given here. */
  profile?: string
  rules?: FaultRule[]
  callbacks?: CallbackFaults
  seed?: string
}

export interface FaultsReply {
  profile?: string
  rules: FaultRule[]
  callbacks: CallbackFaults
  seed: string
  /** Names that `profile` takes. */
  profiles: { name: string; explains: string }[]
}
