import type { Policy } from './books/policy.ts'
import type { Clock } from './clock.ts'
import type { Handlers } from './doors/handlers.ts'
import type { Events } from './events.ts'
import type { Notifier } from './notifier.ts'
import type { CallbackVerifier, ProviderPort } from './provider-port.ts'
import type { Books } from './storage/books.ts'

/** What every door and every worker takes: made once, by `gateway.ts`. */
export interface Rooms {
  readonly books: Books
  readonly provider: ProviderPort
  readonly verifier: CallbackVerifier
  readonly policy: Policy
  readonly clock: Clock
  readonly handlers: Handlers
  readonly notifiers: readonly Notifier[]
  readonly events: Events
  readonly log: Log
  /** Something is due now or at a time: whoever works should look. Never waits, never throws. */
  readonly wake: (work: Work, atMs?: number) => void
  /** The books are being closed: what was begun is finished, nothing more is taken up. */
  readonly closing: () => boolean
  /** The token with which one order's payer asks for it. */
  readonly signPayer: SignPayer
}

export type Work = 'inbox' | 'poll-orders' | 'send-refunds' | 'poll-refunds' | 'effects'

export type SignPayer = (merchantOrderId: string, expiresAtMs: number) => string

/** A line for those who run it: what happened and its ids; no payer, no secret. */
export interface Log {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}
