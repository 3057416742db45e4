import type { CreatePlan, ListPlans, Plan } from '@galla/contract/gateway-api/subscriptions'
import { SUBSCRIPTION_STATES } from '@galla/contract/gateway-api/subscriptions'
import { type GatewayContext, readsOfCaller } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import type { BillingPolicy } from '../../domain/subscriptions/subscription.ts'
import { GatewayError, invalid } from '../../errors.ts'
import { archivePlan, insertPlan, listPlans, readPlan } from '../../storage/subscriptions/plans.ts'
import { listSubscriptions, readSubscription } from '../../storage/subscriptions/subscriptions.ts'
import { viewOf, viewsOf } from '../../storage/subscriptions/views.ts'
import type { BillingMethods, PlanMethods, SubscriptionMethods } from '../../subscription-methods.ts'
import { idTaken } from '../orders/open-order.ts'
import { checkFields, checkStorable } from '../validation.ts'
import { auditChange } from './audit-change.ts'
import {
  cancelSubscription,
  changeAmount,
  pauseSubscription,
  renewMandate,
  resumeSubscription,
  skipCycleOf,
} from './changes.ts'
import { importMandate } from './import-mandate.ts'
import { readCancellation, readPlanToCreate } from './parameters.ts'
import { subscriptionForPayer } from './payer-access.ts'
import { startSubscription } from './start-subscription.ts'

type During = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The methods of `gateway.plans` and `gateway.subscriptions`. */
export const billingMethods = (context: GatewayContext, policy: BillingPolicy, during: During): BillingMethods => ({
  plans: planMethods(context, during),
  subscriptions: subscriptionMethods(context, policy, during),
})

function planMethods(context: GatewayContext, during: During): PlanMethods {
  const { database, clock } = context
  const reading = readsOfCaller(context)
  return {
    create: (plan) => during(() => createPlan(context, plan)),
    get: (planId) =>
      during(async () => {
        checkStorable(planId, 'planId')
        return readPlan(database, planId)
      }),
    list: (page = {}) =>
      during(() => {
        checkFields(page, ['after', 'limit'] satisfies (keyof ListPlans)[])
        return listPlans(reading, page)
      }),
    archive: (planId) =>
      during(async () => {
        checkStorable(planId, 'planId')
        return database.transaction(async (tx) => {
          const isChanged = await archivePlan(tx, planId, clock.now())
          const plan = await readPlan(tx, planId)
          if (!plan) throw new GatewayError('NOT_FOUND', `There is no plan ${planId}`)
          await auditChange(
            context,
            tx,
            isChanged ? { what: 'archived the plan', kind: 'plan', id: planId } : undefined,
          )
          return plan
        })
      }),
  }
}

/** The same id and terms again are the same plan. @throws GatewayError INVALID_REQUEST, ID_TAKEN */
async function createPlan(context: GatewayContext, given: CreatePlan): Promise<Plan> {
  const { database, clock } = context
  const { trialDays = 0, ...terms } = readPlanToCreate(given)
  const plan: Plan = { ...defined(terms), trialDays, createdAtMs: clock.now() } as Plan
  const { planId, amount, frequency } = plan
  const isNew = await database.transaction(async (tx) => {
    const isInserted = await insertPlan(tx, plan)
    const entry = { what: 'created the plan', kind: 'plan', id: planId, after: { amount, frequency } } as const
    await auditChange(context, tx, isInserted ? entry : undefined)
    return isInserted
  })
  if (isNew) return plan
  const stored = await readPlan(database, plan.planId)
  const names = ['name', 'amount', 'frequency', 'trialDays', 'cycles'] as const
  const other = names.find((name) => stored?.[name] !== plan[name])
  if (!stored || other !== undefined) throw idTaken(plan.planId, other ?? 'name', 'a plan')
  return stored
}

function subscriptionMethods(context: GatewayContext, policy: BillingPolicy, during: During): SubscriptionMethods {
  const { database } = context
  const reading = readsOfCaller(context)
  return {
    importMandate: (mandate) => during(() => importMandate(context, policy, mandate)),
    start: (subscription) => during(() => startSubscription(context, subscription)),
    get: (subscriptionId) =>
      during(async () => {
        checkStorable(subscriptionId, 'subscriptionId')
        const row = await readSubscription(database, subscriptionId)
        return row && viewOf(database, row)
      }),
    forPayer: (id) => during(() => subscriptionForPayer(context, id)),
    list: (query = {}) =>
      during(async () => {
        checkFields(query, ['state', 'planId', 'after', 'limit'])
        for (const [field, value] of Object.entries(query)) checkStorable(value, field)
        if (query.state !== undefined && !SUBSCRIPTION_STATES.includes(query.state))
          throw invalid('state', `must be one of ${SUBSCRIPTION_STATES.join(', ')}`)
        const page = await listSubscriptions(reading, query)
        return { ...page, rows: await viewsOf(reading, page.rows) }
      }),
    pause: (id, pause = {}) => during(() => pauseSubscription(context, policy, id, pause)),
    resume: (id) => during(() => resumeSubscription(context, policy, id)),
    skip: (id, skipped = {}) => during(() => skipCycleOf(context, policy, id, skipped)),
    cancel: (id, cancellation = {}) =>
      during(async () => cancelSubscription(context, policy, id, readCancellation(cancellation))),
    changeAmount: (id, change) => during(() => changeAmount(context, policy, id, change)),
    renewMandate: (id, renewal) => during(() => renewMandate(context, policy, id, renewal)),
  }
}
