import type { ReactNode } from 'react'
import { plural } from '../../i18n/plural.ts'

/** The page of an order: its frame, its history, and the evidence. */
export const orderEnglish = {
  title: 'Order',
  what: 'the order',
  notFound: {
    title: 'Order not found',
    text: 'It may belong to another installation, or this is another of its ids: the search knows them all.',
    search: 'Search for this id',
    all: 'All orders',
  },
  orderId: 'order id',
  milestones: 'Milestones',
  timeline: 'Timeline',
  allSteps: (count: number) => `Timeline, all ${plural(count, 'step')}`,
  why: {
    review: 'Why does it need review?',
    paid: 'Why is this order paid?',
    failed: 'Why is this order not paid?',
    open: 'What is known?',
  },
  evidence: {
    what: 'the evidence',
    note: 'Each step was stored in the same transaction as the change it caused.',
    rule: 'Rule',
    of: (evidence: ReactNode) => ['Evidence: ', evidence],
    webhook: (callbackId: string) => `webhook ${callbackId}`,
  },
  neighbours: {
    list: 'Orders',
    previous: 'Previous',
    next: 'Next',
    order: ' order',
    place: (place: string, all: string) => `${place} of ${all}`,
  },
  result: {
    label: 'Result',
    steps: 'Steps',
    delivery: 'Open the delivery',
    deliveryToRetry: 'Open the delivery, to retry it',
    other: 'Open the other order',
    sameReason: 'Other orders with this reason',
    calls: 'API calls',
  },
}

/** The panels beside the history. */
export const detailsEnglish = {
  balance: 'Balance',
  refunds: 'Refunds',
  ledger: 'Ledger',
  link: 'Payment link',
  details: 'Details',
  metadata: 'Metadata',
  siblings: (reference: string) => `Other orders of ${reference}`,
  fields: {
    id: 'Order ID',
    orderId: 'Provider order ID',
    transactionId: 'Transaction ID',
    paidWith: 'Paid with',
    mode: 'Payment mode',
    payer: 'Payer',
    checkout: 'Checkout',
    subscription: 'Subscription',
    reminder: 'Last reminder',
    created: 'Created',
    paidAt: 'Paid at',
    recordedAt: 'Recorded at',
    expires: 'Expires',
    nextCheck: 'Next status check',
    lookTwice: 'Looked at once more, for a second payment.',
    lookLate: 'Looked at once more, for a late payment.',
  },
  copied: {
    id: 'order id',
    orderId: 'provider order ID',
    transactionId: 'transaction id',
    payer: 'masked UPI id',
    link: 'payment link',
  },
  people: {
    requested: (name: string) => `Requested by ${name}`,
    waiting: 'waits for approval',
    decided: (name: string, decision: string) => `${decision} by ${name}`,
  },
  paid: 'Paid',
  refund: 'Refund',
  refundable: 'Refundable balance',
  overdrawn: 'Refunded beyond what was paid',
}

/** The ledger of an order. */
export const ledgerEnglish = {
  label: 'Ledger entries',
  /** `title` is the name of the kind in the contract. */
  kind: (_kind: string, title: string) => title,
  automatic: (title: string) => `${title} (automatic)`,
  accounts: {
    payments: 'Payments',
    available: 'Available',
    held: 'Held',
    refunded: 'Refunded',
    overdrawn: 'Overdrawn',
  },
  move: (from: string, to: string) => `${from} to ${to}`,
  accountsHint:
    'Each entry moves an amount between accounts of the order. Payments: paid by the payer. Available: can still be refunded. Held: reserved for a refund under way. Refunded: went back to the payer. Overdrawn: went back beyond what was paid.',
  timesHint:
    'The time of a payment is that of the provider. “Recorded” is when the gateway learned of it, where that was in another minute.',
  recorded: (time: ReactNode) => ['Recorded ', time],
}

/** The actions of an order, the way out of a review, and the message for the payer. */
export const actionsEnglish = {
  check: 'Check status',
  notChecked: 'The status could not be checked.',
  unchanged: (state: string) => `Status checked. No change: ${state}.`,
  changed: (state: string) => `Status checked. The order is now: ${state}.`,
  message: 'Copy message for the payer…',
  receipt: 'Receipt',
  refund: 'Refund…',
  review: {
    title: 'This order needs review.',
    since: (time: ReactNode, consequence: string, who: string) => ['Since ', time, `. ${consequence} ${who}`],
    compare: 'Compare it with the provider’s dashboard first.',
    others: 'A person with the role finance or admin resolves it.',
    open: 'Resolve review…',
    action: 'Resolve review',
    outdated: 'You have not resolved the review.',
    failed: 'The review was not resolved.',
    result: 'Result of the review',
    hint: 'Added to the timeline of the order.',
    example: 'Confirmed with the provider, ticket 4711',
    missing: 'Enter what you found, for the next person who looks at this order.',
    counted: (amount: string) =>
      `${amount} of refunds count as refunds of the second payment. Check that none of them was for the goods: if one was, resolve the review, then refund its amount again.`,
    surplus: (amount: string) => `Refund ${amount}, which was paid twice`,
    goods: 'Goods.',
    money: 'Money.',
  },
  payer: {
    title: 'Message for the payer',
    text: 'Without notes, names and ids that only you see. Read it before you send it.',
    languages: { en: 'English', hi: 'Hindi' },
    copy: { en: 'Copy in English', hi: 'Copy in Hindi' },
  },
}
