import type { Callbacks } from '../callbacks/callbacks.ts'
import { mandateMessage, redemptionMessage } from '../callbacks/mandate-messages.ts'
import type { Clock } from '../clock.ts'
import { DAY_MS, nextOffPeakMs } from '../domain/billing-time.ts'
import { defined } from '../domain/defined.ts'
import {
  applyMandateCommand,
  isEnded,
  type Mandate,
  type MandateChange,
  type MandateCommand,
} from '../domain/mandate.ts'
import type { Order } from '../domain/order.ts'
import { type Failure, NOT_PERMITTED, type Outcome, SUCCESS, TIMED_OUT } from '../domain/outcome.ts'
import { plannedOutcomeFor } from '../domain/outcome-rules.ts'
import { SAVINGS_ACCOUNT, splitsOf } from '../domain/payer.ts'
import {
  applyRedemptionCommand,
  isFinal,
  openTry,
  RETRY_GAP_MS,
  type Redemption,
  type RedemptionChange,
  type RedemptionCommand,
  type RedemptionRefusal,
} from '../domain/redemption.ts'
import type { Journal } from '../journal.ts'
import type { Settings } from '../normalize-options.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Store } from '../storage/store.ts'
import type { Ids } from './ids.ts'
import { cycleIsPaid } from './mandate-cycles.ts'
import type { OutcomeQueue } from './outcome-queue.ts'
import type { Replica } from './replica.ts'

/** Every change of a mandate and of its debits: applied, stored, written to the journal, reported, and followed up by the scheduler. */
export interface MandateService {
  /** Stores the mandate of a new setup order. */
  open(mandate: Mandate): void
  /** The setup order ended: the payer approved, or did not. */
  setupEnded(order: Order, atMs: number): void
  /** @param silent sends no callback, as when the bank revokes */
  apply(merchantSubscriptionId: string, command: MandateCommand, silent?: boolean, atMs?: number): MandateChange
  openRedemption(redemption: Redemption): void
  /** @param atMs defaults to the sandbox's current time */
  applyTo(merchantOrderId: string, command: RedemptionCommand, atMs?: number): RedemptionChange
  /** Starts a try now, or when the peak hours are over. Returns the id of the attempt, or why there is none. */
  debit(merchantOrderId: string, atMs: number): { transactionId: string } | { refused: RedemptionRefusal }
  /** Ends the open notification or try with an outcome. */
  endOpenStep(merchantOrderId: string, outcome: Outcome, atMs: number): RedemptionChange
  /** Schedules what stored mandates and redemptions still have to do, after a start or a restore. */
  resume(): void
}

export interface MandateServiceParts {
  readonly store: Store
  readonly ids: Ids
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly journal: Journal
  readonly callbacks: Callbacks
  readonly settings: Settings
  readonly outcomeQueue: OutcomeQueue
  readonly replica: Replica
}

/** Time that the bank takes for a debit. Milliseconds. */
const BANK_ANSWER_MS = 3_000
/** Time that the provider takes to end a cancelled mandate. Milliseconds. */
const CANCEL_MS = 2_000

const INSUFFICIENT: Failure = { errorCode: 'INSUFFICIENT_BALANCE', detailedErrorCode: 'Z9' }
export function createMandateService(parts: MandateServiceParts): MandateService {
  const { store, ids, clock, scheduler, journal, callbacks, settings, outcomeQueue, replica } = parts

  const schedule = (mandate: Mandate): void => {
    const id = mandate.merchantSubscriptionId
    if (isEnded(mandate)) return
    if (mandate.activatedAtMs !== undefined) {
      scheduler.add(mandate.expiresAtMs, (atMs) => void service.apply(id, { type: 'EXPIRE' }, true, atMs))
    }
    const { pauseEndMs } = mandate
    if (pauseEndMs !== undefined) scheduler.add(pauseEndMs, (atMs) => resumeAt(id, pauseEndMs, atMs))
    if (mandate.state === 'CANCEL_IN_PROGRESS') {
      scheduler.add(clock.now() + CANCEL_MS, (atMs) => void service.apply(id, { type: 'CANCELLED' }, false, atMs))
    }
  }

  /** A pause ends by itself, unless the payer ended it before or paused again. */
  const resumeAt = (id: string, pauseEndMs: number, atMs: number): void => {
    if (store.mandates.get(id)?.pauseEndMs !== pauseEndMs) return
    service.apply(id, { type: 'RESUME' }, !settings.quirks.unpausedByDate, atMs)
  }

  const scheduleNext = ({ merchantOrderId, next }: Redemption): void => {
    if (!next) return
    scheduler.add(next.atMs, (atMs) => {
      const redemption = store.redemptions.get(merchantOrderId)
      if (redemption?.next !== next && JSON.stringify(redemption?.next) !== JSON.stringify(next)) return
      if (next.step === 'DEBIT') service.debit(merchantOrderId, atMs)
      else service.endOpenStep(merchantOrderId, next.step === 'NOTIFY' ? SUCCESS : outcomeOf(redemption), atMs)
    })
  }

  const scheduleExpiry = ({ merchantOrderId, expiresAtMs }: Redemption): void => {
    scheduler.add(expiresAtMs, (atMs) => {
      const redemption = store.redemptions.get(merchantOrderId)
      // An order that was never redeemed may stay as it is indefinitely (autopay §3.3).
      if (redemption?.state !== 'PENDING' && settings.quirks.unredeemedOrders === 'left') return
      service.applyTo(merchantOrderId, { type: 'EXPIRE', failure: TIMED_OUT }, atMs)
    })
  }

  /** The outcome queue, then the outcome table by order id, amount and the payer's UPI id. */
  const outcomeOf = (redemption: Redemption | undefined): Outcome => {
    if (!redemption) return SUCCESS
    const { merchantOrderId, merchantSubscriptionId, amount } = redemption
    const mandate = store.mandates.get(merchantSubscriptionId)
    if (mandate?.state !== 'ACTIVE' || redemption.void) return { kind: 'FAILURE', failure: NOT_PERMITTED }
    const queued = outcomeQueue.planFor(merchantOrderId)
    outcomeQueue.consume(merchantOrderId)
    const vpa = mandate.payerVpa
    return (queued ?? plannedOutcomeFor({ merchantOrderId, amount, ...defined({ vpa }) }))?.outcome ?? SUCCESS
  }

  const writeState = (name: string, atMs: number, note: string, merchantOrderId?: string): void =>
    journal.write({ atMs, kind: 'state', name, note, ...defined({ merchantOrderId }) })

  const service: MandateService = {
    open(mandate) {
      store.mandates.put(mandate)
      replica.mandates.keep(mandate.merchantSubscriptionId, undefined, clock.now())
    },

    setupEnded(order, atMs) {
      const { mandate: details } = order
      if (!details) return
      const attempt = order.attempts.at(-1)
      if (order.state === 'COMPLETED') {
        const umn = umnOf(ids.bankReferences(attempt?.transactionId ?? order.orderId).upiTransactionId)
        const payerVpa = attempt && 'vpa' in attempt.payer ? attempt.payer.vpa : undefined
        service.apply(details.merchantSubscriptionId, { type: 'ACTIVATE', umn, ...defined({ payerVpa }) }, false, atMs)
      } else {
        const expired = order.expired === true
        service.apply(details.merchantSubscriptionId, { type: 'SETUP_FAILED', expired }, false, atMs)
      }
    },

    apply(id, command, silent = false, atMs = clock.now()) {
      const mandate = store.mandates.get(id)
      if (!mandate) throw new Error(`mandate service: no mandate ${id}`)
      const change = applyMandateCommand(mandate, command, atMs)
      if (change.refused) return change
      store.mandates.put(change.mandate)
      replica.mandates.keep(id, mandate, atMs)
      writeState(`mandate.${change.mandate.state.toLowerCase()}`, atMs, id)
      if (change.event && !silent) callbacks.enqueue(mandateMessage(change.mandate, change.event, settings), atMs)
      // The notification before a pause no longer counts (autopay §5.5).
      if (command.type === 'RESUME') {
        for (const one of store.redemptionsOf(id))
          if (!isFinal(one)) service.applyTo(one.merchantOrderId, { type: 'VOID' }, atMs)
      }
      if (command.type === 'ACTIVATE' || command.type === 'PAUSE' || command.type === 'CANCEL') schedule(change.mandate)
      return change
    },

    openRedemption(redemption) {
      store.redemptions.put(redemption)
      replica.redemptions.keep(redemption.merchantOrderId, undefined, clock.now())
      scheduleNext(redemption)
      scheduleExpiry(redemption)
    },

    applyTo(merchantOrderId, command, atMs = clock.now()) {
      const redemption = store.redemptions.get(merchantOrderId)
      if (!redemption) throw new Error(`mandate service: no redemption ${merchantOrderId}`)
      const change = applyRedemptionCommand(redemption, command, atMs)
      if (change.refused) return change
      store.redemptions.put(change.redemption)
      replica.redemptions.keep(merchantOrderId, redemption, atMs)
      for (const event of change.events) {
        writeState(event, atMs, redemption.merchantSubscriptionId, merchantOrderId)
        callbacks.enqueue(redemptionMessage(change.redemption, event, settings), atMs)
      }
      if (command.type === 'NOTIFIED' && redemption.autoDebit && !redemption.void) {
        const next = { atMs: nextOffPeakMs(atMs + DAY_MS), step: 'DEBIT' } as const
        store.redemptions.put({ ...change.redemption, next })
        scheduleNext({ ...change.redemption, next })
      } else scheduleNext(change.redemption)
      return change
    },

    debit(merchantOrderId, atMs) {
      const redemption = store.redemptions.get(merchantOrderId)
      if (!redemption) return { refused: 'FINAL' }
      const executedAtMs = settings.quirks.peakHours === 'delayed' ? nextOffPeakMs(atMs) : atMs
      const transactionId = ids.attempt(atMs)
      const pending = executedAtMs >= redemption.expiresAtMs || outcomeIsOpen(redemption)
      const answerAtMs = pending ? undefined : executedAtMs + BANK_ANSWER_MS
      const change = service.applyTo(
        merchantOrderId,
        { type: 'START', transactionId, ...defined({ answerAtMs }) },
        atMs,
      )
      return change.refused ? { refused: change.refused } : { transactionId }
    },

    endOpenStep(merchantOrderId, outcome, atMs) {
      const redemption = store.redemptions.get(merchantOrderId)
      if (!redemption) throw new Error(`mandate service: no redemption ${merchantOrderId}`)
      const failure = outcome.kind === 'FAILURE' ? outcome.failure : INSUFFICIENT
      if (redemption.state === 'NOTIFICATION_IN_PROGRESS') {
        const fails = outcome.kind === 'FAILURE' || /--notify-fail$/i.test(merchantOrderId)
        return service.applyTo(merchantOrderId, fails ? { type: 'NOT_NOTIFIED', failure } : { type: 'NOTIFIED' }, atMs)
      }
      const mandate = store.mandates.get(redemption.merchantSubscriptionId)
      const paidBefore = mandate && cycleIsPaid(store, mandate, atMs, settings.quirks, merchantOrderId)
      if (outcome.kind !== 'FAILURE' && !paidBefore) {
        const transactionId = openTry(redemption)?.transactionId ?? ''
        const payer = { kind: 'ACCOUNT', account: SAVINGS_ACCOUNT, ...defined({ vpa: mandate?.payerVpa }) } as const
        const splits = splitsOf(payer, redemption.amount, ids.bankReferences(transactionId)).map((split) =>
          split.rail?.type === 'UPI' ? { ...split, rail: { ...split.rail, ...defined({ umn: mandate?.umn }) } } : split,
        )
        return service.applyTo(merchantOrderId, { type: 'SUCCEED', splits }, atMs)
      }
      const retryAtMs = nextOffPeakMs(atMs + RETRY_GAP_MS)
      const mayRetry =
        mandate?.state === 'ACTIVE' && !redemption.void && !paidBefore && retryAtMs < redemption.expiresAtMs
      const reason = paidBefore ? NOT_PERMITTED : failure
      return service.applyTo(merchantOrderId, { type: 'FAIL', failure: reason, ...(mayRetry && { retryAtMs }) }, atMs)
    },

    resume() {
      for (const mandate of store.mandates.all()) schedule(mandate)
      for (const redemption of store.redemptions.all()) {
        if (isFinal(redemption)) continue
        scheduleNext(redemption)
        scheduleExpiry(redemption)
      }
    },
  }

  /** The bank does not answer: by the outcome queue, or by the outcome table. */
  const outcomeIsOpen = ({ merchantOrderId, amount }: Redemption): boolean => {
    const queued = outcomeQueue.planFor(merchantOrderId)?.outcome.kind
    const kind = queued ?? plannedOutcomeFor({ merchantOrderId, amount })?.outcome.kind
    if (queued === 'PENDING') outcomeQueue.consume(merchantOrderId)
    return kind === 'PENDING' || kind === 'LATE_PAYMENT'
  }

  return service
}

/** 32 hexadecimal characters and the handle of the payer's app. */
function umnOf(upiTransactionId: string): string {
  return `${upiTransactionId.slice(3).toLowerCase().padEnd(32, '0')}@ybl`
}
