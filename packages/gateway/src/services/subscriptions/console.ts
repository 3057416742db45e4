import type {
  ComingDay,
  ListedPlan,
  ListedSubscription,
  PlanSubscriptionsQuery,
  SubscriptionStory,
} from '@galla/contract/gateway-api/console-subscriptions'
import type { Page } from '@galla/contract/gateway-api/orders'
import type { ParsedQuery } from '@galla/contract/gateway-api/parsed-query'
import { type Plan, type PlansQuery, SUBSCRIPTION_STATES } from '@galla/contract/gateway-api/subscriptions'
import type { Paise } from '@galla/contract/money'
import type { BillingConsole, SubscriptionChange } from '../../billing-console.ts'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { DAY_MS, dayStartMs, indianDay } from '../../domain/finance/indian-time.ts'
import { awaitsDebit, paidUntil } from '../../domain/subscriptions/cancellation.ts'
import { comingDebits } from '../../domain/subscriptions/coming-debits.ts'
import { type BillingPolicy, isSubscriptionEnded } from '../../domain/subscriptions/subscription.ts'
import { invalid } from '../../errors.ts'
import type { Queries } from '../../storage/database.ts'
import { comingFactsOf, comingFactsUntil, failedDebitsOf } from '../../storage/subscriptions/coming.ts'
import { countByPlan } from '../../storage/subscriptions/figures.ts'
import { listPlans, planNames } from '../../storage/subscriptions/plans.ts'
import { cyclesOf, eventsOf } from '../../storage/subscriptions/story.ts'
import type { SubscriptionRow } from '../../storage/subscriptions/subscription-row.ts'
import { listSubscriptions, readSubscription } from '../../storage/subscriptions/subscriptions.ts'
import { viewsOf } from '../../storage/subscriptions/views.ts'
import { cancelSubscription, pauseSubscription, resumeSubscription, skipCycleOf } from './changes.ts'
import { factsOf, readBilling } from './facts.ts'
import { monthlyRevenueOf, readFigures } from './figures.ts'
import { nextStep } from './next-step.ts'

/** Days of the plan of debits, with today. */
const COMING_DAYS = 7

/** Subscriptions as the console reads and changes them. */
export const billingConsole = (context: GatewayContext, policy: BillingPolicy): BillingConsole => ({
  list: (query) => listForConsole(context, query),
  story: (subscriptionId) => readStory(context, policy, subscriptionId),
  coming: () => comingDays(context),
  figures: () => readFigures(context.database, context.clock.now()),
  plans: (query) => plansForConsole(context, query),
  change: (subscriptionId, change) => changeByPerson(context, policy, subscriptionId, change),
})

async function listForConsole(
  { database, clock }: GatewayContext,
  { state, ...query }: ParsedQuery<PlanSubscriptionsQuery>,
): Promise<Page<ListedSubscription>> {
  const known = SUBSCRIPTION_STATES.find((one) => one === state)
  if (state !== undefined && known === undefined)
    throw invalid('state', `must be one of ${SUBSCRIPTION_STATES.join(', ')}`)
  const page = await listSubscriptions(database, { ...query, ...defined({ state: known }) })
  return { ...page, rows: await listed(database, page.rows, clock.now()) }
}

/** Adds to each subscription what a list says about its money. */
async function listed(on: Queries, rows: readonly SubscriptionRow[], nowMs: number): Promise<ListedSubscription[]> {
  const ids = rows.map(({ record }) => record.subscriptionId)
  const [views, facts, failed, names] = await Promise.all([
    viewsOf(on, rows),
    comingFactsOf(on, ids),
    failedDebitsOf(on, ids),
    planNames(
      on,
      rows.map(({ planId }) => planId),
    ),
  ])
  return views.map((view) => {
    const of = facts.get(view.subscriptionId)
    const nextDebit = of && comingDebits(of, nowMs).next().value
    const failedDebit = failed.get(view.subscriptionId)
    return { ...view, planName: names.get(view.planId) ?? view.planId, ...defined({ nextDebit, failedDebit }) }
  })
}

async function readStory(
  { database, clock }: GatewayContext,
  policy: BillingPolicy,
  subscriptionId: string,
): Promise<SubscriptionStory | undefined> {
  const row = await readSubscription(database, subscriptionId)
  if (!row) return undefined
  const [subscription] = await listed(database, [row], clock.now())
  if (!subscription) return undefined
  const [cycles, events, billing] = await Promise.all([
    cyclesOf(database, row.record),
    eventsOf(database, subscriptionId),
    readBilling(database, row, clock.now()),
  ])
  const facts = factsOf(billing)
  const isOpen = !isSubscriptionEnded(row.record) && !row.record.cancel
  const atMs = row.nextActionAtMs
  // The step that is decided when its time has come, from what is known now.
  const step = atMs === undefined ? undefined : nextStep(billing, policy, Math.max(atMs, clock.now()), row.unanswered)
  return {
    subscription,
    cycles,
    events,
    ...(step && step.kind !== 'wait' && atMs !== undefined ? { next: { kind: step.kind, atMs } } : {}),
    ...defined({
      wouldEndAtMs: isOpen ? paidUntil(facts, clock.now()) : undefined,
      isDebitUnderWay: awaitsDebit(facts) || undefined,
    }),
  }
}

async function comingDays({ database, clock }: GatewayContext): Promise<ComingDay[]> {
  const nowMs = clock.now()
  const todayMs = dayStartMs(indianDay(nowMs)) as number
  const untilMs = todayMs + COMING_DAYS * DAY_MS
  const days = new Map(
    Array.from({ length: COMING_DAYS }, (_, at) => [indianDay(todayMs + at * DAY_MS), { debits: 0, amount: 0 }]),
  )
  for (const { facts, subscriptions } of await comingFactsUntil(database, untilMs)) {
    for (const { atMs, amount } of comingDebits(facts, nowMs)) {
      if (atMs >= untilMs) break
      const day = days.get(indianDay(atMs))
      if (!day) continue
      day.debits += subscriptions
      day.amount += subscriptions * amount
    }
  }
  return [...days].map(([day, { debits, amount }]) => ({ day, debits, amount: amount as Paise }))
}

async function plansForConsole(
  { database, clock }: GatewayContext,
  query: ParsedQuery<PlansQuery>,
): Promise<Page<ListedPlan>> {
  const [page, counts] = await Promise.all([listPlans(database, query), countByPlan(database, indianDay(clock.now()))])
  const withFigures = (plan: Plan): ListedPlan => ({
    ...plan,
    ...monthlyRevenueOf(counts.filter(({ planId }) => planId === plan.planId)),
  })
  return { ...page, rows: page.rows.map(withFigures) }
}

/** A person changes a subscription; the change itself is recorded in the audit log. */
async function changeByPerson(
  context: GatewayContext,
  policy: BillingPolicy,
  subscriptionId: string,
  change: SubscriptionChange,
): Promise<SubscriptionStory> {
  await applyChange(context, policy, subscriptionId, change)
  const story = await readStory(context, policy, subscriptionId)
  if (!story) throw new Error(`Subscription ${subscriptionId} is missing from the database`)
  return story
}

function applyChange(
  context: GatewayContext,
  policy: BillingPolicy,
  subscriptionId: string,
  change: SubscriptionChange,
): Promise<unknown> {
  switch (change.kind) {
    case 'pause':
      return pauseSubscription(context, policy, subscriptionId, defined({ untilMs: change.untilMs }))
    case 'resume':
      return resumeSubscription(context, policy, subscriptionId)
    case 'skip':
      return skipCycleOf(context, policy, subscriptionId, defined({ cycle: change.cycle }))
    case 'cancel':
      return cancelSubscription(context, policy, subscriptionId, change.at)
  }
}
