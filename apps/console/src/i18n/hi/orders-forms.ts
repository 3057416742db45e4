import type { refundEnglish } from '../../features/orders/english-forms.ts'
import type { Translated } from './translated.ts'

const refund: Translated<typeof refundEnglish> = {
  title: 'रिफ़ंड',
  choose: 'कारण चुनें',
  action: (amount) => `${amount} रिफ़ंड करें`,
  ask: (amount) => `${amount} की मंज़ूरी माँगें`,
  paid: 'पेमेंट मिला',
  balance: 'रिफ़ंड के लिए बची रकम',
  amount: 'रकम, रुपये में',
  full: 'रिफ़ंड के लिए बची पूरी रकम।',
  rest: (amount) => `${amount} रिफ़ंड के लिए बचेंगे।`,
  reason: 'कारण (ज़रूरी)',
  noReason: 'चुनें कि रिफ़ंड क्यों कर रहे हैं।',
  note: 'साथियों के लिए नोट',
  type: 'पुष्टि के लिए ऑर्डर ID लिखें',
  notTyped: 'इस ऑर्डर की ID लिखें: रिफ़ंड वापस नहीं लिया जा सकता।',
  approval: (amount) => `${amount} से ज़्यादा होने पर, भेजने से पहले किसी दूसरे व्यक्ति की मंज़ूरी ज़रूरी है।`,
  failed: 'रिफ़ंड अस्वीकार हुआ।',
  unknown: 'यह पता नहीं कि रिफ़ंड बना या नहीं। इसे फिर से भेजना सुरक्षित है, क्योंकि इसकी ID वही है।',
  empty: 'रकम लिखें, जैसे 100 या 1,499.50।',
  noAmount: 'यह रकम नहीं है। रुपये लिखें, जैसे 100 या 1,499.50।',
  zero: 'रकम शून्य से ज़्यादा होनी चाहिए।',
  tooMuch: (amount) => `ज़्यादा से ज़्यादा ${amount} रिफ़ंड हो सकते हैं।`,
  what: 'रिफ़ंड',
  continues: 'यह खिड़की बंद करने पर भी रिफ़ंड चलता रहेगा।',
  close: 'बंद करें',
}

export const ordersFormsHindi = { 'orders/refund': refund }
