import { MONEY_BACK_TA } from '@galla/contract/money-back'
import { ta as shared } from '@galla/react/i18n/ta'
import { type Messages, type PayerMessages, sandboxMessages } from './en.ts'

/** What a payer reads on this page, in Tamil. */
const own: PayerMessages = {
  pageTitle: (merchant) => `${merchant}-க்கு பேமெண்ட்`,
  payTo: 'யாருக்குச் செலுத்துகிறீர்கள்',
  paidTo: 'பணம் பெற்றவர்',
  orderId: 'ஆர்டர்',
  paymentId: 'பேமெண்ட் குறிப்பு',
  transactionId: 'பரிவர்த்தனை ID',
  paidWith: 'செலுத்திய வழி',
  mobile: 'மொபைல் எண்',
  details: 'ஆர்டர் விவரங்கள்',
  language: 'மொழி',
  languageNotLoaded: 'இந்த மொழியை ஏற்ற முடியவில்லை. இணைய இணைப்பைச் சரிபார்த்து மீண்டும் தேர்ந்தெடுக்கவும்.',
  noneOffered: 'இந்தப் பக்கத்தில் இந்த ஆர்டருக்குச் செலுத்த வழி இல்லை.',
  leave: 'பணம் செலுத்தாமல் திரும்பு',
  close: 'மூடு',
  closePage: 'பேமெண்ட்டை மூடு',
  cancelPayment: 'பேமெண்ட்டை ரத்து செய்',
  unreachable: 'பேமெண்ட் சேவையிலிருந்து பதில் இல்லை. மீண்டும் முயற்சிக்கிறது…',

  qrFor: (amount, merchant) => `${merchant}-க்கு UPI மூலம் ${amount} செலுத்த QR குறியீடு`,
  upiHintPhone: 'இந்த போனில் உள்ள ஏதேனும் UPI ஆப்பைப் பயன்படுத்துங்கள்',
  qrOther: 'வேறு போனிலிருந்து செலுத்துங்கள்',
  waiting: 'உங்கள் பேமெண்ட்டுக்காகக் காத்திருக்கிறோம்',
  approveSent: (vpa) => `${vpa}-க்கு கோரிக்கை அனுப்பப்பட்டது. அந்த UPI ஆப்பைத் திறந்து ஒப்புதல் அளிக்கவும்.`,
  declineFirst: (app) => `வேறு வழியில் செலுத்தும் முன், ${app ?? 'உங்கள் UPI செயலி'}-இல் இந்தக் கோரிக்கையை நிராகரிக்கவும்.`,
  appOthers: 'வேறு UPI ஆப்',
  upiFrom: (instruments) => `இவற்றிலிருந்து செலுத்தலாம்: ${instruments.join(', ')}.`,
  upiInstruments: {
    BANK_ACCOUNT: 'வங்கிக் கணக்கு',
    RUPAY_CC: 'UPI-இல் RuPay கிரெடிட் கார்டு',
    CREDIT_LINE: 'UPI-இல் கிரெடிட் லைன்',
  },
  vpaUnknown: 'இந்த UPI ID இல்லை. எழுத்துகளைச் சரிபார்க்கவும்.',

  cardTypes: { both: 'டெபிட் அல்லது கிரெடிட் கார்டு', CREDIT_CARD: 'கிரெடிட் கார்டு', DEBIT_CARD: 'டெபிட் கார்டு' },
  cardIndianOnly: 'இந்தியாவில் வழங்கப்பட்ட கார்டுகள் மட்டும்.',

  otpTitle: 'உங்கள் வங்கியில் உறுதிசெய்யவும்',
  otpSent: (card) => `${card} கார்டுக்கு உங்கள் வங்கி அனுப்பிய OTP-ஐ உள்ளிடவும்.`,
  otp: 'OTP',
  otpWrong: (left) => `OTP தவறானது. இன்னும் ${left} முறை முயற்சிக்கலாம்.`,
  otpShort: 'OTP-இல் 6 இலக்கங்கள் இருக்கும்.',
  otpConfirm: 'பேமெண்ட்டை உறுதிசெய்',
  otpResend: 'புதிய OTP அனுப்பு',
  otpResendIn: (seconds) => `${seconds} வினாடிகளில் புதிய OTP அனுப்பு`,
  otpResent: 'புதிய OTP அனுப்பப்பட்டது.',

  bankTitle: 'உங்கள் வங்கியின் பக்கம்',

  bankWaitTitle: 'உங்கள் வங்கியின் பதிலுக்காகக் காத்திருக்கிறோம்',
  bankPendingSoon: 'இதற்குப் பொதுவாகச் சில நொடிகள் ஆகும். இந்தப் பக்கத்தைத் திறந்தே வைத்திருங்கள், மீண்டும் செலுத்த வேண்டாம்.',
  pendingTitle: 'உங்கள் வங்கி இன்னும் பதிலளிக்கவில்லை',
  pendingBody: `மீண்டும் செலுத்த வேண்டாம். கணக்கிலிருந்து பணம் போயிருந்தால், பேமெண்ட் உறுதியாகும் அல்லது பணம் திரும்ப வரும். இந்தப் பக்கத்தை மூடலாம்: முடிவு கடைக்குத் தெரிவிக்கப்படும். ${MONEY_BACK_TA}`,
  mandateFor: 'யாருக்கான ஆட்டோபே',
  mandateTitle: (merchant) => `${merchant}-க்கான ஆட்டோபே`,
  mandateFirst: 'முதல் தொகை, ஒப்புதல் அளித்ததும்',
  mandateTest: 'சரிபார்ப்புத் தொகை, திருப்பித் தரப்படும்',
  mandateLeave: 'ஒப்புதல் அளிக்காமல் திரும்பு',
  mandateFailed: 'ஆட்டோபேக்கு ஒப்புதல் கிடைக்கவில்லை',
  failedFinal: `இந்த ஆர்டருக்கு இனி செலுத்த முடியாது. கணக்கிலிருந்து பணம் போயிருந்தால், அது திரும்ப வரும். ${MONEY_BACK_TA}`,
  failedAgain: 'இதே வழியில் அல்லது வேறு வழியில் மீண்டும் முயற்சிக்கலாம்.',
  failureCode: 'குறியீடு',
  merchantNotified: (merchant) => `${merchant}-க்கு தெரிவிக்கப்பட்டது.`,
  unavailableTitle: 'இந்த பேமெண்ட் பக்கத்தைத் திறக்க முடியவில்லை',
  unavailableReasons: {
    'no-token': 'இணைப்பு முழுமையாக இல்லை. கடைக்குத் திரும்பி மீண்டும் தொடங்கவும்.',
    'not-found':
      'இந்த இணைப்பு இனி செல்லாது, அல்லது ஒரு பகுதி மட்டும் நகலெடுக்கப்பட்டது. இதைத் திறந்தால் பணம் எடுக்கப்படாது. கடைக்குத் திரும்பவும்: எதற்குப் பணம் செலுத்தப்பட்டது என்பதை “உங்கள் ஆர்டர்கள்” காட்டும், அங்கிருந்து மீண்டும் செலுத்தத் தொடங்கலாம்.',
    unreachable: 'பேமெண்ட் சேவையிலிருந்து பதில் இல்லை. மீண்டும் முயற்சிக்கிறது…',
  },
  returnNow: (merchant) => `${merchant}-க்குத் திரும்பு`,
  returning: (seconds) => `${seconds} வினாடிகளில் கடைக்குத் திரும்புகிறது`,
  closing: (seconds) => `${seconds} வினாடிகளில் மூடப்படும்`,
  stay: 'இங்கேயே இரு',
  leaveQuestion: 'இந்த பேமெண்ட்டை விட்டு வெளியேறவா?',
  leaveWarning: 'ஒரு பேமெண்ட் நடந்துகொண்டிருக்கிறது. ஆப்பில் அல்லது வங்கியில் ஒப்புதல் அளித்தால், அது செல்லுபடியாகும்.',
  leaveYes: 'வெளியேறு',
  leaveNo: 'இரு',

  goBack: 'திரும்பிச் செல்',
}

export const ta: Messages = { ...shared, ...own, ...sandboxMessages }
