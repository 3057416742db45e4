import type { GatewayContext } from '../../context.ts'
import { firstUnknownAtMs, isMandateLost } from '../../domain/subscriptions/obstacles.ts'
import { hasTryFailed } from '../../domain/subscriptions/try-outcome.ts'
import { isUnknownMandate, type ProviderFailure, readFailure, toMandateStatus } from '../../provider/mapping.ts'
import { subscriptionsOf } from '../../provider/provider-port.ts'
import { readOrder } from '../../storage/orders/orders.ts'
import { failTry, saveDebitAnswer } from '../../storage/subscriptions/debits.ts'
import { type MandateAnswer, type MandateRow, saveMandateAnswer } from '../../storage/subscriptions/mandates.ts'
import { checkOrder } from '../orders/check-order.ts'
import { applyToRow } from '../orders/sync-order.ts'
import type { StoredBilling } from './facts.ts'
import type { Answer } from './open-billing-order.ts'

const UNANSWERED: Answer = { isAnswered: false }

/** An answer about a mandate, to the question that is asked now. */
function mandateAnswer({ clock }: GatewayContext, { merchantSubscriptionId, news }: MandateRow) {
  const asked = { checkedAtMs: clock.now(), news }
  return (answer: MandateAnswer, checkedAtMs = asked.checkedAtMs): Answer => ({
    isAnswered: true,
    store: (tx) => saveMandateAnswer(tx, merchantSubscriptionId, answer, { ...asked, checkedAtMs }),
  })
}

/** Asks for the state of a mandate. */
export async function checkMandate(context: GatewayContext, mandate: MandateRow): Promise<Answer> {
  const { provider, log } = context
  const { merchantSubscriptionId } = mandate
  const answered = mandateAnswer(context, mandate)
  const unknownAtMs = isMandateLost(mandate) ? undefined : firstUnknownAtMs(context.clock.now())
  try {
    const status = await subscriptionsOf(provider).getStatus({ merchantSubscriptionId, checkout: 'standard' })
    if (!isMandateLost(status)) return answered(toMandateStatus(status))
    // A body without a state says nothing of the mandate.
    return status.wireState ? answered(toMandateStatus(status), unknownAtMs) : UNANSWERED
  } catch (error) {
    if (!isUnknownMandate(readFailure(error))) return UNANSWERED
    // A mandate that no payer has approved may be unknown.
    if (mandate.state === 'ACTIVATION_IN_PROGRESS') return answered({})
    log.error({ merchantSubscriptionId }, 'The provider no longer knows a mandate that it knew')
    return answered({ state: 'UNKNOWN' }, unknownAtMs)
  }
}

/** Ends a mandate at the provider. What the provider refuses to end may have ended: its state is asked for. */
export async function endMandate(context: GatewayContext, mandate: MandateRow): Promise<Answer> {
  const { merchantSubscriptionId } = mandate
  const answered = mandateAnswer(context, mandate)
  try {
    await subscriptionsOf(context.provider).cancel({ merchantSubscriptionId, checkout: 'standard' })
    return answered({ state: 'CANCEL_IN_PROGRESS' })
  } catch (error) {
    if (!isRefused(readFailure(error))) return UNANSWERED
    // Counted as not answered: the next try waits.
    return { ...(await checkMandate(context, mandate)), ...UNANSWERED }
  }
}

const isRefused = ({ outcome, temporary }: ProviderFailure): boolean => outcome === 'rejected' && !temporary

/** Asks for the status of a debit, and applies it to the order. The answer is the provider's window, and what became of the newest request. */
export async function checkDebit(
  context: GatewayContext,
  { debits }: StoredBilling,
  merchantOrderId: string,
): Promise<Answer> {
  const { database, clock } = context
  const debit = debits.find((one) => one.merchantOrderId === merchantOrderId)
  const row = await readOrder(database, merchantOrderId)
  if (!debit || !row) throw new Error(`The debit ${merchantOrderId} is missing from the database`)
  const asked = { checkedAtMs: clock.now(), news: debit.news }
  const check = await checkOrder(context, row)
  await applyToRow(context, row, [check])
  if (check.kind === 'status-failed' && !check.unknownOrder) return UNANSWERED
  const status = check.kind === 'status' ? check.status : undefined
  const hasFailed = status !== undefined && hasTryFailed(debit, status.attempts, asked.checkedAtMs)
  return {
    isAnswered: true,
    async store(tx) {
      await saveDebitAnswer(tx, merchantOrderId, status?.debitWindow ?? {}, asked)
      if (hasFailed) await failTry(tx, { merchantOrderId, number: debit.tries.length }, asked.checkedAtMs)
    },
  }
}
