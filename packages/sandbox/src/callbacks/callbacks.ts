import type { CallbackFaults } from '@galla/contract/sandbox-api/faults'
import type { CallbackReceiver } from '@galla/contract/sandbox-api/routes'
import type { Clock } from '../clock.ts'
import type { Journal } from '../journal.ts'
import type { Deliver } from '../options.ts'
import type { Agenda } from '../scheduler.ts'
import type { Ids } from '../services/ids.ts'
import type { Store } from '../storage/store.ts'
import { type DeliveryRecord, deliverOnce } from './delivery.ts'
import type { Message } from './messages.ts'
import { type Copy, copiesOf } from './tampering.ts'

/** The provider's mouth: what is to be told to the merchant, until the merchant has said 2xx. */
export interface Callbacks {
  receiver: CallbackReceiver
  /** Tells the merchant, bent as the faults of the day have it. */
  announce(message: Message, atMs: number): void
  /** Sends one copy now, apart from the schedule, and waits for the answer. */
  sendNow(message: Message, mischief?: string, attempt?: number): Promise<DeliveryRecord>
  /** Takes up what was still to be sent, after a load. */
  rearm(): void
}

export interface CallbackParts {
  readonly store: Store
  readonly ids: Ids
  readonly clock: Clock
  readonly agenda: Agenda
  readonly journal: Journal
  readonly deliver: Deliver
  readonly deadlineMs: number
  readonly faults: () => { readonly rates: CallbackFaults; readonly random: () => number }
}

export function createCallbacks(parts: CallbackParts, receiver: CallbackReceiver): Callbacks {
  const { store, ids, clock, agenda, journal } = parts

  const plan = (message: Message, copy: Copy, atMs: number, attempt: number): DeliveryRecord => {
    const record: DeliveryRecord = {
      ...message,
      deliveryId: ids.delivery(),
      url: self.receiver.url ?? '',
      attempt,
      scheduledAtMs: atMs + copy.afterMs,
      delivered: false,
      headers: {},
      ...(copy.mischief === undefined ? {} : { fault: copy.mischief }),
    }
    store.deliveries.put(record)
    return record
  }

  const arm = (record: DeliveryRecord): void => {
    agenda.add(record.scheduledAtMs, () => {
      // Gone or changed by a restore in the meantime: then it is not ours to send.
      return store.deliveries.get(record.deliveryId) === record ? send(record, true) : undefined
    })
  }

  const send = async (record: DeliveryRecord, retry: boolean): Promise<void> => {
    const sentAtMs = clock.now()
    const outcome = await deliverOnce(record, { ...parts, receiver: self.receiver })
    const done: DeliveryRecord = { ...record, ...outcome, sentAtMs }
    const again = retry && repeats(record) && !outcome.delivered
    const nextAttemptAtMs = again ? nextAttemptAt(record.attempt, clock.now()) : undefined
    const kept = nextAttemptAtMs === undefined ? done : { ...done, nextAttemptAtMs }
    if (store.deliveries.get(record.deliveryId) !== record) return
    store.deliveries.put(kept)
    note(kept)
    if (nextAttemptAtMs !== undefined) arm(plan(messageOf(record), { afterMs: 0 }, nextAttemptAtMs, record.attempt + 1))
  }

  const note = (record: DeliveryRecord): void => {
    const refund = record.event.includes('.refund.')
    const words = [record.fault, record.failure].filter((word) => word !== undefined).join(': ')
    journal.write({
      atMs: clock.now(),
      kind: 'callback',
      name: record.event,
      method: 'POST',
      path: record.url,
      ...(record.answer ? { status: record.answer.status, tookMs: record.answer.tookMs } : {}),
      ...(refund ? { merchantRefundId: record.id } : { merchantOrderId: record.id }),
      request: { headers: { ...record.headers }, body: record.body },
      ...(record.answer ? { response: { body: record.answer.body } } : {}),
      ...(words === '' ? {} : { note: words }),
    })
  }

  const self: Callbacks = {
    receiver,
    announce(message, atMs) {
      if (self.receiver.url === undefined || self.receiver.url === '') return
      const { rates, random } = parts.faults()
      for (const copy of copiesOf(rates, random)) arm(plan(message, copy, atMs, 1))
    },
    async sendNow(message, mischief, attempt = 1) {
      const copy: Copy = { afterMs: 0, ...(mischief === undefined ? {} : { mischief }) }
      const record = plan(message, copy, clock.now(), attempt)
      await send(record, false)
      return store.deliveries.get(record.deliveryId) ?? record
    },
    rearm() {
      for (const record of store.deliveries.all()) if (record.sentAtMs === undefined) arm(record)
    },
  }
  return self
}

/** What was lost or doubled on purpose is not tried again: its honest twin is. */
function repeats(record: DeliveryRecord): boolean {
  return record.fault !== 'duplicate' && record.fault !== 'drop'
}

export function messageOf(record: DeliveryRecord): Message {
  return { event: record.event, id: record.id, state: record.state, body: record.body }
}

/**
 * Seconds between one try and the next. The provider publishes no schedule (provider-protocol §7.7); this one is dense while a
 * shop is being watched and ends after about a day.
 */
export const RETRY_PAUSES_SEC: readonly number[] = [10, 30, 60, 300, 900, 3_600, 10_800, 21_600, 43_200]

/** When the next try is due after `attempt` failed ones, or nothing when all are used up. */
export function nextAttemptAt(attempt: number, failedAtMs: number): number | undefined {
  const pauseSec = RETRY_PAUSES_SEC[attempt - 1]
  return pauseSec === undefined ? undefined : failedAtMs + pauseSec * 1000
}
