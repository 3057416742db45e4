import type { Callbacks } from '../callbacks/callbacks.ts'
import { refundMessage } from '../callbacks/messages.ts'
import type { Clock } from '../clock.ts'
import { applyRefundStep, type Refund, type RefundChange, type RefundStep } from '../domain/refund.ts'
import type { Journal } from '../journal.ts'
import type { Settings } from '../normalize-options.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Store } from '../storage/store.ts'
import type { Replica } from './replica.ts'

/** Every change of a refund: applied, stored, written to the journal and reported by callback. */
export interface RefundService {
  open(refund: Refund): void
  /** @param atMs defaults to the sandbox's current time */
  apply(merchantRefundId: string, step: Omit<RefundStep, 'atMs'>, atMs?: number): RefundChange
  /** Schedules the planned steps of every stored refund, after a start or a restore. */
  resume(): void
}

export interface RefundServiceParts {
  readonly store: Store
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly journal: Journal
  readonly callbacks: Callbacks
  readonly settings: Settings
  readonly replica: Replica
}

export function createRefundService(parts: RefundServiceParts): RefundService {
  const { store, clock, scheduler, journal, callbacks, settings, replica } = parts

  const schedule = ({ merchantRefundId, plan }: Refund): void => {
    for (const step of plan) scheduler.add(step.atMs, (atMs) => runStep(merchantRefundId, step, atMs))
  }

  /** Applies a planned step unless the refund was simulated or held since the step was scheduled. */
  const runStep = (merchantRefundId: string, step: RefundStep, atMs: number): void => {
    const plan = store.refunds.get(merchantRefundId)?.plan ?? []
    if (plan.some((one) => one.to === step.to)) service.apply(merchantRefundId, step, atMs)
  }

  const service: RefundService = {
    open(refund) {
      store.refunds.put(refund)
      replica.refunds.keep(refund.merchantRefundId, undefined, clock.now())
      schedule(refund)
    },

    apply(merchantRefundId, step, atMs = clock.now()) {
      const refund = store.refunds.get(merchantRefundId)
      if (!refund) throw new Error(`refund service: no refund ${merchantRefundId}`)
      const change = applyRefundStep(refund, step, atMs)
      if (change.refused) return change
      store.refunds.put(change.refund)
      replica.refunds.keep(merchantRefundId, refund, atMs)
      for (const event of change.events) {
        const name = event.toLowerCase().replace('_', '.')
        journal.write({ atMs, kind: 'state', name, merchantRefundId, merchantOrderId: refund.originalMerchantOrderId })
        callbacks.enqueue(refundMessage(change.refund, event, settings), atMs)
      }
      return change
    },

    resume() {
      for (const refund of store.refunds.all()) schedule(refund)
    },
  }
  return service
}
