import type { Order } from './domain/order.ts'

/** The link that a QR holds or a UPI app opens. Rupees with two decimals, as UPI wants them. */
export function intentUrl(scheme: 'upi' | 'ppe', order: Order, transactionId: string, payee: string): string {
  const query = new URLSearchParams({
    pa: 'galla.sandbox@ybl',
    pn: payee,
    am: `${Math.floor(order.amount / 100)}.${String(order.amount % 100).padStart(2, '0')}`,
    cu: 'INR',
    mc: '5499',
    tr: transactionId,
    tn: noteOf(order),
  })
  // UPI apps read %20, not the plus sign of web forms.
  return `${scheme}://${scheme === 'upi' ? 'pay' : 'transact'}?${query.toString().replaceAll('+', '%20')}`
}

/** UPI takes eighty characters of note; more of them would leave no room in a QR code. */
const LONGEST_NOTE = 80

function noteOf({ message, merchantOrderId }: Order): string {
  return [...(message ?? `Payment for ${merchantOrderId}`)].slice(0, LONGEST_NOTE).join('')
}
