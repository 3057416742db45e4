import type { Plan } from '@galla/contract/gateway-api/subscriptions'
import type { Paise } from '@galla/contract/money'
import { PENNY_DROP_PAISE } from '@galla/contract/provider/subscriptions'
import type { GatewayContext } from '../../context.ts'
import { DAY_MS } from '../../domain/finance/indian-time.ts'
import { debitIdOf, mandateIdOf, referenceOfCycle, referenceOfMandate } from '../../domain/subscriptions/ids.ts'
import { firstDayAfterTrial, periodOf } from '../../domain/subscriptions/periods.ts'
import type { SubscriptionRecord } from '../../domain/subscriptions/subscription.ts'
import { subscriptionsOf } from '../../provider/provider-port.ts'
import type { MandateRequest } from '../../provider/subscription-calls.ts'
import type { Queries } from '../../storage/database.ts'
import { insertDebit } from '../../storage/subscriptions/debits.ts'
import { insertMandate } from '../../storage/subscriptions/mandates.ts'
import { idTaken, openingError } from '../orders/open-order.ts'
import { type BegunOrder, openBillingOrder, storeBillingOrder } from './open-billing-order.ts'

/** Life of the page on which the payer approves, seconds: the provider's default. */
const SETUP_SEC = 1_200

/** Life of a mandate without a last cycle. */
const MANDATE_YEARS = 10
const YEAR_MS = 365 * DAY_MS

/** Time that a mandate outlives its last cycle, for late debits. Milliseconds. */
const AFTER_LAST_MS = 7 * DAY_MS

/** A mandate to set up. */
export interface SetupToOpen {
  readonly record: Pick<SubscriptionRecord, 'subscriptionId' | 'amount' | 'frequency' | 'cycles'>
  readonly plan: Pick<Plan, 'name' | 'trialDays'>
  /** Counted from 1 for each subscription. */
  readonly number: number
  readonly maxAmount: Paise
  readonly redirectUrl: string
  /** The first bill is paid with the approval; otherwise ₹2 prove the mandate and are returned. */
  readonly isFirstBill: boolean
  /** The mandate and its order are stored, and were never sent. */
  readonly isKnown: boolean
}

/** A setup whose order is stored as being sent. */
export interface BegunSetup {
  readonly order: BegunOrder
  readonly request: MandateRequest
}

/**
 * Stores the mandate and its setup order. The subscription is locked or new; the first cycle is stored when its bill is paid with the approval.
 * @throws GatewayError ID_TAKEN
 */
export async function storeSetup(context: GatewayContext, tx: Queries, setup: SetupToOpen): Promise<BegunSetup> {
  const { record, plan, number, maxAmount, redirectUrl, isFirstBill, isKnown } = setup
  const { subscriptionId, frequency } = record
  const nowMs = context.clock.now()
  const merchantSubscriptionId = mandateIdOf(subscriptionId, number)
  // Both numbers name the try: an order whose page was lost is followed by another one.
  const merchantOrderId = isFirstBill ? debitIdOf(subscriptionId, 1, number) : `${merchantSubscriptionId}-setup`
  const amount = isFirstBill ? record.amount : (PENNY_DROP_PAISE as Paise)
  const setupEndsAtMs = nowMs + SETUP_SEC * 1_000
  const expiresAtMs = mandateEndMs(record, plan.trialDays, nowMs)
  const terms = { merchantSubscriptionId, amountType: 'VARIABLE', maxAmount } as const
  if (!isKnown)
    await insertMandate(tx, {
      ...terms,
      subscriptionId,
      number,
      setupOrderId: merchantOrderId,
      setupEndsAtMs,
      expiresAtMs,
    })
  const order = await storeBillingOrder(context, tx, {
    merchantOrderId,
    reference: isFirstBill ? referenceOfCycle(subscriptionId, 1) : referenceOfMandate(subscriptionId, number),
    checkout: isFirstBill ? 'MANDATE' : 'MANDATE_CHECK',
    amount,
    expiresAtMs: setupEndsAtMs,
    request: { redirectUrl, message: plan.name, expireAfter: SETUP_SEC, merchantSubscriptionId },
    isKnown,
  })
  if (!order) throw idTaken(merchantOrderId, 'reference')
  if (isFirstBill && !isKnown)
    await insertDebit(tx, { merchantOrderId, subscriptionId, cycle: 1, merchantSubscriptionId })
  return {
    order,
    request: {
      checkout: 'standard',
      merchantOrderId,
      ...terms,
      authWorkflowType: isFirstBill ? 'TRANSACTION' : 'PENNY_DROP',
      amount,
      frequency,
      subscriptionExpireAt: expiresAtMs,
      expireAfter: SETUP_SEC,
      redirectUrl,
      message: plan.name,
    },
  }
}

/** The mandate ends some days after the last cycle, or after ten years. */
function mandateEndMs({ frequency, cycles }: SetupToOpen['record'], trialDays: number, nowMs: number): number {
  const latestMs = nowMs + MANDATE_YEARS * YEAR_MS
  if (cycles === undefined) return latestMs
  const { endMs } = periodOf(firstDayAfterTrial(nowMs, trialDays), frequency, cycles)
  return Math.min(endMs + AFTER_LAST_MS, latestMs)
}

/**
 * Opens the page on which the payer approves.
 * @returns the page; undefined when the order is as good as open, and its page is not known
 * @throws GatewayError PROVIDER_REFUSED, PROVIDER_UNAVAILABLE, OUTCOME_UNKNOWN, INVALID_REQUEST
 */
export async function openSetup(context: GatewayContext, { order, request }: BegunSetup): Promise<string | undefined> {
  const result = await openBillingOrder(context, order, (options) =>
    subscriptionsOf(context.provider).setup(request, options),
  )
  if (result.outcome !== 'opened') throw openingError(result)
  return result.row?.opened?.redirectUrl
}
