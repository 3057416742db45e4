import type { GatewayContext } from '../../context.ts'
import { paidAtMs } from '../../domain/finance/ledger.ts'
import type { SubscriptionEventType } from '../../domain/orders/order.ts'
import type { Action } from '../../domain/subscriptions/action.ts'
import { amountOfCycle, takenOf } from '../../domain/subscriptions/amounts.ts'
import { applyAction, resumed } from '../../domain/subscriptions/apply-action.ts'
import { largestBill } from '../../domain/subscriptions/mandate-step.ts'
import { firstDayAfterTrial } from '../../domain/subscriptions/periods.ts'
import type { CycleRecord, SubscriptionRecord } from '../../domain/subscriptions/subscription.ts'
import type { Queries } from '../../storage/database.ts'
import { readOrder } from '../../storage/orders/orders.ts'
import { closeCycle, insertCycle, insertMissedCycles } from '../../storage/subscriptions/cycles.ts'
import { insertTaken } from '../../storage/subscriptions/differences.ts'
import { readPlan } from '../../storage/subscriptions/plans.ts'
import { saveSubscription, useMandate } from '../../storage/subscriptions/subscriptions.ts'
import { recordBillingEvent } from './billing-events.ts'
import { factsOf, type StoredBilling } from './facts.ts'
import type { Step } from './next-step.ts'

type ActionOf<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>

const EVENT_OF_END = {
  CANCELLED: 'subscription.cancelled',
  COMPLETED: 'subscription.completed',
  EXPIRED: 'subscription.expired',
} as const satisfies { readonly [State in ActionOf<'end'>['state']]: SubscriptionEventType }

/** The event of a step that changes the state of a subscription. */
function eventOf(step: Action): SubscriptionEventType | undefined {
  switch (step.kind) {
    case 'activate':
      return 'subscription.activated'
    case 'pause':
      return 'subscription.paused'
    case 'resume':
      return 'subscription.resumed'
    case 'halt':
      return 'subscription.halted'
    case 'end':
      return EVENT_OF_END[step.state]
    default:
      return undefined
  }
}

/** Writes a step that asks nobody: in the transaction that has locked the subscription and decided the step. */
export async function writeStep(
  context: GatewayContext,
  tx: Queries,
  billing: StoredBilling,
  step: Step,
): Promise<void> {
  switch (step.kind) {
    case 'wait':
      return
    case 'switch-mandate':
      return switchMandate(context, tx, billing, step.merchantSubscriptionId)
    case 'open-cycle':
      return openCycle(context, tx, billing, step)
    case 'miss-cycles':
      return missCycles(context, tx, billing, step)
    case 'close-cycle':
      return endCycle(context, tx, billing, step)
    case 'activate':
      return saveChange(context, tx, billing, applyAction(await begun(tx, billing), step), eventOf(step))
    default:
      return saveChange(context, tx, billing, applyAction(billing.row.record, step as Action), eventOf(step as Action))
  }
}

/** Saves a changed subscription, with the event that tells of the change. */
export async function saveChange(
  context: GatewayContext,
  tx: Queries,
  billing: Pick<StoredBilling, 'row' | 'mandate'>,
  after: SubscriptionRecord,
  event: SubscriptionEventType | undefined,
): Promise<void> {
  const { row } = billing
  await saveSubscription(tx, after, context.clock.now())
  if (event) await recordBillingEvent(context, tx, event, billing, row.version + 1)
  const { subscriptionId, state } = after
  if (state !== row.record.state) context.log.info({ subscriptionId, from: row.record.state, to: state }, STATE_CHANGED)
}

const STATE_CHANGED = 'Subscription updated'

/**
 * The subscription with its first day, once that day is known: the day on which the payer approved, in India, or the day after the trial. The
 * provider's time of the approval counts, because the gateway may learn of the approval days later.
 */
export async function begun(tx: Queries, { row, mandate }: StoredBilling): Promise<SubscriptionRecord> {
  if (row.record.state !== 'CREATED' || mandate.approvedAtMs === undefined) return row.record
  const plan = await readPlan(tx, row.planId)
  const setup = await readOrder(tx, mandate.setupOrderId)
  const approvedAtMs = (setup && paidAtMs(setup)) ?? mandate.approvedAtMs
  return { ...row.record, startsOn: firstDayAfterTrial(approvedAtMs, plan?.trialDays ?? 0) }
}

async function openCycle(
  { clock }: GatewayContext,
  tx: Queries,
  billing: StoredBilling,
  { number }: ActionOf<'open-cycle'>,
): Promise<void> {
  await insertNextCycle(tx, billing, { number }, clock.now())
}

/** Opens a cycle at the price of now, with what earlier cycles left. */
export async function insertNextCycle(
  tx: Queries,
  billing: StoredBilling,
  next: Pick<CycleRecord, 'number' | 'isSkipped'>,
  nowMs: number,
): Promise<void> {
  const { record } = billing.row
  const largest = largestBill(factsOf(billing), billing.mandate, billing.mandates, nowMs)
  const { amount, carried } = amountOfCycle(record.amount, billing.carried, largest)
  await insertCycle(tx, record.subscriptionId, { ...next, amount }, nowMs)
  const taken = takenOf(billing.owing, carried)
  if (taken.length > 0) await insertTaken(tx, record.subscriptionId, next.number, taken)
}

export async function missCycles(
  { clock }: GatewayContext,
  tx: Queries,
  { row, cycle }: StoredBilling,
  { until }: Pick<ActionOf<'miss-cycles'>, 'until'>,
): Promise<void> {
  const { subscriptionId, amount } = row.record
  await insertMissedCycles(tx, subscriptionId, { from: (cycle?.number ?? 0) + 1, until, amount }, clock.now())
}

async function endCycle(
  context: GatewayContext,
  tx: Queries,
  billing: StoredBilling,
  step: ActionOf<'close-cycle'>,
): Promise<void> {
  const { row, debits } = billing
  const { number, outcome } = step
  const { subscriptionId } = row.record
  const nowMs = context.clock.now()
  await closeCycle(tx, subscriptionId, number, outcome, nowMs)
  await saveSubscription(tx, applyAction(row.record, step), nowMs)
  const paid = debits.find((one) => one.isFulfilled)
  if (outcome !== 'PAID' || !paid) return
  await recordBillingEvent(context, tx, 'subscription.charge_completed', billing, number, paid.merchantOrderId)
}

/** The renewal is debited from now on, and what it was made for goes on. */
async function switchMandate(
  context: GatewayContext,
  tx: Queries,
  billing: StoredBilling,
  merchantSubscriptionId: string,
): Promise<void> {
  const { row, mandates } = billing
  const { record } = row
  await useMandate(tx, record.subscriptionId, merchantSubscriptionId)
  const mandate = mandates.find((one) => one.merchantSubscriptionId === merchantSubscriptionId) ?? billing.mandate
  const after = record.state === 'HALTED' ? resumed(record) : record
  await saveChange(context, tx, { row, mandate }, after, 'subscription.updated')
  if (after !== record) await recordBillingEvent(context, tx, 'subscription.resumed', { row, mandate }, row.version + 1)
}
