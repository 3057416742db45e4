import type { eraseEnglish, erasureEnglish, holdsEnglish } from '../../features/erasure/english.ts'
import { count, type Translated } from './translated.ts'

const erasure: Translated<typeof erasureEnglish> = {
  title: 'डेटा मिटाना और रोक',
  aside: 'ग्राहकों का निजी डेटा',
  payer: 'ग्राहक का डेटा मिटाएँ',
  holds: 'कानूनी रोक',
}

const erase: Translated<typeof eraseEnglish> = {
  intro:
    'ग्राहक की पहचान बताने वाली हर जानकारी ऑर्डर, रिफ़ंड, Webhook, API कॉल, इवेंट डिलीवरी और ऑडिट लॉग से हटा दी जाती है। रकम, ID, स्थिति और लेजर बने रहते हैं। मिटाया हुआ डेटा वापस नहीं आ सकता।',
  by: {
    label: 'किससे खोजें',
    vpa: 'UPI ID',
    phone: 'फ़ोन नंबर',
    merchantUserId: 'आपकी दी हुई ग्राहक ID',
    merchantOrderId: 'एक ऑर्डर',
  },
  value: 'मान',
  find: 'खोजें',
  notFound: 'खोज नहीं हो सकी।',
  more: (orders) => `और ${count(orders)} ऑर्डर`,
  erase: 'मिटाएँ…',
  ask: {
    title: 'ग्राहक का डेटा मिटाएँ',
    action: 'हमेशा के लिए मिटाएँ',
    text: (orders) => `${count(orders)} ऑर्डर का निजी डेटा हमेशा के लिए हटा दिया जाएगा।`,
    type: (word) => `पुष्टि के लिए ${word} लिखें`,
    mistyped: (word) => `${word} शब्द लिखें: मिटाया हुआ डेटा वापस नहीं आ सकता।`,
    failed: 'हो सकता है कि पूरा डेटा न मिटा हो। फिर से मिटाना सुरक्षित है।',
  },
  preview: {
    none: 'इस ग्राहक के किसी ऑर्डर में निजी डेटा नहीं है। जिस ऑर्डर का डेटा मिट चुका है, वह दोबारा नहीं मिलता।',
    now: (orders) => `${count(orders)} ऑर्डर का डेटा अभी मिटेगा।`,
    held: (orders) => `${count(orders)} ऑर्डर पर कानूनी रोक है: डेटा रोक हटने के बाद मिटेगा।`,
    inUse: (orders) =>
      `${count(orders)} ऑर्डर अभी इस्तेमाल में हैं: वे पूरे नहीं हुए, या उनका कोई इवेंट बाकी है। इसके खत्म होते ही डेटा मिटेगा।`,
    byMask: (orders) =>
      `${count(orders)} ऑर्डर सिर्फ़ छिपाए गए UPI ID से मिले: वही छिपाया हुआ ID किसी और ग्राहक का भी हो सकता है। पहले ये ऑर्डर देख लें।`,
  },
  done: (orders, rows, later) => {
    const rest = later > 0 ? ` रोक वाले या इस्तेमाल में आ रहे ${count(later)} ऑर्डर का डेटा बाद में मिटेगा।` : ''
    return `${count(orders)} ऑर्डर का डेटा मिट गया: ${count(rows)} पंक्तियाँ बदलीं।${rest} रकम, ID और स्थिति बनी हुई हैं।`
  },
}

const holds: Translated<typeof holdsEnglish> = {
  intro: 'रोक हटने तक इन ऑर्डर का डेटा न समय पूरा होने पर मिटता है, न किसी के अनुरोध पर।',
  what: 'कानूनी रोक',
  none: 'किसी ऑर्डर पर रोक नहीं है।',
  newest: (holds) => `सबसे नई ${count(holds)} रोक दिखाई गई हैं। पुरानी रोक भी लागू हैं।`,
  end: 'हटाएँ…',
  endOf: (merchantOrderId) => ` ${merchantOrderId} की रोक`,
  ended: 'रोक हट गई। जिस डेटा का समय पूरा हो चुका है, वह कुछ मिनट में मिट जाएगा।',
  ask: {
    title: 'कानूनी रोक हटाएँ',
    text: (merchantOrderId) =>
      `ऑर्डर ${merchantOrderId} का डेटा फिर से मिटाया जा सकेगा। जिसका समय इस बीच पूरा हो गया, वह तुरंत मिट जाएगा।`,
    failed: 'रोक नहीं हटी।',
    cancel: 'रद्द करें',
    action: 'रोक हटाएँ',
  },
  add: {
    order: 'ऑर्डर ID',
    reason: 'कारण',
    action: 'रोक लगाएँ',
    done: 'ऑर्डर पर रोक लग गई।',
    failed: 'ऑर्डर पर रोक नहीं लगी।',
  },
}

export const erasureHindi = { erasure, 'erasure/erase': erase, 'erasure/holds': holds }
