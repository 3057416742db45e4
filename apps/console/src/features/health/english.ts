import type { ReactNode } from 'react'
import { countText, plural } from '../../i18n/plural.ts'

/** The page of the gateway's health. */
export const healthEnglish = {
  title: 'Health',
  aside: 'Refreshed every five seconds',
  failed: 'The health report could not be loaded.',
  what: 'the checks',
  callsFail: 'Calls to the provider fail.',
  lately: (calls: string) =>
    ` ${calls}, in the last ten minutes. Their orders and refunds are checked until they are decided.`,
  checks: 'Checks',
  links: {
    calls: 'Failed calls in the API log',
    orders: 'Orders in review',
    refunds: 'Refunds in review',
    deliveries: 'Event deliveries in review',
    webhooks: 'Webhooks in review',
    disputes: 'Disputes to answer',
    settlements: 'Settlements that differ',
    unclaimed: 'Unclaimed event deliveries',
    errors: 'Errors in the API log',
  },
  queues: {
    title: 'Queues',
    unknown: 'Unknown while the database does not answer.',
    name: 'Queue',
    waiting: 'Waiting',
    oldest: 'Oldest, due for',
  },
  workers: {
    title: 'Workers',
    none: 'None. Webhooks are accepted, and wait until a worker runs.',
    name: 'Worker',
    id: 'worker id',
    started: 'Started',
    startedAt: (time: ReactNode) => ['Started ', time],
    heartbeat: 'Last heartbeat',
    ago: (age: string) => `${age} ago`,
  },
}

/** The summary of the checks, and the result of each. */
export const resultsEnglish = {
  summary: {
    fails: 'A check fails.',
    advice: 'The failed checks below say what to do.',
    works: 'It receives and applies webhooks, checks statuses and sends refunds.',
    decide: 'The gateway works. Something needs a decision.',
    own: 'The checks of the gateway itself pass.',
    all: 'All checks pass.',
  },
  database: {
    ok: (tookMs: number) => `Answered in ${tookMs} ms.`,
    silent: 'The database does not answer.',
  },
  clock: {
    ok: 'The database and the gateway’s machine agree within a day.',
    behind: (age: string) => `The database is ${age} behind the gateway’s machine.`,
    ahead: (age: string) => `The database is ${age} ahead of the gateway’s machine.`,
  },
  workers: { ok: (running: number) => `${running} running.`, none: 'No worker is running.' },
  queues: {
    ok: 'Nothing is overdue.',
    overdue: (queues: string) => `Overdue for more than two minutes: ${queues}.`,
  },
  subscriptions: {
    ok: 'For every event, a running process has the handler or notifier.',
    event: (event: string, subscriber: string) => `${event} to ${subscriber}`,
    unclaimed: (events: string) => `No process takes ${events}.`,
  },
  refundControls: {
    ok: 'All running processes have the same limits.',
    worker: (id: string) => `worker ${id}`,
    differing: (workers: string) => `These have different limits than the process that answered: ${workers}.`,
  },
  dataKeys: {
    ok: 'This process has every key that the database is encrypted with.',
    missing: (keys: string, count: number) =>
      `This process does not have the data ${count === 1 ? 'key' : 'keys'} ${keys}.`,
  },
  restore: {
    ok: 'Nothing is left to compare since a restore.',
    compared: (orders: number) =>
      `Comparing the orders from before the restore with the provider: ${countText(orders)} so far.`,
  },
  cardTesting: {
    ok: 'No payer tried many cards in the last hour.',
    tried: (payers: number, most: number) =>
      `${payers} ${payers === 1 ? 'payer' : 'payers'} tried many cards in the last hour, up to ${most} failed attempts each.`,
  },
  provider: { ok: 'The provider reports nothing as down.' },
  review: {
    ok: 'Nothing needs review.',
    waiting: (queues: string) => `Needs attention: ${queues}.`,
  },
  age: {
    seconds: (count: number) => `${count} s`,
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
    days: (count: number) => `${count} days`,
  },
}

/** The label of each check, and the advice when the check fails. */
export const checksEnglish = {
  database: {
    label: 'Database',
    advice:
      'Nothing can be stored: webhooks are answered with 503, and the provider sends them again. Check the database: its disk, its connections, the network. An embedded PostgreSQL writes a log into its folder.',
  },
  clock: {
    label: 'Clock',
    advice:
      'Meanwhile, nothing is deleted or erased by age. Correct the wrong clock, on the database’s machine or on this machine, and let both follow a time server (NTP).',
  },
  workers: {
    label: 'Workers',
    advice:
      'Webhooks are stored, but not processed; no status is checked and no refund is sent. Start a worker: your server with the gateway started in it, or the command galla gateway. If a worker should be running, read its log: a worker sends a heartbeat every ten seconds and is removed after thirty-five.',
  },
  queues: {
    label: 'Queues',
    advice:
      'The workers are too slow, or the provider does not answer. Open the API log: failures there explain a queue of orders or refunds. Without failures, start another worker.',
  },
  subscriptions: {
    label: 'Subscriptions',
    advice:
      'An event waits for a handler or a notifier that no running process has, for example after a deployment without its code. Start a process with this code: nothing is lost until then. If the code was removed for good, open the delivery and remove its subscription.',
  },
  refundControls: {
    label: 'Limits of refunds',
    advice:
      'Each process applies its own limits to the refunds that it stores, so a process without them lets refunds pass that should wait for a second person. Start all processes with the same option refundControls.',
  },
  dataKeys: {
    label: 'Data keys',
    advice:
      'This process cannot read what other processes encrypt with these keys. Give this process the same option dataKeys (GALLA_DATA_KEYS) as the other processes, and restart it. Without any key, the process takes no more work, so it stores nothing in clear.',
  },
  restore: {
    label: 'Restored database',
    advice:
      'Payments and refunds continue. Until the comparison ends, the provider may know of refunds that this database has lost. The comparison ends automatically when the provider has answered for each order. The page Reconciliation lists the orders without an answer.',
  },
  cardTesting: {
    label: 'Card testing',
    advice:
      'Somebody may be trying stolen cards in your shop. Filter the orders by failed card payments. Limit attempts in your shop, ask for a login or a captcha before the payment, and tell the provider.',
  },
  provider: {
    label: 'Provider',
    advice:
      'Payments fail at the provider, and nothing in your shop is wrong. Statuses are still checked. While the whole payment gateway is down, first requests of refunds wait.',
  },
  review: {
    label: 'Reviews',
    advice:
      'The gateway does not decide where it could lose money: a person does. Each record says why, and what to do.',
  },
}

const deliveriesText = (count: number, word = ''): string =>
  `${countText(count)} ${word}${count === 1 ? 'delivery' : 'deliveries'}`

/** The queues, by their names in the report. */
export const queuesEnglish = {
  callbacks: {
    title: 'Webhook queue',
    text: 'Genuine webhooks that are not processed yet.',
    count: (count: number) => plural(count, 'webhook'),
  },
  'replayed callbacks': {
    title: 'Webhooks to replay',
    text: 'Processed two at a time, beside new webhooks.',
    count: (count: number) => plural(count, 'replayed webhook'),
  },
  orders: {
    title: 'Status-poll queue',
    text: 'Their next status check is due.',
    count: (count: number) => plural(count, 'order'),
  },
  refunds: {
    title: 'Refunds to send or check',
    text: 'To be sent, or their status check is due.',
    count: (count: number) => plural(count, 'refund'),
  },
  'refund files': {
    title: 'Refund files',
    text: 'Started, and rows are left to request.',
    count: (count: number) => plural(count, 'refund file'),
  },
  subscriptions: {
    title: 'Subscriptions to bill',
    text: 'Their next announcement, debit or change is due.',
    count: (count: number) => plural(count, 'subscription'),
  },
  deliveries: {
    title: 'Event deliveries',
    text: 'Handlers and notifications that are due.',
    count: (count: number) => deliveriesText(count),
  },
  'failed callbacks': {
    title: 'Webhooks that need review',
    text: 'Could not be processed.',
    count: (count: number) => plural(count, 'failed webhook'),
  },
  'unclaimed deliveries': {
    title: 'Event deliveries that no process takes',
    text: 'Due for minutes; no running process has their handler or notifier.',
    count: (count: number) => deliveriesText(count, 'unclaimed '),
  },
  'failed deliveries': {
    title: 'Event deliveries that need review',
    text: 'Failed at every attempt.',
    count: (count: number) => deliveriesText(count, 'failed '),
  },
  'orders in review': {
    title: 'Orders that need review',
    text: 'Their data is contradictory.',
    count: (count: number) => `${plural(count, 'order')} in review`,
  },
  'undecided orders': {
    title: 'Orders that the provider does not decide',
    text: 'Checked every day; ask the provider’s support. A payment that it reports later ends the review.',
    count: (count: number) => plural(count, 'undecided order'),
  },
  'settlement findings': {
    title: 'Settlements that differ',
    text: 'From what was captured, refunded, reported or credited by the bank. See Finance, Settlements.',
    count: (count: number) => plural(count, 'settlement finding'),
  },
  'disputes to answer': {
    title: 'Disputes that need an answer',
    text: 'Answer them in the provider’s dashboard. See Disputes.',
    count: (count: number) => `${plural(count, 'dispute')} to answer`,
  },
  'refunds in review': {
    title: 'Refunds that need review',
    text: 'Contradictory, refused or undecided.',
    count: (count: number) => `${plural(count, 'refund')} in review`,
  },
}
