import { NOTICE_MS } from '@galla/contract/provider/subscriptions'
import { cycleOf } from '../domain/billing-time.ts'
import type { Mandate } from '../domain/mandate.ts'
import { isFinal } from '../domain/redemption.ts'
import type { Quirks } from '../quirks.ts'
import type { Store } from '../storage/store.ts'

type CycleQuirks = Pick<Quirks, 'debitCycle'>

/** The number of the cycle of a time; `undefined` where any number of debits is allowed. */
function cycleAt(mandate: Mandate, atMs: number, { debitCycle }: CycleQuirks): number | undefined {
  if (debitCycle === 'none' || mandate.activatedAtMs === undefined) return undefined
  return cycleOf(mandate.activatedAtMs, mandate.frequency, atMs, debitCycle)
}

/** True when another debit of the mandate has succeeded in the cycle of a time. The first bill of a TRANSACTION setup counts. */
export function cycleIsPaid(
  store: Store,
  mandate: Mandate,
  atMs: number,
  quirks: CycleQuirks,
  except?: string,
): boolean {
  const cycle = cycleAt(mandate, atMs, quirks)
  if (cycle === undefined) return false
  if (mandate.authWorkflowType === 'TRANSACTION' && cycleAt(mandate, mandate.activatedAtMs ?? 0, quirks) === cycle) {
    return true
  }
  return store
    .redemptionsOf(mandate.merchantSubscriptionId)
    .some(
      (one) =>
        one.merchantOrderId !== except &&
        one.completedAtMs !== undefined &&
        cycleAt(mandate, one.completedAtMs, quirks) === cycle,
    )
}

/**
 * True when a debit announced now would be the second of its cycle. The cycles of its window are paid, or another debit for the same
 * earliest day can still succeed.
 */
export function cycleIsTaken(
  store: Store,
  mandate: Mandate,
  nowMs: number,
  expiresAtMs: number,
  quirks: CycleQuirks,
): boolean {
  const first = cycleAt(mandate, nowMs + NOTICE_MS, quirks)
  if (first === undefined) return false
  const open = store
    .redemptionsOf(mandate.merchantSubscriptionId)
    .some(
      (one) =>
        !isFinal(one) &&
        !one.void &&
        nowMs < one.expiresAtMs &&
        cycleAt(mandate, one.createdAtMs + NOTICE_MS, quirks) === first,
    )
  if (open) return true
  const paid = (atMs: number) => cycleIsPaid(store, mandate, atMs, quirks)
  return paid(nowMs + NOTICE_MS) && paid(expiresAtMs - 1)
}
