export type { FaultRule, SetFaults } from '@galla/contract/sandbox-api/faults'
export type { JournalEntry, JournalQuery } from '@galla/contract/sandbox-api/journal'
export type { QueueOutcome, SimulatePayment, SimulateRefund } from '@galla/contract/sandbox-api/outcomes'
export type {
  CallbackReceiver,
  Delivery,
  DrillCheck,
  DrillReport,
  SandboxOrder,
  SandboxRefund,
  Snapshot,
  TriggerCallback,
} from '@galla/contract/sandbox-api/routes'
export type { ClockSettings, WallClock } from './clock.ts'
export { createSandbox } from './create-sandbox.ts'
export type { Credentials, Deliver, DeliverInit, RefundTiming, SandboxOptions } from './options.ts'
export type { Quirks } from './quirks.ts'
export type { Sandbox, SandboxClock } from './sandbox.ts'
export { type ServedSandbox, type ServeOptions, serveSandbox } from './server.ts'
