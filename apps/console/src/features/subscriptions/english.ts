import type { ReactNode } from 'react'
import { countText, plural } from '../../i18n/plural.ts'

/** The page of all subscriptions: its tabs, lists and plans. */
export const subscriptionsEnglish = {
  title: 'Subscriptions',
  what: 'the subscriptions',
  tabs: { list: 'All', coming: 'Coming debits', dunning: 'Missing money', figures: 'Figures', plans: 'Plans' },
  off: {
    title: 'This gateway bills no subscriptions',
    text: (gateway: ReactNode, option: ReactNode) => [
      'Give ',
      gateway,
      ' the option ',
      option,
      ' to bill payers by UPI AutoPay.',
    ],
  },
  columns: {
    subscription: 'Subscription',
    state: 'State',
    plan: 'Plan',
    price: 'Price',
    next: 'Next debit',
    started: 'Started',
    amount: 'Amount',
    reason: 'Reason',
    nextTry: 'Next try',
  },
  copy: 'subscription id',
  ends: (lastDay: string) => `ends after ${lastDay}`,
  noTry: 'none',
  notPlanned: 'not planned',
  any: 'Any',
  idBegins: 'Id begins with',
  noMatch: { title: 'No subscription matches these filters', clear: 'Clear filters' },
  none: {
    title: 'No subscription yet',
    text: 'Your shop starts a subscription when a payer chooses a plan, and sends the payer to the page of the mandate.',
  },
  dunning: {
    title: 'No money is missing',
    text: 'A subscription is listed here while a failed debit is repeated, and while it is halted.',
  },
  plans: {
    what: 'the plans',
    none: {
      title: 'No plan yet',
      text: 'A plan is a price that payers are billed every day, week, month or year. Your shop’s program creates the plan.',
    },
    trial: 'Trial',
    active: 'Active',
    revenue: 'Monthly revenue',
    offSale: ' · off sale',
    days: (days: number) => plural(days, 'day'),
    more: 'Show more plans',
  },
}

/** The debits of the next seven days. */
export const comingEnglish = {
  what: 'the coming debits',
  none: {
    title: 'No debit in the next seven days',
    text: 'The next debit of a subscription is on its own page.',
  },
  sum: (amount: ReactNode, debits: number, until: string) => [amount, ` by ${plural(debits, 'debit')} until ${until}`],
  title: 'Planned debits by day',
  summary: (debits: number, amount: string) => `Planned debits of seven days: ${plural(debits, 'debit')}, ${amount}.`,
  planned: 'Planned',
  day: 'Day',
  debits: 'Debits',
  amount: 'Amount',
  note: 'As planned now, in Indian time. Announced debits, repetitions of failed ones and the first days of the next periods count. Payers who pause or cancel are debited less.',
}

/** The figures of subscriptions, by month and now. */
export const figuresEnglish = {
  what: 'the figures',
  active: {
    name: 'Active',
    trials: (trials: number) => `with ${plural(trials, 'trial')}`,
    ending: (ending: number) => `${countText(ending)} of them will end`,
  },
  revenue: { name: 'Monthly revenue', note: 'Prices for a twelfth of a year, without trials' },
  cancelled: {
    name: 'Cancelled this month',
    note: (cancelled: number, before: number) =>
      `${countText(cancelled)} of ${plural(before, 'subscription')} at the start of the month`,
    title: 'Cancellations by month',
    summary: (cancelled: number) => `Cancellations of six months: ${countText(cancelled)}.`,
  },
  recovered: {
    name: 'Recovered this month',
    note: (recovered: number, failed: number) =>
      `${countText(recovered)} of ${plural(failed, 'period')} with a failed debit`,
    title: 'Failed debits by month',
    summary: (failed: number, recovered: number) =>
      `Periods with a failed debit in six months: ${countText(failed)}, of which ${countText(recovered)} were paid after all.`,
  },
  columns: {
    month: 'Month',
    before: 'Before',
    cancelled: 'Cancelled',
    share: 'Share',
    failed: 'Failed',
    paid: 'Paid after all',
    notPaid: 'Not paid',
    tried: 'Still tried',
    recovered: 'Recovered',
  },
  states: { title: 'States, now', caption: 'Subscriptions by state', state: 'State', count: 'Subscriptions' },
}

/** One subscription. */
export const subscriptionEnglish = {
  title: 'Subscription',
  what: 'the subscription',
  notFound: 'Subscription not found',
  all: 'All subscriptions',
  copy: { id: 'subscription id', mandate: 'mandate id' },
  periods: 'Periods',
  timeline: 'Timeline',
  details: 'Details',
  result: 'Result',
  next: (step: string, time: ReactNode) => [`Next step: the gateway ${step}, `, time, '.'],
  untilCancelled: 'until somebody cancels',
  fields: {
    plan: 'Plan',
    started: 'Started',
    first: 'First period from',
    periods: 'Periods',
    surcharge: 'Surcharge of the next period',
    credit: 'Credit for the next period',
    paused: 'Paused',
    cancelled: 'Cancelled',
    mandate: 'Mandate',
    largest: 'Largest debit',
    ends: 'Mandate ends',
    mandateId: 'Mandate id',
  },
  cycles: {
    none: 'The first period opens when its debit is announced.',
    number: (number: number) => `Period ${number}`,
    withMandate: 'with the mandate',
    debit: 'debit',
    opened: (time: ReactNode) => ['Page opened ', time],
    announced: (time: ReactNode) => ['Announced ', time],
    notAnnounced: 'Not announced yet',
    tried: (time: ReactNode) => [' · tried ', time],
    failed: (time: ReactNode) => [' · tried ', time, ' failed'],
  },
}

/** The changes of a subscription that a person can ask for. */
export const actionsEnglish = {
  pause: {
    open: 'Pause…',
    title: 'Pause the subscription',
    action: 'Pause',
    text: 'Nothing is announced or debited. The mandate stays. A debit that is under way may still succeed.',
    until: 'Until, if it ends by itself',
    wrong: 'Choose a day after today.',
    done: 'The subscription is paused.',
    failed: 'The subscription was not paused.',
  },
  resume: {
    open: 'Resume…',
    title: 'Resume the subscription',
    action: 'Resume',
    text: 'The next debit is announced to the payer. Periods that have passed are not collected.',
    done: 'The subscription goes on.',
    failed: 'The subscription was not resumed.',
  },
  skip: {
    open: 'Leave a period out…',
    title: 'Leave a period out',
    action: 'Leave it out',
    text: 'The next unpaid period is not debited. The period after it is debited as usual.',
    done: 'The next unpaid period is left out.',
    failed: 'No period was left out.',
  },
  cancel: {
    open: 'Cancel…',
    title: 'Cancel the subscription',
    action: 'Cancel the subscription',
    text: 'No further debit is made. At the end, the mandate is cancelled at the provider. Only the payer can approve a new one. Paid periods are not refunded.',
    underWay: 'A debit is under way, and may still succeed. If the debit fails, the subscription ends at once.',
    dismiss: 'Keep it',
    ends: {
      label: 'The subscription ends',
      after: (day: string) => `After ${day}`,
      now: 'At once',
      unpaid: 'The payer has no paid time left: the subscription ends at once.',
      already: (day: string) => `The subscription already ends after ${day}. Cancelled here, it ends at once.`,
    },
    done: 'The subscription is cancelled.',
    failed: 'The subscription was not cancelled.',
  },
}
