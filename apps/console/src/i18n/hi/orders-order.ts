import type { LedgerKind } from '@galla/contract/gateway-api/ledger'
import type {
  actionsEnglish,
  detailsEnglish,
  ledgerEnglish,
  orderEnglish,
} from '../../features/orders/english-order.ts'
import { count, type Translated } from './translated.ts'

const order: Translated<typeof orderEnglish> = {
  title: 'ऑर्डर',
  what: 'ऑर्डर',
  notFound: {
    title: 'ऑर्डर नहीं मिला',
    text: 'हो सकता है कि ऑर्डर किसी दूसरे इंस्टॉलेशन का हो, या यह उसका कोई दूसरा ID हो: खोज सभी ID पहचानती है।',
    search: 'यह ID खोजें',
    all: 'सभी ऑर्डर',
  },
  orderId: 'ऑर्डर ID',
  milestones: 'मुख्य पड़ाव',
  timeline: 'टाइमलाइन',
  allSteps: (number) => `टाइमलाइन, सभी ${count(number)} कदम`,
  why: {
    review: 'जाँच क्यों ज़रूरी है?',
    paid: 'इस ऑर्डर का पेमेंट हुआ, यह कैसे पता?',
    failed: 'इस ऑर्डर का पेमेंट क्यों नहीं हुआ?',
    open: 'अब तक क्या पता है?',
  },
  evidence: {
    what: 'सबूत',
    note: 'हर कदम उसी ट्रांज़ैक्शन में दर्ज हुआ, जिसमें उससे होने वाला बदलाव।',
    rule: 'नियम',
    of: (evidence) => ['सबूत: ', evidence],
    webhook: (callbackId) => `Webhook संख्या ${callbackId}`,
  },
  neighbours: {
    list: 'ऑर्डर',
    previous: 'पिछला',
    next: 'अगला',
    order: ' ऑर्डर',
    place: (place, all) => `${all} में से ${place}वाँ`,
  },
  result: {
    label: 'नतीजा',
    steps: 'कदम',
    delivery: 'डिलीवरी खोलें',
    deliveryToRetry: 'फिर से भेजने के लिए डिलीवरी खोलें',
    other: 'दूसरा ऑर्डर खोलें',
    sameReason: 'इसी कारण वाले दूसरे ऑर्डर',
    calls: 'API कॉल',
  },
}

const details: Translated<typeof detailsEnglish> = {
  balance: 'बैलेंस',
  refunds: 'रिफ़ंड',
  ledger: 'लेजर',
  link: 'पेमेंट लिंक',
  details: 'जानकारी',
  metadata: 'मेटाडेटा',
  siblings: (reference) => `${reference} के दूसरे ऑर्डर`,
  fields: {
    id: 'ऑर्डर ID',
    orderId: 'पेमेंट प्रदाता का ऑर्डर ID',
    transactionId: 'ट्रांज़ैक्शन ID',
    paidWith: 'पेमेंट किससे हुआ',
    mode: 'पेमेंट का तरीका',
    payer: 'ग्राहक',
    checkout: 'चेकआउट',
    subscription: 'सब्सक्रिप्शन',
    reminder: 'आखिरी बार याद दिलाया',
    created: 'बना',
    paidAt: 'पेमेंट का समय',
    recordedAt: 'दर्ज होने का समय',
    expires: 'समय समाप्त होगा',
    nextCheck: 'स्थिति की अगली जाँच',
    lookTwice: 'एक बार और देखा जाएगा कि दूसरा पेमेंट तो नहीं आया।',
    lookLate: 'एक बार और देखा जाएगा कि पेमेंट देर से तो नहीं आया।',
  },
  copied: {
    id: 'ऑर्डर ID',
    orderId: 'पेमेंट प्रदाता का ऑर्डर ID',
    transactionId: 'ट्रांज़ैक्शन ID',
    payer: 'छिपाया हुआ UPI ID',
    link: 'पेमेंट लिंक',
  },
  people: {
    requested: (name) => `${name} ने अनुरोध किया`,
    waiting: 'मंज़ूरी का इंतज़ार है',
    decided: (name, decision) => `${name} ने ${decision === 'approved' ? 'मंज़ूर' : 'नामंज़ूर'} किया`,
  },
  paid: 'पेमेंट मिला',
  refund: 'रिफ़ंड',
  refundable: 'रिफ़ंड के लिए बची रकम',
  overdrawn: 'मिले पेमेंट से ज़्यादा रिफ़ंड',
}

const KINDS: { readonly [kind: string]: string | undefined } = {
  capture: 'पेमेंट मिला',
  'refund-hold': 'रिफ़ंड के लिए रोके गए',
  'refund-posted': 'रिफ़ंड हुए',
  'hold-released': 'रिफ़ंड विफल, रोक हटी',
  'refund-reversed': 'रिफ़ंड वापस लिया गया',
  overdraft: 'मिले पेमेंट से ज़्यादा रिफ़ंड',
  'overdraft-returned': 'कमी फिर पूरी हुई',
} satisfies { readonly [Kind in LedgerKind]: string }

const ledger: Translated<typeof ledgerEnglish> = {
  label: 'लेजर की एंट्री',
  kind: (kind) => KINDS[kind] ?? `एंट्री ${kind}`,
  automatic: (title) => `${title} (अपने आप)`,
  accounts: {
    payments: 'पेमेंट',
    available: 'उपलब्ध',
    held: 'रोके गए',
    refunded: 'रिफ़ंड हुए',
    overdrawn: 'ज़्यादा निकले',
  },
  move: (from, to) => `${from} से ${to} में`,
  accountsHint:
    'हर एंट्री ऑर्डर के एक खाते से दूसरे खाते में रकम ले जाती है। पेमेंट: ग्राहक ने दिए। उपलब्ध: अब भी रिफ़ंड हो सकते हैं। रोके गए: चल रहे रिफ़ंड के लिए रखे हैं। रिफ़ंड हुए: ग्राहक को लौट गए। ज़्यादा निकले: मिले पेमेंट से ज़्यादा लौट गए।',
  timesHint:
    'पेमेंट का समय पेमेंट प्रदाता का बताया समय है। “दर्ज” वह समय है, जब गेटवे को पता चला; यह तभी दिखता है, जब दोनों का मिनट अलग हो।',
  recorded: (time) => ['दर्ज: ', time],
}

const actions: Translated<typeof actionsEnglish> = {
  check: 'स्थिति जाँचें',
  notChecked: 'स्थिति की जाँच नहीं हो सकी।',
  unchanged: (state) => `स्थिति जाँची गई। कोई बदलाव नहीं: ${state}।`,
  changed: (state) => `स्थिति जाँची गई। ऑर्डर की स्थिति अब: ${state}।`,
  message: 'ग्राहक के लिए संदेश कॉपी करें…',
  receipt: 'रसीद',
  refund: 'रिफ़ंड करें…',
  review: {
    title: 'इस ऑर्डर की जाँच ज़रूरी है।',
    since: (time, consequence, who) => ['कब से: ', time, `। ${consequence} ${who}`],
    compare: 'पहले पेमेंट प्रदाता के डैशबोर्ड से मिलान करें।',
    others: 'फ़ाइनेंस या एडमिन भूमिका वाला व्यक्ति जाँच पूरी करता है।',
    open: 'जाँच पूरी करें…',
    action: 'जाँच पूरी करें',
    outdated: 'आपने जाँच पूरी नहीं की।',
    failed: 'जाँच पूरी नहीं हुई।',
    result: 'जाँच का नतीजा',
    hint: 'ऑर्डर की टाइमलाइन में जोड़ा जाएगा।',
    example: 'पेमेंट प्रदाता से पुष्टि की, टिकट 4711',
    missing: 'इस ऑर्डर को देखने वाले अगले व्यक्ति के लिए लिखें कि आपको क्या पता चला।',
    counted: (amount) =>
      `${amount} के रिफ़ंड दूसरे पेमेंट के रिफ़ंड माने गए हैं। जाँचें कि इनमें से कोई सामान के लिए तो नहीं था: अगर था, तो जाँच पूरी करें, फिर उसकी रकम दोबारा रिफ़ंड करें।`,
    surplus: (amount) => `${amount} रिफ़ंड करें, जो दो बार मिले`,
    goods: 'सामान।',
    money: 'पैसे।',
  },
  payer: {
    title: 'ग्राहक के लिए संदेश',
    text: 'इसमें वे नोट, नाम और ID नहीं हैं, जो सिर्फ़ आपको दिखते हैं। भेजने से पहले पढ़ लें।',
    languages: { en: 'अंग्रेज़ी', hi: 'हिन्दी' },
    copy: { en: 'अंग्रेज़ी में कॉपी करें', hi: 'हिन्दी में कॉपी करें' },
  },
}

export const ordersOrderHindi = {
  'orders/order': order,
  'orders/details': details,
  'orders/ledger': ledger,
  'orders/actions': actions,
}
