import { countText, plural } from './plural.ts'

/** Times, spans, large amounts and the figures of a list. */
export const formatEnglish = {
  thousand: 'k',
  lakh: ' L',
  crore: ' Cr',
  span: (first: string, last: string) => `${first} to ${last}`,
  now: 'just now',
  soon: 'in under a minute',
  ago: (time: string) => `${time} ago`,
  in: (time: string) => `in ${time}`,
  minutes: (minutes: number) => `${minutes} min`,
  hours: (hours: number) => `${hours} h`,
  days: (days: number) => plural(days, 'day'),
  seconds: (seconds: string) => `${seconds} s`,
  totals: {
    order: (orders: number) => plural(orders, 'order'),
    refund: (refunds: number) => plural(refunds, 'refund'),
    moreThan: (records: string) => `More than ${records}`,
    paid: (amount: string) => `${amount} paid`,
    refunded: (amount: string) => `${amount} refunded`,
    open: (amount: string) => `${amount} open`,
  },
}

/** The search box and the command menu. */
export const searchEnglish = {
  hint: (newest: number) =>
    `Three characters are enough: the start or the end of an order id, of a refund id, of your reference, or of the id of a subscription or its mandate; or an id as lists shorten it, like o-0mwwhdw2m34… f28c77. A part in the middle is found in the newest ${countText(newest)} orders, refunds and subscriptions. Enter the start of a UTR or of a provider’s id, the end of a UPI id, like ab@ybl, and a transaction id whole.`,
  utr: 'The UTR of a payment is known only once its order is paid. Search the order by its amount or id, open it and press “Check status”.',
  utrOther:
    'The UTR of a payment is known only once its order is paid. Search the order by its amount or id, and ask a person whose role may check its status, such as support.',
  phone:
    'An order cannot be found by a phone number. Ask the payer for the order number, the amount, the UTR or the end of the UPI id, like ab@ybl.',
  allOf: (amount: string) => `All orders of ${amount}`,
  allWith: (code: string) => `All orders with ${code}`,
  by: {
    merchantOrderId: 'Order, by its id',
    orderId: 'Order, by the provider’s id',
    transactionId: 'Order, by its transaction',
    reference: 'Order, by its reference',
    merchantRefundId: 'Refund, by its id',
    refundId: 'Refund, by the provider’s id',
    utr: 'By its UTR',
    vpa: 'Order, by its payer',
    amount: 'Order, by its amount',
    failure: 'Order, by its failure code',
    callbackId: 'Webhook',
    subscriptionId: 'Subscription, by its id',
    merchantSubscriptionId: 'Subscription, by its mandate',
    providerId: 'Subscription, by the provider’s id',
  },
}
