import type { Policy } from './domain/order.ts'
import type { Notifier } from './notifications/notifier.ts'
import type { Events } from './observability/live-events.ts'
import type { CallbackVerifier, ProviderPort } from './provider/provider-port.ts'
import type { Handlers } from './services/handlers.ts'
import type { Database } from './storage/database.ts'
import type { JobName } from './storage/jobs.ts'

/** What every door and every worker takes: made once, by `gateway.ts`. */
export interface GatewayContext {
  readonly database: Database
  readonly provider: ProviderPort
  readonly verifier: CallbackVerifier
  readonly policy: Policy
  readonly clock: Clock
  readonly handlers: Handlers
  readonly notifiers: readonly Notifier[]
  readonly events: Events
  readonly log: Log
  /** Something is due now or at a time: whoever works should look. Never waits, never throws. */
  readonly wake: (work: JobName, atMs?: number) => void
  /** The gateway are being closed: what was begun is finished, nothing more is taken up. */
  readonly closing: () => boolean
  /** The token with which one order's payer asks for it. */
  readonly signPayer: SignPayer
}

export type SignPayer = (merchantOrderId: string, expiresAtMs: number) => string

/** A line for those who run it: what happened and its ids; no payer, no secret. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Where the database read the time; a test hands in one that stands still. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

export const SYSTEM_CLOCK: Clock = { now: Date.now }
