import type { GatewayContext } from '../../context.ts'
import { hasTryFailed } from '../../domain/subscriptions/try-outcome.ts'
import { isUnknownMandate, type ProviderFailure, readFailure, toMandateStatus } from '../../provider/mapping.ts'
import { subscriptionsOf } from '../../provider/provider-port.ts'
import { readOrder } from '../../storage/orders/orders.ts'
import { failTry, saveDebitAnswer } from '../../storage/subscriptions/debits.ts'
import { type MandateRow, saveMandateAnswer } from '../../storage/subscriptions/mandates.ts'
import { checkOrder } from '../orders/check-order.ts'
import { applyToRow } from '../orders/sync-order.ts'
import type { StoredBilling } from './facts.ts'

/** Asks for the state of a mandate. False when the provider did not answer. */
export async function checkMandate(context: GatewayContext, mandate: MandateRow): Promise<boolean> {
  const { database, provider, clock, log } = context
  const { merchantSubscriptionId, news } = mandate
  const asked = { checkedAtMs: clock.now(), news }
  try {
    const status = await subscriptionsOf(provider).getStatus({ merchantSubscriptionId, checkout: 'standard' })
    await saveMandateAnswer(database, merchantSubscriptionId, toMandateStatus(status), asked)
    return true
  } catch (error) {
    const failure = readFailure(error)
    if (!isUnknownMandate(failure)) return false
    // A mandate that no payer has approved may be unknown.
    if (mandate.state !== 'ACTIVATION_IN_PROGRESS')
      log.error({ merchantSubscriptionId }, 'The provider no longer knows a mandate that it knew')
    const state = mandate.state === 'ACTIVATION_IN_PROGRESS' ? undefined : 'UNKNOWN'
    await saveMandateAnswer(database, merchantSubscriptionId, { ...(state && { state }) }, asked)
    return true
  }
}

/** Ends a mandate at the provider. What the provider refuses to end may have ended: its state is asked for. */
export async function endMandate(context: GatewayContext, mandate: MandateRow): Promise<boolean> {
  const { database, provider, clock } = context
  const { merchantSubscriptionId, news } = mandate
  const asked = { checkedAtMs: clock.now(), news }
  try {
    await subscriptionsOf(provider).cancel({ merchantSubscriptionId, checkout: 'standard' })
    await saveMandateAnswer(database, merchantSubscriptionId, { state: 'CANCEL_IN_PROGRESS' }, asked)
    return true
  } catch (error) {
    if (!isRefused(readFailure(error))) return false
    await checkMandate(context, mandate)
    // Counted as not answered: the next try waits.
    return false
  }
}

const isRefused = ({ outcome, temporary }: ProviderFailure): boolean => outcome === 'rejected' && !temporary

/** Asks for the status of a debit, applies it to the order, and stores the provider's window and what became of the newest request. */
export async function checkDebit(
  context: GatewayContext,
  { debits }: StoredBilling,
  merchantOrderId: string,
): Promise<boolean> {
  const { database, clock } = context
  const debit = debits.find((one) => one.merchantOrderId === merchantOrderId)
  const row = await readOrder(database, merchantOrderId)
  if (!debit || !row) throw new Error(`The debit ${merchantOrderId} is missing from the database`)
  const asked = { checkedAtMs: clock.now(), news: debit.news }
  const check = await checkOrder(context, row)
  await applyToRow(context, row, [check])
  if (check.kind === 'status-failed' && !check.unknownOrder) return false
  const status = check.kind === 'status' ? check.status : undefined
  const hasFailed = status !== undefined && hasTryFailed(debit, status.attempts, asked.checkedAtMs)
  await database.transaction(async (tx) => {
    await saveDebitAnswer(tx, merchantOrderId, status?.debitWindow ?? {}, asked)
    if (hasFailed) await failTry(tx, { merchantOrderId, number: debit.tries.length }, asked.checkedAtMs)
  })
  return true
}
