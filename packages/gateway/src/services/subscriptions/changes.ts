import type { PlainAuditAction } from '@galla/contract/gateway-api/audit-actions'
import type {
  ChangeAmount,
  PauseSubscription,
  RenewMandate,
  SkipCycle,
  StartedSubscription,
  Subscription,
} from '@galla/contract/gateway-api/subscriptions'
import type { Paise } from '@galla/contract/money'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import type { SubscriptionEventType } from '../../domain/orders/order.ts'
import { prorated } from '../../domain/subscriptions/amounts.ts'
import { resumed } from '../../domain/subscriptions/apply-action.ts'
import { cancelled } from '../../domain/subscriptions/cancellation.ts'
import { isInFlight } from '../../domain/subscriptions/debit-steps.ts'
import { largestBill } from '../../domain/subscriptions/mandate-step.ts'
import { isMandateLost } from '../../domain/subscriptions/obstacles.ts'
import { cycleAt, nextCycle, periodOf } from '../../domain/subscriptions/periods.ts'
import {
  type BillingPolicy,
  isMandateEnded,
  isSubscriptionEnded,
  nextBill,
  type SubscriptionRecord,
} from '../../domain/subscriptions/subscription.ts'
import { amountText, GatewayError, invalid } from '../../errors.ts'
import type { NewAuditEntry } from '../../storage/access/audit.ts'
import { type Queries, repeatedOnConflict } from '../../storage/database.ts'
import { readOrder } from '../../storage/orders/orders.ts'
import { isCycleSkipped, skipCycle } from '../../storage/subscriptions/cycles.ts'
import { addDifference, readCarried, readSettledCycle } from '../../storage/subscriptions/differences.ts'
import { markMandate } from '../../storage/subscriptions/mandates.ts'
import { readPlan } from '../../storage/subscriptions/plans.ts'
import { readSubscription } from '../../storage/subscriptions/subscriptions.ts'
import { viewOf } from '../../storage/subscriptions/views.ts'
import { auditChange } from './audit-change.ts'
import { recordDebitEvents } from './billing-events.ts'
import { factsOf, lockBilling, type StoredBilling } from './facts.ts'
import { type BegunSetup, openSetup, storeSetup } from './open-setup.ts'
import { checkSubscriptionId, readChangeOfAmount, readPause, readRenewal, readSkip } from './parameters.ts'
import { openPage, startedSubscription } from './payer-access.ts'
import { planNext, takeOwnSteps } from './take-steps.ts'
import { begun, insertNextCycle, missCycles, saveChange } from './write-step.ts'

/** The entry of the audit log about a change. Absent: nothing was changed. */
type Entry = Pick<NewAuditEntry, 'what' | 'before' | 'after'>

/**
 * Changes a subscription as a person or program asked, under its lock, with the consequences in the subscription itself, then decides anew when
 * the next step is due. The change of a person or a stored key is recorded with it.
 */
async function change<Result>(
  context: GatewayContext,
  policy: BillingPolicy,
  subscriptionId: string,
  work: (tx: Queries, billing: StoredBilling) => Promise<{ readonly result: Result; readonly entry?: Entry }>,
): Promise<Result> {
  checkSubscriptionId(subscriptionId)
  return repeatedOnConflict(() =>
    context.database.transaction(async (tx) => {
      const billing = await lockBilling(tx, subscriptionId, context.clock.now())
      if (!billing) throw new GatewayError('NOT_FOUND', `There is no subscription ${subscriptionId}`)
      // A failure is told although the change opens another cycle.
      await recordDebitEvents(context, tx, billing)
      const { result, entry } = await work(tx, billing)
      await takeOwnSteps(context, policy, tx, subscriptionId)
      await planNext(context, policy, tx, subscriptionId)
      await auditChange(context, tx, entry && { ...entry, kind: 'plan-subscription', id: subscriptionId })
      return result
    }, subscriptionId),
  )
}

async function view({ database }: GatewayContext, subscriptionId: string): Promise<Subscription> {
  const row = await readSubscription(database, subscriptionId)
  if (!row) throw new Error(`Subscription ${subscriptionId} is missing from the database`)
  return viewOf(database, row)
}

/** The words of a change in the audit log, and the event that tells of the change. */
export interface NamedChange {
  readonly what: PlainAuditAction
  readonly event?: SubscriptionEventType
}

export const PAUSE: NamedChange = { what: 'paused the subscription', event: 'subscription.paused' }
export const RESUMPTION: NamedChange = { what: 'resumed the subscription', event: 'subscription.resumed' }
export const CANCELLATION: NamedChange = { what: 'cancelled the subscription', event: 'subscription.updated' }

/** As `change`, for one that only changes the subscription itself. Undefined leaves the subscription as it is. */
export async function changeRecord(
  context: GatewayContext,
  policy: BillingPolicy,
  subscriptionId: string,
  { what, event, to }: NamedChange & { readonly to: (billing: StoredBilling) => SubscriptionRecord | undefined },
): Promise<Subscription> {
  await change(context, policy, subscriptionId, async (tx, billing) => {
    // An end that a cancellation names counts from the first day.
    const record = await begun(tx, billing)
    const after = to({ ...billing, row: { ...billing.row, record } })
    // A subscription that ends at once tells of its end only.
    if (after) await saveChange(context, tx, billing, after, after.cancel?.at === 'now' ? undefined : event)
    // The provider may know the mandate again.
    const { merchantSubscriptionId: mandateId } = billing.mandate
    if (what === RESUMPTION.what && isMandateLost(billing.mandate))
      await markMandate(tx, mandateId, { nowMs: context.clock.now() })
    return { result: undefined, ...(after && { entry: { what, ...differenceOf(billing.row.record, after) } }) }
  })
  return view(context, subscriptionId)
}

/** The values that a change of a record can change. */
const differenceOf = (before: SubscriptionRecord, after: SubscriptionRecord): Pick<Entry, 'before' | 'after'> => ({
  before: valuesOf(before),
  after: valuesOf(after),
})

const valuesOf = ({ state, pause, cancel, amount }: SubscriptionRecord) =>
  defined({ state, amount, pausedBy: pause?.by, pauseEndsAtMs: pause?.untilMs, cancelAt: cancel?.at })

function stateError({ subscriptionId, state }: SubscriptionRecord, how: string, field?: string): GatewayError {
  return new GatewayError('SUBSCRIPTION_STATE', `${subscriptionId} is ${state}: ${how}`, defined({ field }))
}

/** @throws GatewayError SUBSCRIPTION_STATE when nothing of the subscription can be changed any more */
function checkGoesOn({ row: { record } }: StoredBilling): void {
  if (isSubscriptionEnded(record)) throw stateError(record, 'start another subscription, with a new subscriptionId')
  if (record.cancel?.at === 'now') throw stateError(record, 'it is being cancelled')
}

/** @throws GatewayError as `subscriptions.pause` */
export function pauseSubscription(
  context: GatewayContext,
  policy: BillingPolicy,
  subscriptionId: string,
  given: PauseSubscription,
): Promise<Subscription> {
  const nowMs = context.clock.now()
  const { untilMs } = readPause(given, nowMs)
  return changeRecord(context, policy, subscriptionId, {
    ...PAUSE,
    to: (billing) => {
      checkGoesOn(billing)
      const { record } = billing.row
      if (record.state === 'CREATED')
        throw stateError(record, 'the payer has not approved the mandate yet: cancel it instead')
      if (record.state === 'HALTED') throw stateError(record, 'nothing is billed, so there is nothing to pause')
      if (record.pause?.by === 'merchant' && record.pause.untilMs === untilMs) return undefined
      return { ...record, state: 'PAUSED', pause: { by: 'merchant', sinceMs: nowMs, ...defined({ untilMs }) } }
    },
  })
}

/** @throws GatewayError as `subscriptions.resume` */
export function resumeSubscription(
  context: GatewayContext,
  policy: BillingPolicy,
  subscriptionId: string,
): Promise<Subscription> {
  return changeRecord(context, policy, subscriptionId, {
    ...RESUMPTION,
    to: (billing) => {
      checkGoesOn(billing)
      const { row, mandate } = billing
      const { record } = row
      if (record.state !== 'PAUSED' && record.state !== 'HALTED') return undefined
      if (isMandateEnded(mandate))
        throw stateError(record, 'its mandate has ended: renew the mandate, which the payer approves')
      if (mandate.state !== 'ACTIVE' && !isMandateLost(mandate) && record.pause === undefined)
        throw stateError(record, 'the payer paused the mandate in the UPI app, and ends the pause there')
      return resumed(record)
    },
  })
}

/** Where no cycle is paid, the subscription ends at once. @throws GatewayError as `subscriptions.cancel` */
export function cancelSubscription(
  context: GatewayContext,
  policy: BillingPolicy,
  subscriptionId: string,
  asked: 'now' | 'cycle-end',
): Promise<Subscription> {
  return changeRecord(context, policy, subscriptionId, {
    ...CANCELLATION,
    to: (billing) => {
      const { record } = billing.row
      if (isSubscriptionEnded(record) || record.cancel?.at === 'now' || record.cancel?.at === asked) return undefined
      return cancelled(factsOf(billing), asked, context.clock.now())
    },
  })
}

/** @throws GatewayError as `subscriptions.skip` */
export async function skipCycleOf(
  context: GatewayContext,
  policy: BillingPolicy,
  subscriptionId: string,
  given: SkipCycle,
): Promise<Subscription> {
  const { cycle: named } = readSkip(given)
  await change(context, policy, subscriptionId, async (tx, billing) => {
    checkGoesOn(billing)
    const { record } = billing.row
    if (record.state === 'CREATED') throw stateError(record, 'the payer has not approved the mandate yet')
    const nowMs = context.clock.now()
    const number = named ?? cycleToSkip(billing, nowMs)
    if (await isCycleSkipped(tx, subscriptionId, number)) return { result: undefined }
    await leaveOut(context, tx, billing, number)
    return { result: undefined, entry: { what: 'left a cycle out', after: { cycle: number } } }
  })
  return view(context, subscriptionId)
}

/** The cycle that a call without a number means: the one that was left out until its end, so that a repeated call means the same one. */
function cycleToSkip({ row: { record }, cycle }: StoredBilling, nowMs: number): number {
  const { startsOn, frequency } = record
  const isMeant = cycle?.isSkipped && nowMs < periodOf(startsOn, frequency, cycle.number).endMs
  if (cycle && (isMeant || cycle.outcome === undefined)) return cycle.number
  return nextCycle(startsOn, frequency, cycle?.number ?? 0, nowMs)
}

/** Leaves the open cycle out, or opens the next one as left out. @throws GatewayError SUBSCRIPTION_STATE */
async function leaveOut(context: GatewayContext, tx: Queries, billing: StoredBilling, number: number): Promise<void> {
  const { row, cycle, debits } = billing
  const { record } = row
  const { subscriptionId, startsOn, frequency, cycles = Number.POSITIVE_INFINITY } = record
  const nowMs = context.clock.now()
  const done = cycle?.number ?? 0
  const isOpen = cycle !== undefined && cycle.outcome === undefined
  const next = isOpen ? done : nextCycle(startsOn, frequency, done, nowMs)
  if (next > cycles) throw stateError(record, 'its last cycle has begun')
  if (number !== next) throw stateError(record, `cycle ${number} cannot be left out, but cycle ${next} can`, 'cycle')
  if (isOpen) {
    if (debits.some(isInFlight) || debits.some((one) => one.isFulfilled))
      throw stateError(record, `cycle ${number} is being debited, so it cannot be left out: refund it`)
    return skipCycle(tx, subscriptionId, number)
  }
  if (number > done + 1) await missCycles(context, tx, billing, { until: number - 1 })
  await insertNextCycle(tx, billing, { number, isSkipped: true }, nowMs)
}

/** @throws GatewayError as `subscriptions.changeAmount` */
export async function changeAmount(
  context: GatewayContext,
  policy: BillingPolicy,
  subscriptionId: string,
  given: ChangeAmount,
): Promise<Subscription> {
  const { amount, prorate = false } = readChangeOfAmount(given)
  const nowMs = context.clock.now()
  await change(context, policy, subscriptionId, async (tx, billing) => {
    checkGoesOn(billing)
    const { record } = billing.row
    const { maxAmount, amountType } = billing.mandate
    const difference = prorate ? await settleRest(tx, billing, amount, nowMs) : 0
    checkPermitted(billing, amount, difference === 0 ? billing.carried : await readCarried(tx, subscriptionId), nowMs)
    if (amountType === 'FIXED' && amount !== maxAmount)
      throw invalid(
        'amount',
        `must be ${amountText(maxAmount)}, which is every debit of this mandate: first renew the mandate, which the payer approves`,
      )
    if (amount === record.amount && difference === 0) return { result: undefined }
    const after = { ...record, amount }
    await saveChange(context, tx, billing, after, 'subscription.updated')
    return { result: undefined, entry: { what: 'changed the price', ...differenceOf(record, after) } }
  })
  return view(context, subscriptionId)
}

/** @throws GatewayError ABOVE_MANDATE when the next bill at a price is more than a debit may be */
function checkPermitted(billing: StoredBilling, amount: Paise, carried: number, nowMs: number): void {
  const { row, mandate, mandates } = billing
  const largest = largestBill(factsOf(billing), mandate, mandates, nowMs)
  const surcharge = Math.max(carried, 0) as Paise
  if (amount + surcharge <= largest) return
  const bill =
    surcharge > 0 ? `${amountText(amount)} with the surcharge of ${amountText(surcharge)}` : amountText(amount)
  const isOfRenewal = largest < mandate.maxAmount
  const limit = isOfRenewal ? 'the new mandate permits that the payer can approve' : 'the mandate permits'
  const wayOut = isOfRenewal ? 'change the price when the page of the new mandate has ended' : wayToRaise(row.record)
  throw new GatewayError('ABOVE_MANDATE', `${bill} is more than ${limit}, ${amountText(largest)}: ${wayOut}`, {
    field: 'amount',
  })
}

const wayToRaise = ({ state }: SubscriptionRecord): string =>
  state === 'CREATED'
    ? 'the payer has not approved the mandate yet, so start another subscription with a larger maxAmount'
    : 'first renew the mandate with a larger maxAmount, which the payer approves'

/**
 * Leaves to the next bill what a price costs or gives back for the rest of the running cycle, if the cycle is paid. Returns this difference.
 * @throws GatewayError SUBSCRIPTION_STATE when no later bill can settle the difference, or the running cycle may still be paid
 */
async function settleRest(tx: Queries, { row, cycle }: StoredBilling, price: Paise, nowMs: number): Promise<number> {
  const { record } = row
  const { subscriptionId, startsOn, frequency, cycles = Number.POSITIVE_INFINITY, cancel } = record
  const number = cycleAt(startsOn, frequency, nowMs)
  const running = await readSettledCycle(tx, subscriptionId, number)
  const difference = running ? prorated(periodOf(startsOn, frequency, number), running.price, price, nowMs) : 0
  if (difference === 0) return 0
  if (cancel || nextCycle(startsOn, frequency, cycle?.number ?? 0, nowMs) > cycles)
    throw stateError(
      record,
      'no later bill can settle the difference, so leave prorate out, and give money back with refunds.request',
    )
  if (running?.outcome === null)
    throw stateError(
      record,
      `the bill of the running cycle ${number} may still be paid, so call again when the outcome is known, or leave prorate out`,
    )
  await addDifference(tx, subscriptionId, number, { price, difference })
  return difference
}

/** The page of a renewal that is open already, or the setup of a new one. */
type Renewal = { readonly page: string } | { readonly setup: BegunSetup }

/** @throws GatewayError as `subscriptions.renewMandate` */
export async function renewMandate(
  context: GatewayContext,
  policy: BillingPolicy,
  subscriptionId: string,
  given: RenewMandate,
): Promise<StartedSubscription> {
  const { redirectUrl, maxAmount: wanted } = readRenewal(given)
  const begun = await change<Renewal>(context, policy, subscriptionId, async (tx, billing) => {
    checkGoesOn(billing)
    const { row, mandate, mandates } = billing
    const { record, planId } = row
    const bill = nextBill(factsOf(billing))
    if (wanted !== undefined && wanted < bill)
      throw invalid('maxAmount', `must be at least the next bill, ${amountText(bill)}`)
    if (record.state === 'CREATED')
      throw stateError(record, 'start the subscription again, with the same values, for the page of its first mandate')
    const newest = mandates.at(-1)
    const open = newest && newest !== mandate ? await readOrder(tx, newest.setupOrderId) : undefined
    const page = newest && openPage(newest, open, context.clock.now())
    const maxAmount = wanted ?? (Math.max(mandate.maxAmount, bill) as Paise)
    if (page !== undefined && newest?.maxAmount === maxAmount && open?.request.redirectUrl === redirectUrl)
      return { result: { page } }
    const plan = await readPlan(tx, planId)
    if (!plan) throw new Error(`The plan ${planId} is missing from the database`)
    const setup = {
      record,
      plan,
      number: mandates.length + 1,
      maxAmount,
      redirectUrl,
      isFirstBill: false,
      isKnown: false,
    }
    const entry = {
      what: 'asked the payer for a new mandate' as const,
      before: { maxAmount: mandate.maxAmount },
      after: { maxAmount },
    }
    return { result: { setup: await storeSetup(context, tx, setup) }, entry }
  })
  const page = 'setup' in begun ? await openSetup(context, begun.setup) : begun.page
  return startedSubscription(context, await view(context, subscriptionId), page)
}
