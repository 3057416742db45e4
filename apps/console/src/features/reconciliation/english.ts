import type { ReactNode } from 'react'
import { countText, plural } from '../../i18n/plural.ts'

/** The form of a run. */
export const reconciliationEnglish = {
  title: 'Reconciliation',
  what: 'the last report',
  form: 'Compare',
  intro:
    'Once a day the gateway compares all orders that changed with the provider, by itself, and repairs what it can. This compares the orders and refunds of a period now; it changes nothing.',
  createdIn: 'Orders created in',
  span: { hour: 'Last hour', day: 'Last 24 hours', week: 'Last 7 days', dates: 'From … to …' },
  busy: 'Comparing…',
  action: 'Compare now',
  failed: 'The reconciliation did not run.',
}

/** The report of a run, and its list. */
export const reportEnglish = {
  none: {
    title: 'No reconciliation yet',
    text: 'The gateway follows the provider by webhooks and status checks. A reconciliation shows what they missed.',
  },
  compared: (time: ReactNode, orders: number, span: string, repaired: number) => [
    'Compared ',
    time,
    `: ${plural(orders, 'order')}${span}${repaired > 0 ? `, ${countText(repaired)} repaired` : ''}.`,
  ],
  changed: {
    span: (from: string, to: string) => ` changed from ${from} to ${to}`,
    none: 'No order was changed in this period.',
  },
  created: {
    span: (from: string, to: string) => ` created from ${from} to ${to}`,
    none: 'No order was created in this period.',
  },
  running: 'The gateway is still comparing. The comparison continues in the background, even after a restart.',
  unknown: (orders: number) =>
    `${orders === 1 ? '1 open order is' : `${countText(orders)} open orders are`} not known to the provider yet`,
  unknownNote: ': the request may have been lost, or is still being processed. The gateway keeps checking.',
  match: {
    title: 'No discrepancies',
    all: 'All compared orders match the provider.',
    others: 'All other compared orders match the provider.',
  },
  title: (rows: number) => (rows === 1 ? '1 discrepancy' : `${countText(rows)} discrepancies`),
  list: 'Discrepancies',
  kind: 'Kind of discrepancy',
  all: (rows: number) => `All, ${rows}`,
  older: (rows: number) => `and ${countText(rows)} older ones. Repair these first, or choose one kind of discrepancy.`,
  more: (rows: number) => `Show ${rows} more`,
  repair: (id: string) => `Repair ${id}`,
  ours: 'Gateway',
  theirs: 'Provider',
  notHere: 'Cannot be repaired from here.',
  refund: (id: ReactNode) => ['refund ', id],
  attempt: (id: ReactNode) => ['attempt ', id],
}

export const repairEnglish = {
  done: (orders: number) => `${plural(orders, 'order')} repaired.`,
  differ: (orders: number, left: number) => `${plural(orders, 'order')} checked again; ${left} still differ.`,
  impossible: 'None of these can be repaired here: each one says what to do instead.',
  none: 'Select none',
  all: (orders: number) => `Select all ${orders} repairable`,
  repair: 'Repair…',
  repairSome: (orders: number) => `Repair ${plural(orders, 'order')}…`,
  ask: {
    title: 'Repair by checking the status?',
    action: (orders: number) => `Repair ${plural(orders, 'order')}`,
    failed: 'The repair failed.',
    text: (refundsLate: boolean) =>
      `The gateway checks the status of each order again and applies it by the usual rules. For an order that turns out to be paid, your handlers are called once${refundsLate ? '; an order that was paid too late is refunded' : ''}. A final state is never reverted.`,
    row: (id: ReactNode, ours: string, theirs: string) => [id, `: from ${ours} to ${theirs}`],
    more: (rows: number) => `and ${rows} more`,
  },
}

/** Kinds and reasons of discrepancies, by their codes. */
export const discrepancyEnglish = {
  kinds: {
    amount: {
      label: 'Amount differs',
      meaning: 'The paid or refunded amount differs from the amount that the gateway has.',
    },
    attempt: {
      label: 'Payment attempt differs',
      meaning: 'The provider and the gateway disagree about which attempts of the order were paid.',
    },
    state: {
      label: 'Order state differs',
      meaning: 'The provider has another state for the order than the gateway.',
    },
    refunded: {
      label: 'Refund state differs',
      meaning: 'The provider has another state for the refund than the gateway.',
    },
    'missing-here': {
      label: 'Missing in the gateway',
      meaning: 'The provider reported an order or refund that the gateway did not create.',
    },
    'missing-there': {
      label: 'Missing at the provider',
      meaning: 'The provider does not know an order or refund that it accepted before.',
    },
    'unknown-state': {
      label: 'Unknown state',
      meaning: 'The provider uses a state that this version does not know.',
    },
    unreadable: {
      label: 'No readable response',
      meaning: 'The provider did not answer, or its response could not be read.',
    },
  },
  reasons: {
    'provider-ahead': 'The provider knows more than the gateway. Repairing checks its status.',
    'provider-behind':
      'The provider reports less than is stored. The decisions explain the stored state; compare both dashboards.',
    'in-review': 'The record needs review. Resolve the review: the status is then checked again.',
    'amount-differs':
      'The provider reports another amount. Compare both dashboards; the next status check of an order puts it in review.',
    'unknown-state':
      'The provider reports a state that this version does not know. Update the package, or check the dashboard.',
    'no-answer': 'The provider did not answer. The next run compares the record again.',
    'check-failed': 'The status check failed. The API log shows the call.',
    'other-ids':
      'The provider’s response names another order or refund. A status check puts it in review with both ids.',
    'gone-at-provider':
      'The provider accepted the record before, but does not know it now. Contact the provider’s support with the ids.',
    'refund-from-elsewhere': 'A refund was made outside this gateway. Repairing imports it.',
    'order-from-elsewhere':
      'A webhook names a record that this gateway does not hold. Another integration may use the same credentials and webhook address.',
  },
  side: {
    known: 'known',
    otherIds: 'other ids',
    noAnswer: 'no answer',
    notCompleted: 'not completed',
    unknown: 'unknown',
    notKnown: 'not known',
  },
}
