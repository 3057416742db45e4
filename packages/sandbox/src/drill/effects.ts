import type { DrillCheck, DrillOrder, DrillReport } from '@galla/contract/sandbox-api/routes'
import { VALID } from './drills.ts'
import { scoreOf, summaryOf } from './summary.ts'

/** Name of the check that grades how often a receiver fulfilled the orders of a drill. */
export const EFFECTS_CHECK = 'effects'

/** Name of the check that grades whether a receiver asked for the status of the orders in its callbacks. */
export const STATUS_CHECK = 'status-check'

const LIMITS = { never: [0, 0], 'at-most-once': [0, 1], once: [1, 1] } as const

const FIX =
  'Record each fulfilment under a unique key of its order, in the same transaction, and only after a status check shows COMPLETED.'

/**
 * Adds the check `effects` to a drill report: the grade of how often the receiver fulfilled each order. Adds a failed `status-check` if
 * the receiver fulfilled an order without a status check and the report lacks that grade.
 * @param counts number of fulfilments by `merchantOrderId`; ids that no drill used are ignored
 * @example
 * const report = await sandbox.drill('http://127.0.0.1:3000/callbacks', { order: 'order-1' })
 * const { score } = gradeEffects(report, new Map([['order-1', shop.fulfilled('order-1')]]))
 */
export function gradeEffects(report: DrillReport, counts: ReadonlyMap<string, number>): DrillReport {
  // A receiver that does not accept the valid callback has its diagnosis, and was sent nothing else.
  if (report.checks.some(({ name, passed }) => name === VALID.name && !passed)) return report
  const fulfilled = ({ merchantOrderId }: DrillOrder): number => counts.get(merchantOrderId) ?? 0
  const done = report.orders.filter((order) => fulfilled(order) > 0)
  if (done.length === 0 && !report.orders.some(({ mayFulfil }) => mayFulfil === 'once')) {
    const reason =
      'Your app fulfilled no order of the drill, perhaps because it has none of them. Name an open order of your app: --order ID.'
    return graded(report, [], [{ name: EFFECTS_CHECK, reason }])
  }
  const wrong = report.orders.filter((order) => {
    const [least, most] = LIMITS[order.mayFulfil]
    return fulfilled(order) < least || fulfilled(order) > most
  })
  const saw = (order: DrillOrder) => `${order.drill}: ${order.merchantOrderId} ${fulfilled(order)} times`
  const effects: DrillCheck = {
    name: EFFECTS_CHECK,
    passed: wrong.length === 0,
    expects:
      'A paid order is fulfilled once, however often it is reported. An order that is not paid is never fulfilled.',
    saw: wrong.length > 0 ? wrong.map(saw).join(', ') : `${done.length} orders fulfilled once`,
    ...(wrong.length > 0 ? { fix: FIX } : {}),
  }
  const unchecked = done.filter(({ statusChecks }) => statusChecks === 0)
  const known = report.checks.some(({ name }) => name === STATUS_CHECK)
  return graded(report, unchecked.length > 0 && !known ? [effects, statusCheck(unchecked)] : [effects], [])
}

const statusCheck = (unchecked: readonly DrillOrder[]): DrillCheck => ({
  name: STATUS_CHECK,
  passed: false,
  expects: STATUS_CHECK_EXPECTS,
  saw: `${unchecked.length} orders fulfilled without a status check`,
  fix: STATUS_CHECK_FIX,
})

export const STATUS_CHECK_EXPECTS = 'The receiver asks for the status of an order before it acts on a callback.'
export const STATUS_CHECK_FIX =
  'Treat a callback as a hint: read the order status, and fulfil by its state and amount. The classic signature does not cover the body.'

function graded(report: DrillReport, more: readonly DrillCheck[], missing: DrillReport['notGraded']): DrillReport {
  const replaced = [...more, ...missing].map(({ name }) => name)
  const checks = [...report.checks, ...more]
  const notGraded = [...report.notGraded.filter(({ name }) => !replaced.includes(name)), ...missing]
  const score = scoreOf({ checks, notGraded })
  return { ...report, checks, notGraded, score, summary: summaryOf({ checks, notGraded }) }
}
