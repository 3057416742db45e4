export type { Appearance } from '@galla/contract/appearance/appearance'
export type { FaultRule, HeldCall, SetFaults } from '@galla/contract/sandbox-api/faults'
export type { JournalEntry, JournalQuery } from '@galla/contract/sandbox-api/journal'
export type {
  SandboxMandate,
  SandboxRedemption,
  SimulateMandate,
  SimulateRedemption,
} from '@galla/contract/sandbox-api/mandates'
export type { QueueOutcome, SimulatePayment, SimulateRefund } from '@galla/contract/sandbox-api/outcomes'
export type {
  CallbackReceiver,
  Delivery,
  DrillCheck,
  DrillOptions,
  DrillOrder,
  DrillReport,
  SandboxOrder,
  SandboxRefund,
  Snapshot,
  TriggerCallback,
} from '@galla/contract/sandbox-api/routes'
export type {
  SandboxSettlement,
  SettlementFaults,
  SettlementLine,
  SettleNow,
  SimulateSettlement,
} from '@galla/contract/sandbox-api/settlements'
export { createSandbox } from './create-sandbox.ts'
export { gradeEffects } from './drill/effects.ts'
export type {
  ClockSettings,
  Credentials,
  Deliver,
  DeliverInit,
  RefundTiming,
  SandboxOptions,
  ServeOptions,
  SettlementTiming,
  WallClock,
} from './options.ts'
export type { Quirks } from './quirks.ts'
export type { Sandbox, SandboxClock, ServedSandbox } from './sandbox.ts'
export { serveSandbox } from './server.ts'
