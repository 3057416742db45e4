import type { DrillCheck, DrillOptions, DrillOrder, DrillReport } from '@galla/contract/sandbox-api/routes'
import { describeAnswer, diagnoseAnswer, isOnTheWay, type ReceiverAnswer } from '@galla/http-server/receiver-answers'
import { describeError, withDeadline } from '../callbacks/delivery.ts'
import type { SandboxContext } from '../context.ts'
import { defined } from '../domain/defined.ts'
import type { Order } from '../domain/order.ts'
import type { Drill, DrillResponse } from './drill.ts'
import { DRILLS, VALID } from './drills.ts'
import { EFFECTS_CHECK, STATUS_CHECK, STATUS_CHECK_EXPECTS, STATUS_CHECK_FIX } from './effects.ts'
import { createFixtures, type DrillFixtures, type DrillRequest } from './fixtures.ts'
import { scoreOf, summaryOf } from './summary.ts'

/** Name of the check that grades the response times of all drills together. */
export const SPEED_CHECK = 'in-time'

/** The provider waits three to five seconds for an answer. A receiver that needs more than three loses callbacks. */
const MAX_RESPONSE_MS = 3_000

/** A shop answers first and asks afterwards. */
const DEFAULT_WAIT_MS = 2_000

/** Drills that tell of an order that is paid: a receiver that has the order asks for its status. */
const TELLS_OF_PAYMENT = ['valid', 'duplicate', 'burst', 'late-payment']

/** @param own an order of the shop, pending or completed */
interface Drilled extends Pick<DrillOptions, 'only' | 'waitMs'> {
  readonly own?: Order
}

/**
 * Sends all drills, or those named in `only`, to a receiver and grades its answers and its status checks. The valid callback is sent
 * in any case: when it is not accepted, the other answers would say nothing, and its diagnosis is the only one.
 */
export async function runDrill(context: SandboxContext, url: string, options: Drilled = {}): Promise<DrillReport> {
  const { only, own, waitMs = DEFAULT_WAIT_MS } = options
  const fixtures = createFixtures(context, context.callbacks.receiver, own)
  const before = context.journal.lastSeq()
  const isWanted = (name: string): boolean => !only || only.includes(name)
  const probed = await runOne(context, url, VALID, fixtures)
  if (!probed.check.passed)
    return notAccepted(url, probed, isWanted, countStatusChecks(context, fixtures.orders, before))
  const results = [probed]
  for (const drill of DRILLS)
    if (drill !== VALID && isWanted(drill.name)) results.push(await runOne(context, url, drill, fixtures))
  const checks = results.map(({ check }) => check).filter(({ name }) => isWanted(name))
  if (isWanted(SPEED_CHECK)) checks.push(gradeSpeed(results.flatMap(({ responses }) => responses)))
  const notGraded: DrillReport['notGraded'] = []
  const watched = fixtures.orders.filter(({ drill }) => TELLS_OF_PAYMENT.includes(drill))
  if (isWanted(STATUS_CHECK)) {
    // Of a shop whose own order was named, no check of another order is to be expected.
    const awaited = own ? watched.filter(({ mayFulfil }) => mayFulfil === 'once') : watched
    await statusChecksOf(context, awaited, before, waitMs)
    const graded = gradeStatusChecks(countStatusChecks(context, watched, before))
    if ('reason' in graded) notGraded.push(graded)
    else checks.push(graded)
  }
  if (!only) notGraded.push({ name: EFFECTS_CHECK, reason: 'The number of fulfilments is not known.' })
  const orders = countStatusChecks(context, fixtures.orders, before)
  return reportOf({ url, checks, notGraded, orders })
}

const reportOf = (graded: Omit<DrillReport, 'score' | 'summary'>): DrillReport => ({
  ...graded,
  score: scoreOf(graded),
  summary: summaryOf(graded),
})

interface DrillResult {
  readonly check: DrillCheck
  readonly responses: readonly DrillResponse[]
}

async function runOne(
  context: SandboxContext,
  url: string,
  drill: Drill,
  fixtures: DrillFixtures,
): Promise<DrillResult> {
  fixtures.startDrill(drill.name)
  const requests = drill.requests(fixtures)
  const responses: DrillResponse[] = []
  if (drill.parallel) responses.push(...(await Promise.all(requests.map((request) => send(context, url, request)))))
  else for (const request of requests) responses.push(await send(context, url, request))
  for (const response of responses) writeJournal(context, url, drill.name, response)
  return { check: grade(drill, responses, fixtures), responses }
}

/** The report about a receiver that does not accept the valid callback: one diagnosis, and nothing else is graded. */
function notAccepted(
  url: string,
  { check, responses }: DrillResult,
  isWanted: (name: string) => boolean,
  orders: DrillOrder[],
): DrillReport {
  const [answer = {}] = responses
  const valid = { ...check, saw: describeAnswer(answer), fix: fixOf(answer) }
  const reason = 'The valid callback was not accepted, so this was not tried.'
  const names = [...DRILLS.map(({ name }) => name), SPEED_CHECK, STATUS_CHECK, EFFECTS_CHECK]
  const notGraded = names.filter((name) => name !== VALID.name && isWanted(name)).map((name) => ({ name, reason }))
  return reportOf({ url, checks: [valid], notGraded, orders })
}

type SentOrder = Omit<DrillOrder, 'statusChecks'>

function countStatusChecks({ journal }: SandboxContext, orders: readonly SentOrder[], after: number): DrillOrder[] {
  return orders.map((order) => {
    const { entries } = journal.read({
      kind: 'api',
      id: order.merchantOrderId,
      after: String(after),
      limit: 'Infinity',
    })
    return { ...order, statusChecks: entries.filter(({ method }) => method === 'GET').length }
  })
}

/** Waits until every order was asked for, at most `waitMs` milliseconds. */
async function statusChecksOf(context: SandboxContext, orders: readonly SentOrder[], after: number, waitMs: number) {
  const endsAtMs = performance.now() + waitMs
  const isComplete = () => countStatusChecks(context, orders, after).every(({ statusChecks }) => statusChecks > 0)
  while (!isComplete()) {
    const leftMs = endsAtMs - performance.now()
    if (leftMs <= 0) return
    await context.journal.written(leftMs)
  }
}

function gradeStatusChecks(orders: readonly DrillOrder[]): DrillCheck | DrillReport['notGraded'][number] {
  const asked = orders.filter(({ statusChecks }) => statusChecks > 0)
  const mustAsk = orders.some(({ mayFulfil }) => mayFulfil === 'once')
  if (asked.length === 0 && !mustAsk)
    return {
      name: STATUS_CHECK,
      reason: `Your app asked for the status of none of ${orders.length} paid orders: it acts on callbacks alone, or has none of these orders.`,
    }
  const passed = asked.length === orders.length || (mustAsk && orders.every(isAskedOrUnknown))
  return {
    name: STATUS_CHECK,
    passed,
    expects: STATUS_CHECK_EXPECTS,
    saw: `status checks for ${asked.length} of ${orders.length} paid orders`,
    ...(passed ? {} : { fix: STATUS_CHECK_FIX }),
  }
}

/** A shop whose own order was named need not have the others. */
const isAskedOrUnknown = ({ mayFulfil, statusChecks }: DrillOrder): boolean => mayFulfil !== 'once' || statusChecks > 0

/** Measures the response time on the machine's own clock, because the sandbox's clock may be frozen. */
async function send(context: SandboxContext, url: string, { body, headers }: DrillRequest): Promise<DrillResponse> {
  const startedMs = performance.now()
  const tookMs = (): number => performance.now() - startedMs
  try {
    const answer = await withDeadline(context.settings.receiverDeadlineMs, async (signal) => {
      const init = { method: 'POST', body, headers: { ...headers }, redirect: 'manual', signal } as const
      const response = await context.deliver(url, init)
      await response.body?.cancel()
      return { status: response.status, location: response.headers.get('location') ?? undefined }
    })
    return { ...defined(answer), tookMs: tookMs() }
  } catch (error) {
    return { tookMs: tookMs(), failure: describeError(error) }
  }
}

function writeJournal({ journal, clock }: SandboxContext, path: string, drill: string, response: DrillResponse): void {
  journal.write({
    atMs: clock.now(),
    kind: 'callback',
    name: `drill.${drill}`,
    method: 'POST',
    path,
    ...defined({ status: response.status }),
  })
}

function grade(drill: Drill, responses: readonly DrillResponse[], fixtures: DrillFixtures): DrillCheck {
  const wrong = responses.filter((response) => !drill.passes(response, fixtures))
  const passed = responses.length > 0 && wrong.length === 0
  const saw = responses.map((response) => response.status ?? response.failure ?? 'no answer').join(', ')
  const { name, expects } = drill
  if (passed) return { name, passed, expects, saw }
  const onTheWay = wrong.find(isOnTheWay)
  return { name, passed, expects, saw, fix: onTheWay ? fixOf(onTheWay) : drill.fix }
}

const fixOf = (answer: ReceiverAnswer): string => {
  const { cause, fix } = diagnoseAnswer(answer)
  return `Likely cause: ${cause}. What to do: ${fix}.`
}

function gradeSpeed(responses: readonly DrillResponse[]): DrillCheck {
  const slowestMs = Math.max(0, ...responses.map((response) => response.tookMs))
  const passed = slowestMs <= MAX_RESPONSE_MS && responses.every((response) => response.status !== undefined)
  const fix =
    'Store the callback, answer 2xx, and do the work afterwards: no status check and no e-mail before the answer.'
  return {
    name: SPEED_CHECK,
    passed,
    expects: `Every callback is answered within ${MAX_RESPONSE_MS / 1000} seconds.`,
    saw: `slowest answer ${Math.round(slowestMs)} ms`,
    ...(passed ? {} : { fix }),
  }
}
