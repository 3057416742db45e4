import type {
  actionsEnglish,
  comingEnglish,
  figuresEnglish,
  subscriptionEnglish,
  subscriptionsEnglish,
} from '../../features/subscriptions/english.ts'
import { verdict } from './subscription-verdict.ts'
import { count, type Translated } from './translated.ts'

const subscriptions: Translated<typeof subscriptionsEnglish> = {
  title: 'सब्सक्रिप्शन',
  what: 'सब्सक्रिप्शन',
  tabs: { list: 'सभी', coming: 'आने वाले डेबिट', dunning: 'बकाया पैसे', figures: 'आँकड़े', plans: 'प्लान' },
  off: {
    title: 'यह गेटवे सब्सक्रिप्शन की वसूली नहीं करता',
    text: (gateway, option) => ['UPI AutoPay से वसूली के लिए ', gateway, ' को विकल्प ', option, ' दें।'],
  },
  columns: {
    subscription: 'सब्सक्रिप्शन',
    state: 'स्थिति',
    plan: 'प्लान',
    price: 'कीमत',
    next: 'अगला डेबिट',
    started: 'शुरुआत',
    amount: 'रकम',
    reason: 'कारण',
    nextTry: 'अगली कोशिश',
  },
  copy: 'सब्सक्रिप्शन ID',
  ends: (lastDay) => `${lastDay} के बाद खत्म`,
  noTry: 'कोई नहीं',
  notPlanned: 'तय नहीं',
  any: 'कोई भी',
  idBegins: 'ID की शुरुआत',
  noMatch: { title: 'इन फ़िल्टर से कोई सब्सक्रिप्शन नहीं मिला', clear: 'फ़िल्टर हटाएँ' },
  none: {
    title: 'अब तक कोई सब्सक्रिप्शन नहीं',
    text: 'ग्राहक के प्लान चुनने पर आपकी दुकान सब्सक्रिप्शन शुरू करती है और ग्राहक को मैंडेट के पेज पर भेजती है।',
  },
  dunning: {
    title: 'कोई पैसा बकाया नहीं',
    text: 'सब्सक्रिप्शन यहाँ तब दिखता है जब विफल डेबिट दोहराया जा रहा हो, या वसूली बंद पड़ी हो।',
  },
  plans: {
    what: 'प्लान',
    none: {
      title: 'अब तक कोई प्लान नहीं',
      text: 'प्लान वह कीमत है जो ग्राहक से हर दिन, हफ़्ते, महीने या साल वसूली जाती है। प्लान आपकी दुकान का प्रोग्राम बनाता है।',
    },
    trial: 'ट्रायल',
    active: 'चालू',
    revenue: 'महीने की आमदनी',
    offSale: ' · अब नहीं मिलता',
    days: (days) => `${count(days)} दिन`,
    more: 'और प्लान दिखाएँ',
  },
}

const coming: Translated<typeof comingEnglish> = {
  what: 'आने वाले डेबिट',
  none: {
    title: 'अगले सात दिन में कोई डेबिट नहीं',
    text: 'किसी सब्सक्रिप्शन का अगला डेबिट उसके अपने पेज पर दिखता है।',
  },
  sum: (amount, debits, until) => [`${until} तक ${count(debits)} डेबिट से `, amount],
  title: 'दिन के हिसाब से तय डेबिट',
  summary: (debits, amount) => `सात दिन के तय डेबिट: ${count(debits)} डेबिट, ${amount}।`,
  planned: 'तय',
  day: 'दिन',
  debits: 'डेबिट',
  amount: 'रकम',
  note: 'अभी की योजना, भारतीय समय के अनुसार। इसमें सूचित डेबिट, विफल डेबिट की दोबारा कोशिशें और अगली अवधियों के पहले दिन शामिल हैं। जो ग्राहक रोक दें या रद्द कर दें, उनसे कम डेबिट होगा।',
}

const figures: Translated<typeof figuresEnglish> = {
  what: 'आँकड़े',
  active: {
    name: 'चालू',
    trials: (trials) => `${count(trials)} ट्रायल सहित`,
    ending: (ending) => `इनमें से ${count(ending)} खत्म होने वाले हैं`,
  },
  revenue: { name: 'महीने की आमदनी', note: 'साल के बारहवें हिस्से की कीमतें, ट्रायल के बिना' },
  cancelled: {
    name: 'इस महीने रद्द',
    note: (cancelled, before) => `महीने की शुरुआत के ${count(before)} सब्सक्रिप्शन में से ${count(cancelled)}`,
    title: 'महीने के हिसाब से रद्द',
    summary: (cancelled) => `छह महीने में रद्द: ${count(cancelled)}।`,
  },
  recovered: {
    name: 'इस महीने वापस मिले',
    note: (recovered, failed) => `विफल डेबिट वाली ${count(failed)} अवधियों में से ${count(recovered)}`,
    title: 'महीने के हिसाब से विफल डेबिट',
    summary: (failed, recovered) =>
      `छह महीने में विफल डेबिट वाली अवधियाँ: ${count(failed)}, जिनमें से ${count(recovered)} का पेमेंट बाद में हो गया।`,
  },
  columns: {
    month: 'महीना',
    before: 'पहले',
    cancelled: 'रद्द',
    share: 'हिस्सा',
    failed: 'विफल',
    paid: 'बाद में पेमेंट हुआ',
    notPaid: 'पेमेंट नहीं हुआ',
    tried: 'कोशिश जारी',
    recovered: 'वापस मिली रकम',
  },
  states: { title: 'अभी की स्थितियाँ', caption: 'स्थिति के हिसाब से सब्सक्रिप्शन', state: 'स्थिति', count: 'सब्सक्रिप्शन' },
}

const subscription: Translated<typeof subscriptionEnglish> = {
  title: 'सब्सक्रिप्शन',
  what: 'सब्सक्रिप्शन',
  notFound: 'सब्सक्रिप्शन नहीं मिला',
  all: 'सभी सब्सक्रिप्शन',
  copy: { id: 'सब्सक्रिप्शन ID', mandate: 'मैंडेट ID' },
  periods: 'अवधियाँ',
  timeline: 'घटनाक्रम',
  details: 'ब्योरा',
  result: 'नतीजा',
  next: (step, time) => [`अगला कदम: गेटवे ${step}, `, time, '।'],
  untilCancelled: 'किसी के रद्द करने तक',
  fields: {
    plan: 'प्लान',
    started: 'शुरुआत',
    first: 'पहली अवधि की शुरुआत',
    periods: 'अवधियाँ',
    surcharge: 'अगली अवधि में जुड़ेगा',
    credit: 'अगली अवधि में घटेगा',
    paused: 'कब रोका गया',
    cancelled: 'कब रद्द हुआ',
    mandate: 'मैंडेट',
    largest: 'सबसे बड़ा डेबिट',
    ends: 'मैंडेट का अंत',
    mandateId: 'मैंडेट ID',
  },
  cycles: {
    none: 'पहली अवधि तब खुलती है जब उसके डेबिट की सूचना दी जाती है।',
    number: (number) => `अवधि ${number}`,
    withMandate: 'मैंडेट के साथ',
    debit: 'डेबिट',
    opened: (time) => ['पेज खुला ', time],
    announced: (time) => ['सूचना दी गई ', time],
    notAnnounced: 'अभी सूचना नहीं दी गई',
    tried: (time) => [' · कोशिश ', time],
    failed: (time) => [' · कोशिश ', time, ' विफल'],
  },
}

const actions: Translated<typeof actionsEnglish> = {
  pause: {
    open: 'रोकें…',
    title: 'सब्सक्रिप्शन रोकें',
    action: 'रोकें',
    text: 'न सूचना दी जाएगी, न डेबिट होगा। मैंडेट बना रहेगा। जो डेबिट चल रहा है, वह अब भी सफल हो सकता है।',
    until: 'कब तक, अगर अपने आप चालू होना है',
    wrong: 'आज के बाद का कोई दिन चुनें।',
    done: 'सब्सक्रिप्शन रोक दिया गया।',
    failed: 'सब्सक्रिप्शन नहीं रुका।',
  },
  resume: {
    open: 'चालू करें…',
    title: 'सब्सक्रिप्शन फिर चालू करें',
    action: 'चालू करें',
    text: 'अगले डेबिट की सूचना ग्राहक को दी जाएगी। बीती हुई अवधियों की वसूली नहीं होगी।',
    done: 'सब्सक्रिप्शन फिर चालू है।',
    failed: 'सब्सक्रिप्शन चालू नहीं हुआ।',
  },
  skip: {
    open: 'एक अवधि छोड़ें…',
    title: 'एक अवधि छोड़ें',
    action: 'अवधि छोड़ें',
    text: 'जिस अगली अवधि का पेमेंट बाकी है, उसका डेबिट नहीं होगा। उसके बाद की अवधि का डेबिट हमेशा की तरह होगा।',
    done: 'जिस अगली अवधि का पेमेंट बाकी था, वह छोड़ दी गई।',
    failed: 'कोई अवधि नहीं छोड़ी गई।',
  },
  cancel: {
    open: 'रद्द करें…',
    title: 'सब्सक्रिप्शन रद्द करें',
    action: 'सब्सक्रिप्शन रद्द करें',
    text: 'कोई नया डेबिट नहीं होगा। अंत में पेमेंट प्रदाता के पास मैंडेट रद्द हो जाएगा। नए मैंडेट को मंज़ूरी ग्राहक ही दे सकते हैं। जिन अवधियों का पेमेंट हो चुका है, उनका रिफ़ंड नहीं होगा।',
    underWay: 'एक डेबिट चल रहा है और अब भी सफल हो सकता है। वह विफल रहा, तो सब्सक्रिप्शन तुरंत खत्म होगा।',
    dismiss: 'रद्द न करें',
    ends: {
      label: 'सब्सक्रिप्शन कब खत्म हो',
      after: (day) => `${day} के बाद`,
      now: 'तुरंत',
      unpaid: 'ग्राहक की पेमेंट की हुई कोई अवधि बाकी नहीं है: सब्सक्रिप्शन तुरंत खत्म होगा।',
      already: (day) => `सब्सक्रिप्शन ${day} के बाद वैसे भी खत्म होगा। यहाँ रद्द करने पर वह तुरंत खत्म होगा।`,
    },
    done: 'सब्सक्रिप्शन रद्द हो गया।',
    failed: 'सब्सक्रिप्शन रद्द नहीं हुआ।',
  },
}

export const subscriptionsHindi = {
  subscriptions,
  'subscriptions/coming': coming,
  'subscriptions/figures': figures,
  'subscriptions/subscription': subscription,
  'subscriptions/actions': actions,
  'subscriptions/verdict': verdict,
}
