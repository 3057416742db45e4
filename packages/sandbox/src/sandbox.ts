import type { SetFaults } from '@galla/contract/sandbox-api/faults'
import type { JournalEntry, JournalQuery } from '@galla/contract/sandbox-api/journal'
import type { QueueOutcome, SimulatePayment, SimulateRefund } from '@galla/contract/sandbox-api/outcomes'
import type {
  CallbackReceiver,
  Delivery,
  DrillReport,
  SandboxOrder,
  SandboxRefund,
  Snapshot,
  TriggerCallback,
} from '@galla/contract/sandbox-api/routes'

/** The provider, in this process. Two sandboxes know nothing of each other. */
export interface Sandbox {
  /** Answers like the provider's host, whatever host the URL names. Bound: `new Galla({ fetch: sandbox.fetch })`. */
  readonly fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>
  readonly clock: SandboxClock
  /** The key with which card data is encrypted for this sandbox. */
  readonly cardKey: { readonly keyId: number; readonly publicKeyPem: string }
  /** Everything that happened, in order, secrets masked. */
  journal(query?: JournalQuery): JournalEntry[]
  /** Callbacks as they were handed over, oldest first. */
  deliveries(): Delivery[]
  order(merchantOrderId: string): Promise<SandboxOrder>
  /** What the payer's bank would do. */
  simulatePayment(merchantOrderId: string, wanted: SimulatePayment): Promise<SandboxOrder>
  simulateRefund(merchantRefundId: string, wanted: SimulateRefund): Promise<SandboxRefund>
  /** Decides ahead what the next payment comes to, or the next few, whatever their order and payer would have brought. */
  queueOutcome(wanted: QueueOutcome): Promise<void>
  setFaults(wanted: SetFaults): Promise<void>
  setReceiver(receiver: CallbackReceiver): Promise<void>
  /** Sends an event about an order or refund as it stands, bent if asked; resolves with what the receiver answered. */
  trigger(wanted: TriggerCallback): Promise<Delivery[]>
  /** Fires the drill list at a receiver and grades its answers. */
  drill(url: string, only?: readonly string[]): Promise<DrillReport>
  snapshot(name?: string): Promise<Snapshot>
  restore(snapshotId: string): Promise<Snapshot>
  reset(): void
  /** Every access token given out so far stops working. */
  revokeTokens(): void
  /** Resolves when everything that is due has happened and every callback under way was answered. */
  idle(): Promise<void>
  /** Stops its timers and lets go of its file. */
  close(): Promise<void>
}

export interface SandboxClock {
  /** Epoch milliseconds. */
  now(): number
  readonly frozen: boolean
  freeze(): void
  resume(): void
  /** Moves on; resolves when all that fell due on the way has happened, callbacks included. */
  advance(ms: number): Promise<void>
  set(ms: number): Promise<void>
}
