/** The findings of a review, and what resolving the review does. */
export const reviewEnglish = {
  unnamed: (amount: string) =>
    ` Attempts without an id have ${amount}: refund this payment in the provider’s dashboard.`,
  unnamedNone: ' An attempt has no id and no amount: refund this payment in the provider’s dashboard.',
  wrongOrder: (stored: string) => `The provider’s status names neither ${stored} nor a payment of it.`,
  otherOrder: (reported: string, stored: string) => `The provider’s status is for ${reported}, not for ${stored}.`,
  idInUse:
    'The provider had an order with this id before it was started here. The order may belong to another shop or program on the same account, or may have been refunded before the database was restored. Resolve the review only if this shop owes the goods.',
  amount: (stored: string, reported: string | undefined) =>
    `The order amount is ${stored}, the provider reports ${reported ?? 'none'}.`,
  currency: (reported: string, stored: string) => `The provider reports ${reported}, not ${stored}.`,
  orderId: (stored: string, reported: string) => `The provider’s id was ${stored} and is now ${reported}.`,
  state: (reported: string) => `This version does not know the provider’s state “${reported}”.`,
  expiry: (before: string, now: string) =>
    `The order was paid in time by the expiry that the provider stated, ${before}, and too late by the one that it states now, ${now}. Resolve to deliver, and refund the payment if there is nothing to deliver any more.`,
  paidTwice: (payments: number | undefined) =>
    `${payments} attempts of this order are completed: all but one must be refunded, unless that has happened.`,
  short: (reported: string, stored: string) => `The completed attempt has ${reported} instead of ${stored}.`,
  contradiction: (stored: string, reported: string) =>
    `A payment of this order is “${stored}”, and the provider reports the order or the payment as “${reported}”. Look up the payment in the provider’s dashboard before you deliver.`,
  undecidedPaid:
    'The provider reports this order as paid, but does not say whether the payment was already refunded, which is possible if the database was restored since. Look up the payment in the provider’s dashboard, and resolve the review if the money was kept. The review ends automatically when the provider answers.',
  undecided: 'The provider has not decided this order 72 hours after its expiry. Its status is checked once a day.',
  unreadable:
    'The stored review cannot be read: the database was changed by hand, or by another program. Compare the order with the provider’s dashboard before you resolve it.',
  unknown: (code: string) => `This version does not know the finding ${code}.`,
  /** `id` is undefined where the page lists the refund. */
  refundFailed: (id: string | undefined, code: string | undefined) =>
    `The automatic refund${id === undefined ? '' : ` with the id ${id}`} failed${code === undefined ? '' : ` (${code})`}.`,
  /** Each follows the name of a refund. */
  refund: {
    review: 'needs review',
    waiting: 'waits for the approval of a second person',
    open: 'is in progress',
    completed: 'is completed',
    of: (amount: string, state: string) => `a refund of ${amount} ${state}`,
  },
  advice: {
    refund: (amount: string) => `Refund ${amount}: press Refund.`,
    refundRest: (amount: string) => `Refund the remaining ${amount}: press Refund.`,
    ask: (amount: string) => `Ask a person with the role finance or admin to refund ${amount}.`,
    askRest: (amount: string) => `Ask a person with the role finance or admin to refund the remaining ${amount}.`,
    wait: 'When it is completed, resolve the review.',
    resolve: 'There is nothing more to refund: resolve the review.',
    askResolve: 'Ask a person with the role finance or admin to resolve the review.',
  },
  block: 'Resolve the review first: the provider may have taken the payment back, or received less.',
  until: {
    blocked: 'Until the review is resolved, the order is neither fulfilled nor refunded.',
    text: 'Until the review is resolved, the gateway neither fulfils the order nor refunds it on its own.',
    refund: ' Meanwhile you can refund it yourself.',
    refundAgain: ' Meanwhile you can refund it yourself, here under a new id, or in the provider’s dashboard.',
  },
  goods: {
    sent: 'Nothing changes: order.completed was sent to your handlers when the order was paid, and is not sent again.',
    none: 'Nothing is delivered: order.completed is not sent to your handlers.',
    accepted: 'The payment is accepted: order.completed is sent to your handlers when the status is checked again.',
    undecided:
      'Nothing is delivered now. The status is checked once a day; the order needs review again while the provider has not decided.',
    checked:
      'The findings are accepted, and the status is checked again. If the provider reports the payment, order.completed is sent to your handlers. If something else differs, nothing is delivered, and the order needs review again.',
  },
  money: {
    surplus: (amount: string) => `${amount} of the second payment goes back to the payer now.`,
    surplusKept: 'Nothing is refunded: choose this only if the second payment went back in another way.',
    owed: (amount: string) =>
      `Nothing is refunded by this, and the failed refund is not sent again. ${amount} is owed to the payer: request that refund first.`,
    nothingMore: 'Nothing more is refunded by this. A refund that was already requested continues.',
    blocked: 'Nothing is refunded by this. Refunds that wait for the review are sent, and new ones are accepted.',
    further:
      'Nothing is refunded by this. The further payment can be refunded on this page once the review is resolved.',
    none: 'Nothing is refunded by this.',
    automatic:
      'Nothing is refunded by this. A payment that came too late, or for a cart that is paid, goes back automatically when the status is checked.',
  },
}
