import type {
  callEnglish,
  callFailuresEnglish,
  callsEnglish,
  errorGroupsEnglish,
} from '../../features/api-log/english.ts'
import { count, type Translated } from './translated.ts'

const calls: Translated<typeof callsEnglish> = {
  title: 'API लॉग',
  tabs: { calls: 'कॉल', errors: 'गड़बड़ियाँ' },
  outcomes: {
    any: 'कोई भी',
    ok: 'ठीक',
    failed: 'ठीक नहीं',
    rejected: 'अस्वीकार',
    unknown: 'पता नहीं',
    unsent: 'नहीं भेजी',
    missing: 'नहीं मिला',
  },
  sorts: { newest: 'नई पहले', slowest: 'धीमी पहले' },
  filters: { call: 'कॉल', result: 'नतीजा', error: 'गड़बड़ी', id: 'ऑर्डर या रिफ़ंड ID', sort: 'क्रम' },
  newest: (most) => `मेल खाने वाली सिर्फ़ सबसे नई ${count(most)} कॉल की तुलना होती है। पुरानी कॉल की तुलना के लिए तारीखें चुनें।`,
  calls: 'API कॉल',
  open: (id, endpoint) => `कॉल ${id} खोलें, ${endpoint}`,
  noMatch: 'कोई कॉल नहीं मिली',
  clear: 'फ़िल्टर हटाएँ',
  empty: 'अभी कोई कॉल नहीं',
  emptyText: 'पेमेंट प्रदाता को गेटवे की हर कॉल तीस दिन तक लॉग में रहती है, हेडर, कार्ड और सीक्रेट के बिना।',
  columns: {
    call: 'कॉल',
    result: 'नतीजा',
    status: 'स्टेटस',
    subject: 'रिकॉर्ड',
    duration: 'लगा समय',
    when: 'कब',
  },
}

const call: Translated<typeof callEnglish> = {
  title: 'API कॉल',
  what: 'कॉल',
  request: 'रिक्वेस्ट',
  when: 'कब',
  status: 'स्टेटस',
  noResponse: 'कोई जवाब नहीं',
  duration: 'लगा समय',
  attempts: 'कोशिशें',
  order: 'ऑर्डर',
  refund: 'रिफ़ंड',
  requestBody: 'रिक्वेस्ट बॉडी',
  responseBody: 'जवाब की बॉडी',
  repeat: 'यह कॉल दोहराएँ',
  samples: 'लॉग में हेडर, सीक्रेट और कार्ड नहीं होते। ID कॉल से और रकम ऑर्डर से है; बाकी मान उदाहरण हैं, और उन पर ऐसा लिखा है।',
  playground: 'प्लेग्राउंड में दोहराएँ',
  curl: 'curl कमांड',
  sdk: '@galla/sdk का कोड',
  token: 'टोकन कैसे पाएँ',
  tokenFor: '$GALLA_TOKEN के लिए टोकन',
}

const errorGroups: Translated<typeof errorGroupsEnglish> = {
  what: 'गड़बड़ी की सूची',
  empty: 'कोई कॉल विफल नहीं हुई',
  emptyText: 'इन दिनों की हर कॉल सफल रही।',
  groups: 'गड़बड़ियों के समूह',
  count: 'संख्या: ',
  last: (time) => ['आखिरी: ', time],
  first: (time) => [', पहली: ', time],
  show: (value) => (value === 1 ? 'कॉल दिखाएँ' : 'ये कॉल दिखाएँ'),
}

const TOO_MANY = 'बहुत ज़्यादा कॉल। वे धीमी गति से दोहराई जाती हैं। ऐसा होता रहे, तो पेमेंट प्रदाता से ज़्यादा सीमा माँगें।'

const failures: Translated<typeof callFailuresEnglish> = {
  kinds: {
    'bad-request': 'पेमेंट प्रदाता ने रिक्वेस्ट को गलत बनावट के कारण अस्वीकार किया। फ़ील्ड का नाम कोड और मैसेज में है।',
    unauthorized: 'पेमेंट प्रदाता ने टोकन अस्वीकार किया। client ID, secret, version और environment को डैशबोर्ड से मिलाएँ।',
    forbidden: 'पहचान सही है, पर अनुमति नहीं है। पेमेंट प्रदाता से इस दुकान के लिए सुविधा चालू करने को कहें।',
    'not-found': 'पेमेंट प्रदाता के पास यह ID नहीं है। अगर रिक्वेस्ट खो गई थी, तो इससे कुछ तय नहीं होता: स्थिति फिर जाँची जाती है।',
    conflict: 'यह ID पहले ही ली जा चुकी है, शायद हमारी ही ऐसी रिक्वेस्ट से जिसका जवाब खो गया। फ़ैसला स्थिति की जाँच से होता है।',
    gone: 'यह रिकॉर्ड अब मौजूद नहीं है।',
    'expectation-failed': 'इस स्थिति में पेमेंट प्रदाता रिक्वेस्ट अस्वीकार करता है। पहले ऑर्डर की स्थिति जाँचें।',
    invalid: 'पेमेंट प्रदाता ने रिक्वेस्ट की सामग्री अस्वीकार की।',
    'too-many-requests': TOO_MANY,
    'client-error': 'पेमेंट प्रदाता ने रिक्वेस्ट अस्वीकार की।',
    'server-error': 'पेमेंट प्रदाता के यहाँ गड़बड़ी हुई। उसने रिक्वेस्ट पूरी की या नहीं, यह स्थिति जाँचने तक पता नहीं चलता।',
    http: 'जवाब का HTTP स्टेटस अनपेक्षित है। हो सकता है बीच के किसी प्रॉक्सी ने भेजा हो।',
    network: 'पेमेंट प्रदाता तक पहुँचा नहीं जा सका, या कनेक्शन टूट गया। DNS, फ़ायरवॉल और प्रॉक्सी जाँचें।',
    timeout: 'पेमेंट प्रदाता ने समय पर जवाब नहीं दिया। उसने रिक्वेस्ट पूरी की या नहीं, यह स्थिति जाँचने तक पता नहीं चलता।',
    aborted: 'कॉल करने वाले ने कॉल रद्द कर दी।',
    'invalid-response': 'जवाब पढ़ा नहीं जा सका। हो सकता है बीच के किसी प्रॉक्सी ने भेजा हो।',
    'invalid-request': 'रिक्वेस्ट सही नहीं है और नहीं भेजी गई। फ़ील्ड का नाम मैसेज में है।',
    'method-not-supported': 'रिक्वेस्ट सही नहीं है और नहीं भेजी गई: प्रोटोकॉल में सिर्फ़ GET और POST हैं।',
  },
  codes: {
    INVALID_MERCHANT_ORDER_ID: 'पेमेंट प्रदाता के पास यह ऑर्डर नहीं है, या ID पहले ही ली जा चुकी है।',
    INVALID_TRANSACTION_ID:
      'यह ID पहले इस्तेमाल हो चुकी है, शायद हमारी ही ऐसी रिक्वेस्ट में जिसका जवाब खो गया। फ़ैसला स्थिति की जाँच से होता है।',
    AUTHORIZATION_FAILED: 'टोकन स्वीकार नहीं हुआ। client ID, secret, version और environment एक ही खाते के होने चाहिए।',
    TOO_MANY_REQUESTS: TOO_MANY,
  },
  unknown: 'यह संस्करण इस गड़बड़ी को नहीं पहचानता।',
}

export const apiLogHindi = {
  'api-log/calls': calls,
  'api-log/call': call,
  'api-log/errors': errorGroups,
  'api-log/failures': failures,
}
