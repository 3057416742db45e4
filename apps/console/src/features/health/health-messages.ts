import type { HealthCheck } from '@galla/contract/gateway-api/health'
import { DAY_MS, HOUR_MS } from '../../i18n/format.ts'
import { countText } from '../../i18n/plural.ts'
import { providerText } from './provider-messages.ts'

/** Labels of the checks, by their names. */
const LABELS: { readonly [check: string]: string } = {
  database: 'Database',
  clock: 'Clock',
  workers: 'Workers',
  queues: 'Queues',
  subscriptions: 'Subscriptions',
  refundControls: 'Limits of refunds',
  dataKeys: 'Data keys',
  restore: 'Restored database',
  cardTesting: 'Card testing',
  provider: 'Provider',
  review: 'Reviews',
}

export const checkLabel = (name: string): string => LABELS[name] ?? name

/** Advice for each failed check, by the check's name. */
const ADVICE: { readonly [check: string]: string } = {
  database:
    'Nothing can be stored: webhooks are answered with 503, and the provider sends them again. Check the database: its disk, its connections, the network. An embedded PostgreSQL writes a log into its folder.',
  clock:
    'Meanwhile, nothing is deleted or erased by age. Correct the wrong clock, on the database’s machine or on this machine, and let both follow a time server (NTP).',
  workers:
    'Webhooks are stored, but not processed; no status is checked and no refund is sent. Start a worker: your server with the gateway started in it, or the command galla gateway. If a worker should be running, read its log: a worker sends a heartbeat every ten seconds and is removed after thirty-five.',
  queues:
    'The workers are too slow, or the provider does not answer. Open the API log: failures there explain a queue of orders or refunds. Without failures, start another worker.',
  subscriptions:
    'An event waits for a handler or a notifier that no running process has, for example after a deployment without its code. Start a process with this code: nothing is lost until then. If the code was removed for good, open the delivery and remove its subscription.',
  refundControls:
    'Each process applies its own limits to the refunds that it stores, so a process without them lets refunds pass that should wait for a second person. Start all processes with the same option refundControls.',
  dataKeys:
    'This process cannot read what other processes encrypt with these keys. Give this process the same option dataKeys (GALLA_DATA_KEYS) as the other processes, and restart it. Without any key, the process takes no more work, so it stores nothing in clear.',
  restore:
    'Payments and refunds continue. Until the comparison ends, the provider may know of refunds that this database has lost. The comparison ends automatically when the provider has answered for each order. The page Reconciliation lists the orders without an answer.',
  cardTesting:
    'Somebody may be trying stolen cards in your shop. Filter the orders by failed card payments. Limit attempts in your shop, ask for a login or a captcha before the payment, and tell the provider.',
  provider:
    'Payments fail at the provider, and nothing in your shop is wrong. Statuses are still checked. While the whole payment gateway is down, first requests of refunds wait.',
  review:
    'Processing stopped where it could lose money. Each order, refund, delivery and webhook says why, and what to do.',
}

/**
 * Says in a headline that the gateway works, or that it does not. Records that need a decision are no failure of the gateway. `callsFail`:
 * calls to the provider fail.
 */
export function healthSummary(
  checks: readonly HealthCheck[],
  callsFail: boolean,
): { tone: 'good' | 'wait' | 'bad'; title: string; text: string } {
  const failed = checks.filter(({ ok }) => !ok)
  if (failed.some(({ name }) => !['review', 'cardTesting', 'provider'].includes(name)))
    return { tone: 'bad', title: 'A check fails.', text: 'The failed checks below say what to do.' }
  const text = 'It receives and applies webhooks, checks statuses and sends refunds.'
  if (failed.length > 0) return { tone: 'wait', title: 'The gateway works. Something needs a decision.', text }
  return { tone: 'good', title: callsFail ? 'The checks of the gateway itself pass.' : 'All checks pass.', text }
}

/** Returns the result of a check, in words. */
export function checkResult(check: HealthCheck): string {
  switch (check.name) {
    case 'database':
      return check.tookMs === undefined ? 'The database does not answer.' : `Answered in ${check.tookMs} ms.`
    case 'clock': {
      const direction = check.offsetMs < 0 ? 'behind' : 'ahead of'
      return check.ok
        ? 'The database and the gateway’s machine agree within a day.'
        : `The database is ${ageText(Math.abs(check.offsetMs))} ${direction} the gateway’s machine.`
    }
    case 'workers':
      return check.ok ? `${check.running} running.` : 'No worker is running.'
    case 'queues':
      return check.ok
        ? 'Nothing is overdue.'
        : `Overdue for more than two minutes: ${check.overdue.map(counted).join(', ')}.`
    case 'subscriptions':
      return check.ok
        ? 'For every event, a running process has the handler or notifier.'
        : `No process takes ${check.unclaimed.map(({ subscriber, event }) => `${event} to ${subscriber}`).join(', ')}.`
    case 'refundControls':
      return check.ok
        ? 'All running processes have the same limits.'
        : `These have different limits than the process that answered: ${check.differing.map((id) => `worker ${id}`).join(', ')}.`
    case 'dataKeys':
      return check.ok
        ? 'This process has every key that the database is encrypted with.'
        : `This process does not have the data ${check.missing.length === 1 ? 'key' : 'keys'} ${check.missing.join(', ')}.`
    case 'restore':
      return check.ok
        ? 'Nothing is left to compare since a restore.'
        : `Comparing the orders from before the restore with the provider: ${countText(check.compared ?? 0)} so far.`
    case 'cardTesting':
      return check.ok
        ? 'No payer tried many cards in the last hour.'
        : `${check.payers} ${check.payers === 1 ? 'payer' : 'payers'} tried many cards in the last hour, up to ${check.mostAttempts} failed attempts each.`
    case 'provider': {
      const text = check.reported && providerText(check.reported)
      return text === undefined ? 'The provider reports nothing as down.' : `The provider reports: ${text}.`
    }
    case 'review':
      return check.ok ? 'Nothing needs review.' : `Needs attention: ${check.waiting.map(counted).join(', ')}.`
  }
}

/** `1 failed webhook`, `3 webhooks`. */
const counted = ({ name: queue, waiting }: { name: string; waiting: number }) => {
  const name = queue.replace('callbacks', 'webhooks')
  return `${waiting} ${waiting === 1 ? name.replace(/ies$/, 'y').replace(/s( in review| to answer)?$/, '$1') : name}`
}

interface QueueLabel {
  /** Name of the queue's contents. */
  title: string
  text: string
}

const QUEUES: { readonly [name: string]: QueueLabel } = {
  callbacks: { title: 'Webhook queue', text: 'Genuine webhooks that are not processed yet.' },
  'replayed callbacks': { title: 'Webhooks to replay', text: 'Processed two at a time, beside new webhooks.' },
  orders: { title: 'Status-poll queue', text: 'Their next status check is due.' },
  refunds: { title: 'Refunds to send or check', text: 'To be sent, or their status check is due.' },
  'refund files': { title: 'Refund files', text: 'Started, and rows are left to request.' },
  deliveries: { title: 'Event deliveries', text: 'Handlers and notifications that are due.' },
  'failed callbacks': { title: 'Webhooks that need review', text: 'Could not be processed.' },
  'unclaimed deliveries': {
    title: 'Event deliveries that no process takes',
    text: 'Due for minutes; no running process has their handler or notifier.',
  },
  'failed deliveries': { title: 'Event deliveries that need review', text: 'Failed at every attempt.' },
  'orders in review': { title: 'Orders that need review', text: 'Their data is contradictory.' },
  'undecided orders': {
    title: 'Orders that the provider does not decide',
    text: 'Checked every day; ask the provider’s support. A payment that it reports later ends the review.',
  },
  'settlement findings': {
    title: 'Settlements that differ',
    text: 'From what was captured, refunded, reported or credited by the bank. See Finance, Settlements.',
  },
  'disputes to answer': {
    title: 'Disputes that need an answer',
    text: 'Answer them in the provider’s dashboard. See Disputes.',
  },
  'refunds in review': { title: 'Refunds that need review', text: 'Contradictory, refused or undecided.' },
}

export const checkAdvice = (check: string): string | undefined =>
  Object.hasOwn(ADVICE, check) ? ADVICE[check] : undefined

export const queueLabel = (name: string): QueueLabel =>
  (Object.hasOwn(QUEUES, name) ? QUEUES[name] : undefined) ?? { title: name, text: '' }

/** An age: `4 s`, `12 min`, `47 h`, `2 days`. Negative ages, from clocks that differ, are `0 s`. */
export function ageText(ms: number): string {
  if (ms < 60_000) return `${Math.max(Math.floor(ms / 1_000), 0)} s`
  if (ms < HOUR_MS) return `${Math.floor(ms / 60_000)} min`
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} days`
}
