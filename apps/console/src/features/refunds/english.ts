import type { ReactNode } from 'react'
import { plural } from '../../i18n/plural.ts'

/** The list of refunds. */
export const refundsEnglish = {
  title: 'Refunds',
  fromFile: 'Refund from a file',
  state: 'State',
  all: 'All',
  isOpen: 'Open',
  created: 'Created',
  reference: 'Reference',
  orderId: 'Order ID',
  open: (merchantRefundId: string) => `Open refund ${merchantRefundId}`,
  noMatch: 'No refund matches',
  noneIn: {
    TO_APPROVE: 'No refund to approve',
    OPEN: 'No open refund',
    REQUESTED: 'No requested refund',
    PENDING: 'No pending refund',
    CONFIRMED: 'No confirmed refund',
    COMPLETED: 'No completed refund',
    FAILED: 'No failed refund',
    NEEDS_REVIEW: 'No refund needs review',
  },
  showAll: 'Show all refunds',
  none: { title: 'No refund yet', text: 'Create one on the page of a completed order, or from your code.' },
  columns: { refund: 'Refund', amount: 'Amount', order: 'Order', by: 'Initiated by' },
  copy: { refund: 'refund id', order: 'order id' },
}

/** One refund. */
export const refundEnglish = {
  title: 'Refund',
  what: 'the refund',
  changed: (state: string) => `Status checked. The refund is now: ${state}.`,
  unchanged: (state: string) => `Status checked. No change: ${state}.`,
  notChecked: 'The status could not be checked.',
  notResolved: 'You have not resolved the review.',
  close: 'Close',
  check: 'Check status',
  again: 'Request a new refund',
  calls: 'API calls',
  unknownCode: 'The provider’s code is unknown. Ask its support about it.',
  noOrder: 'The gateway does not have this order',
  fields: {
    id: 'Refund ID',
    order: 'Order',
    balance: 'Order balance',
    providerId: 'Provider refund ID',
    utr: 'UTR of the refund',
    by: 'Initiated by',
    reason: 'Reason',
    note: 'Note',
    sent: 'Sent to provider',
    created: 'Created',
    updated: 'Updated',
    next: 'Next status check',
  },
  copy: { id: 'refund id', providerId: 'provider refund ID', utr: 'UTR' },
  notKnown: 'Not known yet',
  noUtr: 'The provider gave none',
  utrLater: 'Not known until the refund is completed',
  sent: (times: number) =>
    times === 0 ? 'Not yet' : times === 1 ? 'Once' : `${plural(times, 'time')}, with the same id`,
  balance: (paid: ReactNode, refunded: ReactNode, refundable: ReactNode, reserved?: ReactNode) => [
    paid,
    ' paid, ',
    refunded,
    ' refunded, ',
    ...(reserved === undefined ? [] : [reserved, ' reserved, ']),
    refundable,
    ' refundable',
  ],
  states: {
    beingSent: 'The gateway sends the request and waits for the answer of the provider. The amount is reserved.',
    inDoubt:
      'Sent to the provider, and no response is stored. Until the gateway knows more, the provider may have accepted the refund or not. The gateway checks the status under the same id, and the amount stays reserved. Do not request it again with another id: the payer could receive the money twice.',
    stored: 'Stored, and sent to the provider within seconds. If it is not, open Health: perhaps no worker is running.',
    notAccepted:
      'The provider has not accepted it yet: rate limit or no connection. It is sent again with the same id, which is safe. The API log has the responses.',
    pending:
      'The provider is processing it. This usually takes minutes and can take a few working days. The gateway checks the status; until then another refund of this order has to wait.',
    confirmed:
      'The provider accepted it. Banks usually need 5 to 7 working days to credit the payer. The gateway checks the status.',
    completed: 'The money was refunded. The payer’s bank may take up to 7 working days to show it.',
    completedWithUtr:
      'The money was refunded. If the payer does not see it, give them the UTR: their bank finds the payment by it.',
    failed:
      'No money was refunded, and the amount is refundable again. When the cause is fixed, create a new refund on the order; it gets a new id, since this one cannot be reused.',
  },
  origins: {
    console: 'A user of this console',
    api: 'Your code',
    'late-payment': 'Automatic: the order was paid too late',
    duplicate: 'Automatic: another order of the same reference was paid first',
    external: 'The provider’s dashboard',
  },
  shortOrigins: {
    'late-payment': 'Automatic: late',
    duplicate: 'Automatic: paid twice',
    external: 'Dashboard',
  },
}

/** Failures of refunds that the merchant can act on, by their codes. */
export const failuresEnglish = {
  DECLINED: 'Another person declined it.',
  APPROVAL_EXPIRED: 'It was not approved in time.',
  EXCEEDS_PAID: 'Too little of the payment was left, so it was not sent.',
  ID_TAKEN: 'Another refund has its id, so it was not sent.',
  OTHER_PAYMENT_REFUNDED:
    'Another payment of the reference was refunded before a restore, so it was not sent: this payment may be the one to keep.',
  REFUND_BREACHED:
    'Refunds are paid from the payments of the day, and these were too low. Request it again later in the day.',
  EXCESS_REFUND_AMOUNT:
    'The amount exceeds what is left of this order, or the payments of today. Check the balance, or try later in the day.',
  REFUND_FOR_TXN_OLDER_THAN_LIMIT:
    'The payment is too old: the provider refunds for about three months. Pay the payer back in another way.',
  REFUND_AMOUNT_EXCEEDS_ORIGINAL: 'The amount exceeds what was paid. Request less.',
}

/** The decision of a second person. */
export const approvalEnglish = {
  somebody: 'Somebody',
  title: 'Waits for approval.',
  waits: (who: ReactNode, until: ReactNode) => [
    who,
    ' requested it; another person has to approve it until ',
    until,
    '. The amount is reserved, and nothing is sent before.',
  ],
  expired: (who: ReactNode) => [who, ' requested it, and nobody approved it in time.'],
  approved: (who: ReactNode, by: ReactNode, at?: ReactNode) => [
    who,
    ' requested it, ',
    by,
    ' approved it',
    ...(at === undefined ? [] : [', ', at, '.']),
  ],
  declined: (who: ReactNode, by: ReactNode, at?: ReactNode) => [
    who,
    ' requested it, ',
    by,
    ' declined it',
    ...(at === undefined ? [] : [', ', at, '.']),
  ],
  approve: {
    open: 'Approve…',
    title: 'Approve the refund',
    action: (amount: string) => `Approve ${amount}`,
    effect: (amount: string, merchantOrderId: string) =>
      `${amount} of the order ${merchantOrderId} goes back to the payer. A refund cannot be undone.`,
    note: 'Note (optional)',
    done: 'You have approved the refund.',
  },
  decline: { open: 'Decline…', title: 'Decline the refund', action: 'Decline' },
  withdraw: { open: 'Withdraw…', title: 'Withdraw the refund', action: 'Withdraw' },
  refuse: {
    effect: (amount: string) => `Nothing is sent, and ${amount} can be refunded again.`,
    note: 'Why',
    done: 'The refund is not sent.',
  },
  fields: { by: 'Requested by', reason: 'Reason', note: 'Note' },
  missing: 'Enter the reason, for the person who requested it.',
  failed: 'Nothing was decided.',
  about: {
    noLimit: (option: ReactNode, creator: ReactNode, variable: ReactNode, command: ReactNode) => [
      'No limit is set, so every refund is sent at once. With a limit, a refund above it waits here until a second person approves or declines it. Set ',
      option,
      ' of ',
      creator,
      ', or ',
      variable,
      ' for ',
      command,
      ' and the demo, in paise.',
    ],
    limit: (amount: string, option: ReactNode, creator: ReactNode, variable: ReactNode) => [
      `Above ${amount} a refund waits here until a second person approves or declines it. Set the limit with `,
      option,
      ' of ',
      creator,
      ', or with ',
      variable,
      '.',
    ],
    invite: 'Invite a second person',
  },
}
