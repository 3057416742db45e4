import { MONEY_BACK_MR } from '@galla/contract/money-back'
import { mr as shared } from '@galla/react/i18n/mr'
import { type Messages, type PayerMessages, sandboxMessages } from './en.ts'

/** The page's texts for payers, in Marathi. */
const own: PayerMessages = {
  pageTitle: (merchant) => `${merchant} ला पेमेंट`,
  payTo: 'कोणाला पैसे देत आहात',
  paidTo: 'पैसे मिळाले',
  orderId: 'ऑर्डर',
  paymentId: 'पेमेंट संदर्भ',
  transactionId: 'व्यवहार ID',
  paidWith: 'पेमेंटची पद्धत',
  mobile: 'मोबाइल नंबर',
  details: 'ऑर्डरची माहिती',
  trust: 'दुकानाला तुमचा कार्ड नंबर आणि UPI पिन दिसत नाही.',
  language: 'भाषा',
  languageNotLoaded: 'ही भाषा लोड होऊ शकली नाही. इंटरनेट कनेक्शन तपासून ती पुन्हा निवडा.',
  noneOffered: 'या ऑर्डरचे पेमेंट या पेजवर करता येत नाही.',
  leave: 'पेमेंट न करता परत जा',
  close: 'बंद करा',
  closePage: 'पेमेंट बंद करा',
  cancelPayment: 'पेमेंट रद्द करा',
  unreachable: 'पेमेंट सेवेकडून उत्तर येत नाही. पुन्हा प्रयत्न सुरू आहे…',

  qrFor: (amount, merchant) => `${merchant} ला UPI ने ${amount} देण्यासाठी QR कोड`,
  upiHintPhone: 'या फोनवरचे कोणतेही UPI ॲप वापरा',
  qrOther: 'दुसऱ्या फोनवरून पेमेंट करा',
  waiting: 'तुमच्या पेमेंटची वाट पाहत आहोत',
  approveSent: (vpa) => `${vpa} वर विनंती पाठवली आहे. ते UPI ॲप उघडून मंजुरी द्या.`,
  declineFirst: (app) => `दुसऱ्या पद्धतीने पेमेंट करण्यापूर्वी ${app ?? 'तुमच्या UPI ॲप'} मध्ये ही विनंती नाकारा.`,
  appOthers: 'दुसरे UPI ॲप',
  upiFrom: (instruments) => `पेमेंट यातून करता येते: ${instruments.join(', ')}.`,
  upiInstruments: {
    BANK_ACCOUNT: 'बँक खाते',
    RUPAY_CC: 'UPI वरील RuPay क्रेडिट कार्ड',
    CREDIT_LINE: 'UPI वरील क्रेडिट लाइन',
  },
  vpaUnknown: 'हा UPI ID अस्तित्वात नाही. स्पेलिंग तपासा.',

  cardTypes: { both: 'डेबिट किंवा क्रेडिट कार्ड', CREDIT_CARD: 'क्रेडिट कार्ड', DEBIT_CARD: 'डेबिट कार्ड' },
  cardIndianOnly: 'फक्त भारतात दिलेली कार्ड.',

  otpTitle: 'तुमच्या बँकेकडे खात्री करा',
  otpSent: (card) => `कार्ड ${card} साठी तुमच्या बँकेने पाठवलेला OTP टाका.`,
  otp: 'OTP',
  otpWrong: (left) => `OTP चुकीचा आहे. ${left === 1 ? '1 संधी उरली आहे' : `${left} संधी उरल्या आहेत`}.`,
  otpShort: 'OTP मध्ये 6 अंक असतात.',
  otpConfirm: 'पेमेंटची खात्री करा',
  otpResend: 'नवीन OTP पाठवा',
  otpResendIn: (seconds) => `${seconds} सेकंदांनी नवीन OTP पाठवा`,
  otpResent: 'नवीन OTP पाठवला आहे.',

  bankTitle: 'तुमच्या बँकेचे पेज',
  bankFailed: 'तुमचे पेमेंट या टप्प्याची वाट पाहत आहे. कृपया पुन्हा पेमेंट करू नका.',

  bankWaitTitle: 'तुमच्या बँकेच्या उत्तराची वाट पाहत आहोत',
  bankPendingSoon: 'याला साधारणपणे काही सेकंद लागतात. कृपया हे पेज उघडे ठेवा आणि पुन्हा पेमेंट करू नका.',
  pendingTitle: 'तुमच्या बँकेकडून अजून उत्तर आले नाही',
  pendingBody: `कृपया पुन्हा पेमेंट करू नका. खात्यातून पैसे गेले असतील, तर पेमेंट पूर्ण होईल किंवा पैसे परत येतील. तुम्ही हे पेज बंद करू शकता: दुकानाला निकाल कळवला जातो. ${MONEY_BACK_MR}`,
  mandateFor: 'ऑटोपे यांच्यासाठी',
  mandateTitle: (merchant) => `${merchant} साठी ऑटोपे`,
  mandateFirst: 'पहिली रक्कम, मंजुरी देताच',
  mandateTest: 'तपासणीची रक्कम, परत मिळेल',
  mandateLeave: 'मंजुरी न देता परत जा',
  mandateFailed: 'ऑटोपेला मंजुरी मिळाली नाही',
  failedFinal: `या ऑर्डरचे पेमेंट आता करता येत नाही. खात्यातून पैसे गेले असतील, तर ते परत येतील. ${MONEY_BACK_MR}`,
  failedAgain: 'तुम्ही याच किंवा दुसऱ्या पद्धतीने पुन्हा प्रयत्न करू शकता.',
  failureCode: 'कोड',
  merchantNotified: (merchant) => `${merchant} ला कळवले आहे.`,
  unavailableTitle: 'हे पेमेंट पेज उघडता आले नाही',
  unavailableReasons: {
    'no-token': 'लिंक अपूर्ण आहे. कृपया दुकानात परत जाऊन पुन्हा सुरू करा.',
    'not-found':
      'ही लिंक आता चालत नाही, किंवा अर्धवट कॉपी झाली आहे. ती उघडल्याने पैसे जात नाहीत. दुकानात परत जा: “तुमच्या ऑर्डर” मध्ये कशाचे पैसे भरले आहेत ते दिसते, आणि तिथून पेमेंट पुन्हा सुरू करता येते.',
    unreachable: 'पेमेंट सेवेकडून उत्तर येत नाही. पुन्हा प्रयत्न सुरू आहे…',
  },
  returnNow: (merchant) => `${merchant} कडे परत जा`,
  returning: (seconds) => `${seconds} सेकंदांत दुकानात परत जात आहोत`,
  closing: (seconds) => `${seconds} सेकंदांत बंद होत आहे`,
  stay: 'इथेच थांबा',
  leaveQuestion: 'हे पेमेंट सोडायचे आहे का?',
  leaveWarning: 'पेमेंट सुरू आहे. तुम्ही ॲपमध्ये किंवा बँकेत मंजुरी दिली, तर ते ग्राह्य राहील.',
  leaveYes: 'सोडा',
  leaveNo: 'थांबा',

  goBack: 'परत जा',
}

export const mr: Messages = { ...shared, ...own, ...sandboxMessages }
