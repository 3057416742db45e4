import { MONEY_BACK_TE } from '@galla/contract/money-back'
import { te as shared } from '@galla/react/i18n/te'
import { type Messages, type PayerMessages, sandboxMessages } from './en.ts'

/** The page's texts for payers, in Telugu. */
const own: PayerMessages = {
  pageTitle: (merchant) => `${merchant}కు పేమెంట్`,
  payTo: 'ఎవరికి చెల్లిస్తున్నారు',
  paidTo: 'డబ్బు అందుకున్నవారు',
  orderId: 'ఆర్డర్',
  paymentId: 'పేమెంట్ రిఫరెన్స్',
  transactionId: 'లావాదేవీ ID',
  paidWith: 'చెల్లించిన విధానం',
  mobile: 'మొబైల్ నంబర్',
  details: 'ఆర్డర్ వివరాలు',
  trust: 'మీ కార్డ్ నంబర్, UPI పిన్ షాప్‌కు కనిపించవు.',
  language: 'భాష',
  languageNotLoaded: 'ఈ భాష లోడ్ కాలేదు. ఇంటర్నెట్ కనెక్షన్ చూసి మళ్లీ ఎంచుకోండి.',
  noneOffered: 'ఈ పేజీలో ఈ ఆర్డర్‌కు చెల్లించే పద్ధతి లేదు.',
  leave: 'చెల్లించకుండా వెనక్కి వెళ్లండి',
  close: 'మూసివేయండి',
  closePage: 'పేమెంట్‌ను మూసివేయండి',
  cancelPayment: 'పేమెంట్‌ను రద్దు చేయండి',
  unreachable: 'పేమెంట్ సేవ నుండి జవాబు రావడం లేదు. మళ్లీ ప్రయత్నిస్తోంది…',

  qrFor: (amount, merchant) => `${merchant}కు UPI ద్వారా ${amount} చెల్లించడానికి QR కోడ్`,
  upiHintPhone: 'ఈ ఫోన్‌లోని ఏదైనా UPI యాప్ వాడండి',
  qrOther: 'మరో ఫోన్ నుండి చెల్లించండి',
  waiting: 'మీ పేమెంట్ కోసం ఎదురుచూస్తున్నాం',
  approveSent: (vpa) => `${vpa}కు అభ్యర్థన పంపబడింది. ఆ UPI యాప్ తెరిచి ఆమోదించండి.`,
  declineFirst: (app) => `మరో విధంగా చెల్లించే ముందు, ${app ?? 'మీ UPI యాప్'}‌లో ఈ అభ్యర్థనను తిరస్కరించండి.`,
  appOthers: 'మరో UPI యాప్',
  upiFrom: (instruments) => `వీటి నుండి చెల్లించవచ్చు: ${instruments.join(', ')}.`,
  upiInstruments: {
    BANK_ACCOUNT: 'బ్యాంక్ ఖాతా',
    RUPAY_CC: 'UPI లో RuPay క్రెడిట్ కార్డ్',
    CREDIT_LINE: 'UPI లో క్రెడిట్ లైన్',
  },
  vpaUnknown: 'ఈ UPI ID లేదు. స్పెల్లింగ్ సరిచూసుకోండి.',

  cardTypes: { both: 'డెబిట్ లేదా క్రెడిట్ కార్డ్', CREDIT_CARD: 'క్రెడిట్ కార్డ్', DEBIT_CARD: 'డెబిట్ కార్డ్' },
  cardIndianOnly: 'భారతదేశంలో జారీ చేసిన కార్డులు మాత్రమే.',

  otpTitle: 'మీ బ్యాంక్‌లో నిర్ధారించండి',
  otpSent: (card) => `కార్డ్ ${card} కోసం మీ బ్యాంక్ పంపిన OTP ఎంటర్ చేయండి.`,
  otp: 'OTP',
  otpWrong: (left) => `OTP తప్పు. ఇంకా ${left} సార్లు ప్రయత్నించవచ్చు.`,
  otpShort: 'OTP లో 6 అంకెలు ఉంటాయి.',
  otpConfirm: 'పేమెంట్‌ను నిర్ధారించండి',
  otpResend: 'కొత్త OTP పంపండి',
  otpResendIn: (seconds) => `${seconds} సెకన్లలో కొత్త OTP పంపండి`,
  otpResent: 'కొత్త OTP పంపబడింది.',

  bankTitle: 'మీ బ్యాంక్ పేజీ',
  bankFailed: 'మీ పేమెంట్ ఈ దశ కోసం వేచి ఉంది. దయచేసి మళ్లీ చెల్లించకండి.',

  bankWaitTitle: 'మీ బ్యాంక్ జవాబు కోసం ఎదురుచూస్తున్నాం',
  bankPendingSoon: 'దీనికి సాధారణంగా కొన్ని సెకన్లు పడుతుంది. దయచేసి ఈ పేజీని తెరిచి ఉంచండి, మళ్లీ చెల్లించకండి.',
  pendingTitle: 'మీ బ్యాంక్ ఇంకా జవాబు ఇవ్వలేదు',
  pendingBody: `దయచేసి మళ్లీ చెల్లించకండి. ఖాతా నుండి డబ్బు వెళ్లి ఉంటే, పేమెంట్ నిర్ధారణ అవుతుంది లేదా డబ్బు తిరిగి వస్తుంది. మీరు ఈ పేజీని మూసివేయవచ్చు: ఫలితం షాప్‌కు తెలుస్తుంది. ${MONEY_BACK_TE}`,
  mandateFor: 'ఎవరికి ఆటోపే',
  mandateTitle: (merchant) => `${merchant} కోసం ఆటోపే`,
  mandateFirst: 'మొదటి మొత్తం, ఆమోదించగానే',
  mandateTest: 'పరీక్ష మొత్తం, తిరిగి వస్తుంది',
  mandateLeave: 'ఆమోదించకుండా వెనక్కి వెళ్లండి',
  mandateFailed: 'ఆటోపేకు ఆమోదం రాలేదు',
  failedFinal: `ఈ ఆర్డర్‌కు ఇక చెల్లించలేరు. ఖాతా నుండి డబ్బు వెళ్లి ఉంటే, అది తిరిగి వస్తుంది. ${MONEY_BACK_TE}`,
  failedAgain: 'ఇదే విధంగా లేదా మరో విధంగా మళ్లీ ప్రయత్నించవచ్చు.',
  failureCode: 'కోడ్',
  merchantNotified: (merchant) => `${merchant}కు తెలియజేయబడింది.`,
  unavailableTitle: 'ఈ పేమెంట్ పేజీని తెరవలేకపోయాం',
  unavailableReasons: {
    'no-token': 'లింక్ పూర్తిగా లేదు. దయచేసి షాప్‌కు తిరిగి వెళ్లి మళ్లీ మొదలుపెట్టండి.',
    'not-found':
      'ఈ లింక్ ఇక చెల్లదు, లేదా కొంత మాత్రమే కాపీ అయింది. దీన్ని తెరిస్తే డబ్బు పోదు. షాప్‌కు తిరిగి వెళ్లండి: దేనికి చెల్లించారో “మీ ఆర్డర్లు”లో కనిపిస్తుంది, అక్కడి నుండి పేమెంట్ మళ్లీ మొదలుపెట్టవచ్చు.',
    unreachable: 'పేమెంట్ సేవ నుండి జవాబు రావడం లేదు. మళ్లీ ప్రయత్నిస్తోంది…',
  },
  returnNow: (merchant) => `${merchant}కు తిరిగి వెళ్లండి`,
  returning: (seconds) => `${seconds} సెకన్లలో షాప్‌కు తిరిగి వెళ్తోంది`,
  closing: (seconds) => `${seconds} సెకన్లలో మూసుకుంటుంది`,
  stay: 'ఇక్కడే ఉండండి',
  leaveQuestion: 'ఈ పేమెంట్‌ను వదిలేయాలా?',
  leaveWarning: 'పేమెంట్ జరుగుతోంది. యాప్‌లో లేదా బ్యాంక్‌లో మీరు ఆమోదిస్తే, అది చెల్లుతుంది.',
  leaveYes: 'వదిలేయండి',
  leaveNo: 'ఉండండి',

  goBack: 'వెనక్కి వెళ్లండి',
}

export const te: Messages = { ...shared, ...own, ...sandboxMessages }
