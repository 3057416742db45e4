import type { ImportMandate, Plan, Subscription } from '@galla/contract/gateway-api/subscriptions'
import type { Paise } from '@galla/contract/money'
import type { AmountType } from '@galla/contract/provider/subscriptions'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { dayStartMs } from '../../domain/finance/indian-time.ts'
import { fingerprintOf } from '../../domain/orders/fingerprint.ts'
import type { Observation, ProviderOrderStatus } from '../../domain/orders/order.ts'
import { referenceOfMandate } from '../../domain/subscriptions/ids.ts'
import { type ImportObstacle, importObstacle } from '../../domain/subscriptions/importable.ts'
import type { BillingPolicy, SubscriptionRecord } from '../../domain/subscriptions/subscription.ts'
import { amountText, GatewayError, invalid } from '../../errors.ts'
import { isUnknownMandate, readFailure, toBillingStatus, toMandateStatus } from '../../provider/mapping.ts'
import { subscriptionsOf } from '../../provider/provider-port.ts'
import type { MandateResponse } from '../../provider/subscription-calls.ts'
import { type Queries, repeatedOnConflict } from '../../storage/database.ts'
import { insertOrder } from '../../storage/orders/new-orders.ts'
import type { OrderRow } from '../../storage/orders/order-row.ts'
import { insertMandate, saveMandateAnswer, subscriptionOfMandate } from '../../storage/subscriptions/mandates.ts'
import { readPlan } from '../../storage/subscriptions/plans.ts'
import { insertSubscription, lockSubscription, readSubscription } from '../../storage/subscriptions/subscriptions.ts'
import { viewOf } from '../../storage/subscriptions/views.ts'
import { checkReferencesOfBills } from '../orders/bill-references.ts'
import { idTaken } from '../orders/open-order.ts'
import { applyToRow } from '../orders/sync-order.ts'
import { auditChange } from './audit-change.ts'
import { lockBilling } from './facts.ts'
import { readImport } from './parameters.ts'
import { checkSame, parametersOf } from './start-subscription.ts'
import { planNext } from './take-steps.ts'
import { saveChange } from './write-step.ts'

/** The provider's answers about a mandate and about the order with which the payer approved the mandate. */
interface Found {
  readonly mandate: MandateResponse
  readonly setup: ProviderOrderStatus & { readonly amount: Paise }
  /** When the provider was asked. Epoch milliseconds. */
  readonly askedAtMs: number
}

/**
 * Stores a subscription under a mandate that another program has set up. Nothing is sent that changes or debits the mandate; the first cycle begins on
 * the day that the merchant names. The same id and parameters again are the same subscription.
 * @throws GatewayError INVALID_REQUEST, NOT_FOUND, ID_TAKEN, ABOVE_MANDATE, SUBSCRIPTION_STATE, PROVIDER_REFUSED, PROVIDER_UNAVAILABLE
 */
export async function importMandate(
  context: GatewayContext,
  policy: BillingPolicy,
  given: ImportMandate,
): Promise<Subscription> {
  const { database, clock } = context
  const wanted = readImport(given, clock.now())
  const { subscriptionId, planId } = wanted
  const known = await readSubscription(database, subscriptionId)
  if (known) checkSame(context, known, wanted)
  else {
    const plan = await readPlan(database, planId)
    if (!plan) throw new GatewayError('NOT_FOUND', `There is no plan ${planId}`, { field: 'planId' })
    checkCycles(wanted, plan)
    const found = await askProvider(context, wanted)
    checkTerms(wanted, plan, found.mandate)
    const setup = await repeatedOnConflict(() =>
      database.transaction((tx) => insertImported(context, policy, tx, { wanted, plan, found }), subscriptionId),
    )
    if (setup) await applyToRow(context, setup, [observationOf(found, clock.now())])
  }
  const row = await readSubscription(database, subscriptionId)
  if (!row) throw new Error(`Subscription ${subscriptionId} is missing from the database`)
  return viewOf(database, row)
}

/** Cycles that were billed elsewhere count, and only the merchant knows how many. */
function checkCycles({ cyclesLeft }: ImportMandate, { planId, cycles }: Plan): void {
  if (cycles === undefined) {
    if (cyclesLeft !== undefined) throw invalid('cyclesLeft', `must be left out: the plan ${planId} has no last cycle`)
    return
  }
  if (cyclesLeft === undefined || cyclesLeft > cycles)
    throw invalid(
      'cyclesLeft',
      `must be a whole number from 1 to ${cycles}: the cycles of the plan that were not billed yet`,
    )
}

/** Asks for the mandate and its setup order, and checks that they belong together. */
async function askProvider(
  { provider, clock }: GatewayContext,
  { merchantSubscriptionId, setupOrderId }: ImportMandate,
): Promise<Found> {
  const calls = subscriptionsOf(provider)
  const askedAtMs = clock.now()
  const mandate = await calls
    .getStatus({ merchantSubscriptionId, checkout: 'standard' })
    .catch((error: unknown) => refuse(error, 'merchantSubscriptionId', `mandate ${merchantSubscriptionId}`))
  const response = await calls
    .getOrderStatus({ merchantOrderId: setupOrderId, details: true, checkout: 'standard' })
    .catch((error: unknown) => refuse(error, 'setupOrderId', `order ${setupOrderId}`))
  const { amount, ...setup } = toBillingStatus(response, askedAtMs)
  const flow = Object(response.paymentFlow) as { readonly [field: string]: unknown }
  if (flow.merchantSubscriptionId !== merchantSubscriptionId || flow.type !== HOSTED_SETUP)
    throw invalid('setupOrderId', `must be the order on whose hosted page the payer approved ${merchantSubscriptionId}`)
  if (setup.state !== 'COMPLETED' || amount === undefined || amount <= 0)
    throw invalid('setupOrderId', 'must be a completed order: the payer approved the mandate with it')
  return { mandate, setup: { ...setup, amount }, askedAtMs }
}

/** `paymentFlow.type` of the setup of a mandate on the hosted page: the gateway debits mandates of this page only. */
const HOSTED_SETUP = 'SUBSCRIPTION_CHECKOUT_SETUP'

/** @throws GatewayError for a question that the provider did not answer */
function refuse(error: unknown, field: string, what: string): never {
  const failure = readFailure(error)
  const { outcome, temporary, message } = failure
  if (isUnknownMandate(failure) || failure.unknownId)
    throw new GatewayError(
      'NOT_FOUND',
      `The provider knows no ${what} of the hosted page in this account; a mandate of the custom checkout cannot be imported`,
      { field, cause: error },
    )
  if (outcome === 'rejected' && !temporary)
    throw new GatewayError('PROVIDER_REFUSED', `The provider did not say the state of the ${what}: ${message}`, {
      cause: error,
    })
  const text = `The provider cannot be reached at the moment, and nothing was imported. Try again. Reason: ${message}`
  throw new GatewayError('PROVIDER_UNAVAILABLE', text, { cause: error })
}

const startOf = ({ nextCycleOn }: ImportMandate): number => dayStartMs(nextCycleOn) as number

/** @throws GatewayError SUBSCRIPTION_STATE, ABOVE_MANDATE, INVALID_REQUEST for a mandate that cannot pay the bills of the plan */
function checkTerms(wanted: ImportMandate, { amount, frequency }: Plan, mandate: MandateResponse): void {
  const { merchantSubscriptionId } = wanted
  const { maxAmount, expiresAtMs, state } = toMandateStatus(mandate)
  const terms = { state, maxAmount, expiresAtMs, amountType: mandate.amountType, frequency: mandate.frequency }
  const max = maxAmount === undefined ? '' : amountText(maxAmount)
  const refusals: { readonly [Obstacle in ImportObstacle]: () => GatewayError } = {
    'not-active': () =>
      new GatewayError(
        'SUBSCRIPTION_STATE',
        `The mandate ${merchantSubscriptionId} is ${mandate.wireState ?? state}: only an ACTIVE mandate can be imported`,
        { field: 'merchantSubscriptionId' },
      ),
    'not-readable': () =>
      new GatewayError('PROVIDER_REFUSED', `The provider does not state the terms of ${merchantSubscriptionId}`),
    'above-mandate': () =>
      new GatewayError(
        'ABOVE_MANDATE',
        `${amountText(amount)} is more than the mandate permits, ${max}: import it with a cheaper plan, or start a subscription with a new mandate`,
        { field: 'planId' },
      ),
    'other-amount': () => invalid('planId', `must name a plan of ${max}, which is every debit of this mandate`),
    'other-frequency': () =>
      invalid(
        'planId',
        `must name a plan with the frequency of the mandate, ${mandate.frequency ?? 'which is not known'}`,
      ),
    'mandate-expires': () => invalid('nextCycleOn', 'must be before the end of the mandate'),
  }
  const obstacle = importObstacle(terms, { amount, frequency, startsAtMs: startOf(wanted) })
  if (obstacle) throw refusals[obstacle]()
}

interface Imported {
  readonly wanted: ImportMandate
  readonly plan: Plan
  readonly found: Found
}

/** Stores subscription, mandate and setup order. Undefined when the subscription was stored meanwhile. */
async function insertImported(
  context: GatewayContext,
  policy: BillingPolicy,
  tx: Queries,
  { wanted, plan, found }: Imported,
): Promise<OrderRow | undefined> {
  const { subscriptionId, planId, merchantSubscriptionId, setupOrderId, nextCycleOn, cyclesLeft, payer } = wanted
  const nowMs = context.clock.now()
  if (await isKnown(context, tx, wanted)) return undefined
  const owner = await subscriptionOfMandate(tx, merchantSubscriptionId)
  if (owner !== undefined)
    throw new GatewayError('ID_TAKEN', `The mandate belongs to the subscription ${owner}`, {
      field: 'merchantSubscriptionId',
    })
  const { amount, frequency } = plan
  const terms = { amount, frequency, startsOn: nextCycleOn, ...defined({ cycles: cyclesLeft }) } as const
  const record: SubscriptionRecord = { subscriptionId, state: 'CREATED', ...terms }
  const isStored = await insertSubscription(tx, {
    record,
    planId,
    merchantSubscriptionId,
    startFingerprint: fingerprintOf(parametersOf(wanted), subscriptionId, context.digest),
    createdAtMs: nowMs,
    version: 1,
    ...defined({ payer }),
  })
  // Another call has stored the id at the same moment.
  if (!isStored && (await isKnown(context, tx, wanted))) return undefined
  await checkReferencesOfBills(tx, subscriptionId)
  const { askedAtMs } = found
  const answer = toMandateStatus(found.mandate)
  // Checked before: the terms of the mandate are stated.
  const { maxAmount, expiresAtMs } = answer as Required<typeof answer>
  const setup = await insertSetup(tx, wanted, found, nowMs)
  await insertMandate(tx, {
    merchantSubscriptionId,
    subscriptionId,
    number: 1,
    setupOrderId,
    setupEndsAtMs: setup.expiresAtMs ?? nowMs,
    amountType: found.mandate.amountType as AmountType,
    maxAmount,
    expiresAtMs,
  })
  await saveMandateAnswer(tx, merchantSubscriptionId, answer, { checkedAtMs: askedAtMs, news: 0 })
  const stored = await lockBilling(tx, subscriptionId, nowMs)
  if (!stored) throw new Error(`Subscription ${subscriptionId} is missing from the database`)
  await saveChange(context, tx, stored, { ...record, state: 'ACTIVE' }, 'subscription.activated')
  await planNext(context, policy, tx, subscriptionId)
  const after = { mandate: merchantSubscriptionId, nextCycleOn }
  await auditChange(context, tx, { what: 'imported the mandate', kind: 'plan-subscription', id: subscriptionId, after })
  return setup
}

/** True when the subscription is stored. @throws GatewayError ID_TAKEN when the id was used with other parameters */
async function isKnown(context: GatewayContext, tx: Queries, wanted: ImportMandate): Promise<boolean> {
  const row = await lockSubscription(tx, wanted.subscriptionId)
  if (row) checkSame(context, row, wanted)
  return row !== undefined
}

/**
 * Stores the order with which the payer approved the mandate elsewhere. As of ₹2 that the provider returns, nothing of it is booked: the other program
 * has accounted for the payment.
 */
async function insertSetup(
  tx: Queries,
  { subscriptionId, merchantSubscriptionId, setupOrderId }: ImportMandate,
  { setup }: Found,
  nowMs: number,
): Promise<OrderRow> {
  const { amount, expireAt = nowMs, attempts } = setup
  const row = await insertOrder(tx, {
    merchantOrderId: setupOrderId,
    reference: referenceOfMandate(subscriptionId, 1),
    checkout: 'MANDATE_CHECK',
    amount,
    request: { merchantSubscriptionId },
    createdAtMs: nowMs,
    expiresAtMs: expireAt,
    opening: 'sent',
    // The other program sent the request before the payer paid.
    sentAtMs: Math.min(nowMs, expireAt - SHORTEST_LIFE_MS, ...attempts.flatMap(({ timestamp }) => timestamp ?? [])),
    sendByMs: undefined,
    nextPollAtMs: nowMs,
    startFingerprint: {},
  })
  if (!row) throw idTaken(setupOrderId, 'setupOrderId')
  return row
}

/** Life of an order at the provider, at least. Milliseconds. */
const SHORTEST_LIFE_MS = 300_000

const observationOf = ({ setup: status, askedAtMs: checkedAtMs }: Found, atMs: number): Observation => ({
  kind: 'status',
  atMs,
  checkedAtMs,
  status,
  refunded: 'not',
})
