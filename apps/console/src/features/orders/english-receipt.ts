/** The receipt, which a payer reads. */
export const receiptEnglish = {
  title: (id: string, shop?: string) => `${shop === undefined ? 'Receipt' : `${shop}: receipt`} for order ${id}`,
  order: 'Order',
  what: 'the order',
  print: 'Print or save as PDF',
  inReview: 'This is not a receipt while the payment is being checked.',
  test: 'Test payment. No money moved.',
  notPaid: 'This order is not paid, so this is not a receipt.',
  paid: 'Paid',
  orderNumber: 'Order number',
  paidAt: 'Paid',
  paidWith: 'Paid with',
  payer: 'Payer',
  transactionId: 'Transaction ID',
  refunds: 'Refunds',
  refunded: 'Refunded',
  refunding: 'Refund in progress',
}
