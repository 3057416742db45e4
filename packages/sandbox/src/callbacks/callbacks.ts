import type { CallbackFaults } from '@galla/contract/sandbox-api/faults'
import type { CallbackReceiver } from '@galla/contract/sandbox-api/routes'
import type { Clock } from '../clock.ts'
import { defined } from '../domain/defined.ts'
import type { Journal } from '../journal.ts'
import type { Deliver } from '../options.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Ids } from '../services/ids.ts'
import type { Store } from '../storage/store.ts'
import { type DeliveryRecord, deliverOnce } from './delivery.ts'
import type { CallbackMessage } from './messages.ts'
import { type CallbackCopy, copiesFor } from './tampering.ts'

/** Callbacks to the merchant: scheduled, sent, and retried until the receiver answers 2xx. */
export interface Callbacks {
  receiver: CallbackReceiver
  /** Schedules the copies of one callback, with the callback faults applied. Does nothing without a receiver URL. */
  enqueue(message: CallbackMessage, atMs: number): void
  /** Sends one copy now, without retries, and resolves with the result. */
  sendNow(message: CallbackMessage, fault?: string, attempt?: number): Promise<DeliveryRecord>
  /** Runs a change without reporting it: the caller sends the callback itself. */
  withoutReports<Result>(change: () => Result): Result
  /** Runs a change whose callbacks are dropped, whatever the callback faults are. */
  dropping<Result>(change: () => Result): Result
  /** Schedules every stored delivery that was not sent yet, after a start or a restore. */
  resume(): void
}

export interface CallbackParts {
  readonly store: Store
  readonly ids: Ids
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly journal: Journal
  readonly deliver: Deliver
  /** Milliseconds in which the receiver must answer. */
  readonly deadlineMs: number
  readonly faults: () => { readonly rates: CallbackFaults; readonly random: () => number }
}

export function createCallbacks(parts: CallbackParts, receiver: CallbackReceiver): Callbacks {
  const { store, ids, clock, scheduler, journal } = parts

  const record = (message: CallbackMessage, copy: CallbackCopy, atMs: number, attempt: number): DeliveryRecord => {
    const planned: DeliveryRecord = {
      ...message,
      deliveryId: ids.delivery(),
      url: callbacks.receiver.url ?? '',
      attempt,
      scheduledAtMs: atMs + copy.afterMs,
      delivered: false,
      headers: {},
      ...defined({ fault: copy.fault }),
    }
    store.deliveries.put(planned)
    return planned
  }

  const schedule = (planned: DeliveryRecord): void => {
    scheduler.add(planned.scheduledAtMs, () => {
      // A restore may have deleted or replaced the record since it was scheduled.
      return store.deliveries.get(planned.deliveryId) === planned ? send(planned, true) : undefined
    })
  }

  const send = async (planned: DeliveryRecord, mayRetry: boolean): Promise<void> => {
    const sentAtMs = clock.now()
    const result = await deliverOnce(planned, { ...parts, receiver: callbacks.receiver })
    const retry = mayRetry && isRetried(planned) && !result.delivered
    const nextAttemptAtMs = retry ? retryAt(planned.attempt, clock.now()) : undefined
    const sent: DeliveryRecord = { ...planned, ...result, sentAtMs, ...defined({ nextAttemptAtMs }) }
    if (store.deliveries.get(planned.deliveryId) !== planned) return
    store.deliveries.put(sent)
    writeJournal(sent)
    if (nextAttemptAtMs !== undefined)
      schedule(record(messageOf(planned), { afterMs: 0 }, nextAttemptAtMs, planned.attempt + 1))
  }

  const writeJournal = (sent: DeliveryRecord): void => {
    const note = [sent.fault, sent.failure].filter((text) => text !== undefined).join(': ')
    journal.write({
      atMs: clock.now(),
      kind: 'callback',
      name: sent.event,
      method: 'POST',
      path: sent.url,
      ...(sent.answer ? { status: sent.answer.status, tookMs: sent.answer.tookMs } : {}),
      ...subjectOf(sent),
      request: { headers: { ...sent.headers }, body: sent.body },
      ...(sent.answer ? { response: { body: sent.answer.body } } : {}),
      ...(note === '' ? {} : { note }),
    })
  }

  let reporting = true
  let dropped = false
  const callbacks: Callbacks = {
    receiver,
    enqueue(message, atMs) {
      if (!reporting) return
      if (callbacks.receiver.url === undefined || callbacks.receiver.url === '') return
      const { rates, random } = parts.faults()
      const copies: readonly CallbackCopy[] = dropped ? [{ afterMs: 0, fault: 'drop' }] : copiesFor(rates, random)
      for (const copy of copies) schedule(record(message, copy, atMs, 1))
    },
    async sendNow(message, fault, attempt = 1) {
      const planned = record(message, { afterMs: 0, ...defined({ fault }) }, clock.now(), attempt)
      await send(planned, false)
      return store.deliveries.get(planned.deliveryId) ?? planned
    },
    withoutReports(change) {
      reporting = false
      try {
        return change()
      } finally {
        reporting = true
      }
    },
    dropping(change) {
      dropped = true
      try {
        return change()
      } finally {
        dropped = false
      }
    },
    resume() {
      for (const one of store.deliveries.all()) if (one.sentAtMs === undefined) schedule(one)
    },
  }
  return callbacks
}

/** The journal has no column for ids of settlements: they are in the body. */
function subjectOf({ event, id }: DeliveryRecord): { merchantRefundId?: string; merchantOrderId?: string } {
  if (event.startsWith('settlement.')) return {}
  return event.includes('.refund.') ? { merchantRefundId: id } : { merchantOrderId: id }
}

/** A copy that a fault dropped or duplicated is not retried: a drop is meant to be lost, and a duplicate's original retries. */
function isRetried({ fault }: DeliveryRecord): boolean {
  return fault !== 'duplicate' && fault !== 'drop'
}

export function messageOf({ event, id, state, body }: DeliveryRecord): CallbackMessage {
  return { event, id, state, body }
}

/** Seconds between one attempt and the next. The provider publishes no schedule (protocol §7.7); this one spans about a day. */
const RETRY_DELAYS_SEC: readonly number[] = [10, 30, 60, 300, 900, 3_600, 10_800, 21_600, 43_200]

/** When to retry after `attempt` failed attempts; `undefined` after the last one. */
function retryAt(attempt: number, failedAtMs: number): number | undefined {
  const delaySec = RETRY_DELAYS_SEC[attempt - 1]
  return delaySec === undefined ? undefined : failedAtMs + delaySec * 1000
}
