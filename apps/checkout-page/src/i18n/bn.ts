import { MONEY_BACK_BN } from '@galla/contract/money-back'
import { bn as shared } from '@galla/react/i18n/bn'
import { type Messages, type PayerMessages, sandboxMessages } from './en.ts'

/** The page's texts for payers, in Bengali. */
const own: PayerMessages = {
  pageTitle: (merchant) => `${merchant}-কে পেমেন্ট`,
  payTo: 'যাকে টাকা দিচ্ছেন',
  paidTo: 'টাকা পেয়েছে',
  orderId: 'অর্ডার',
  paymentId: 'পেমেন্টের রেফারেন্স',
  transactionId: 'লেনদেনের ID',
  paidWith: 'পেমেন্টের উপায়',
  mobile: 'মোবাইল নম্বর',
  details: 'অর্ডারের বিবরণ',
  trust: 'দোকান আপনার কার্ড নম্বর ও UPI পিন দেখতে পায় না।',
  language: 'ভাষা',
  languageNotLoaded: 'এই ভাষাটি লোড করা যায়নি। ইন্টারনেট সংযোগ দেখে আবার বেছে নিন।',
  noneOffered: 'এই পেজে এই অর্ডারের পেমেন্ট করার কোনো উপায় নেই।',
  leave: 'পেমেন্ট না করে ফিরে যান',
  close: 'বন্ধ করুন',
  closePage: 'পেমেন্ট বন্ধ করুন',
  cancelPayment: 'পেমেন্ট বাতিল করুন',
  unreachable: 'পেমেন্ট পরিষেবা থেকে উত্তর আসছে না। আবার চেষ্টা চলছে…',

  qrFor: (amount, merchant) => `${merchant}-কে UPI দিয়ে ${amount} দেওয়ার QR কোড`,
  upiHintPhone: 'এই ফোনের যেকোনো UPI অ্যাপ ব্যবহার করুন',
  qrOther: 'অন্য ফোন দিয়ে পেমেন্ট করুন',
  waiting: 'আপনার পেমেন্টের অপেক্ষায়',
  approveSent: (vpa) => `${vpa}-এ অনুরোধ পাঠানো হয়েছে। সেই UPI অ্যাপটি খুলে অনুমোদন দিন।`,
  declineFirst: (app) => `অন্য উপায়ে পেমেন্ট করার আগে ${app ?? 'আপনার UPI অ্যাপ'}-এ এই অনুরোধ বাতিল করুন।`,
  appOthers: 'অন্য UPI অ্যাপ',
  upiFrom: (instruments) => `এগুলি থেকে টাকা দেওয়া যায়: ${instruments.join(', ')}।`,
  upiInstruments: {
    BANK_ACCOUNT: 'ব্যাঙ্ক অ্যাকাউন্ট',
    RUPAY_CC: 'UPI-তে RuPay ক্রেডিট কার্ড',
    CREDIT_LINE: 'UPI-তে ক্রেডিট লাইন',
  },
  vpaUnknown: 'এই UPI ID-টি নেই। বানান মিলিয়ে নিন।',

  cardTypes: { both: 'ডেবিট বা ক্রেডিট কার্ড', CREDIT_CARD: 'ক্রেডিট কার্ড', DEBIT_CARD: 'ডেবিট কার্ড' },
  cardIndianOnly: 'শুধু ভারতে দেওয়া কার্ড।',

  otpTitle: 'আপনার ব্যাঙ্কে নিশ্চিত করুন',
  otpSent: (card) => `${card} কার্ডের জন্য আপনার ব্যাঙ্কের পাঠানো OTP দিন।`,
  otp: 'OTP',
  otpWrong: (left) => `OTP ভুল হয়েছে। আর ${left} বার চেষ্টা করা যাবে।`,
  otpShort: 'OTP-তে 6টি সংখ্যা থাকে।',
  otpConfirm: 'পেমেন্ট নিশ্চিত করুন',
  otpResend: 'নতুন OTP পাঠান',
  otpResendIn: (seconds) => `${seconds} সেকেন্ড পরে নতুন OTP পাঠান`,
  otpResent: 'নতুন OTP পাঠানো হয়েছে।',

  bankTitle: 'আপনার ব্যাঙ্কের পেজ',
  bankFailed: 'আপনার পেমেন্ট এই ধাপের অপেক্ষায় আছে। আবার পেমেন্ট করবেন না।',

  bankWaitTitle: 'আপনার ব্যাঙ্কের উত্তরের অপেক্ষায়',
  bankPendingSoon: 'সাধারণত কয়েক সেকেন্ড লাগে। এই পেজ খোলা রাখুন, আবার পেমেন্ট করবেন না।',
  pendingTitle: 'আপনার ব্যাঙ্ক এখনও উত্তর দেয়নি',
  pendingBody: `আবার পেমেন্ট করবেন না। অ্যাকাউন্ট থেকে টাকা গিয়ে থাকলে পেমেন্ট সম্পূর্ণ হবে বা টাকা ফেরত আসবে। আপনি এই পেজ বন্ধ করতে পারেন: দোকানকে ফল জানানো হয়। ${MONEY_BACK_BN}`,
  mandateFor: 'যার জন্য অটোপে',
  mandateTitle: (merchant) => `${merchant}-এর জন্য অটোপে`,
  mandateFirst: 'প্রথম টাকা, অনুমোদন দিলেই',
  mandateTest: 'যাচাইয়ের টাকা, ফেরত পাবেন',
  mandateLeave: 'অনুমোদন না দিয়ে ফিরে যান',
  mandateFailed: 'অটোপে অনুমোদন হয়নি',
  failedFinal: `এই অর্ডারের পেমেন্ট আর করা যাবে না। অ্যাকাউন্ট থেকে টাকা গিয়ে থাকলে তা ফেরত আসবে। ${MONEY_BACK_BN}`,
  failedAgain: 'একই উপায়ে বা অন্য উপায়ে আবার চেষ্টা করতে পারেন।',
  failureCode: 'কোড',
  merchantNotified: (merchant) => `${merchant}-কে জানানো হয়েছে।`,
  unavailableTitle: 'এই পেমেন্টের পেজ খোলা যাচ্ছে না',
  unavailableReasons: {
    'no-token': 'লিঙ্কটি অসম্পূর্ণ। দোকানে ফিরে আবার শুরু করুন।',
    'not-found':
      'লিঙ্কটি আর চলছে না, বা আংশিক কপি হয়েছে। এটি খুললে কোনো টাকা কাটে না। দোকানে ফিরে যান: “আপনার অর্ডার”-এ দেখা যায় কীসের টাকা দেওয়া হয়েছে, আর সেখান থেকে আবার পেমেন্ট শুরু করা যায়।',
    unreachable: 'পেমেন্ট পরিষেবা থেকে উত্তর আসছে না। আবার চেষ্টা চলছে…',
  },
  returnNow: (merchant) => `${merchant}-এ ফিরে যান`,
  returning: (seconds) => `${seconds} সেকেন্ডে দোকানে ফিরছে`,
  closing: (seconds) => `${seconds} সেকেন্ডে বন্ধ হচ্ছে`,
  stay: 'এখানেই থাকুন',
  leaveQuestion: 'এই পেমেন্ট ছেড়ে যাবেন?',
  leaveWarning: 'একটি পেমেন্ট চলছে। অ্যাপে বা ব্যাঙ্কে অনুমোদন দিলে সেটি বহাল থাকবে।',
  leaveYes: 'ছেড়ে যান',
  leaveNo: 'থাকুন',

  goBack: 'ফিরে যান',
}

export const bn: Messages = { ...shared, ...own, ...sandboxMessages }
