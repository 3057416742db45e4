import type { GatewayContext } from '../../context.ts'
import type { Action } from '../../domain/subscriptions/action.ts'
import { debitIdOf, referenceOfCycle } from '../../domain/subscriptions/ids.ts'
import { readFailure } from '../../provider/mapping.ts'
import { subscriptionsOf } from '../../provider/provider-port.ts'
import type { Queries } from '../../storage/database.ts'
import { insertDebit, insertTry, removeTry } from '../../storage/subscriptions/debits.ts'
import { openingTimes, sendSignal } from '../orders/open-order.ts'
import type { StoredBilling } from './facts.ts'
import {
  type BegunOrder,
  type BillingOrder,
  openBillingOrder,
  type ProviderCall,
  storeBillingOrder,
} from './open-billing-order.ts'

/**
 * Stores a debit with an id that is made of its cycle and the next free number, then announces it. An order whose request never left is sent again.
 */
export async function beginNotice(
  context: GatewayContext,
  tx: Queries,
  { row, mandate, cycle, debits }: StoredBilling,
  { number, expireAtMs }: Extract<Action, { kind: 'notify' }>,
): Promise<ProviderCall> {
  const { subscriptionId } = row.record
  if (!cycle) throw new Error(`Subscription ${subscriptionId} has no cycle to collect`)
  const { merchantSubscriptionId } = mandate
  const { amount } = cycle
  const unsent = debits.find(({ isUnsent }) => isUnsent)
  const order = {
    reference: referenceOfCycle(subscriptionId, cycle.number),
    checkout: 'DEBIT',
    amount,
    expiresAtMs: expireAtMs,
    request: { merchantSubscriptionId },
  } as const
  const opened = unsent
    ? await storeBillingOrder(context, tx, { ...order, merchantOrderId: unsent.merchantOrderId, isKnown: true })
    : await storeDebit(context, tx, order, (after) => debitIdOf(subscriptionId, cycle.number, number + after))
  if (!opened) throw new Error(`The order ${unsent?.merchantOrderId} was sent meanwhile`)
  const { merchantOrderId } = opened.row
  if (!unsent) await insertDebit(tx, { merchantOrderId, subscriptionId, cycle: cycle.number, merchantSubscriptionId })
  const notice = {
    merchantOrderId,
    merchantSubscriptionId,
    amount,
    expireAt: expireAtMs,
    checkout: 'standard',
  } as const
  return async () => {
    const result = await openBillingOrder(context, opened, (options) =>
      subscriptionsOf(context.provider).notify(
        { ...notice, autoDebit: false, redemptionRetryStrategy: 'CUSTOM' },
        options,
      ),
    )
    const isRefused = result.outcome !== 'opened' && result.failure.outcome === 'rejected' && !result.failure.temporary
    return { isAnswered: result.outcome === 'opened' || isRefused }
  }
}

/** Stores a debit under the first id that no other order has. */
async function storeDebit(
  context: GatewayContext,
  tx: Queries,
  order: Omit<BillingOrder, 'merchantOrderId' | 'isKnown'>,
  idOf: (after: number) => string,
  after = 0,
): Promise<BegunOrder> {
  const opened = await storeBillingOrder(context, tx, { ...order, merchantOrderId: idOf(after), isKnown: false })
  return opened ?? storeDebit(context, tx, order, idOf, after + 1)
}

/**
 * Stores the request to debit, then sends it: once, whatever the reply is. A request without an answer is asked for. One that was refused unread, such
 * as by a rate limit, began no try, and is sent again later.
 */
export async function beginRedeem(
  context: GatewayContext,
  tx: Queries,
  { row, cycle }: StoredBilling,
  { merchantOrderId, tryNumber: number }: Extract<Action, { kind: 'redeem' }>,
): Promise<ProviderCall> {
  const { provider, log } = context
  const { subscriptionId } = row.record
  if (!cycle) throw new Error(`Subscription ${subscriptionId} has no cycle to collect`)
  const times = openingTimes(context)
  await insertTry(tx, { merchantOrderId, number, subscriptionId, cycle: cycle.number }, times.nowMs)
  return async () => {
    try {
      await subscriptionsOf(provider).redeem(
        { merchantOrderId, checkout: 'standard' },
        { retry: 'off', signal: sendSignal(context, times) },
      )
      return { isAnswered: true }
    } catch (error) {
      const { outcome, code } = readFailure(error)
      log.warn({ merchantOrderId, reason: code ?? outcome }, 'A request to debit was not accepted')
      if (outcome === 'unknown') return { isAnswered: false }
      return { isAnswered: false, store: (tx) => removeTry(tx, { merchantOrderId, number }) }
    }
  }
}
