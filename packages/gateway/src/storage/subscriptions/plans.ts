import type { Plan } from '@galla/contract/gateway-api/subscriptions'
import type { Queries } from '../database.ts'
import { withoutNulls } from '../orders/orders.ts'

const COLUMNS = '"planId", "name", "amount", "frequency", "trialDays", "cycles", "createdAtMs", "archivedAtMs"'

/** Stores a plan. False when the id is taken. */
export async function insertPlan(on: Queries, plan: Plan): Promise<boolean> {
  const { rowCount } = await on.query({
    text: `insert into galla.plans ("planId", "name", "amount", "frequency", "trialDays", "cycles", "createdAtMs")
      values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    values: [plan.planId, plan.name, plan.amount, plan.frequency, plan.trialDays, plan.cycles, plan.createdAtMs],
  })
  return rowCount === 1
}

export async function readPlan(on: Queries, planId: string): Promise<Plan | undefined> {
  const { rows } = await on.query({
    name: 'read-plan',
    text: `select ${COLUMNS} from galla.plans where "planId" = $1`,
    values: [planId],
  })
  return rows[0] && withoutNulls<Plan>(rows[0])
}

/** All plans, the newest first. */
export async function listPlans(on: Queries): Promise<Plan[]> {
  const { rows } = await on.query({
    text: `select ${COLUMNS} from galla.plans order by "createdAtMs" desc, "planId" desc limit 1000`,
  })
  return rows.map((row) => withoutNulls<Plan>(row))
}

/** Takes a plan off sale. False when that changes nothing. */
export async function archivePlan(on: Queries, planId: string, nowMs: number): Promise<boolean> {
  const { rowCount } = await on.query({
    text: `update galla.plans set "archivedAtMs" = $2 where "planId" = $1 and "archivedAtMs" is null`,
    values: [planId, nowMs],
  })
  return rowCount === 1
}
