import { type ComponentMessages as Shared, componentMessages as shared } from '@galla/react/components'

/**
 * The sandbox's texts for the developer who plays bank and payer. Hindi translates these texts too; the other languages show them in
 * English, because no payer reads them.
 */
export const sandboxMessages = {
  sandbox: 'Sandbox',
  sandboxNote: 'No real money moves.',
  outcomeOpen: 'Choose outcome',
  sandboxNone: 'Sandbox: no payment method matches paymentModeConfig. See the request log.',
  sandboxWait: 'Sandbox: no app or bank answers here.',
  sandboxScan: 'Scan it as a payer',
  outcomeTitle: 'What happens to this payment?',
}

/** Messages of this page, beside those of @galla/react. A translation that lacks one does not compile. */
const own = {
  pageTitle: (merchant: string) => `Pay ${merchant}`,
  payTo: 'Paying',
  paidTo: 'Paid to',
  orderId: 'Order',
  paymentId: 'Payment reference',
  transactionId: 'Transaction ID',
  paidWith: 'Paid with',
  mobile: 'Mobile number',
  details: 'Order details',
  trust: 'The shop does not see your card number or UPI PIN.',
  language: 'Language',
  languageNotLoaded: 'This language could not be loaded. Please choose it again.',
  noneOffered: 'This order has no payment method on this page.',
  leave: 'Go back without paying',
  close: 'Close',
  closePage: 'Close payment',
  cancelPayment: 'Cancel payment',
  unreachable: 'The payment service does not respond. Trying again…',

  qrFor: (amount: string, merchant: string) => `QR code to pay ${amount} to ${merchant} by UPI`,
  upiHintPhone: 'Use any UPI app on this phone',
  qrOther: 'Pay with another phone',
  waiting: 'Waiting for your payment',
  approveSent: (vpa: string) => `A request was sent to ${vpa}. Open that UPI app and approve it.`,
  declineFirst: (app?: string) => `Before you pay another way, decline the request in ${app ?? 'your UPI app'}.`,
  appOthers: 'Another UPI app',
  upiFrom: (instruments: string[]) => `Pays from: ${instruments.join(', ')}.`,
  upiInstruments: {
    BANK_ACCOUNT: 'a bank account',
    RUPAY_CC: 'a RuPay credit card on UPI',
    CREDIT_LINE: 'a credit line on UPI',
  },
  vpaUnknown: 'This UPI ID does not exist. Check the spelling.',

  cardTypes: { both: 'Debit or credit card', CREDIT_CARD: 'Credit card', DEBIT_CARD: 'Debit card' },
  cardIndianOnly: 'Only cards issued in India.',

  otpTitle: 'Confirm with your bank',
  otpSent: (card: string) => `Enter the one-time password (OTP) that your bank sent for the card ${card}.`,
  otp: 'One-time password',
  otpWrong: (left: number) => `The OTP is wrong. ${left === 1 ? 'One try' : `${left} tries`} left.`,
  otpShort: 'The OTP has 6 digits.',
  otpConfirm: 'Confirm payment',
  otpResend: 'Send a new OTP',
  otpResendIn: (seconds: number) => `Send a new OTP in ${seconds} s`,
  otpResent: 'A new OTP has been sent.',

  bankTitle: 'Your bank’s page',
  bankFailed: 'Your payment waits for this step. Please do not pay again.',

  bankWaitTitle: 'Waiting for your bank',
  bankPendingSoon: 'This usually takes a few seconds. Please keep this page open, and do not pay again.',
  pendingTitle: 'Your bank has not answered yet',
  pendingBody:
    'Please do not pay again. If money has left your account, the payment is confirmed or the money is returned. You can close this page: the shop is notified of the result. Banks usually show returned money within 7 working days.',
  mandateFor: 'AutoPay for',
  mandateTitle: (merchant: string) => `AutoPay for ${merchant}`,
  mandateFirst: 'First debit, when you approve',
  mandateTest: 'Test amount, returned to you',
  mandateLeave: 'Go back without approving',
  mandateFailed: 'AutoPay not approved',
  failedFinal:
    'This order can no longer be paid. If money has left your account, it is returned. Banks usually show returned money within 7 working days.',
  failedAgain: 'You can try again, with the same payment method or another one.',
  failureCode: 'Code',
  merchantNotified: (merchant: string) => `${merchant} has been notified.`,
  unavailableTitle: 'This payment page cannot be opened',
  unavailableReasons: {
    'no-token': 'The link is incomplete. Please go back to the shop and start again.',
    'not-found':
      'The link is no longer valid, or it was copied in part. Opening it charges nothing. Go back to the shop: “Your orders” shows what is paid, and you can start the payment again there.',
    unreachable: 'The payment service does not respond. Trying again…',
  },
  returnNow: (merchant: string) => `Return to ${merchant}`,
  returning: (seconds: number) => `Returning to the shop in ${seconds} s`,
  closing: (seconds: number) => `Closing in ${seconds} s`,
  stay: 'Stay here',
  leaveQuestion: 'Leave this payment?',
  leaveWarning: 'A payment is in progress. If you approve it in your app or at your bank, it is still valid.',
  leaveYes: 'Leave',
  leaveNo: 'Stay',

  goBack: 'Go back',
}

/** The page's texts for payers. */
export type PayerMessages = typeof own
export type OwnMessages = PayerMessages & typeof sandboxMessages
export type Messages = Shared & OwnMessages

export const en: Messages = { ...shared, ...own, ...sandboxMessages }
