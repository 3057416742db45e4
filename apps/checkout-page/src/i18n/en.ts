import { type Words as Shared, en as shared } from '@galla/react/components'

/** What only this page says, in English; the parts bring their own sentences. A language that lacks one does not compile. */
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
  language: 'Language',
  noneOffered: 'This order offers no way to pay on this page.',
  leave: 'Go back without paying',
  close: 'Close',
  closePage: 'Close payment',
  cancelPayment: 'Cancel payment',
  chooseAnother: 'Pay another way',
  unreachable: 'The payment service is not answering. Trying again…',

  qrFor: (amount: string, merchant: string) => `QR code to pay ${amount} to ${merchant} by UPI`,
  upiHintPhone: 'Use any UPI app on this phone',
  qrOther: 'Pay with another phone',
  waiting: 'Waiting for your payment',
  approveSent: (vpa: string) => `A request was sent to ${vpa}. Open that UPI app and approve it.`,
  appOthers: 'Another UPI app',
  upiFrom: (instruments: string[]) => `Pays from: ${instruments.join(', ')}.`,
  upiInstruments: {
    BANK_ACCOUNT: 'a bank account',
    RUPAY_CC: 'a RuPay credit card on UPI',
    CREDIT_LINE: 'a credit line on UPI',
  },
  vpaUnknown: 'This UPI ID does not exist. Check the spelling.',

  cardKinds: { both: 'Debit or credit card', CREDIT_CARD: 'Credit card', DEBIT_CARD: 'Debit card' },
  cardIndianOnly: 'Only cards issued in India.',

  otpTitle: 'Confirm with your bank',
  otpSent: (card: string) => `Enter the one-time password (OTP) that your bank sent for the card ${card}.`,
  otp: 'One-time password',
  otpWrong: (left: number) => `That OTP is not right. ${left === 1 ? 'One try' : `${left} tries`} left.`,
  otpShort: 'The OTP has 6 digits.',
  otpConfirm: 'Confirm payment',
  otpResend: 'Send a new OTP',
  otpResent: 'A new OTP is on its way.',
  otpTest: 'Sandbox: the OTP is 123456.',

  bankTitle: 'Your bank’s page',
  bankPlaying: (bank: string) => `In the sandbox this page stands in for ${bank}. Decide what the bank says.`,
  bankSuccess: 'Success',
  bankFailure: 'Failure',
  bankPending: 'Pending',

  pendingTitle: 'Your bank has not answered yet',
  pendingBody:
    'Please do not pay again. If the money left your account, the payment will be confirmed or the money comes back. You may close this page: the shop will hear the result.',
  failedFinal: 'This order cannot be paid any more. No second payment will be taken.',
  failedAgain: 'You can try again, the same way or another one.',
  failureCode: 'Code',
  expiredBody:
    'This payment page has expired. If money has left your account, it will be returned. Please start again from the shop.',
  doneTold: (merchant: string) => `${merchant} has been told.`,
  brokenTitle: 'This payment page cannot be opened',
  broken: {
    'no-token': 'The link is not complete. Please go back to the shop and start again.',
    'not-found': 'This payment is not known here. Please go back to the shop and start again.',
    unreachable: 'The payment service does not answer. The page keeps trying.',
  },
  returnNow: (merchant: string) => `Return to ${merchant}`,
  returning: (seconds: number) => `Returning to the shop in ${seconds} s`,
  closing: (seconds: number) => `Closing in ${seconds} s`,
  stay: 'Stay here',
  leaveQuestion: 'Leave this payment?',
  leaveWarning: 'A payment is under way. If you approve it in your app or at your bank, it still counts.',
  leaveYes: 'Leave',
  leaveNo: 'Stay',

  sandbox: 'Sandbox',
  sandboxNote: 'No real money moves.',
  drawerOpen: 'Choose outcome',
  sandboxNone:
    'Sandbox: what paymentModeConfig asks for leaves nothing. The journal tells which of its words match nothing.',
  sandboxWait: 'Sandbox: no app or bank answers here.',
  drawerTitle: 'What happens to this payment?',
  drawerHint: 'Play the part of the payer, the app and the bank.',
  drawerSuccess: 'Pay it',
  drawerFailure: 'Fail this attempt',
  drawerFailureFinal: 'Fail the whole order',
  drawerPending: 'Leave it pending',
  drawerCode: 'Failure code',
  drawerCodeHint: 'Any code that the provider knows',
  drawerExpire: 'Let the time run out',
  drawerOver: 'This order is over: nothing can change it now.',
  drawerRules: 'Details that decide by themselves',
  drawerLost: 'The sandbox did not answer.',
}

export type Own = typeof own
export type Words = Shared & Own

export const en: Words = { ...shared, ...own }
