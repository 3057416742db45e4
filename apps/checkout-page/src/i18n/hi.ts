import { MONEY_BACK_HI } from '@galla/contract/money-back'
import { hi as shared } from '@galla/react/i18n/hi'
import type { Messages, OwnMessages } from './en.ts'

/** Messages of this page in Hindi, in the everyday style of Indian payment apps. */
const own: OwnMessages = {
  pageTitle: (merchant) => `${merchant} को पेमेंट`,
  payTo: 'किसे पे कर रहे हैं',
  paidTo: 'पाने वाला',
  orderId: 'ऑर्डर',
  paymentId: 'पेमेंट रेफ़रेंस',
  transactionId: 'ट्रांज़ैक्शन ID',
  paidWith: 'पेमेंट का तरीका',
  mobile: 'मोबाइल नंबर',
  details: 'ऑर्डर की जानकारी',
  trust: 'दुकान को आपका कार्ड नंबर और UPI पिन नहीं दिखता।',
  language: 'भाषा',
  languageNotLoaded: 'यह भाषा नहीं खुल सकी। इंटरनेट कनेक्शन जाँचकर इसे फिर से चुनें।',
  noneOffered: 'इस ऑर्डर का पेमेंट इस पेज से नहीं हो सकता।',
  leave: 'बिना पेमेंट किए वापस जाएँ',
  close: 'बंद करें',
  closePage: 'पेमेंट बंद करें',
  cancelPayment: 'पेमेंट रद्द करें',
  unreachable: 'पेमेंट सर्विस से जवाब नहीं मिल रहा। फिर से कोशिश हो रही है…',

  qrFor: (amount, merchant) => `${merchant} को UPI से ${amount} पे करने का QR कोड`,
  upiHintPhone: 'इस फ़ोन के किसी भी UPI ऐप से',
  qrOther: 'दूसरे फ़ोन से पे करें',
  waiting: 'आपके पेमेंट का इंतज़ार है',
  approveSent: (vpa) => `${vpa} पर रिक्वेस्ट भेज दी गई है। वह UPI ऐप खोलकर मंज़ूरी दें।`,
  declineFirst: (app) => `किसी और तरीके से पे करने से पहले, ${app ?? 'अपने UPI ऐप'} में यह रिक्वेस्ट अस्वीकार करें।`,
  appOthers: 'कोई और UPI ऐप',
  upiFrom: (instruments) => `पेमेंट इनसे हो सकता है: ${instruments.join(', ')}।`,
  upiInstruments: {
    BANK_ACCOUNT: 'बैंक खाता',
    RUPAY_CC: 'UPI पर RuPay क्रेडिट कार्ड',
    CREDIT_LINE: 'UPI पर क्रेडिट लाइन',
  },
  vpaUnknown: 'यह UPI ID मौजूद नहीं है। स्पेलिंग जाँच लें।',

  cardTypes: { both: 'डेबिट या क्रेडिट कार्ड', CREDIT_CARD: 'क्रेडिट कार्ड', DEBIT_CARD: 'डेबिट कार्ड' },
  cardIndianOnly: 'केवल भारत में जारी कार्ड।',

  otpTitle: 'अपने बैंक से पुष्टि करें',
  otpSent: (card) => `कार्ड ${card} के लिए आपके बैंक ने जो OTP भेजा है, उसे यहाँ डालें।`,
  otp: 'OTP',
  otpWrong: (left) => `यह OTP सही नहीं है। ${left === 1 ? '1 मौका बाकी है' : `${left} मौके बाकी हैं`}।`,
  otpShort: 'OTP में 6 अंक होते हैं।',
  otpConfirm: 'पेमेंट की पुष्टि करें',
  otpResend: 'नया OTP भेजें',
  otpResendIn: (seconds) => `${seconds} सेकंड बाद नया OTP भेजें`,
  otpResent: 'नया OTP भेज दिया गया है।',

  bankTitle: 'आपके बैंक का पेज',
  bankFailed: 'आपका पेमेंट इस चरण का इंतज़ार कर रहा है। कृपया दोबारा पेमेंट न करें।',

  bankWaitTitle: 'आपके बैंक के जवाब का इंतज़ार है',
  bankPendingSoon: 'इसमें आम तौर पर कुछ सेकंड लगते हैं। कृपया यह पेज खुला रखें और दोबारा पेमेंट न करें।',
  pendingTitle: 'आपके बैंक से अभी जवाब नहीं आया',
  pendingBody: `कृपया दोबारा पेमेंट न करें। अगर पैसे कट गए हैं, तो पेमेंट पूरा हो जाएगा या पैसे वापस आ जाएँगे। आप यह पेज बंद कर सकते हैं: नतीजा दुकान तक पहुँच जाएगा। ${MONEY_BACK_HI}`,
  mandateFor: 'ऑटोपे इनके लिए',
  mandateTitle: (merchant) => `${merchant} के लिए ऑटोपे`,
  mandateFirst: 'पहली रकम, मंज़ूरी देते ही',
  mandateTest: 'जाँच की रकम, वापस मिल जाएगी',
  mandateLeave: 'बिना मंज़ूरी दिए वापस जाएँ',
  mandateFailed: 'ऑटोपे को मंज़ूरी नहीं मिली',
  failedFinal: `इस ऑर्डर का पेमेंट अब नहीं हो सकता। अगर पैसे कट गए हैं, तो वापस आ जाएँगे। ${MONEY_BACK_HI}`,
  failedAgain: 'आप इसी तरीके से या किसी और तरीके से फिर कोशिश कर सकते हैं।',
  failureCode: 'कोड',
  merchantNotified: (merchant) => `${merchant} को इसकी जानकारी भेज दी गई है।`,
  unavailableTitle: 'यह पेमेंट पेज नहीं खुल सका',
  unavailableReasons: {
    'no-token': 'लिंक अधूरा है। कृपया दुकान पर लौटकर फिर शुरू करें।',
    'not-found':
      'यह लिंक अब मान्य नहीं है, या अधूरा कॉपी हुआ है। इसे खोलने से कोई पैसा नहीं कटता। दुकान पर लौटें: “आपके ऑर्डर” में दिखेगा कि किसका पेमेंट हो चुका है, और आप वहीं से पेमेंट फिर शुरू कर सकते हैं।',
    unreachable: 'पेमेंट सर्विस से जवाब नहीं मिल रहा। पेज कोशिश करता रहेगा।',
  },
  returnNow: (merchant) => `${merchant} पर लौटें`,
  returning: (seconds) => `${seconds} सेकंड में दुकान पर लौट रहे हैं`,
  closing: (seconds) => `${seconds} सेकंड में बंद हो रहा है`,
  stay: 'यहीं रुकें',
  leaveQuestion: 'क्या आप यह पेमेंट छोड़ना चाहते हैं?',
  leaveWarning: 'पेमेंट चल रहा है। अगर आप अपने ऐप या बैंक में मंज़ूरी दे देते हैं, तो वह मान्य रहेगा।',
  leaveYes: 'छोड़ें',
  leaveNo: 'रुकें',

  sandbox: 'सैंडबॉक्स',
  sandboxNote: 'इसमें असली पैसे नहीं लगते।',
  outcomeOpen: 'नतीजा चुनें',
  sandboxNone:
    'सैंडबॉक्स: paymentModeConfig के हिसाब से कोई तरीका नहीं बचता। कौन-से शब्द किसी से नहीं मिले, यह रिक्वेस्ट लॉग में लिखा है।',
  sandboxWait: 'सैंडबॉक्स: यहाँ कोई ऐप या बैंक जवाब नहीं देता।',
  sandboxScan: 'ग्राहक की तरह स्कैन करें',
  goBack: 'वापस जाएँ',
  outcomeTitle: 'इस पेमेंट का क्या हो?',
}

export const hi: Messages = { ...shared, ...own }
