export type { FaultRule, SetFaults } from '@galla/contract/control/faults'
export type { JournalEntry, JournalQuery } from '@galla/contract/control/journal'
export type { DecideNext, SettleOrder, SettleRefund } from '@galla/contract/control/outcomes'
export type {
  CallbackReceiver,
  Delivery,
  DrillCheck,
  DrillReport,
  SandboxOrder,
  SandboxRefund,
  Snapshot,
  TriggerCallback,
} from '@galla/contract/control/routes'
export type { ClockSettings, WallClock } from './clock.ts'
export { createSandbox } from './create-sandbox.ts'
export type { Quirks } from './quirks.ts'
export type { Sandbox, SandboxClock } from './sandbox.ts'
export { type ServedSandbox, type ServeOptions, serveSandbox } from './serve.ts'
export type { Credentials, Deliver, DeliverInit, RefundTiming, SandboxOptions } from './settings.ts'
