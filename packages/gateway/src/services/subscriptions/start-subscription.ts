import { randomBytes } from 'node:crypto'
import type { Plan, StartedSubscription, StartSubscription } from '@galla/contract/gateway-api/subscriptions'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { differingField, fingerprintOf, isComparable } from '../../domain/orders/fingerprint.ts'
import { mandateIdOf } from '../../domain/subscriptions/ids.ts'
import { firstDayAfterTrial } from '../../domain/subscriptions/periods.ts'
import { isSubscriptionEnded, type SubscriptionRecord } from '../../domain/subscriptions/subscription.ts'
import { GatewayError, invalid } from '../../errors.ts'
import { keepActor } from '../../storage/access/audit.ts'
import { type Queries, repeatedOnConflict } from '../../storage/database.ts'
import type { OrderRow } from '../../storage/orders/order-row.ts'
import { readOrder } from '../../storage/orders/orders.ts'
import { insertCycle } from '../../storage/subscriptions/cycles.ts'
import { readPlan } from '../../storage/subscriptions/plans.ts'
import type { SubscriptionRow } from '../../storage/subscriptions/subscription-row.ts'
import { insertSubscription, readSubscription, useMandate } from '../../storage/subscriptions/subscriptions.ts'
import { viewOf } from '../../storage/subscriptions/views.ts'
import { checkReferencesOfBills } from '../orders/bill-references.ts'
import { syncOrder } from '../orders/check-order.ts'
import { idTaken, isBeingSent, waitForResponse } from '../orders/open-order.ts'
import { lockBilling, type StoredBilling } from './facts.ts'
import { type BegunSetup, openSetup, storeSetup } from './open-setup.ts'
import { readStart } from './parameters.ts'
import { openPage, startedSubscription } from './payer-access.ts'

/** Pages of a subscription that were lost before the payer saw them, at most. */
const MAX_SETUPS = 5

/** The next step of a start. */
type Decision =
  | { readonly kind: 'open'; readonly setup: BegunSetup }
  /** The setup order of the newest mandate has a page, or is no longer needed. */
  | { readonly kind: 'return'; readonly redirectUrl?: string }
  /** Another call is sending, or a reply was lost: look again after a check. */
  | { readonly kind: 'look'; readonly setupOrderId: string }

/**
 * Stores the subscription durably, then opens the page on which the payer approves the mandate. The same id and parameters again are the same
 * subscription. A page whose reply was lost was never seen: another one is opened, and the lost mandate is cancelled if it is approved after all.
 * @throws GatewayError INVALID_REQUEST, NOT_FOUND, ID_TAKEN, SUBSCRIPTION_STATE, PROVIDER_REFUSED, PROVIDER_UNAVAILABLE, OUTCOME_UNKNOWN
 */
export async function startSubscription(
  context: GatewayContext,
  given: StartSubscription,
): Promise<StartedSubscription> {
  const wanted = readStart(given)
  const subscriptionId = wanted.subscriptionId ?? madeId(context)
  let hasLooked = false
  for (;;) {
    const decision = await repeatedOnConflict(() =>
      context.database.transaction(async (tx) => {
        const decided = await decide(context, tx, { ...wanted, subscriptionId }, hasLooked)
        await keepActor(tx, context.actor)
        return decided
      }, subscriptionId),
    )
    if (decision.kind === 'look') {
      await look(context, decision.setupOrderId)
      hasLooked = true
      continue
    }
    const redirectUrl = decision.kind === 'open' ? await openSetup(context, decision.setup) : decision.redirectUrl
    const row = await readSubscription(context.database, subscriptionId)
    if (!row) throw new Error(`Subscription ${subscriptionId} is missing from the database`)
    return startedSubscription(context, await viewOf(context.database, row), redirectUrl)
  }
}

/** An id within 40 characters, sorted by time within its prefix. */
const madeId = ({ orderIdPrefix, clock }: GatewayContext): string =>
  `${orderIdPrefix}${clock.now().toString(36).padStart(9, '0')}${randomBytes(5).toString('hex')}`

type Wanted = StartSubscription & { readonly subscriptionId: string }

async function decide(context: GatewayContext, tx: Queries, wanted: Wanted, hasLooked: boolean): Promise<Decision> {
  const plan = await readPlan(tx, wanted.planId)
  if (!plan) throw new GatewayError('NOT_FOUND', `There is no plan ${wanted.planId}`, { field: 'planId' })
  const billing = await lockBilling(tx, wanted.subscriptionId, context.clock.now())
  if (!billing) return { kind: 'open', setup: await insertNew(context, tx, wanted, plan) }
  checkSame(context, billing.row, wanted)
  return resume(context, tx, billing, { wanted, plan, hasLooked })
}

async function insertNew(context: GatewayContext, tx: Queries, wanted: Wanted, plan: Plan): Promise<BegunSetup> {
  const { subscriptionId, planId, payer, maxAmount = plan.amount, redirectUrl } = wanted
  if (plan.archivedAtMs !== undefined)
    throw new GatewayError('SUBSCRIPTION_STATE', `The plan ${planId} is archived: start a subscription to another plan`)
  if (maxAmount < plan.amount)
    throw invalid('maxAmount', `must be at least the price of the plan, ${plan.amount} paise`)
  const nowMs = context.clock.now()
  const { amount, frequency, trialDays, cycles } = plan
  const record = {
    subscriptionId,
    state: 'CREATED',
    amount,
    frequency,
    startsOn: firstDayAfterTrial(nowMs, trialDays),
    ...defined({ cycles }),
  } as const
  const isStored = await insertSubscription(tx, {
    record,
    planId,
    merchantSubscriptionId: mandateIdOf(subscriptionId, 1),
    startFingerprint: fingerprintOf(parametersOf(wanted), subscriptionId, context.digest),
    createdAtMs: nowMs,
    version: 1,
    ...defined({ payer }),
  })
  if (!isStored) throw idTaken(subscriptionId, 'planId', 'a subscription')
  await checkReferencesOfBills(tx, subscriptionId)
  const isFirstBill = trialDays === 0
  if (isFirstBill) await insertCycle(tx, subscriptionId, { number: 1, amount }, nowMs)
  return storeSetup(context, tx, { record, plan, number: 1, maxAmount, redirectUrl, isFirstBill, isKnown: false })
}

interface Resuming {
  readonly wanted: Wanted
  readonly plan: Plan
  readonly hasLooked: boolean
}

/** Continues with a subscription that exists: hands out its page, or opens a page. */
async function resume(
  context: GatewayContext,
  tx: Queries,
  billing: StoredBilling,
  resuming: Resuming,
): Promise<Decision> {
  const { row, mandate } = billing
  checkStartable(row.record)
  const order = await readOrder(tx, mandate.setupOrderId)
  if (row.record.state !== 'CREATED' || order?.state === 'COMPLETED') return { kind: 'return' }
  const page = openPage(mandate, order, context.clock.now())
  return page === undefined ? reopen(context, tx, billing, order, resuming) : { kind: 'return', redirectUrl: page }
}

/** @throws GatewayError SUBSCRIPTION_STATE when the subscription has ended, or ends before the approval */
function checkStartable(record: SubscriptionRecord): void {
  const { subscriptionId, state, cancel } = record
  if (isSubscriptionEnded(record)) throw anotherNeeded(`${subscriptionId} is ${state}`)
  if (state === 'CREATED' && cancel) throw anotherNeeded(`${subscriptionId} is being cancelled`)
}

const anotherNeeded = (why: string) =>
  new GatewayError('SUBSCRIPTION_STATE', `${why}: start another subscription, with a new subscriptionId`)

/** Sends a request that was never sent, or opens another page after a lost one. */
async function reopen(
  context: GatewayContext,
  tx: Queries,
  { row: { record }, mandate, mandates, cycle }: StoredBilling,
  order: OrderRow | undefined,
  { wanted, plan, hasLooked }: Resuming,
): Promise<Decision> {
  const { redirectUrl, maxAmount = plan.amount } = wanted
  // The price of the first cycle is fixed; a change of the price meanwhile is for the later ones.
  const firstBill = { ...record, amount: cycle?.amount ?? record.amount }
  const setup = { record: firstBill, plan, maxAmount, redirectUrl, isFirstBill: plan.trialDays === 0 }
  if (order?.opening === 'unsent' && order.state === 'CREATED')
    return { kind: 'open', setup: await storeSetup(context, tx, { ...setup, number: mandate.number, isKnown: true }) }
  if (order && !hasLooked && (order.state === 'CREATED' || order.state === 'PENDING'))
    return { kind: 'look', setupOrderId: order.merchantOrderId }
  if (order?.opened?.redirectUrl !== undefined && context.clock.now() >= mandate.setupEndsAtMs)
    throw anotherNeeded(`The page of ${record.subscriptionId} has ended`)
  if (order && isBeingSent(context, order)) throw outcomeOfOther()
  if (mandates.length >= MAX_SETUPS) throw anotherNeeded(`${record.subscriptionId} has had ${MAX_SETUPS} pages`)
  const number = mandates.length + 1
  const stored = await storeSetup(context, tx, { ...setup, number, isKnown: false })
  await useMandate(tx, record.subscriptionId, mandateIdOf(record.subscriptionId, number))
  return { kind: 'open', setup: stored }
}

const outcomeOfOther = () =>
  new GatewayError('BUSY', 'Another call is opening the page of this subscription: repeat the call in a few seconds')

/** Waits for a reply that another call awaits, then asks the provider what became of an order without a page, or of a page that has ended. */
async function look(context: GatewayContext, setupOrderId: string): Promise<void> {
  const row = await readOrder(context.database, setupOrderId)
  if (!row) return
  const current = await waitForResponse(context, row)
  const isUnknown = current.state === 'CREATED' || (current.state === 'PENDING' && current.opened !== undefined)
  if (isUnknown && current.sentAtMs !== undefined) await syncOrder(context, current)
}

/** The parameters that make two calls the same. */
export function parametersOf({ subscriptionId: _, ...parameters }: Identified): object {
  return parameters
}

/** Parameters that are compared when a call is repeated. */
interface Identified {
  readonly subscriptionId: string
}

/** @throws GatewayError ID_TAKEN when the id was used with other parameters */
export function checkSame({ digest }: GatewayContext, { startFingerprint }: SubscriptionRow, wanted: Identified): void {
  const given = fingerprintOf(parametersOf(wanted), wanted.subscriptionId, digest)
  if (!isComparable(startFingerprint, given)) return
  const field = differingField(startFingerprint, given)
  if (field === undefined) return
  throw idTaken(wanted.subscriptionId, field, 'a subscription')
}
