import { plural } from '../../i18n/plural.ts'

/** The result of an order. A text that follows another one begins with a space. */
export const resultEnglish = {
  review: (refund: string | undefined) => (refund === undefined ? 'Needs review.' : `Needs review; ${refund}.`),
  owed: {
    late: (amount: string) => `Paid too late; ${amount} is still owed to the payer.`,
    twice: (amount: string) => `Paid twice; ${amount} is still owed to the payer.`,
    lateText: 'Its automatic refund failed. Refund it, here or in the provider’s dashboard, and do not deliver.',
    twiceText:
      'Its automatic refund failed. Refund it, here or in the provider’s dashboard, and do not deliver this one.',
  },
  late: {
    refunding: (amount: string) => `Paid too late; ${amount} is being refunded automatically.`,
    refunded: 'Paid too late, refunded automatically.',
    text: 'The money came after the order had failed or expired. Do not deliver.',
  },
  twice: {
    refunding: (amount: string) => `Paid twice; ${amount} is being refunded automatically.`,
    refunded: 'Paid twice, refunded automatically.',
    text: (reference: string) => `Another order of ${reference} was paid first. Do not deliver this one.`,
  },
  mandate: {
    title: 'The payer approved the mandate.',
    text: (amount: string) =>
      `The provider took ${amount} to check the account, and returns the amount automatically. No payment is recorded.`,
  },
  utr: (utr: string) => ` UTR ${utr}.`,
  refunded: (amount: string) => ` ${amount} of it is refunded.`,
  second: {
    owed: (orderId: string, amount: string) =>
      ` The payer has paid twice: the second payment, order ${orderId}, owes the payer ${amount}.`,
    refunding: (orderId: string) =>
      ` The payer has paid twice: the second payment, order ${orderId}, is being refunded automatically.`,
    refunded: (orderId: string) =>
      ` The payer has paid twice: the second payment, order ${orderId}, was refunded automatically.`,
  },
  refundFailed: (amount: string) => ` A refund of ${amount} failed; the payer still waits for it. Request it again.`,
  refundOpen: (amount: string, state: string) => ` A refund of ${amount} ${state}.`,
  evidence: {
    webhook: 'A signed webhook reports it.',
    both: 'Webhook and status API agree.',
    status: 'The status API reports it; no webhook has arrived.',
  },
  failed: 'Failed.',
  /** `meaning` is that of the contract; `reason` has the same in a few words. */
  meaning: (meaning: string, _reason: string) => meaning,
  expired: (reason: string) => `Expired: ${reason}.`,
  cancelled: (reason: string) => `${reason}.`,
  otherPaid: (reference: string) => `Another order of ${reference} is paid: the payer must not pay again.`,
  lastAttempt: (moment: string, reason: string) => ` Last attempt ${moment}: ${reason}.`,
  check: {
    never: ' Not checked yet.',
    next: (moment: string) => ` Not checked yet; the next check is at ${moment}.`,
    failed: (moment: string) => ` The check at ${moment} failed.`,
    failedRetry: (moment: string) => ` The check at ${moment} failed: check the status again.`,
    last: (moment: string) => ` Last checked at ${moment}.`,
    advice: ' To know now, check the status.',
    after: (moment: string) => ` The next status check is at ${moment}.`,
  },
  open: {
    otherPaid: (reference: string, orderId: string) => `Another order of ${reference} is paid: ${orderId}.`,
    otherPaidText: 'The payer must not pay this one. If it is paid as well, it is refunded automatically.',
    notPaid: 'Not paid yet.',
    unknown: 'No payment known yet.',
    over: 'The time to pay is over, and the result is not known.',
    unconfirmed: (until: string | undefined) =>
      `The order is stored, but the provider has not confirmed it. It can be paid${until === undefined ? '' : ` until ${until}`}.`,
    waiting: (until: string | undefined) => `Waiting for the payer${until === undefined ? '' : ` until ${until}`}.`,
    payable: (until: string | undefined) => `It can be paid${until === undefined ? '' : ` until ${until}`}.`,
  },
  steps: {
    created: 'Created',
    sent: 'Sent to PhonePe',
    notSent: 'Not sent to PhonePe',
    review: 'Needs review',
    paid: 'Paid',
    approved: 'Mandate approved',
    late: 'Paid late',
    twice: 'Paid twice',
    failed: 'Failed',
    expired: 'Expired',
    cancelled: 'Cancelled',
    waiting: 'Waiting for payment',
  },
}

/** The delivery of a payment to the shop. */
export const fulfilmentEnglish = {
  none: 'No event sent to your shop',
  notYet: 'Handler has not run yet',
  handler: {
    failed: 'Handler failed',
    ran: 'Handler ran',
    retried: 'Handler is retried',
    running: 'Handler is running',
    next: 'Handler runs next',
  },
  notifier: {
    failed: 'Notifier failed',
    ran: 'Notifier ran',
    retried: 'Notifier is retried',
    running: 'Notifier is running',
    next: 'Notifier runs next',
  },
  paid: 'Paid.',
  notSent: {
    title: 'Paid; no event was sent to your shop.',
    text: (event: string) => `The subscription to ${event} was removed before the delivery. `,
  },
  handlerMissed: (isOver: boolean) => `Paid; your shop has not processed it${isOver ? '' : ' yet'}.`,
  notifierMissed: (name: string, isOver: boolean) =>
    `Paid; the notifier “${name}” has not delivered it${isOver ? '' : ' yet'}.`,
  late: {
    unclaimed: 'No running process has taken the event for minutes.',
    stopped: (isHandler: boolean, attempts: number) =>
      `${isHandler ? 'Its handler' : 'It'} failed in ${plural(attempts, 'attempt')}, and retries have stopped.`,
    again: (isHandler: boolean) => `${isHandler ? 'Its handler' : 'It'} failed, and is tried again now.`,
    retried: (isHandler: boolean, attempts: number) =>
      `${isHandler ? 'Its handler' : 'It'} failed: ${plural(attempts, 'attempt')} so far, and the next one follows automatically.`,
  },
}

const RETRY = 'The payer can pay again in your shop, with a new order for the same cart.'

/** The advice after a failure, by the party that caused the failure. */
export const failureEnglish = {
  none: {
    meaning: 'The order failed without a reason.',
    fix: 'If the provider rejected the order, the API call shows why.',
  },
  unknown: 'The order failed for an unknown reason.',
  limit:
    'The same amount by the same way fails again: the payer raises the limit, or pays in another way, by a new order for the same cart.',
  fixes: {
    CUSTOMER: `Nothing is wrong on your side. ${RETRY}`,
    ISSUING_BANK: `The payer’s bank declined it. ${RETRY} Another bank or another payment mode usually works.`,
    BENEFICIARY_BANK: `The receiving bank could not accept it. ${RETRY} If this happens often, ask the provider’s support.`,
    PAYER_PSP: `The payer’s app failed. ${RETRY} Another app usually works.`,
    NPCI: `The UPI network failed. ${RETRY} If this happens often, UPI is down for everybody: offer cards meanwhile.`,
    NETWORK: `The card network failed. ${RETRY} If this happens often, offer UPI meanwhile.`,
    PAYMENT_GATEWAY: `The provider failed. ${RETRY} If this happens often, ask its support, with the ids on this page.`,
    BUSINESS:
      'The cause is the merchant account: its limits, contract or settings. Correct it with the provider; until then every such payment fails.',
    UNKNOWN: RETRY,
    OTHERS: RETRY,
  },
}
