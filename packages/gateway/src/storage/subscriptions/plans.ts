import type { Page } from '@galla/contract/gateway-api/orders'
import type { Plan } from '@galla/contract/gateway-api/subscriptions'
import type { Queries } from '../database.ts'
import { conditions, type Keyset, orderAndLimit, type PageQuery, pageOf, startAfter } from '../list-query.ts'
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

const BY_TIME: Keyset = { columns: ['createdAtMs'], id: 'planId', type: 'text' }

/** One page, the newest first. */
export async function listPlans(on: Queries, { after, limit }: PageQuery): Promise<Page<Plan>> {
  const where = conditions()
  startAfter(where, BY_TIME, after)
  const end = orderAndLimit(where, BY_TIME, limit)
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from galla.plans ${where.where} ${end}`,
    values: where.values,
  })
  const page = pageOf(rows, BY_TIME, limit)
  return { ...page, rows: page.rows.map((row) => withoutNulls<Plan>(row)) }
}

/** Names of plans, by their ids. */
export async function planNames(on: Queries, planIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await on.query<Pick<Plan, 'planId' | 'name'>>({
    text: `select "planId", "name" from galla.plans where "planId" = any($1)`,
    values: [planIds],
  })
  return new Map(rows.map(({ planId, name }) => [planId, name]))
}

/** Takes a plan off sale. False when that changes nothing. */
export async function archivePlan(on: Queries, planId: string, nowMs: number): Promise<boolean> {
  const { rowCount } = await on.query({
    text: `update galla.plans set "archivedAtMs" = $2 where "planId" = $1 and "archivedAtMs" is null`,
    values: [planId, nowMs],
  })
  return rowCount === 1
}
