import type { Decision, ObservationKind, OrderRule } from '@galla/contract/gateway-api/decisions'
import { defined } from '../../domain/defined.ts'
import type { Observation, OrderRecord } from '../../domain/orders/order.ts'
import type { OrderReduction } from '../../domain/orders/reduce.ts'
import type { Queries } from '../../storage/database.ts'
import { latestDecisionOf, type NewDecision } from '../../storage/orders/decisions.ts'
import type { OrderRow } from '../../storage/orders/order-row.ts'

const UNCHANGED_RULES: ReadonlySet<OrderRule> = new Set(['still-pending', 'nothing-new', 'stays-in-review'])

/** Polls, and a payer who reloads the return page: they come any number of times, and are recorded with a change only. */
const REPEATED_KINDS: ReadonlySet<ObservationKind> = new Set(['status', 'redirect', 'clock'])

const isCheckOnly = (observations: NewDecision['observations']): boolean =>
  observations.every(({ kind }) => REPEATED_KINDS.has(kind))

/** False for a check that finds what the last one found: it only moves the next poll and writes no decision. */
export function isNews(row: OrderRow, { order, rule }: OrderReduction, observations: readonly Observation[]): boolean {
  if (!UNCHANGED_RULES.has(rule)) return true
  if (!isCheckOnly(observations.map(summaryOf))) return true
  return JSON.stringify(comparedFields(row)) !== JSON.stringify(comparedFields(order))
}

/** Tells whether a check found the same earlier state at the provider as the latest decision, which changed nothing either. */
export async function isRepeated(tx: Queries, merchantOrderId: string, decision: NewDecision): Promise<boolean> {
  if (decision.rule !== 'never-backwards' || !isCheckOnly(decision.observations)) return false
  const latest = await latestDecisionOf(tx, merchantOrderId)
  return latest?.rule === decision.rule && reportedState(latest) === reportedState(decision)
}

const reportedState = ({ observations }: NewDecision): string | undefined => observations.at(-1)?.state

const comparedFields = ({ state, needsReview, opening, orderId, expiresAtMs, sentAtMs, attempts }: OrderRecord) => [
  state,
  needsReview?.findings.map(({ key }) => key),
  opening,
  sentAtMs,
  orderId,
  expiresAtMs,
  attempts.map((one) => Object.entries(one).sort()),
]

/** The decision as it is recorded: what was observed, the rule, and the events. */
export function decisionOf(
  before: OrderRecord,
  { order, rule, events }: OrderReduction,
  observations: readonly Observation[],
  atMs: number,
): NewDecision {
  return {
    atMs,
    rule,
    from: before.state,
    to: order.state,
    observations: observations.map(summaryOf),
    events: events.map(({ eventId }) => eventId),
  }
}

const RECORDED_KIND: { readonly [Kind in Observation['kind']]: ObservationKind } = {
  response: 'response',
  'response-failed': 'response',
  callback: 'callback',
  status: 'status',
  'status-failed': 'status',
  redirect: 'redirect',
  clock: 'clock',
  cancel: 'cancel',
  console: 'console',
  'automatic-refund-failed': 'refund',
  'automatic-refund-corrected': 'refund',
}

/** One observation as a decision keeps it. */
function summaryOf(one: Observation): Decision['observations'][number] {
  const { kind, atMs, source } = one
  const status = 'status' in one ? one.status : undefined
  const state = status?.wireState ?? status?.state ?? ('outcome' in one ? one.outcome : undefined)
  return { kind: RECORDED_KIND[kind], atMs, ...defined({ state, amount: status?.amount, source }) }
}
