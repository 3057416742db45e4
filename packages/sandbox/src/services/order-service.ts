import type { Callbacks } from '../callbacks/callbacks.ts'
import { isReported, linkMessage } from '../callbacks/link-messages.ts'
import { type CallbackMessage, orderMessage } from '../callbacks/messages.ts'
import type { Clock } from '../clock.ts'
import type { Order } from '../domain/order.ts'
import {
  applyOrderCommand,
  type OrderChange,
  type OrderCommand,
  type OrderEvent,
} from '../domain/order-state-machine.ts'
import { NOT_PERMITTED, type Outcome } from '../domain/outcome.ts'
import { splitsOf } from '../domain/payer.ts'
import type { Journal } from '../journal.ts'
import type { Settings } from '../normalize-options.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Store } from '../storage/store.ts'
import type { Ids } from './ids.ts'
import type { Replica } from './replica.ts'

/** Every change of an order: applied, stored, written to the journal, reported by callback, and followed up by the scheduler. */
export interface OrderService {
  open(order: Order): void
  /** @param atMs defaults to the sandbox's current time */
  apply(merchantOrderId: string, command: OrderCommand, atMs?: number): OrderChange
  /** Ends an attempt with an outcome. PENDING and LATE_PAYMENT leave it open and return `undefined`. */
  finishAttempt(
    merchantOrderId: string,
    transactionId: string,
    outcome: Outcome,
    atMs?: number,
  ): OrderChange | undefined
  /** Schedules the expiry and the planned outcomes of every stored order, after a start or a restore. */
  resume(): void
}

export interface OrderServiceParts {
  readonly store: Store
  readonly ids: Ids
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly journal: Journal
  readonly callbacks: Callbacks
  readonly settings: Settings
  readonly replica: Replica
  /** A setup order is final: its mandate follows. */
  readonly setupEnded: (order: Order, atMs: number) => void
}

const JOURNAL_NAMES: { readonly [Type in OrderEvent['type']]: string } = {
  ORDER_COMPLETED: 'order.completed',
  ORDER_FAILED: 'order.failed',
  ATTEMPT_FAILED: 'attempt.failed',
}

export function createOrderService(parts: OrderServiceParts): OrderService {
  const { store, ids, clock, scheduler, journal, callbacks, settings, replica, setupEnded } = parts

  const schedule = (order: Order): void => {
    const id = order.merchantOrderId
    if (order.state === 'PENDING')
      scheduler.add(order.expiresAtMs, (atMs) => void service.apply(id, { type: 'EXPIRE' }, atMs))
    for (const attempt of order.attempts) {
      const plan = attempt.plan
      if (plan && order.state !== 'COMPLETED')
        scheduler.add(plan.atMs, (atMs) => runPlan(id, attempt.transactionId, atMs))
    }
  }

  /** The callback about an event; undefined for an event that is not reported. */
  const reportOf = (order: Order, event: OrderEvent): CallbackMessage | undefined => {
    const { link } = order
    if (!link) return orderMessage(order, event, settings)
    const { type } = event
    return type !== 'ATTEMPT_FAILED' && isReported(order, link, type, settings)
      ? linkMessage(order, link, type, settings)
      : undefined
  }

  /** Reads the plan again: since it was scheduled, the attempt may have ended, been cancelled or become a late payment. */
  const runPlan = (merchantOrderId: string, transactionId: string, atMs: number): void => {
    const order = store.orders.get(merchantOrderId)
    const plan = order?.attempts.find((one) => one.transactionId === transactionId)?.plan
    if (!order || !plan || plan.atMs > atMs) return
    const late = plan.outcome.kind === 'LATE_PAYMENT' && order.expired
    service.finishAttempt(merchantOrderId, transactionId, late ? { kind: 'SUCCESS' } : plan.outcome, atMs)
  }

  const service: OrderService = {
    open(order) {
      store.orders.put(order)
      replica.orders.keep(order.merchantOrderId, undefined, clock.now())
      schedule(order)
    },

    apply(merchantOrderId, command, atMs = clock.now()) {
      const order = store.orders.get(merchantOrderId)
      if (!order) throw new Error(`order service: no order ${merchantOrderId}`)
      const change = applyOrderCommand(order, command, atMs)
      if (change.refused) return change
      store.orders.put(change.order)
      replica.orders.keep(merchantOrderId, order, atMs)
      if (change.order.mandate && change.order.state !== order.state) setupEnded(change.order, atMs)
      for (const event of change.events) {
        const name = JOURNAL_NAMES[event.type]
        journal.write({ atMs, kind: 'state', name, merchantOrderId, ...failureNote(change.order) })
        const report = reportOf(change.order, event)
        if (report) callbacks.enqueue(report, atMs)
      }
      // Only these commands can add a plan. The expiry is scheduled when the order is opened.
      if (command.type === 'START' || command.type === 'EXPIRE' || command.type === 'CANCEL') {
        const attempt = change.order.attempts.at(-1)
        if (attempt?.plan)
          scheduler.add(attempt.plan.atMs, (dueMs) => runPlan(merchantOrderId, attempt.transactionId, dueMs))
      }
      return change
    },

    finishAttempt(merchantOrderId, transactionId, outcome, atMs = clock.now()) {
      if (outcome.kind === 'FAILURE') {
        return service.apply(merchantOrderId, { type: 'FAIL', transactionId, failure: outcome.failure }, atMs)
      }
      if (outcome.kind !== 'SUCCESS') return undefined
      const { mandate, attempts = [] } = store.orders.get(merchantOrderId) ?? {}
      // A bank registers no mandate that has ended, so it takes no money for one either.
      if (mandate && mandate.expiresAtMs <= atMs)
        return service.apply(merchantOrderId, { type: 'FAIL', transactionId, failure: NOT_PERMITTED }, atMs)
      const attempt = attempts.find((one) => one.transactionId === transactionId)
      const splits = attempt ? splitsOf(attempt.payer, attempt.amount, ids.bankReferences(transactionId)) : []
      return service.apply(merchantOrderId, { type: 'SUCCEED', transactionId, splits }, atMs)
    },

    resume() {
      for (const order of store.orders.all()) schedule(order)
    },
  }
  return service
}

function failureNote(order: Order): { note?: string } {
  return order.failure ? { note: `${order.failure.errorCode}/${order.failure.detailedErrorCode}` } : {}
}
