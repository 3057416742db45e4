import type { ReactNode } from 'react'

type Text = string | undefined

/** A refund in review. */
export const reviewEnglish = {
  title: 'This refund needs review.',
  stored: (ours: ReactNode) => ['Stored: ', ours, '. '],
  provider: (theirs: ReactNode) => ['The provider: ', theirs, '.'],
  since: (reason: ReactNode, time: ReactNode, advice: string) => [
    ' Reason ',
    reason,
    ', ',
    time,
    `. ${advice} The amount stays reserved, and the review ends by itself when the provider’s status agrees.`,
  ],
  resolve: 'Resolve review…',
  /** One sentence for each reason. */
  reasons: {
    amount: (ours: string, theirs: string, state: string) =>
      `The refund is of ${ours}, the provider reports ${theirs} and “${state}”.`,
    unreadableAmount: 'an amount that cannot be read',
    order: (theirs: Text, ours: string) => `The provider’s refund belongs to ${theirs}, not to ${ours}.`,
    orderUnknown: (merchantOrderId: string, code: Text) =>
      `The provider does not know the order ${merchantOrderId}: it refused the refund${code === undefined ? '' : ` with ${code}`}.`,
    state: (state: Text) => `This version does not know the provider’s state “${state}”.`,
    refused: (code: Text) =>
      `The provider refused the refund${code === undefined ? '' : ` with ${code}`} and does not know it, which does not say whether an earlier request was received.`,
    other: (merchantRefundId: string) =>
      `The provider answered with the refund ${merchantRefundId} when it was asked for this one.`,
    ids: (before: Text, now: string) => `The provider’s id was ${before} and is now ${now}.`,
    states: (before: string, now: string) =>
      `The provider reported the refund as “${before}” before and now reports “${now}”.`,
    tooMuch: (state: string, left: string) =>
      `More has left than was paid: the provider reports “${state}”, and the order had only ${left} for this refund.`,
    notSent: (amount: string, left: string) =>
      `The refund is of ${amount} and was never sent, and the order has only ${left} left for it.`,
    undecidedHours: (state: string) =>
      `The provider has not decided the refund for more than 72 hours: its state is “${state}”.`,
    undecidedDays: (state: string) =>
      `The provider has not decided the refund for more than 14 days: its state is “${state}”.`,
    unreadable: 'The stored review cannot be read: the database was changed by hand, or by another program.',
    unknown: (reason: string) => `This version does not know the reason ${reason}.`,
  },
  advice: {
    'amount-mismatch':
      'Compare the amount with the provider’s dashboard. If it is right there, make it that of the refund.',
    'order-mismatch': 'The provider has this id for another order. Ask its support; do not request the refund again.',
    'order-unknown': 'Check that the credentials belong to the merchant that was paid. Then try again.',
    'unknown-state': 'Update the gateway, or look the refund up in the provider’s dashboard.',
    refused: 'Look the refund up in the provider’s dashboard. If it is not there, fix the cause and try again.',
    contradiction: 'Compare the refund with the provider’s dashboard: money may have left twice.',
    'insufficient-balance':
      'Money has left this order elsewhere, as in the provider’s dashboard. Make the refund smaller, or mark it as failed: nothing of it was sent.',
    undecided: 'Ask the provider’s support for a decision. The gateway keeps checking the status.',
    unreadable: 'Compare the refund with the provider’s dashboard before you decide.',
  },
  decisions: {
    retry: 'Try again: check the status, and send it under the same id if the provider does not know it',
    failed: 'No money left: mark it as failed, so that the amount may be refunded again',
    completed:
      'It was paid out: mark it as completed. Only callbacks report it, because the provider names it by its own id',
    accept: 'The money has left: keep it as it is, and do not ask again unless it becomes another amount',
    smaller: (amount: string) => `Make this a refund of ${amount}, which the order has left`,
    adopt: (amount: string) => `The provider’s amount is right: make this a refund of ${amount}`,
  },
  ask: {
    title: 'Resolve review of the refund',
    action: 'Resolve review',
    first: 'Look the refund up in the provider’s dashboard first.',
    result: 'Result of the review',
    example: 'Not in the dashboard, ticket 4711',
    missing: 'Enter what you found, for the next person who looks at this refund.',
    failed: 'The review was not resolved.',
    done: 'The review is resolved.',
  },
}
