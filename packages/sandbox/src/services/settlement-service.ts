import type { Paise } from '@galla/contract/money'
import { SETTLEMENT_EVENTS, type SettlementState } from '@galla/contract/provider/settlements'
import type { SettlementFaults, SettlementLine } from '@galla/contract/sandbox-api/settlements'
import type { Callbacks } from '../callbacks/callbacks.ts'
import { settlementMessage } from '../callbacks/messages.ts'
import type { Clock } from '../clock.ts'
import { addDays, type Day, dayOf, isBankDay, shiftBankDays, timeOn } from '../domain/bank-days.ts'
import { defined } from '../domain/defined.ts'
import type { Order } from '../domain/order.ts'
import type { Refund } from '../domain/refund.ts'
import { lineKey, netAmount, paymentLine, refundLine, type Settlement } from '../domain/settlement.ts'
import type { Journal } from '../journal.ts'
import type { Settings } from '../normalize-options.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Store } from '../storage/store.ts'
import type { Ids } from './ids.ts'
import { findRefundable } from './refundable.ts'

/** Settlements: made once a bank day, or when a control call asks for one. */
export interface SettlementService {
  /** Pays out what `chooses` accepts of all that is not settled; undefined when nothing, or nothing above zero, is left. */
  settle(chooses: (line: SettlementLine) => boolean, atMs?: number): Settlement | undefined
  /** @param errorCode of ATTEMPT_FAILED */
  apply(settlementId: string, to: SettlementState, errorCode?: string, atMs?: number): Settlement
  /** Schedules the next bank day, and the next change of every settlement, after a start or a restore. */
  resume(): void
}

export interface SettlementServiceParts {
  readonly store: Store
  readonly ids: Ids
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly journal: Journal
  readonly callbacks: Callbacks
  readonly settings: Settings
  readonly faults: () => { readonly settings: SettlementFaults; readonly random: () => number }
}

export const DEFAULT_SETTLEMENT_ERROR = 'BANK_TRANSFER_FAILED'

export function createSettlementService(parts: SettlementServiceParts): SettlementService {
  const { store, ids, clock, scheduler, journal, callbacks, settings } = parts
  const rates = settings.settlementFees
  const timing = settings.settlements

  /** Everything completed that no settlement has paid out, oldest first. */
  const unsettled = (): SettlementLine[] => {
    const debits = [...store.redemptions.all()].flatMap(
      ({ merchantOrderId }) => findRefundable(store, merchantOrderId) ?? [],
    )
    const lines = [
      ...[...store.orders.all(), ...debits].filter(isPaid).map((order) => paymentLine(order, rates)),
      ...[...store.refunds.all()].filter(isCompleted).map(refundLine),
    ]
    return lines.filter((line) => !store.settlementOf(lineKey(line))).sort((a, b) => a.atMs - b.atMs)
  }

  const schedule = ({ settlementId, next }: Settlement): void => {
    if (next) scheduler.add(next.atMs, (atMs) => takeStep(settlementId, next, atMs))
  }

  const takeStep = (settlementId: string, step: NonNullable<Settlement['next']>, atMs: number): void => {
    // A control call may have changed it since the step was scheduled.
    if (store.settlements.get(settlementId)?.next !== step) return
    const { settings: faults, random } = parts.faults()
    const fails = faults.failRate !== undefined && random() < faults.failRate
    service.apply(
      settlementId,
      step.to === 'INITIATED' ? 'INITIATED' : fails ? 'ATTEMPT_FAILED' : 'PROCESSED',
      undefined,
      atMs,
    )
  }

  const nextStep = (state: SettlementState, atMs: number): Settlement['next'] => {
    if (state === 'INITIATED') return { atMs: atMs + timing.processAfterMs, to: 'OUTCOME' }
    if (state === 'PROCESSED') return undefined
    return { atMs: timeOn(shiftBankDays(dayOf(atMs), 1, timing.holidays), timing.hour), to: 'INITIATED' }
  }

  const save = (settlement: Settlement): Settlement => {
    store.settlements.put(settlement)
    schedule(settlement)
    const name = SETTLEMENT_EVENTS[settlement.state]
    journal.write({ atMs: settlement.changedAtMs, kind: 'state', name, note: settlement.settlementId })
    const { offByPaise = 0 } = parts.faults().settings
    callbacks.enqueue(settlementMessage(settlement, name, settings.merchantId, offByPaise), settlement.changedAtMs)
    return settlement
  }

  const runBankDay = (day: Day, atMs: number): void => {
    const lastDay = addDays(shiftBankDays(day, 1 - timing.afterBankDays, timing.holidays), -1)
    const cutOffMs = timeOn(lastDay, timing.cutOffHour)
    service.settle((line) => line.atMs < cutOffMs, atMs)
    scheduleBankDay(addDays(day, 1))
  }

  const scheduleBankDay = (from: Day): void => {
    const day = isBankDay(from, timing.holidays) ? from : shiftBankDays(from, 1, timing.holidays)
    scheduler.add(timeOn(day, timing.hour), (atMs) => runBankDay(day, atMs))
  }

  const service: SettlementService = {
    settle(chooses, atMs = clock.now()) {
      const lines = unsettled().filter(chooses)
      const amount = netAmount(lines)
      if (amount <= 0) return undefined
      const settlementId = ids.settlement(atMs)
      return save({
        settlementId,
        utr: ids.bankReferences(settlementId).utr,
        state: 'INITIATED',
        amount: amount as Paise,
        createdAtMs: atMs,
        changedAtMs: atMs,
        lines,
        ...defined({ next: nextStep('INITIATED', atMs) }),
      })
    },

    apply(settlementId, to, errorCode = DEFAULT_SETTLEMENT_ERROR, atMs = clock.now()) {
      const found = store.settlements.get(settlementId)
      if (!found) throw new Error(`settlement service: no settlement ${settlementId}`)
      const { errorCode: _code, next: _next, ...rest } = found
      return save({
        ...rest,
        state: to,
        changedAtMs: atMs,
        ...(to === 'ATTEMPT_FAILED' && { errorCode }),
        ...defined({ next: nextStep(to, atMs) }),
      })
    },

    resume() {
      for (const settlement of store.settlements.all()) schedule(settlement)
      if (!timing.daily) return
      const today = dayOf(clock.now())
      scheduleBankDay(clock.now() < timeOn(today, timing.hour) ? today : addDays(today, 1))
    },
  }
  return service
}

/** The ₹2 of a penny drop return by themselves (autopay §2.9). */
const isPaid = (order: Order): boolean =>
  order.state === 'COMPLETED' && order.mandate?.authWorkflowType !== 'PENNY_DROP'
const isCompleted = (refund: Refund): boolean => refund.state === 'COMPLETED'
