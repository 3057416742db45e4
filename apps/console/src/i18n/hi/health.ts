import type { checksEnglish, healthEnglish, queuesEnglish, resultsEnglish } from '../../features/health/english.ts'
import type { failingCallsEnglish, providerEnglish } from '../../features/health/english-provider.ts'
import { count, type Translated } from './translated.ts'

const page: Translated<typeof healthEnglish> = {
  title: 'सिस्टम की हालत',
  aside: 'हर पाँच सेकंड में ताज़ा होता है',
  failed: 'सिस्टम की हालत की रिपोर्ट लोड नहीं हो सकी।',
  what: 'जाँच',
  callsFail: 'पेमेंट प्रदाता को भेजी गई कॉल विफल हो रही हैं।',
  lately: (calls) => ` पिछले दस मिनट में ${calls}। उनके ऑर्डर और रिफ़ंड की जाँच फ़ैसला होने तक चलती रहती है।`,
  checks: 'जाँच',
  links: {
    calls: 'API लॉग में विफल कॉल',
    orders: 'जाँच वाले ऑर्डर',
    refunds: 'जाँच वाले रिफ़ंड',
    deliveries: 'जाँच वाली इवेंट डिलीवरी',
    webhooks: 'जाँच वाले Webhook',
    disputes: 'जवाब माँगने वाले विवाद',
    settlements: 'सेटलमेंट जिनमें अंतर है',
    unclaimed: 'बिना लेने वाले की इवेंट डिलीवरी',
    errors: 'API लॉग में गड़बड़ियाँ',
  },
  queues: {
    title: 'कतारें',
    unknown: 'जब तक डेटाबेस जवाब नहीं देता, पता नहीं।',
    name: 'कतार',
    waiting: 'इंतज़ार में',
    oldest: 'सबसे पुराना, देर',
  },
  workers: {
    title: 'वर्कर',
    none: 'कोई नहीं। Webhook स्वीकार होते हैं, और वर्कर चलने तक इंतज़ार करते हैं।',
    name: 'वर्कर',
    id: 'वर्कर ID',
    started: 'शुरू हुआ',
    startedAt: (time) => ['शुरू हुआ: ', time],
    heartbeat: 'पिछला संकेत',
    ago: (age) => `${age} पहले`,
  },
}

const results: Translated<typeof resultsEnglish> = {
  summary: {
    fails: 'एक जाँच विफल है।',
    advice: 'नीचे विफल जाँच में लिखा है कि क्या करना है।',
    works: 'गेटवे Webhook लेता और लागू करता है, स्थिति जाँचता है और रिफ़ंड भेजता है।',
    decide: 'गेटवे काम कर रहा है। कुछ चीज़ों पर फ़ैसला चाहिए।',
    own: 'गेटवे की अपनी सभी जाँच सही हैं।',
    all: 'सभी जाँच सही हैं।',
  },
  database: {
    ok: (tookMs) => `${tookMs} ms में जवाब दिया।`,
    silent: 'डेटाबेस जवाब नहीं दे रहा।',
  },
  clock: {
    ok: 'डेटाबेस और गेटवे की मशीन की घड़ी में एक दिन से कम का अंतर है।',
    behind: (age) => `डेटाबेस की घड़ी गेटवे की मशीन से ${age} पीछे है।`,
    ahead: (age) => `डेटाबेस की घड़ी गेटवे की मशीन से ${age} आगे है।`,
  },
  workers: { ok: (running) => `चालू वर्कर: ${running}।`, none: 'कोई वर्कर नहीं चल रहा।' },
  queues: {
    ok: 'किसी काम में देर नहीं है।',
    overdue: (queues) => `दो मिनट से ज़्यादा की देर: ${queues}।`,
  },
  subscriptions: {
    ok: 'हर इवेंट का हैंडलर या नोटिफ़ायर किसी चालू प्रोसेस में है।',
    event: (event, subscriber) => `${event} (हैंडलर: ${subscriber})`,
    unclaimed: (events) => `कोई प्रोसेस इन्हें नहीं लेता: ${events}।`,
  },
  refundControls: {
    ok: 'सभी चालू प्रोसेस की सीमाएँ एक जैसी हैं।',
    worker: (id) => `वर्कर ${id}`,
    differing: (workers) => `इनकी सीमाएँ जवाब देने वाले प्रोसेस से अलग हैं: ${workers}।`,
  },
  dataKeys: {
    ok: 'इस प्रोसेस के पास वे सभी key हैं जिनसे डेटाबेस एन्क्रिप्ट है।',
    missing: (keys) => `इस प्रोसेस के पास ये डेटा key नहीं हैं: ${keys}।`,
  },
  restore: {
    ok: 'रीस्टोर के बाद तुलना के लिए कुछ बाकी नहीं है।',
    compared: (orders) => `रीस्टोर से पहले के ऑर्डर की तुलना पेमेंट प्रदाता से हो रही है: अब तक ${count(orders)}।`,
  },
  cardTesting: {
    ok: 'पिछले एक घंटे में किसी ग्राहक ने बहुत सारे कार्ड नहीं आज़माए।',
    tried: (payers, most) => `पिछले एक घंटे में ${payers} ग्राहक ने बहुत सारे कार्ड आज़माए, हर एक की विफल कोशिशें ${most} तक।`,
  },
  provider: { ok: 'पेमेंट प्रदाता के अनुसार कोई सेवा बंद नहीं है।' },
  review: {
    ok: 'कुछ भी जाँच के लिए बाकी नहीं है।',
    waiting: (queues) => `ध्यान दें: ${queues}।`,
  },
  age: {
    seconds: (value) => `${value} सेकंड`,
    minutes: (value) => `${value} मिनट`,
    hours: (value) => `${value} ${value === 1 ? 'घंटा' : 'घंटे'}`,
    days: (value) => `${value} दिन`,
  },
}

const checks: Translated<typeof checksEnglish> = {
  database: {
    label: 'डेटाबेस',
    advice:
      'कुछ भी सेव नहीं हो सकता: Webhook को 503 जवाब मिलता है, और पेमेंट प्रदाता उन्हें फिर भेजता है। डेटाबेस जाँचें: उसकी डिस्क, कनेक्शन और नेटवर्क। साथ चलने वाला PostgreSQL अपने फ़ोल्डर में लॉग लिखता है।',
  },
  clock: {
    label: 'घड़ी',
    advice:
      'तब तक पुराना होने के कारण कुछ भी हटाया या मिटाया नहीं जाता। डेटाबेस की या इस मशीन की गलत घड़ी ठीक करें, और दोनों को टाइम सर्वर (NTP) से चलाएँ।',
  },
  workers: {
    label: 'वर्कर',
    advice:
      'Webhook सेव होते हैं, पर प्रोसेस नहीं होते; न कोई स्थिति जाँची जाती है, न कोई रिफ़ंड भेजा जाता है। वर्कर शुरू करें: अपना सर्वर जिसमें गेटवे चालू हो, या कमांड galla gateway। अगर वर्कर चल रहा होना चाहिए, तो उसका लॉग पढ़ें: वर्कर हर दस सेकंड में संकेत भेजता है और पैंतीस सेकंड बाद हटा दिया जाता है।',
  },
  queues: {
    label: 'कतारें',
    advice:
      'वर्कर बहुत धीमे हैं, या पेमेंट प्रदाता जवाब नहीं देता। API लॉग खोलें: वहाँ की गड़बड़ियों से ऑर्डर या रिफ़ंड की कतार का कारण पता चलता है। गड़बड़ी न हो, तो एक और वर्कर शुरू करें।',
  },
  subscriptions: {
    label: 'सब्सक्रिप्शन',
    advice:
      'कोई इवेंट ऐसे हैंडलर या नोटिफ़ायर का इंतज़ार कर रहा है जो किसी चालू प्रोसेस में नहीं है, जैसे उसके कोड के बिना डिप्लॉय करने पर। इस कोड वाला प्रोसेस शुरू करें: तब तक कुछ नहीं खोता। अगर कोड हमेशा के लिए हटा दिया गया है, तो डिलीवरी खोलकर उसका सब्सक्रिप्शन हटाएँ।',
  },
  refundControls: {
    label: 'रिफ़ंड की सीमाएँ',
    advice:
      'हर प्रोसेस अपने सेव किए रिफ़ंड पर अपनी ही सीमाएँ लागू करता है। इसलिए बिना सीमा वाला प्रोसेस ऐसे रिफ़ंड जाने देता है जिन्हें दूसरे व्यक्ति का इंतज़ार करना चाहिए। सभी प्रोसेस को एक ही विकल्प refundControls के साथ शुरू करें।',
  },
  dataKeys: {
    label: 'डेटा key',
    advice:
      'बाकी प्रोसेस इन key से जो एन्क्रिप्ट करते हैं, उसे यह प्रोसेस नहीं पढ़ सकता। इस प्रोसेस को बाकी प्रोसेस वाला विकल्प dataKeys (GALLA_DATA_KEYS) दें, और इसे फिर से शुरू करें। बिना किसी key के यह प्रोसेस नया काम नहीं लेता, इसलिए कुछ भी बिना एन्क्रिप्शन सेव नहीं होता।',
  },
  restore: {
    label: 'रीस्टोर किया डेटाबेस',
    advice:
      'पेमेंट और रिफ़ंड चलते रहते हैं। तुलना पूरी होने तक पेमेंट प्रदाता के पास ऐसे रिफ़ंड हो सकते हैं जो इस डेटाबेस से खो गए हैं। पेमेंट प्रदाता हर ऑर्डर का जवाब दे दे, तो तुलना अपने आप पूरी हो जाती है। बिना जवाब वाले ऑर्डर पेज “मिलान” पर हैं।',
  },
  cardTesting: {
    label: 'कार्ड टेस्टिंग',
    advice:
      'हो सकता है कोई आपकी दुकान में चोरी के कार्ड आज़मा रहा हो। ऑर्डर को विफल कार्ड पेमेंट से फ़िल्टर करें। अपनी दुकान में कोशिशों की सीमा रखें, पेमेंट से पहले लॉग इन या कैप्चा माँगें, और पेमेंट प्रदाता को बताएँ।',
  },
  provider: {
    label: 'पेमेंट प्रदाता',
    advice:
      'पेमेंट, पेमेंट प्रदाता के यहाँ विफल हो रहे हैं; आपकी दुकान में कोई खराबी नहीं है। स्थिति की जाँच चलती रहती है। जब तक पूरा पेमेंट गेटवे बंद है, रिफ़ंड के पहले अनुरोध इंतज़ार करते हैं।',
  },
  review: {
    label: 'जाँच ज़रूरी',
    advice:
      'जहाँ पैसे का नुकसान हो सकता है, वहाँ गेटवे फ़ैसला नहीं करता: फ़ैसला कोई व्यक्ति करता है। हर रिकॉर्ड पर कारण लिखा है, और यह भी कि क्या करना है।',
  },
}

const queues: Translated<typeof queuesEnglish> = {
  callbacks: {
    title: 'Webhook की कतार',
    text: 'असली Webhook जो अभी प्रोसेस नहीं हुए।',
    count: (value) => `${count(value)} Webhook बाकी`,
  },
  'replayed callbacks': {
    title: 'फिर से चलाए जाने वाले Webhook',
    text: 'नए Webhook के साथ, एक बार में दो चलाए जाते हैं।',
    count: (value) => `${count(value)} फिर से चलाए जाने वाले Webhook`,
  },
  orders: {
    title: 'स्थिति जाँच की कतार',
    text: 'इन ऑर्डर की अगली स्थिति जाँच का समय हो गया है।',
    count: (value) => `${count(value)} ऑर्डर`,
  },
  refunds: {
    title: 'भेजे या जाँचे जाने वाले रिफ़ंड',
    text: 'भेजे जाने हैं, या स्थिति जाँच का समय हो गया है।',
    count: (value) => `${count(value)} रिफ़ंड`,
  },
  'refund files': {
    title: 'रिफ़ंड फ़ाइलें',
    text: 'शुरू हो चुकी हैं, और कुछ पंक्तियों का अनुरोध बाकी है।',
    count: (value) => `${count(value)} रिफ़ंड फ़ाइल`,
  },
  subscriptions: {
    title: 'वसूली वाले सब्सक्रिप्शन',
    text: 'इनकी अगली सूचना, डेबिट या बदलाव का समय हो गया है।',
    count: (value) => `${count(value)} सब्सक्रिप्शन`,
  },
  deliveries: {
    title: 'इवेंट डिलीवरी',
    text: 'हैंडलर और नोटिफ़िकेशन जिनका समय हो गया है।',
    count: (value) => `${count(value)} डिलीवरी`,
  },
  'failed callbacks': {
    title: 'जाँच वाले Webhook',
    text: 'प्रोसेस नहीं हो सके।',
    count: (value) => `${count(value)} विफल Webhook`,
  },
  'unclaimed deliveries': {
    title: 'इवेंट डिलीवरी जिन्हें कोई प्रोसेस नहीं लेता',
    text: 'कई मिनट से समय हो चुका है; इनका हैंडलर या नोटिफ़ायर किसी चालू प्रोसेस में नहीं है।',
    count: (value) => `${count(value)} डिलीवरी जिन्हें कोई नहीं लेता`,
  },
  'failed deliveries': {
    title: 'जाँच वाली इवेंट डिलीवरी',
    text: 'हर कोशिश विफल रही।',
    count: (value) => `${count(value)} विफल डिलीवरी`,
  },
  'orders in review': {
    title: 'जाँच वाले ऑर्डर',
    text: 'इनका डेटा आपस में मेल नहीं खाता।',
    count: (value) => `${count(value)} जाँच वाले ऑर्डर`,
  },
  'undecided orders': {
    title: 'ऑर्डर जिनका फ़ैसला पेमेंट प्रदाता नहीं करता',
    text: 'हर दिन जाँचे जाते हैं; पेमेंट प्रदाता की सहायता टीम से पूछें। बाद में पेमेंट की खबर आए, तो जाँच पूरी हो जाती है।',
    count: (value) => `${count(value)} बिना फ़ैसले के ऑर्डर`,
  },
  'settlement findings': {
    title: 'सेटलमेंट जिनमें अंतर है',
    text: 'मिले पेमेंट, रिफ़ंड, रिपोर्ट या बैंक में जमा रकम से अंतर। देखें: हिसाब-किताब, सेटलमेंट।',
    count: (value) => `${count(value)} सेटलमेंट में अंतर`,
  },
  'disputes to answer': {
    title: 'जवाब माँगने वाले विवाद',
    text: 'पेमेंट प्रदाता के डैशबोर्ड में जवाब दें। देखें: विवाद।',
    count: (value) => `${count(value)} जवाब माँगने वाले विवाद`,
  },
  'refunds in review': {
    title: 'जाँच वाले रिफ़ंड',
    text: 'डेटा बेमेल है, मना हो गए या फ़ैसला नहीं हुआ।',
    count: (value) => `${count(value)} जाँच वाले रिफ़ंड`,
  },
}

const provider: Translated<typeof providerEnglish> = {
  instruments: {
    UPI: 'UPI',
    CREDIT_CARD: 'क्रेडिट कार्ड',
    DEBIT_CARD: 'डेबिट कार्ड',
    NET_BANKING: 'नेट बैंकिंग',
    WALLET: 'वॉलेट',
  },
  states: { DOWN: 'बंद', DEGRADED: 'धीमा' },
  more: (ids, rest) => `${ids} और ${rest} अन्य`,
  service: (name, state) => `${name} ${state} है`,
  down: (name, ids) => `${name} इनका बंद: ${ids}`,
  gateway: 'पेमेंट गेटवे',
  reports: (services) => `पेमेंट प्रदाता की रिपोर्ट: ${services}।`,
  reported: (time) => ['रिपोर्ट का समय: ', time, '।'],
  refundsWait: ' रिफ़ंड के पहले अनुरोध इंतज़ार करते हैं; स्थिति की जाँच चलती रहती है।',
}

const failingCalls: Translated<typeof failingCallsEnglish> = {
  of: (failed, calls, endpoint) => `${endpoint} (पिछली ${count(calls)} कॉल में से ${count(failed)})`,
  failed: (calls) => `${calls} विफल`,
}

export const healthHindi = {
  'health/page': page,
  'health/results': results,
  'health/checks': checks,
  'health/queues': queues,
  'health/provider': provider,
  'health/failing-calls': failingCalls,
}
