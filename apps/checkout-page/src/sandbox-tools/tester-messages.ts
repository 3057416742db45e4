import { useI18n } from '../i18n/i18n-provider.tsx'

/**
 * Texts for the tester who plays the bank and the app, in parts that are loaded later. No payer reads them, so they are in English and
 * Hindi only.
 */
const en = {
  otpTest: 'Sandbox: the OTP is 123456.',
  bankSimulated: (bank: string) => `In the sandbox this page stands in for ${bank}. Choose what the bank answers.`,
  bankSuccess: 'Success',
  bankFailure: 'Failure',
  bankPending: 'Pending',
  outcomeHint: 'Answer for the payer, the app and the bank.',
  outcomeSuccess: 'Pay it',
  outcomeFailure: 'Fail this attempt',
  outcomeFailureFinal: 'Fail the whole order',
  outcomePending: 'Leave it pending',
  outcomeCode: 'Failure code',
  outcomeCodeHint: 'Any code of the provider',
  outcomeExpire: 'Let the time run out',
  outcomeFinal: 'This order is final.',
  outcomeRules: 'Values that decide the outcome',
  outcomeNoAnswer: 'The sandbox did not answer.',
  testCards: 'Test cards',
}

export type TesterMessages = typeof en

const hi: TesterMessages = {
  otpTest: 'सैंडबॉक्स: OTP 123456 है।',
  bankSimulated: (bank) => `सैंडबॉक्स में यह पेज ${bank} की जगह है। तय करें कि बैंक क्या जवाब दे।`,
  bankSuccess: 'सफल',
  bankFailure: 'असफल',
  bankPending: 'पेंडिंग',
  outcomeHint: 'ग्राहक, ऐप और बैंक का काम यहाँ आप करें।',
  outcomeSuccess: 'पेमेंट सफल करें',
  outcomeFailure: 'यह कोशिश असफल करें',
  outcomeFailureFinal: 'पूरा ऑर्डर असफल करें',
  outcomePending: 'पेंडिंग रहने दें',
  outcomeCode: 'असफलता का कोड',
  outcomeCodeHint: 'कोई भी कोड जो प्रोवाइडर जानता हो',
  outcomeExpire: 'समय खत्म होने दें',
  outcomeFinal: 'यह ऑर्डर पूरा हो चुका है: अब कुछ नहीं बदलेगा।',
  outcomeRules: 'ये जानकारियाँ खुद नतीजा तय करती हैं',
  outcomeNoAnswer: 'सैंडबॉक्स से जवाब नहीं मिला।',
  testCards: 'टेस्ट कार्ड',
}

export const TESTER_MESSAGES = { en, hi }

export const useTesterMessages = (): TesterMessages => (useI18n().locale === 'hi' ? hi : en)
