import type { CallbackEntry, CallOutcome } from '@galla/contract/gateway-api/decisions'
import type {
  decisionsEnglish,
  timelineDetailsEnglish,
  timelineEnglish,
} from '../../features/orders/english-timeline.ts'
import { count, type Translated } from './translated.ts'

const decisions: Translated<typeof decisionsEnglish> = {
  rules: {
    opened: 'पेमेंट प्रदाता ने ऑर्डर बना दिया।',
    'opening-refused': 'पेमेंट प्रदाता ने ऑर्डर बनाने से मना किया, इसलिए इसका पेमेंट नहीं हो सकता।',
    'opening-deferred':
      'पेमेंट प्रदाता तक पहुँच नहीं हुई, या उसने कुछ समय के लिए मना किया: कोई पेमेंट शुरू नहीं हुआ, और फिर से कोशिश की जा सकती है।',
    'opening-unknown': 'यह पता नहीं कि पेमेंट प्रदाता ने ऑर्डर बनाया या नहीं: पता चलने तक स्थिति की जाँच होती रहेगी।',
    'still-pending': 'पेमेंट प्रदाता के अनुसार ऑर्डर का पेमेंट बाकी है।',
    'completed-by-status': 'स्थिति की जाँच के अनुसार ऑर्डर का पेमेंट हो गया है, दर्ज रकम और ID के साथ।',
    'completed-by-signed-callback':
      'जिस Webhook के हस्ताक्षर में उसका पूरा संदेश शामिल है, उसके अनुसार ऑर्डर का पेमेंट हो गया है; नीति ऐसे Webhook पर भरोसा करती है।',
    'late-payment': 'ऑर्डर का पेमेंट उसके विफल होने या समय समाप्त होने के बाद आया।',
    'superseded-amount': 'इस रेफ़रेंस के बाद के ऑर्डर की रकम अलग है, इसलिए यह पेमेंट रिफ़ंड किया जाता है।',
    'duplicate-payment': 'इसी रेफ़रेंस के दूसरे ऑर्डर का पेमेंट पहले हुआ, इसलिए यह पेमेंट रिफ़ंड किया जाता है।',
    'failed-by-status': 'स्थिति की जाँच के अनुसार ऑर्डर विफल है।',
    'never-opened': 'पेमेंट प्रदाता इस ऑर्डर को नहीं जानता, और उसका समय कब का समाप्त हो चुका है।',
    'never-sent': 'पेमेंट प्रदाता को भेजे जाने से पहले ही ऑर्डर का समय समाप्त हो गया।',
    cancelled: 'पेमेंट शुरू होने से पहले दुकान ने ऑर्डर रद्द किया।',
    reopened: 'ऑर्डर को समाप्त मान लिया गया था, लेकिन पेमेंट प्रदाता उसे जानता है।',
    'callback-is-a-hint': 'सिर्फ़ Webhook से कुछ तय नहीं होता: पेमेंट प्रदाता के यहाँ स्थिति जाँची जाती है।',
    'nothing-new': 'नई जानकारी में कुछ नया नहीं है।',
    'never-backwards': 'पेमेंट प्रदाता दर्ज स्थिति से पहले की स्थिति बता रहा है, और ऑर्डर पीछे नहीं जाता।',
    'stays-in-review': 'ऑर्डर की जाँच ज़रूरी है: जानकारी दर्ज हो गई, और ऑर्डर की स्थिति वही है।',
    'review-resolved': 'किसी व्यक्ति ने जाँच पूरी की।',
    unreadable: 'दर्ज जाँच पढ़ी नहीं जा सकती।',
    'wrong-order': 'यह जानकारी किसी दूसरे ऑर्डर की है।',
    'amount-mismatch': 'पेमेंट प्रदाता की बताई रकम ऑर्डर की रकम से अलग है।',
    'currency-mismatch': 'पेमेंट प्रदाता की बताई मुद्रा रुपया (INR) नहीं है।',
    'id-in-use': 'यहाँ शुरू होने से पहले ही पेमेंट प्रदाता के यहाँ इस ID का ऑर्डर था।',
    'order-id-mismatch': 'पेमेंट प्रदाता इस ऑर्डर की ID पहले से अलग बता रहा है।',
    'unknown-state': 'पेमेंट प्रदाता ऐसी स्थिति बता रहा है, जिसे यह वर्शन नहीं जानता।',
    'expiry-mismatch': 'पेमेंट प्रदाता ने ऑर्डर का समय बदलकर उसके पेमेंट से पहले का कर दिया।',
    'paid-twice': 'ऑर्डर का पेमेंट एक से ज़्यादा बार हुआ।',
    'short-payment': 'पेमेंट की रकम ऑर्डर की रकम से अलग है।',
    contradiction: 'पेमेंट प्रदाता ऑर्डर का पेमेंट बता रहा है, लेकिन ऑर्डर को विफल भी बता रहा है।',
    undecided: 'पेमेंट प्रदाता ने ऑर्डर का नतीजा नहीं बताया, या यह नहीं बताया कि उसका पेमेंट पहले ही रिफ़ंड हुआ या नहीं।',
    'automatic-refund-failed': 'अपने आप होने वाला रिफ़ंड विफल रहा, इसलिए ग्राहक को पैसे नहीं मिले।',
    'automatic-refund-corrected': 'अपने आप होने वाला जो रिफ़ंड विफल हुआ था, उसे पेमेंट प्रदाता ने सुधार दिया।',
  },
  unknownRule: 'ऐसा नियम, जिसे यह वर्शन नहीं जानता।',
  answers: {
    review: (findings) => `जाँच ज़रूरी है: ${findings}`,
    paid: 'पेमेंट हो गया है।',
    late: 'पेमेंट देर से हुआ, और वह रिफ़ंड किया जाता है।',
    duplicate: (reference) =>
      `पेमेंट हुआ, लेकिन ${reference} के दूसरे ऑर्डर का पेमेंट पहले हो चुका था, इसलिए यह पेमेंट रिफ़ंड किया जाता है।`,
    failed: 'पेमेंट नहीं हुआ।',
    pending: 'पेमेंट हुआ है, यह पता नहीं: पेमेंट प्रदाता ने अभी नतीजा नहीं बताया है, और स्थिति फिर से जाँची जाएगी।',
    noStatus: 'पेमेंट हुआ है, यह पता नहीं: पेमेंट प्रदाता ने अभी कोई स्थिति नहीं बताई है।',
  },
  observed: {
    response: 'पेमेंट प्रदाता का जवाब',
    callback: 'Webhook',
    status: 'स्थिति की जाँच',
    redirect: 'ग्राहक दुकान पर लौटा',
    clock: 'समय बीता',
    cancel: 'दुकान ने ऑर्डर रद्द किया',
    console: 'कंसोल में किसी व्यक्ति का फ़ैसला',
    refund: 'अपने आप होने वाला रिफ़ंड विफल रहा',
  },
  evidence: {
    response: 'API कॉल का जवाब',
    callback: 'Webhook',
    status: 'स्थिति की जाँच',
    redirect: 'ग्राहक का ब्राउज़र',
    clock: 'गेटवे की घड़ी',
    cancel: 'दुकान का कोड',
    console: 'यह कंसोल',
    refund: 'रिफ़ंड की स्थिति',
  },
}

const VERDICTS = {
  accepted: 'स्वीकार हुआ',
  duplicate: 'पहले भी मिल चुका है',
  refused: 'अस्वीकार हुआ',
} satisfies { readonly [Verdict in CallbackEntry['verdict']]: string }

const OUTCOMES: { readonly [outcome: string]: string | undefined } = {
  'not-sent': 'भेजा नहीं गया',
  rejected: 'अस्वीकार हुआ',
  unknown: 'नतीजा पता नहीं',
  'not-found': 'नहीं मिला',
} satisfies { readonly [Outcome in CallOutcome]: string }

const timeline: Translated<typeof timelineEnglish> = {
  created: 'ऑर्डर बना',
  collapsed: (number) => `स्थिति की ${count(number)} जाँचें दिखाएँ, जिनमें कोई बदलाव नहीं`,
  labels: {
    callback: 'Webhook',
    audit: 'कंसोल',
    decision: 'फ़ैसला',
    check: 'स्थिति की जाँच',
    call: 'API कॉल',
    attempt: 'पेमेंट की कोशिश',
    delivery: 'इवेंट डिलीवरी',
    refund: 'रिफ़ंड',
  },
  callback: (event, state, verdict) =>
    `Webhook ${event}${state === undefined ? '' : `, स्थिति ${state}`}: ${VERDICTS[verdict]}`,
  answered: (status) => (status === undefined ? 'जवाब मिला' : `जवाब मिला, ${status}`),
  callFailed: (kind, outcome) => `गड़बड़ी ${kind} (${OUTCOMES[outcome] ?? outcome})`,
  notKnown: 'पेमेंट प्रदाता इसे नहीं जानता',
  attempts: (number) => `${count(number)} कोशिशें`,
  replaced: 'QR कोड की जगह दूसरी कोशिश ने ले ली',
  attempt: {
    DECLINED: (reason) => `कोशिश विफल: ${reason}`,
    EXPIRED: (reason) => `कोशिश का समय समाप्त: ${reason}`,
    CANCELLED: (code) => `ग्राहक ने कोशिश रद्द की, या उसकी जगह दूसरी ने ले ली (${code})`,
  },
  delivery: {
    to: (event, subscriber) => `${event} (पाने वाला: ${subscriber})`,
    delivered: (event, subscriber) => `${event} (पाने वाला: ${subscriber})`,
    after: (attempts) => `, ${count(attempts)} कोशिशों के बाद`,
    states: { waiting: 'कतार में', done: 'पहुँच गई', failed: 'जाँच ज़रूरी', cancelled: 'रद्द' },
  },
  refund: (amount, state) => `${amount} का रिफ़ंड: ${state}`,
}

const details: Translated<typeof timelineDetailsEnglish> = {
  what: 'जानकारी',
  noDecision: 'यह फ़ैसला सबसे नए फ़ैसलों में नहीं है।',
  noRefund: 'यह रिफ़ंड ऑर्डर के रिफ़ंड में नहीं है।',
  none: 'कोई और जानकारी दर्ज नहीं है।',
  openToRetry: 'फिर से भेजने के लिए यह डिलीवरी खोलें',
  open: 'यह डिलीवरी खोलें',
  body: 'संदेश',
  headers: 'हेडर',
  diagnosis: 'कारण, तुलना और दोबारा चलाना',
  rule: 'नियम',
  state: 'स्थिति',
  unchanged: 'कोई बदलाव नहीं',
  to: 'से',
  observations: 'मिली जानकारी',
  events: 'इवेंट',
  webhook: (callbackId) => `Webhook संख्या ${callbackId}`,
  kinds: {
    response: 'API कॉल का जवाब',
    callback: 'Webhook',
    status: 'स्थिति की जाँच',
    redirect: 'ग्राहक लौटा',
    clock: 'समय समाप्त',
    cancel: 'दुकान ने रद्द किया',
    console: 'कंसोल का यूज़र',
    refund: 'रिफ़ंड',
  },
}

export const ordersTimelineHindi = {
  'orders/decisions': decisions,
  'orders/timeline': timeline,
  'orders/timeline-details': details,
}
