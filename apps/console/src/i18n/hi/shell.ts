import type { keysEnglish, navigationEnglish, settingsEnglish, shellEnglish } from '../../shell/english.ts'
import { shellCommandsHindi } from './shell-commands.ts'
import { shellLoginHindi } from './shell-login.ts'
import type { Translated } from './translated.ts'

const navigation: Translated<typeof navigationEnglish> = {
  groups: { payments: 'पेमेंट', developers: 'डेवलपर', test: 'टेस्ट', settings: 'सेटिंग' },
  overview: 'ओवरव्यू',
  orders: 'ऑर्डर',
  refunds: 'रिफ़ंड',
  subscriptions: 'सब्सक्रिप्शन',
  disputes: 'विवाद',
  finance: 'हिसाब-किताब',
  webhooks: 'Webhook',
  apiLog: 'API लॉग',
  deliveries: 'इवेंट डिलीवरी',
  reconciliation: 'मिलान',
  telemetry: 'टेलीमेट्री',
  health: 'सिस्टम की हालत',
  guide: 'गाइड',
  playground: 'प्लेग्राउंड',
  sandbox: 'सैंडबॉक्स',
  users: 'यूज़र',
  apiKeys: 'API key',
  audit: 'ऑडिट लॉग',
  erasure: 'डेटा मिटाना और रोक',
  account: 'आपका खाता',
}

const frame: Translated<typeof shellEnglish> = {
  skip: 'सीधे पेज की सामग्री पर जाएँ',
  menu: 'कमांड मेन्यू',
  shortcuts: 'शॉर्टकट',
  pages: 'पेज',
  mainPages: 'मुख्य पेज',
  allPages: 'सभी पेज',
  more: 'और',
  toApprove: 'मंज़ूरी के लिए',
  logOut: 'लॉग आउट',
  notLoggedOut: 'आप अब भी लॉग इन हैं: गेटवे सेशन खत्म नहीं कर सका। फिर से कोशिश करें।',
  accountOf: 'खाता:',
  search: { label: 'रिकॉर्ड खोजें', placeholder: 'ID, रेफ़रेंस, UTR, रकम, …@bank' },
  environment: {
    label: 'टेस्ट या असली पेमेंट',
    unknown: 'पेमेंट असली हैं या नहीं, यह पता नहीं: गेटवे ने नहीं बताया।',
    test: 'टेस्ट मोड',
    real: 'पेमेंट असली हैं।',
    noMoney: (environment) => `${environment}: असली पैसों का लेन-देन नहीं होता।`,
  },
  connection: {
    label: 'लाइव अपडेट',
    stale: (time) => `${time} IST के बाद से कोई अपडेट नहीं मिला। यहाँ दिख रही जानकारी पुरानी हो सकती है।`,
    live: { label: 'लाइव', hint: 'गेटवे में हुए बदलाव तुरंत दिखते हैं।' },
    reconnecting: { label: 'फिर जुड़ रहा है', hint: 'गेटवे से कनेक्शन टूट गया था और फिर से जोड़ा जा रहा है।' },
    offline: { label: 'ऑफ़लाइन', hint: 'गेटवे जवाब नहीं दे रहा है। इस पेज की जानकारी पुरानी हो सकती है।' },
  },
  console: 'Galla कंसोल',
  theConsole: 'कंसोल',
  notOpened: 'कंसोल नहीं खुल सका।',
  errors: {
    title: 'पेज में गड़बड़ी',
    notShown: 'यह पेज नहीं दिखाया जा सका।',
    console: 'कंसोल नहीं दिखाया जा सका।',
    role: 'यह पेज आपकी भूमिका के लिए नहीं है।',
    otherRole: 'एडमिन आपको दूसरी भूमिका दे सकता है।',
    overview: 'ओवरव्यू पर जाएँ',
    notFound: 'पेज नहीं मिला',
    noPage: 'कंसोल में इस पते पर कोई पेज नहीं है।',
  },
}

const settings: Translated<typeof settingsEnglish> = {
  language: 'भाषा',
  theme: 'थीम',
  system: 'सिस्टम',
  light: 'लाइट',
  dark: 'डार्क',
}

const keys: Translated<typeof keysEnglish> = {
  title: 'कीबोर्ड शॉर्टकट',
  general: 'सामान्य',
  pages: 'किसी पेज पर जाएँ',
  single: 'एक अक्षर वाले शॉर्टकट इस्तेमाल करें',
  search: 'ID, रेफ़रेंस, UTR या रकम से खोजें',
  menu: 'कमांड मेन्यू खोलें',
  next: 'अगली पंक्ति',
  previous: 'पिछली पंक्ति',
  open: 'पंक्ति खोलें',
  nextOrder: 'सूची का अगला ऑर्डर',
  previousOrder: 'सूची का पिछला ऑर्डर',
  close: 'डायलॉग बंद करें',
  show: 'शॉर्टकट दिखाएँ',
}

export const shellHindi = {
  'shell/navigation': navigation,
  'shell/frame': frame,
  'shell/settings': settings,
  'shell/keys': keys,
  ...shellCommandsHindi,
  ...shellLoginHindi,
}
