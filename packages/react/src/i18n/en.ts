import { componentMessages, type Translated } from './component-messages.ts'

/** English messages about a payment that only the connected components show. */
const paymentMessages = {
  checkout: 'Pay {amount}',
  checkoutOpening: 'Opening the payment page…',
  checkoutFailed: 'The payment page did not open. You have not been charged. Please try again.',
  payAnotherWayBody:
    'Another way starts a second payment, and the one that you started stays open. If both are paid, the one that is paid later is refunded.',
  unreachable: 'The shop does not respond. Trying again…',
  qrAlt: 'QR code to pay {amount} by UPI',
  approveCollect: 'A request was sent to your UPI app. Open it and approve.',
  cardHint: 'Debit or credit card',
  bankRedirectTitle: 'Confirm with your bank',
  bankRedirectBody: 'Your bank asks you to confirm the payment, then returns you to this page.',
  bankRedirectButton: 'Continue to your bank',
  hostedTitle: 'Pay on the payment page',
  hostedBody: 'If you have already paid, do not pay again: the result is shown here.',
  hostedButton: 'Open the payment page',
  hostedState: 'Continue or see the state',
  bankPendingTitle: 'Not confirmed by your bank yet',
  bankPendingBody:
    'If your bank asked for a code, continue and enter it. Else please do not pay again. If money has left your account, the payment is confirmed or the money is returned. This page shows the result. Banks usually show returned money within 7 working days.',
  pendingTitle: 'Waiting for your payment',
  pendingBody: 'Please do not pay again. This page updates when the payment is confirmed.',
  doneBody: 'The shop has received your payment.',
  failedBody: 'If money left your account, it is returned. Banks usually show returned money within 7 working days.',
  latePaymentTitle: 'Your payment arrived too late',
  latePaymentBody:
    'The money arrived after the time to pay. It is refunded to where it came from; you do not need to do anything. Banks usually show returned money within 7 working days.',
  refundingTitle: 'Your money is being refunded',
  refundingBody:
    'This purchase was already paid. The second payment is refunded to where it came from. Banks usually show returned money within 7 working days.',
  unknownTitle: 'The shop is looking into your payment',
  unknownBody: 'Please do not pay again. The shop checks it and tells you the result.',
  alreadyPaidTitle: 'This purchase is already paid',
  alreadyPaidBody:
    'Please do not pay again. If money has left your account for this payment too, it is refunded. Banks usually show returned money within 7 working days.',
  unavailableTitle: 'This payment cannot be opened',
  unavailableBody: 'The link is incomplete or too old. Please go back to the shop and start again.',
} as const

/**
 * All messages in English, by key. The components replace names in braces, such as `{amount}`, with values.
 *
 * For another language, copy this table, translate the values and pass the result to `<GallaProvider messages>`. A table
 * of type `Messages` that lacks a message does not compile.
 */
export const en: typeof componentMessages & typeof paymentMessages = { ...componentMessages, ...paymentMessages }

/**
 * A complete translation: every message by its key, the language tag `lang` (for example `ta-IN`), and the writing
 * direction `dir`.
 */
export type Messages = Translated<typeof en>
