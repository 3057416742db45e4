import type { Callbacks } from '../callbacks/callbacks.ts'
import { orderMessage, refundMessage } from '../callbacks/messages.ts'
import type { Clock } from '../clock.ts'
import type { Order } from '../domain/order.ts'
import { changeOrder, type OrderChange, type OrderCommand, type OrderEvent } from '../domain/order-state-machine.ts'
import type { Outcome } from '../domain/outcome.ts'
import { splitsOf } from '../domain/payer.ts'
import { changeRefund, type Refund, type RefundChange, type RefundStep } from '../domain/refund.ts'
import type { Journal } from '../journal.ts'
import type { Settings } from '../options.ts'
import type { Agenda } from '../scheduler.ts'
import type { Store } from '../storage/store.ts'
import type { Ids } from './ids.ts'

/** The one way in: every change of an order or refund is decided, kept, written down, told and followed up here. */
export interface Ledger {
  openOrder(order: Order): void
  changeOrder(merchantOrderId: string, command: OrderCommand, atMs?: number): OrderChange
  /** Ends an attempt as its outcome says. PENDING and LATE_PAYMENT leave it open for now. */
  finish(merchantOrderId: string, transactionId: string, outcome: Outcome, atMs?: number): OrderChange | undefined
  openRefund(refund: Refund): void
  changeRefund(merchantRefundId: string, step: Omit<RefundStep, 'atMs'>, atMs?: number): RefundChange
  /** Takes up what is still to happen, after a load. */
  rearm(): void
}

export interface LedgerParts {
  readonly store: Store
  readonly ids: Ids
  readonly clock: Clock
  readonly agenda: Agenda
  readonly journal: Journal
  readonly callbacks: Callbacks
  readonly settings: Settings
}

const STATE_NAMES: { readonly [Type in OrderEvent['type']]: string } = {
  ORDER_COMPLETED: 'order.completed',
  ORDER_FAILED: 'order.failed',
  ATTEMPT_FAILED: 'attempt.failed',
}

export function createLedger(parts: LedgerParts): Ledger {
  const { store, ids, clock, agenda, journal, callbacks, settings } = parts

  const armOrder = (order: Order): void => {
    const id = order.merchantOrderId
    if (order.state === 'PENDING')
      agenda.add(order.expiresAtMs, (atMs) => void ledger.changeOrder(id, { type: 'EXPIRE' }, atMs))
    for (const attempt of order.attempts) {
      const plan = attempt.plan
      if (plan && order.state !== 'COMPLETED') agenda.add(plan.atMs, (atMs) => follow(id, attempt.transactionId, atMs))
    }
  }

  /** An attempt's plan, read anew: it may have been settled, given up or turned late since it was armed. */
  const follow = (merchantOrderId: string, transactionId: string, atMs: number): void => {
    const order = store.orders.get(merchantOrderId)
    const plan = order?.attempts.find((one) => one.transactionId === transactionId)?.plan
    if (!order || !plan || plan.atMs > atMs) return
    const late = plan.outcome.kind === 'LATE_PAYMENT' && order.expired
    ledger.finish(merchantOrderId, transactionId, late ? { kind: 'SUCCESS' } : plan.outcome, atMs)
  }

  const armRefund = ({ merchantRefundId, plan }: Refund): void => {
    for (const step of plan) agenda.add(step.atMs, (atMs) => followRefund(merchantRefundId, step, atMs))
  }

  /** A planned step, if the plan still stands: the refund may have been settled or held since it was armed. */
  const followRefund = (merchantRefundId: string, step: RefundStep, atMs: number): void => {
    const planned = store.refunds.get(merchantRefundId)?.plan ?? []
    if (planned.some((one) => one.to === step.to)) ledger.changeRefund(merchantRefundId, step, atMs)
  }

  const ledger: Ledger = {
    openOrder(order) {
      store.orders.put(order)
      armOrder(order)
    },

    changeOrder(merchantOrderId, command, atMs = clock.now()) {
      const order = store.orders.get(merchantOrderId)
      if (!order) throw new Error(`ledger: no order ${merchantOrderId}`)
      const change = changeOrder(order, command, atMs)
      if (change.refused) return change
      store.orders.put(change.order)
      for (const event of change.events) {
        journal.write({ atMs, kind: 'state', name: STATE_NAMES[event.type], merchantOrderId, ...noteOf(change.order) })
        callbacks.announce(orderMessage(change.order, event, settings), atMs)
      }
      // Only what may have gained a plan is armed again; expiry was armed when the order was opened.
      if (command.type === 'START' || command.type === 'EXPIRE') {
        for (const attempt of change.order.attempts.slice(-1)) {
          if (attempt.plan)
            agenda.add(attempt.plan.atMs, (dueMs) => follow(merchantOrderId, attempt.transactionId, dueMs))
        }
      }
      return change
    },

    finish(merchantOrderId, transactionId, outcome, atMs) {
      if (outcome.kind === 'FAILURE') {
        return ledger.changeOrder(merchantOrderId, { type: 'FAIL', transactionId, failure: outcome.failure }, atMs)
      }
      if (outcome.kind !== 'SUCCESS') return undefined
      const attempt = store.orders.get(merchantOrderId)?.attempts.find((one) => one.transactionId === transactionId)
      const splits = attempt ? splitsOf(attempt.payer, attempt.amount, ids.bankReferences(transactionId)) : []
      return ledger.changeOrder(merchantOrderId, { type: 'SUCCEED', transactionId, splits }, atMs)
    },

    openRefund(refund) {
      store.refunds.put(refund)
      armRefund(refund)
    },

    changeRefund(merchantRefundId, step, atMs = clock.now()) {
      const refund = store.refunds.get(merchantRefundId)
      if (!refund) throw new Error(`ledger: no refund ${merchantRefundId}`)
      const change = changeRefund(refund, step, atMs)
      if (change.refused) return change
      store.refunds.put(change.refund)
      for (const event of change.events) {
        const name = event.toLowerCase().replace('_', '.')
        journal.write({ atMs, kind: 'state', name, merchantRefundId, merchantOrderId: refund.originalMerchantOrderId })
        callbacks.announce(refundMessage(change.refund, event, settings), atMs)
      }
      return change
    },

    rearm() {
      for (const order of store.orders.all()) armOrder(order)
      for (const refund of store.refunds.all()) armRefund(refund)
      callbacks.rearm()
    },
  }
  return ledger
}

function noteOf(order: Order): { note?: string } {
  return order.failure ? { note: `${order.failure.errorCode}/${order.failure.detailedErrorCode}` } : {}
}
