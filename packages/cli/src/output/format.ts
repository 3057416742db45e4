import { formatInr, type Paise } from '@galla/contract/money'
import type { JournalEntry } from '@galla/contract/sandbox-api/journal'
import type { SandboxRedemption } from '@galla/contract/sandbox-api/mandates'
import type { Delivery, DrillCheck, DrillReport, SandboxOrder } from '@galla/contract/sandbox-api/routes'
import type { Finding } from '../doctor/check.ts'
import { printableLine } from './printable.ts'

/** 14:02:07.125 in UTC, so that the logs of two machines can be compared. */
const timeOf = (ms: number) => new Date(ms).toISOString().slice(11, 23)

const join = (parts: readonly (string | number | undefined)[]) =>
  parts
    .filter((part) => part !== undefined && part !== '')
    .map((part) => printableLine(String(part)))
    .join('  ')

/** `14:02:07.125  api       POST /checkout/v2/pay  200  order-42  12 ms`; a refused call shows the code of its error. */
export function formatCall(call: JournalEntry): string {
  const { atMs, method, path, name, status, tookMs, fault, note, ...ids } = call
  return join([
    timeOf(atMs),
    'api     ',
    `${method ?? ''} ${path ?? name}`.trim(),
    status,
    refusalOf(call),
    ids.merchantRefundId ?? ids.merchantOrderId,
    tookMs === undefined ? undefined : `${Math.round(tookMs)} ms`,
    fault && `fault: ${fault}`,
    note,
  ])
}

function refusalOf({ status = 0, response }: JournalEntry): string | undefined {
  const body = response?.body
  if (status < 400 || typeof body !== 'object' || body === null || !('code' in body)) return undefined
  return typeof body.code === 'string' ? body.code : undefined
}

/** `order-42  FAILED  ₹499.00  INSUFFICIENT_BALANCE (Z9)` */
export function formatOrder(order: SandboxOrder | SandboxRedemption): string {
  const { merchantOrderId, state, amount, errorCode, detailedErrorCode } = order
  return join([merchantOrderId, state, formatInr(amount), errorCode && `${errorCode} (${detailedErrorCode})`])
}

/** `14:02:07.301  callback  checkout.order.completed  order-42  → your app: 200 in 4 ms  [delivery id]` */
export function formatDelivery(delivery: Delivery): string {
  const { scheduledAtMs, sentAtMs, event, id, attempt, fault, deliveryId } = delivery
  return join([
    timeOf(sentAtMs ?? scheduledAtMs),
    'callback',
    event,
    id,
    attempt > 1 ? `attempt ${attempt}` : undefined,
    fault && `(${fault})`,
    `→ ${formatAnswer(delivery)}`,
    `[${deliveryId}]`,
  ])
}

function formatAnswer({ sentAtMs, answer, failure, delivered }: Delivery): string {
  if (sentAtMs === undefined) return 'not sent yet'
  if (answer === undefined) return `your app did not answer${failure ? `: ${failure}` : ''}`
  const body = !delivered && answer.body ? `: ${answer.body.slice(0, 120)}` : ''
  return `your app: ${answer.status} in ${Math.round(answer.tookMs)} ms${body}`
}

/**
 * The score and what it misses; then one line for each passed check, for each failed one also the expected and the actual answer and
 * the fix, and what was not graded.
 */
export function formatDrillReport(report: DrillReport): string {
  const { url, checks, notGraded, score, summary } = report
  const reasons = [...new Set(notGraded.map(({ reason }) => reason))]
  const gaps = reasons.flatMap((reason) => {
    const names = notGraded.filter((one) => one.reason === reason).map(({ name }) => name)
    return [
      `  ? ${names.length > MAX_NAMES ? `${names.length} checks` : names.join(', ')}: not graded. ${reason}`,
      ...names.flatMap((name) => (names.length === 1 && GAPS[name] ? [`      ${GAPS[name]}`] : [])),
    ]
  })
  const head = [`Drill of ${url}: ${score} of 100`, summary]
  return [...head, '', ...checks.flatMap(formatDrillCheck), ...gaps].join('\n')
}

/** Names in a line; more are counted. */
const MAX_NAMES = 4

/** Advice that makes the drill grade a check. */
const GAPS: { readonly [check: string]: string } = {
  'status-check': 'create an order in your app and name it: --order ID',
  effects: 'name what your app fulfilled: --effects FILE or --effects URL, with --order ID of one of its orders',
}

function formatDrillCheck({ name, passed, expects, saw, fix }: DrillCheck): string[] {
  if (passed) return [`  ✓ ${name}: ${expects}`]
  return [
    `  ✗ ${name}`,
    `      expected  ${expects}`,
    `      received  ${saw}`,
    ...(fix ? [`      fix       ${fix}`] : []),
  ]
}

const LEVELS: { readonly [Level in Finding['level']]: string } = { ok: 'ok     ', note: 'note   ', problem: 'PROBLEM' }

/** A finding as lines: the description, and the fix below it. */
export function formatFinding({ level, description, fix }: Finding): string[] {
  const first = `${LEVELS[level]} ${description}`
  return fix === undefined ? [first] : [first, `        ${fix}`]
}

/** An amount as it is shown: `₹499.00`. */
export const amountText = (amount: Paise): string => formatInr(amount)
