import type {
  comparisonEnglish,
  factsEnglish,
  notesEnglish,
  outcomesEnglish,
  replayEnglish,
  webhookEnglish,
  webhooksEnglish,
} from '../../features/callbacks/english.ts'
import { diagnoses } from './callback-diagnoses.ts'
import { count, type Translated } from './translated.ts'

const list: Translated<typeof webhooksEnglish> = {
  title: 'Webhook',
  aside: 'पेमेंट प्रदाता ने आपके Webhook URL पर भेजे',
  show: 'कौन से Webhook दिखाएँ',
  id: 'ऑर्डर या रिफ़ंड ID',
  event: 'इवेंट',
  eventExample: 'इवेंट का पूरा कोड',
  received: 'मिलने का समय',
  open: (id) => `Webhook ${id} खोलें`,
  refused: 'अस्वीकार',
  noMatch: 'कोई Webhook नहीं मिला',
  clear: 'फ़िल्टर हटाएँ',
  select: (id) => `Webhook ${id} चुनें`,
  status: 'स्थिति',
  outcome: 'नतीजा',
  subject: 'रिकॉर्ड',
  reported: (state) => `बताई गई स्थिति: ${state}`,
}

const outcomes: Translated<typeof outcomesEnglish> = {
  duplicate: 'पहले मिल चुका है',
  refused: 'प्रोसेस नहीं किया',
  failed: 'प्रोसेस नहीं हो सका',
  unknown: 'सेव हुआ, कुछ नहीं बदला',
  processed: 'प्रोसेस हुआ',
  waiting: 'प्रोसेस होने का इंतज़ार',
  retrying: 'विफल, फिर कोशिश होगी',
  views: {
    all: 'सभी',
    accepted: 'प्रोसेस हुए',
    duplicate: 'डुप्लिकेट',
    refused: 'अस्वीकार',
    unknown: 'अनजान इवेंट',
    failed: 'जाँच ज़रूरी',
  },
  empty: {
    all: {
      title: 'अभी कोई Webhook नहीं',
      text: 'ऑर्डर या रिफ़ंड पूरा या विफल होने पर पेमेंट प्रदाता Webhook भेजता है। अगर ऑर्डर का पेमेंट हो रहा है और कोई Webhook नहीं आता, तो पेमेंट प्रदाता के डैशबोर्ड का पता इस इंस्टॉलेशन के Webhook URL से मिलाएँ।',
    },
    accepted: {
      title: 'कोई Webhook प्रोसेस नहीं हुआ',
      text: 'अगर Webhook अस्वीकार हुए हैं, तो कारण व्यू “अस्वीकार” में है।',
    },
    duplicate: {
      title: 'कोई डुप्लिकेट Webhook नहीं',
      text: 'पेमेंट प्रदाता एक ही Webhook कई बार भेज सकता है। डुप्लिकेट यहाँ सेव होता है और कुछ नहीं बदलता।',
    },
    refused: { title: 'कोई Webhook अस्वीकार नहीं हुआ', text: 'अब तक हर Webhook असली था।' },
    unknown: {
      title: 'कोई अनजान इवेंट नहीं',
      text: 'जिस Webhook के इवेंट को यह संस्करण नहीं पहचानता, वह यहाँ सेव होता है और कुछ नहीं बदलता।',
    },
    failed: { title: 'किसी Webhook की जाँच ज़रूरी नहीं', text: 'हर असली Webhook प्रोसेस हो गया।' },
  },
  undiagnosed: {
    title: 'अस्वीकार',
    text: 'यह कंसोल कारण नहीं पहचानता। गेटवे के लॉग में ज़्यादा जानकारी है।',
  },
}

const page: Translated<typeof webhookEnglish> = {
  title: (id) => `Webhook ${id}`,
  missing: 'Webhook नहीं मिला',
  missingText: 'बहुत सारे अस्वीकार हुए Webhook एक साथ आएँ, तो उनमें से कुछ ही सेव होते हैं।',
  all: 'सभी Webhook',
  what: 'Webhook',
  webhooks: 'Webhook',
  rejected: 'अस्वीकार हुआ Webhook',
  replay: 'फिर से चलाएँ…',
  parts: 'Webhook के हिस्से',
  payload: {
    title: 'पेलोड',
    repeated: 'इसकी सामग्री पहले वाले जैसी ही है; पेलोड उसी में है।',
    erased: 'मिटा दिया गया: यह ग्राहक का डेटा रखने की अवधि से पुराना है।',
    sized: 'अनजान भेजने वाले के Webhook का सिर्फ़ आकार सेव होता है।',
    masked: 'छिपाए गए मान सेव होने से पहले ही छिपा दिए गए थे, इसलिए वे दिखाए नहीं जा सकते।',
  },
  headers: {
    title: 'हेडर',
    none: 'इस Webhook के हेडर सेव नहीं हैं।',
    text: 'सभी हेडर के नाम सेव होते हैं; मान सिर्फ़ वहाँ, जहाँ उनमें सीक्रेट नहीं हो सकता।',
  },
  compare: 'तुलना',
}

const facts: Translated<typeof factsEnglish> = {
  verified: {
    classic: 'यूज़र नाम और पासवर्ड: भेजने वाले की पहचान होती है, सामग्री की नहीं',
    hmac: 'सामग्री पर हस्ताक्षर',
  },
  event: 'इवेंट',
  received: 'मिलने का समय',
  outcome: 'नतीजा',
  at: (outcome, time) => [outcome, ', समय: ', time],
  attempt: (attempts) => `, कोशिश ${attempts} में`,
  order: 'ऑर्डर',
  refund: 'रिफ़ंड',
  reported: 'बताई गई स्थिति',
  verification: 'पहचान की जाँच',
  id: 'डिलीवरी ID',
  copied: 'डिलीवरी ID',
  refundNow: 'रिफ़ंड अभी',
  result: 'असर',
  orderEvents: 'ऑर्डर के इवेंट',
  refundEvents: 'इसके रिफ़ंड के इवेंट',
  delivery: (event, subscriber) => `${event}, पाने वाला: ${subscriber}`,
  noOrder: 'कुछ नहीं: गेटवे में यह ऑर्डर नहीं है',
  noDecision: 'अभी कुछ नहीं',
  unchanged: (state) => [state, ' में बदलाव नहीं'],
  to: 'से',
  timeline: 'ऑर्डर की टाइमलाइन',
  noRefund: 'गेटवे में यह रिफ़ंड नहीं है',
}

const notes: Translated<typeof notesEnglish> = {
  stopped: 'यह प्रोसेस नहीं हो सका, और अब कोशिश बंद है।',
  stoppedText: ' ऑर्डर स्थिति की जाँच से फिर भी अपडेट होता है। नीचे की गड़बड़ी ठीक करें, फिर इस Webhook को फिर से चलाएँ।',
  unknown: (event) => `Webhook असली है, पर इसका इवेंट “${event}” अनजान है।`,
  unknownText:
    ' इसे सेव किया गया और इससे कुछ नहीं बदला। यह इवेंट चाहिए, तो पेमेंट प्रदाता के दस्तावेज़ देखें; हो सकता है नया संस्करण इसे पहचानता हो।',
  retried: 'प्रोसेस करना विफल रहा; अपने आप फिर कोशिश होगी।',
  amount: (webhook, order) => `इस Webhook की रकम (${webhook}) ऑर्डर की रकम (${order}) से अलग है।`,
  amountText:
    ' फ़ैसला पेमेंट प्रदाता के यहाँ स्थिति की जाँच से हुआ, Webhook से नहीं। अगर यह पेमेंट प्रदाता ने नहीं भेजा, तो callback के यूज़र नाम और पासवर्ड बदलें।',
  refused: (title) => `${title}।`,
  url: 'इस इंस्टॉलेशन का Webhook URL: ',
  duplicate: 'ठीक यही Webhook पहले मिल चुका है। इसे सेव किया गया, 200 जवाब दिया गया, और इससे कुछ नहीं बदला।',
  first: 'पहला Webhook',
}

const comparison: Translated<typeof comparisonEnglish> = {
  select: 'कोई एक चुनें',
  webhook: (id) => `Webhook ${id}`,
  option: (time, event, outcome) => `${time}: ${event}, नतीजा: ${outcome}`,
  alone: 'इस ऑर्डर या रिफ़ंड का कोई और Webhook नहीं है। किसी दूसरे Webhook से तुलना के लिए, Webhook की सूची में दोनों चुनें।',
  compare: 'किससे तुलना करें',
  previous: 'पिछला Webhook',
  what: 'दूसरे Webhook का डेटा',
  erased: 'इनमें से एक का पेलोड मिटा दिया गया है: वह डेटा रखने की अवधि से पुराना है।',
  same: 'सेव किए गए पेलोड एक जैसे हैं।',
  mayDiffer: ' छिपाए गए मान अलग हो सकते हैं।',
  differences: 'अंतर',
  differ: (value, older, newer) => [`${count(value)} अंतर, `, older, ' से ', newer, ' तक'],
  link: (id) => `Webhook ${id}`,
  kind: 'प्रकार',
  field: 'फ़ील्ड',
  before: 'पहले',
  after: 'बाद में',
  kinds: { added: 'जुड़ा', removed: 'हटा', changed: 'बदला' },
  all: 'पूरी सामग्री',
  absent: 'मौजूद नहीं',
  value: { before: (path) => `${path}, पहले`, after: (path) => `${path}, बाद में` },
}

const replay: Translated<typeof replayEnglish> = {
  selected: (value) => `${value} चुने गए`,
  tooMany: (value, most) => `${value} चुने गए; एक बार में ज़्यादा से ज़्यादा ${most} फिर से चल सकते हैं`,
  all: (value) => `दिख रहे सभी ${value}`,
  firstOnes: (value) => `पहले ${value}`,
  compare: 'दोनों की तुलना करें',
  open: 'फिर से चलाएँ…',
  title: 'Webhook फिर से चलाएँ',
  action: 'फिर से चलाएँ',
  none: 'चलाने को कुछ नहीं',
  some: (value) => `${count(value)} Webhook फिर से चलाएँ`,
  failed: 'Webhook फिर से नहीं चले।',
  queued: (value) => `${count(value)} Webhook फिर से चलने की कतार में हैं।`,
  queuedAlready: 'ये सभी Webhook पहले से फिर से चलने की कतार में हैं।',
  preview: {
    failed: 'प्रीव्यू लोड नहीं हो सका।',
    checking: 'पेमेंट प्रदाता से हर ऑर्डर की स्थिति जाँची जा रही है…',
    what: 'प्रीव्यू',
    none: 'इनमें से कोई भी फिर से नहीं चल सकता।',
    same: 'कुछ नहीं बदलेगा: गेटवे में पहले से यही स्थितियाँ हैं।',
    orders: (orders) => `${count(orders)} ऑर्डर बदलेंगे।`,
    refunds: (refunds) => `${count(refunds)} रिफ़ंड बदलेंगे।`,
    both: (orders, refunds) => `${count(orders)} ऑर्डर और ${count(refunds)} रिफ़ंड बदलेंगे।`,
    unchanged: (others) => `बाकी ${others} में कोई बदलाव नहीं होगा।`,
    skipped: (value) =>
      `${value} छोड़े जाएँगे: अस्वीकार हुए Webhook कभी फिर से नहीं चलाए जाते, क्योंकि उन्हें भेजने वाला अनजान है, और पुराने Webhook का पेलोड मिटा दिया जाता है।`,
    unchecked: 'कुछ ऑर्डर की स्थिति जाँची नहीं जा सकी। पेमेंट प्रदाता का जवाब आने पर उनके Webhook प्रोसेस होंगे।',
    delivered: 'जो इवेंट डिलीवर हो चुके हैं, वे दोबारा डिलीवर नहीं होते।',
  },
  changes: { label: 'बदलाव', subject: 'ऑर्डर या रिफ़ंड', now: 'अभी', later: 'फिर से चलाने के बाद' },
}

export const callbacksHindi = {
  'callbacks/list': list,
  'callbacks/outcomes': outcomes,
  'callbacks/diagnoses': diagnoses,
  'callbacks/page': page,
  'callbacks/facts': facts,
  'callbacks/notes': notes,
  'callbacks/comparison': comparison,
  'callbacks/replay': replay,
}
