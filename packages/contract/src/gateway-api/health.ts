import type { ProviderHealth } from './provider-health.ts'

/** Result of `gateway.health()`. */
export interface HealthReport {
  /** True when all checks are ok. */
  ok: boolean
  /** Time of the report, by the gateway's clock. Epoch milliseconds. */
  atMs: number
  /** One entry for each check. While the database does not answer, only the check `database`. */
  checks: HealthCheck[]
  /** Running worker processes. */
  workers: {
    /** Random id of the process. */
    workerId: string
    /** Start of the process. Epoch milliseconds. */
    startedAtMs: number
    /** Last sign of life of the process. Epoch milliseconds of the database's clock. */
    heartbeatAtMs: number
  }[]
  /** Waiting work by queue. */
  queues: QueueLength[]
}

/** Work that waits. */
export interface QueueLength {
  /** Name of the queue: `callbacks`, `orders in review`, `undecided orders`. */
  name: string
  /** Number of rows. */
  waiting: number
  /** Time since which the oldest row waits. Epoch milliseconds. */
  oldestAtMs?: number
}

/** One check of the health report. */
export type HealthCheck = {
  /** True when the check passes. */
  ok: boolean
} & (
  | {
      /** The database answers. */
      name: 'database'
      /** Milliseconds until the database answered. Absent without an answer. */
      tookMs?: number
    }
  | {
      /** The clocks of the database and of this process's machine agree within a day: otherwise nothing is deleted or erased by age. */
      name: 'clock'
      /** Milliseconds by which the database's clock is ahead; negative when the clock is behind. */
      offsetMs: number
    }
  | {
      /** Workers run in some process. */
      name: 'workers'
      /** Number of processes. */
      running: number
    }
  | {
      /** Due work is done in time. */
      name: 'queues'
      /** Queues whose oldest entry is due for more than two minutes. */
      overdue: readonly QueueLength[]
    }
  | {
      /** Every event is taken by a process with its handler or notifier. */
      name: 'subscriptions'
      /** Deliveries that no running process takes. */
      unclaimed: readonly Unclaimed[]
    }
  | {
      /** All running processes have the `refundControls` of the process that answers, apart from `confirmAbove`. */
      name: 'refundControls'
      /** `workerId` of each process with other limits. */
      differing: readonly string[]
    }
  | {
      /** This process has the data keys that the database was written with. */
      name: 'dataKeys'
      /** Ids of the keys that the process lacks. A process without any key takes no more work while a key is in use. */
      missing: readonly string[]
    }
  | {
      /** The orders from before a restore or a promotion of the database are compared with the provider. */
      name: 'restore'
      /** While the check fails: orders created before this time are compared. Epoch milliseconds. */
      restoredAtMs?: number
      /** Orders compared so far. */
      compared?: number
    }
  | {
      /** No payer tried many cards in the last hour (card testing): a merchant's user over all orders, or a cart. */
      name: 'cardTesting'
      /** Number of payers with at least `policy.cardTestingAttempts` failed card payments. */
      payers: number
      /** Failed card payments of the payer with the most; 0 when no payer has so many. */
      mostAttempts: number
    }
  | {
      /** The provider's health webhook reports neither the provider nor an instrument as down. Banks do not count. */
      name: 'provider'
      /** The last report, while the report counts by `policy.providerHealthMs`. */
      reported?: ProviderHealth
    }
  | {
      /** Nothing needs review. */
      name: 'review'
      /** Queues of records that need review. */
      waiting: readonly QueueLength[]
    }
)

/** Deliveries that no running process takes. */
export interface Unclaimed {
  /** Handlers or a notifier, by name. */
  subscriber: string
  /** Name of the event. */
  event: string
}

/** Counts of the client's reports to the provider about its own calls, since the start of the process. */
export interface TelemetryReport {
  sent: number
  failed: number
  dropped: number
}
