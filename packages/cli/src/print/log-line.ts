import type { JournalEntry } from '@galla/contract/sandbox-api/journal'
import type { Delivery } from '@galla/contract/sandbox-api/routes'

/** 14:02:07.125, in UTC: lines of two machines can be laid side by side. */
const timeOf = (ms: number) => new Date(ms).toISOString().slice(11, 23)

const join = (parts: readonly (string | number | undefined)[]) =>
  parts.filter((part) => part !== undefined && part !== '').join('  ')

/** `14:02:07.125  api       POST /checkout/v2/pay  200  order-42  12 ms` */
export function callLine({ atMs, method, path, name, status, tookMs, fault, note, ...ids }: JournalEntry): string {
  return join([
    timeOf(atMs),
    'api     ',
    `${method ?? ''} ${path ?? name}`.trim(),
    status,
    ids.merchantRefundId ?? ids.merchantOrderId,
    tookMs === undefined ? undefined : `${Math.round(tookMs)} ms`,
    fault && `fault: ${fault}`,
    note,
  ])
}

/** `14:02:07.301  callback  checkout.order.completed  order-42  → your app: 200 in 4 ms  [delivery id]` */
export function deliveryLine(delivery: Delivery): string {
  const { scheduledAtMs, sentAtMs, event, id, attempt, fault, deliveryId } = delivery
  return join([
    timeOf(sentAtMs ?? scheduledAtMs),
    'callback',
    event,
    id,
    attempt > 1 ? `try ${attempt}` : undefined,
    fault && `(${fault})`,
    `→ ${answerOf(delivery)}`,
    `[${deliveryId}]`,
  ])
}

function answerOf({ sentAtMs, answer, failure, delivered }: Delivery): string {
  if (sentAtMs === undefined) return 'not sent yet'
  if (answer === undefined) return `your app did not answer${failure ? `: ${failure}` : ''}`
  const body = !delivered && answer.body ? `: ${answer.body.slice(0, 120)}` : ''
  return `your app: ${answer.status} in ${Math.round(answer.tookMs)} ms${body}`
}
