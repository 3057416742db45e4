import type {
  apiKeysEnglish,
  createKeyEnglish,
  merchantApiOffEnglish,
  scopesEnglish,
} from '../../features/api-keys/english.ts'
import { count, type Translated } from './translated.ts'

const page: Translated<typeof apiKeysEnglish> = {
  title: 'API key',
  aside: 'मर्चेंट API को कॉल कर सकने वाले प्रोग्राम',
  create: 'key बनाएँ…',
  use: (header, path, command, handler) => [
    'प्रोग्राम अपनी key को ',
    header,
    ' के रूप में मर्चेंट API पर भेजता है: ',
    command,
    ' के ',
    path,
    ' पर, या वहाँ जहाँ आपका सर्वर ',
    handler,
    ' जोड़ता है। जिन key के साथ गेटवे शुरू हुआ था, वे सब कुछ कर सकती हैं और यहाँ नहीं दिखतीं।',
  ],
  apiOn: 'इस गेटवे का मर्चेंट API चालू है।',
  keys: 'API key',
  empty: 'अभी कोई key नहीं',
  emptyText: 'प्रोग्राम key के साथ मर्चेंट API को कॉल करते हैं।',
  rights: (scopes, callsPerSec) => `${scopes}; हर सेकंड ${callsPerSec} कॉल`,
  networks: (networks) => `; सिर्फ़ यहाँ से: ${networks}`,
  unused: 'अभी तक इस्तेमाल नहीं हुई।',
  used: (time) => ['पिछला इस्तेमाल: ', time, '।'],
  created: (time, by) => ['बनी: ', time, ', बनाने वाला: ', by, '।'],
  program: 'प्रोग्राम',
  revoked: (time) => ['रद्द हुई: ', time, '।'],
  lasting: 'कभी समाप्त नहीं होगी।',
  expired: (time) => ['समय समाप्त हुआ: ', time, '।'],
  expires: (time) => ['समाप्ति: ', time, '।'],
  revoke: {
    open: 'रद्द करें…',
    which: (name) => [', key का नाम: ', name],
    title: (name) => `${name} को रद्द करें`,
    action: 'key रद्द करें',
    text: 'इस key वाले प्रोग्राम की अगली कॉल से ही मनाही हो जाएगी। इसे वापस नहीं लिया जा सकता।',
    failed: 'key रद्द नहीं हुई।',
  },
}

const off: Translated<typeof merchantApiOffEnglish> = {
  how: (command, variable, method, option) => [
    'इस गेटवे का मर्चेंट API बंद है। key तब काम करेगी जब ',
    command,
    ' को वेरिएबल ',
    variable,
    ' के साथ शुरू किया जाए, या आपका सर्वर ',
    method,
    ' को विकल्प ',
    option,
    ' दे। इसके बिना सिर्फ़ मेट्रिक्स का अधिकार काम करता है।',
  ],
}

const create: Translated<typeof createKeyEnglish> = {
  title: 'API key बनाएँ',
  action: 'key बनाएँ',
  failed: 'key नहीं बनी।',
  keep: 'key को वहाँ कॉपी करें जहाँ प्रोग्राम अपने सीक्रेट रखता है। key दोबारा नहीं दिखाई जाएगी।',
  key: 'key',
  done: 'हो गया',
  name: 'नाम',
  nameHint: 'key इस्तेमाल करने वाला प्रोग्राम। यह नाम ऑडिट लॉग में दिखता है।',
  noName: 'नाम लिखें।',
  scopes: 'अधिकार',
  noScope: 'कम से कम एक अधिकार चुनें।',
  calls: 'हर सेकंड कॉल',
  callsHint: (most, usual) => `1 से ${count(most)} तक, हर रेप्लिका के लिए। सामान्य: ${usual}।`,
  wrongCalls: (most) => `1 से ${count(most)} तक की पूरी संख्या लिखें।`,
  networks: 'मान्य नेटवर्क (वैकल्पिक)',
  networksHint: 'वे पते और नेटवर्क जहाँ से key स्वीकार होगी। खाली: हर जगह से।',
  expiry: 'समाप्ति',
  expiries: { month: '30 दिन बाद', quarter: '90 दिन बाद', year: 'एक साल बाद', never: 'कभी नहीं' },
}

const scopes: Translated<typeof scopesEnglish> = {
  read: { name: 'पढ़ना', text: 'ऑर्डर, रिफ़ंड, सेटलमेंट, प्लान और सब्सक्रिप्शन पढ़ना और उनकी सूची देखना।' },
  orders: { name: 'ऑर्डर', text: 'ऑर्डर शुरू करना, उनका पेमेंट, जाँच और रद्द करना।' },
  refunds: {
    name: 'रिफ़ंड',
    text: 'आपकी सीमा के भीतर किसी दूसरे व्यक्ति के बिना रिफ़ंड करना, और रिफ़ंड की जाँच करना।',
  },
  'refunds:request': {
    name: 'रिफ़ंड का अनुरोध',
    text: 'ऐसे रिफ़ंड का अनुरोध करना जिन्हें कोई व्यक्ति कंसोल में मंज़ूर करे, रकम चाहे जितनी हो।',
  },
  subscriptions: {
    name: 'सब्सक्रिप्शन',
    text: 'प्लान बनाना और आर्काइव करना; सब्सक्रिप्शन शुरू करना, रोकना और रद्द करना, और उनकी कीमत बदलना।',
  },
  settlements: {
    name: 'सेटलमेंट',
    text: 'सेटलमेंट रिपोर्ट और बैंक स्टेटमेंट इंपोर्ट करना, और इंपोर्ट वापस लेना।',
  },
  payers: { name: 'ग्राहक', text: 'ग्राहक का डेटा मिटाना, और ऑर्डर को मिटने से रोके रखना।' },
  holds: { name: 'रोक', text: 'कानूनी रोक हटाना, जिसके बाद डेटा मिटाया जा सकता है।' },
  operations: { name: 'ऑपरेशन', text: 'ऑर्डर की टाइमलाइन, callback और सिस्टम की हालत की रिपोर्ट पढ़ना।' },
  metrics: { name: 'मेट्रिक्स', text: 'Prometheus के लिए इस गेटवे के मेट्रिक्स पढ़ना।' },
}

export const apiKeysHindi = {
  'api-keys/page': page,
  'api-keys/off': off,
  'api-keys/create': create,
  'api-keys/scopes': scopes,
}
