import type {
  inviteEnglish,
  requiredFactorsEnglish,
  rolesEnglish,
  sessionsEnglish,
  userEnglish,
  usersEnglish,
} from '../../features/users/english.ts'
import type { Translated } from './translated.ts'

const list: Translated<typeof usersEnglish> = {
  title: 'यूज़र',
  aside: 'इस कंसोल का इस्तेमाल कौन कर सकता है',
  invite: 'आमंत्रित करें…',
  users: 'यूज़र',
  factor: 'दूसरा फ़ैक्टर',
  lastLogin: (time) => ['पिछला लॉग इन: ', time, '।'],
  manage: 'मैनेज करें',
  disabled: 'लॉग इन बंद है।',
  configured: 'कॉन्फ़िगर किया गया पासवर्ड इस्तेमाल होता है।',
  hasFactor: 'दूसरा फ़ैक्टर चालू है।',
  outdated: 'आमंत्रण का समय समाप्त हो गया है।',
  invited: (time) => ['आमंत्रित; लिंक इस समय तक चलेगा: ', time, '।'],
}

const required: Translated<typeof requiredFactorsEnglish> = {
  settings: 'सेटिंग',
  legend: 'इन भूमिकाओं के यूज़र ऑथेंटिकेटर ऐप या पासकी सेट करने के बाद ही कंसोल इस्तेमाल कर सकते हैं:',
  failed: 'सेटिंग सेव नहीं हुई।',
}

const invite: Translated<typeof inviteEnglish> = {
  title: 'यूज़र को आमंत्रित करें',
  action: 'लिंक बनाएँ',
  failed: 'यूज़र को आमंत्रित नहीं किया जा सका।',
  name: 'नाम',
  nameHint: 'लॉग इन करने के लिए ईमेल पता या नाम। यह ऑडिट लॉग में दिखता है।',
  noName: 'नाम लिखें।',
  role: 'भूमिका',
  invitation: 'आमंत्रण',
  send: (name, until) => [
    'यह लिंक निजी मैसेज में ',
    name,
    ' को भेजें। इससे एक बार पासवर्ड सेट किया जा सकता है, इस समय तक: ',
    until,
    '। लिंक दोबारा नहीं दिखाया जाएगा।',
  ],
  link: 'लिंक',
  done: 'हो गया',
}

const user: Translated<typeof userEnglish> = {
  link: 'पासवर्ड के लिए लिंक',
  newLink: 'नया लिंक',
  passwordLink: 'नए पासवर्ड के लिए लिंक',
  noLink: 'लिंक नहीं बना।',
  disabled: 'यह यूज़र लॉग इन नहीं कर सकता।',
  unchanged: 'यूज़र में बदलाव नहीं हुआ।',
  factorStays: 'दूसरा फ़ैक्टर नहीं हटा।',
  allow: 'लॉग इन करने दें',
  removeFactor: 'दूसरा फ़ैक्टर हटाएँ',
  disable: {
    open: 'लॉग इन रोकें…',
    title: (name) => `${name} का लॉग इन रोकें`,
    action: 'लॉग इन रोकें',
    text: 'इस यूज़र के सेशन खत्म हो जाएँगे, लॉग इन नहीं हो सकेगा, और भेजा गया लिंक नहीं चलेगा। बाद में इसे वापस चालू किया जा सकता है।',
  },
  role: 'भूमिका',
  changeRole: 'भूमिका बदलें',
  atOnce: (rights) => `${rights} बदलाव तुरंत लागू होता है।`,
  sessions: {
    title: 'सेशन',
    what: 'सेशन',
    endAll: 'सभी खत्म करें',
    ended: (count) => (count === 1 ? 'एक सेशन खत्म हो गया।' : `${count} सेशन खत्म हो गए।`),
    failed: 'सेशन खत्म नहीं हुए।',
  },
}

const sessions: Translated<typeof sessionsEnglish> = {
  empty: 'कोई सेशन खुला नहीं है।',
  current: '· यही सेशन',
  address: 'पता मालूम नहीं',
  times: (address, used, opened) => [address, ', पिछला इस्तेमाल: ', used, ', खुला: ', opened],
  end: 'खत्म करें',
  which: (browser) => [' ', browser, ' का सेशन'],
  program: 'कोई और प्रोग्राम',
}

const roles: Translated<typeof rolesEnglish> = {
  viewer: 'ऑर्डर, रिफ़ंड, Webhook और डिलीवरी देख सकते हैं; ग्राहक की जानकारी छिपी रहती है।',
  support:
    'व्यूअर को दिखने वाली हर चीज़ देख सकते हैं, स्थिति जाँच सकते हैं, डिलीवरी फिर से भेज सकते हैं, Webhook फिर से चला सकते हैं, और कारण बताकर ग्राहक की जानकारी देख सकते हैं।',
  developer:
    'व्यूअर को दिखने वाली हर चीज़, API लॉग और टेलीमेट्री देख सकते हैं; प्लेग्राउंड और सैंडबॉक्स इस्तेमाल कर सकते हैं; स्थिति जाँच सकते हैं, डिलीवरी फिर से भेज सकते हैं और Webhook फिर से चला सकते हैं।',
  finance:
    'व्यूअर को दिखने वाली हर चीज़ और हिसाब-किताब का पेज देख सकते हैं; स्थिति जाँच सकते हैं, रिफ़ंड, जाँच के फ़ैसले, मिलान और एक्सपोर्ट कर सकते हैं, और कारण बताकर ग्राहक की जानकारी देख सकते हैं।',
  admin: 'बाकी सभी भूमिकाओं के काम कर सकते हैं; यूज़र और API key मैनेज कर सकते हैं, ऑडिट लॉग पढ़ सकते हैं, और ग्राहक का डेटा मिटा सकते हैं।',
}

export const usersHindi = {
  'users/list': list,
  'users/required-factors': required,
  'users/invite': invite,
  'users/user': user,
  'users/sessions': sessions,
  'users/roles': roles,
}
