import type { ReactNode } from 'react'
import { countText, plural } from '../../i18n/plural.ts'

/** The page: its days, its sections, and what is shown before the first order. */
export const overviewEnglish = {
  title: 'Overview',
  what: 'the overview',
  notLoaded: 'The overview could not be loaded.',
  days: 'Days',
  spans: {
    today: 'Today',
    yesterday: 'Yesterday',
    '7d': 'Last 7 days',
    '30d': 'Last 30 days',
    dates: 'From … to …',
  },
  dayBefore: 'the day before',
  daysBefore: (days: number) => `the ${days} days before`,
  drawn: (span: string) => `The charts show ${span}: there is no order outside of it.`,
  guide: {
    text: 'New here? Eight cases that every shop meets, in test mode.',
    open: 'Getting-started guide',
    hide: 'Do not show the guide here',
  },
  first: {
    title: 'No orders yet',
    sandbox:
      'The provider is a sandbox on this machine: you need no account, and no money moves. Make a payment and watch its order here.',
    live: 'The first order of your shop will be listed here.',
    guide: 'Open the getting-started guide',
    code: 'The same from your code',
  },
  sections: {
    volume: 'Gross volume',
    orders: 'Orders by status',
    modes: 'By payment mode',
    latency: 'API latency, p95',
  },
  money: {
    title: 'Money on its way',
    payers: 'To payers',
    refunds: (count: number) => plural(count, 'open refund'),
    /** Follows `refunds`. */
    toApprove: (amount: string) => `; ${amount} more waits for approval`,
    bank: 'To your bank',
    settlements: (count: number) => plural(count, 'settlement'),
    noSettlement: 'No settlement is known.',
    paidOut: 'Paid out to your bank',
    paidOutNote: 'in this period, after the provider’s fees',
  },
  sample: {
    title: 'Sample payment',
    make: 'Make a sample payment',
    newTab: ', opens a new tab',
    failed: 'The sample payment was not created.',
    orderId: 'order id',
    page: 'Payment page',
    order: 'Open the order',
    close: 'Close',
    states: {
      CREATED: 'The order is being created at the provider.',
      PENDING: 'Pay on the payment page, or let the payment fail there: this line is updated live.',
      COMPLETED: 'Paid: the webhook was received and the status check confirmed it.',
      FAILED: 'The payment failed; the order shows why.',
    },
  },
}

/** The figures, what they mean and what is conspicuous. */
export const figuresEnglish = {
  volume: 'Gross volume',
  orders: 'Orders',
  paid: 'Paid',
  paidNote: 'Late and duplicate payments and checks of mandates count here, and not in the gross volume.',
  open: 'Open',
  openNote: 'not final yet, even if another order has paid the cart',
  refunded: 'Refunded',
  refundedNote: 'Refunds of late and duplicate payments count too.',
  success: 'Attempt success',
  successNote: (paid: number, attempts: number) => `${countText(paid)} of ${plural(attempts, 'payment attempt')} paid`,
  conversion: 'Order conversion',
  conversionNote: (paid: number, orders: number) =>
    `${countText(paid)} of ${plural(orders, 'order')} paid. Orders without a payment attempt count too.`,
  none: 'none',
  same: (before: string) => `the same as ${before}`,
  change: (change: string, before: string) => `${change} from ${before}`,
  usual: (value: string, weekday: string, isRunning: boolean) =>
    `usually ${value} ${isRunning ? 'by now ' : ''}on ${weekday}s`,
  usually: 'usually',
  diagnosis: 'Diagnosis',
  /** `compared` is empty, or a space and the usual rate in parentheses. */
  finding: (mode: string, rate: string, compared: string, failed: number, attempts: number, reason?: string) =>
    `${mode} is at ${rate}${compared}: ${failed} of ${plural(attempts, 'attempt')} failed${reason === undefined ? '' : `, most often: ${reason}`}.`,
  funnel: {
    title: 'From order to payment',
    label: 'Funnel',
    created: 'Created',
    sent: 'Sent to PhonePe',
    started: 'Payment started or QR code shown',
    paid: 'Paid',
  },
  reasons: {
    title: 'Why orders were not paid',
    label: 'Reasons',
    none: 'No order failed, expired or was cancelled.',
  },
}

/** Names of work that needs a person, or is not final. */
export const attentionEnglish = {
  title: 'Needs attention',
  nothing: 'Nothing needs you.',
  empty: (checks: number) => `Nothing found in ${plural(checks, 'check')}`,
  calls: {
    name: 'Provider answers errors',
    none: 'Calls to the provider in the last ten minutes.',
    text: (calls: string) => `${calls}, in ten minutes.`,
  },
  review: {
    name: 'Needs review',
    text: 'These orders wait for a person.',
    owed: (amount: string) => `${amount} is owed to payers. These orders wait for a person.`,
  },
  refundReview: { name: 'Refunds in review', text: 'The amount stays reserved until a person decides.' },
  owed: {
    name: 'Owed to payers',
    text: (amount: string | undefined) =>
      `${amount === undefined ? 'Paid' : `${amount} was paid`} late or twice, and no refund is under way.`,
  },
  mine: { name: 'Refunds to approve', text: 'You are the second person, who approves or declines them.' },
  others: { name: 'Refunds that wait for approval', text: 'Another person approves or declines them.' },
  disputes: { name: 'Disputes to answer', text: 'Answer them in the PhonePe Business dashboard.' },
  settlements: {
    name: 'Settlements that differ',
    text: 'From what was captured, refunded, reported or credited by the bank.',
  },
  failed: { name: 'Failed event deliveries', text: 'A handler or notifier failed at every attempt.' },
  retried: { name: 'Retried event deliveries', text: 'A handler or notifier failed, and is tried again.' },
  delayed: { name: 'Delayed', text: 'Pending for longer than expected.' },
  refunds: { name: 'Open refunds', text: 'Not yet credited to the payer.' },
}

/** The charts and their tables. */
export const chartsEnglish = {
  from: 'From',
  completed: 'Completed',
  failed: 'Failed',
  open: 'Open',
  grossVolume: 'Gross volume',
  volume: {
    title: 'Gross volume over time',
    none: 'Gross volume over time: none.',
    summary: (total: string, most: string, moment: string) =>
      `Gross volume over time: ${total} in total, at most ${most} from ${moment}.`,
  },
  orders: {
    title: 'Orders over time',
    summary: (completed: number, failed: number, open: number) =>
      `Orders over time: ${completed} completed, ${failed} failed, ${open} open.`,
  },
  latency: {
    title: 'API latency over time',
    summary: (calls: number, failed: number, slowest: string) =>
      `API latency: ${calls} calls, ${failed} failed, 95th percentile at most ${slowest}.`,
    calls: (count: string, failed: string, link: (text: string) => ReactNode) => [
      `${count} calls, `,
      link(`${failed} failed`),
    ],
    p95: '95th percentile',
    median: 'Median',
    header: 'Calls',
  },
  modes: {
    title: 'Success by payment mode',
    none: 'No order in these days.',
    mode: 'Mode',
    success: 'Attempt success',
    notChosen: 'No attempt',
    note: 'Completed: with late and duplicate payments and checks of mandates, which are not in the gross volume.',
  },
}
