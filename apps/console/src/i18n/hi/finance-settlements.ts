import type { SETTLEMENT_FINDINGS } from '@galla/contract/gateway-api/settlements'
import type {
  closesEnglish,
  comparisonEnglish,
  importEnglish,
  settlementsEnglish,
  statementsEnglish,
} from '../../features/finance/english-settlements.ts'
import { count, type Translated } from './translated.ts'

const settlements: Translated<typeof settlementsEnglish> = {
  what: 'सेटलमेंट',
  title: 'सेटलमेंट',
  find: 'UTR या सेटलमेंट ID',
  noMatch: { title: 'इस UTR या ID का कोई सेटलमेंट नहीं', clear: 'सभी सेटलमेंट दिखाएँ' },
  none: {
    title: 'अब तक कोई सेटलमेंट नहीं',
    text: 'गेटवे पेमेंट प्रदाता के सेटलमेंट हर घंटे पढ़ता है, और सेटलमेंट का Webhook आने पर भी।',
  },
  equation: {
    title: 'मिला पेमेंट, रिफ़ंड और सेटल घटाकर',
    captured: { name: 'मिला पेमेंट', note: 'लेजर के पेमेंट' },
    refunded: { name: 'रिफ़ंड', note: 'लेजर के रिफ़ंड' },
    settled: { name: 'सेटल', note: 'आपके बैंक में भेजा गया' },
    difference: 'अंतर',
    fees: { name: 'जिसमें शुल्क और टैक्स', note: 'इम्पोर्ट की हुई रिपोर्ट से' },
    deductions: { name: 'जिसमें कटौतियाँ', note: 'इम्पोर्ट की हुई रिपोर्ट से, किसी ऑर्डर की नहीं' },
    remaining: { name: 'जो आना बाकी है', note: 'सेटल नहीं हुआ, या अब तक किसी रिपोर्ट में नहीं' },
    untied: (rows, amount) =>
      `रिपोर्ट की ${count(rows)} पंक्तियाँ, ${amount}, किसी ज्ञात सेटलमेंट की नहीं हैं: उनमें सेटलमेंट की ID या UTR नहीं है, या वह सेटलमेंट अभी यहाँ पता नहीं है।`,
    onTheWay: (amount) => `आपके बैंक के रास्ते में: ${amount}। `,
    explained: 'शुल्क कितना है, यह सिर्फ़ इम्पोर्ट की हुई रिपोर्ट की पंक्तियों से पता चलता है।',
    unexplained:
      'अंतर में वह रकम है जो सेटल नहीं हुई, और शुल्क और टैक्स। इन्हें अलग-अलग देखने के लिए पेमेंट प्रदाता के डैशबोर्ड की सेटलमेंट रिपोर्ट इम्पोर्ट करें।',
  },
  findings: 'क्या अलग है',
  sinceDay: (day) => `${day} से`,
  since: (time) => [time, ' से'],
  first: 'हर प्रकार के पहले 100 दिखाए गए हैं।',
  ageing: {
    title: (day) => `${day} तक किसी सेटलमेंट में न आए पेमेंट`,
    caption: 'किसी सेटलमेंट में न आए पेमेंट, समय के हिसाब से',
    age: 'कितना पुराना',
    payments: 'पेमेंट',
    note: (day) =>
      `${day} से वे दिन जो इम्पोर्ट की हुई रिपोर्ट में हैं: ये पेमेंट बाद की किसी रिपोर्ट में आ सकते हैं। बैंक के दिनों में रविवार और महीने का दूसरा और चौथा शनिवार शामिल नहीं हैं; दूसरी छुट्टियाँ यहाँ पता नहीं हैं।`,
  },
  columns: { amount: 'रकम', state: 'स्थिति', settlement: 'सेटलमेंट', changed: 'कब बदला' },
  copy: { utr: 'UTR', id: 'सेटलमेंट ID' },
  noUtr: 'UTR अभी नहीं',
  refused: (code) => `स्थिति नहीं बताई: ${code}`,
  bankDays: {
    under: (days) => `बैंक के ${count(days)} दिन से कम`,
    span: (from, to) => `बैंक के ${from} से ${to} दिन`,
    orMore: (days) => `बैंक के ${days} दिन या ज़्यादा`,
  },
  lines: (lines) => (lines === 0 ? 'कोई रिपोर्ट नहीं' : `${count(lines)} पंक्तियाँ`),
}

const findings: Translated<typeof SETTLEMENT_FINDINGS> = {
  'sum-differs': 'रिपोर्ट का जोड़ भेजी गई रकम से मेल नहीं खाता',
  'amount-changed': 'प्रोसेस होने के बाद रकम बदल गई',
  'not-processed': 'समय पर बैंक में नहीं भेजा गया',
  'status-refused': 'पेमेंट प्रदाता एक सेटलमेंट की स्थिति नहीं बताता',
  'unknown-payment': 'रिपोर्ट में ऐसा पेमेंट है जो लेजर में नहीं है',
  'payment-differs': 'रिपोर्ट में पेमेंट की रकम लेजर से अलग है',
  'settled-twice': 'एक पेमेंट दो बार सेटल हुआ',
  'refund-without-payment': 'रिफ़ंड अपने पेमेंट से पहले सेटल हुआ',
  'not-settled': 'एक पेमेंट इम्पोर्ट की हुई रिपोर्ट के किसी सेटलमेंट में नहीं है',
  'credit-differs': 'बैंक ने अलग रकम जमा की',
  'not-credited': 'बैंक में भेजा गया, पर किसी बैंक स्टेटमेंट में नहीं',
}

const report: Translated<typeof importEnglish> = {
  tooLarge: 'फ़ाइल 8 MiB से बड़ी है: उसे galla settlements import से इम्पोर्ट करें।',
  done: (rows, known) => `${count(rows)} पंक्तियाँ इम्पोर्ट हुईं, ${count(known)} पहले से थीं`,
  busy: 'पढ़ी जा रही है…',
  open: 'रिपोर्ट इम्पोर्ट करें…',
  input: 'सेटलमेंट रिपोर्ट',
  notRead: 'रिपोर्ट नहीं पढ़ी गई, और कुछ सेव नहीं हुआ।',
  title: (name) => `${name} इम्पोर्ट करें`,
  action: (rows) => `${count(rows)} पंक्तियाँ इम्पोर्ट करें`,
  failed: 'रिपोर्ट इम्पोर्ट नहीं हुई।',
  payments: (payments) => `${count(payments)} पेमेंट`,
  refunds: (refunds) => `${count(refunds)} रिफ़ंड`,
  fees: 'शुल्क',
  taxes: 'टैक्स',
  deductions: (deductions) => `${count(deductions)} कटौती`,
  known: (rows) => `इसकी ${count(rows)} पंक्तियाँ पहले से हैं: कुछ भी दो बार सेव नहीं होता।`,
  problem: (line, problem) => [`पंक्ति ${line} पढ़ी नहीं जा सकी (`, problem, ')। उसे फ़ाइल में ठीक करें।'],
  untied: 'जिन पंक्तियों में सेटलमेंट की ID या UTR नहीं है, वे गिनी जाती हैं, पर किसी सेटलमेंट की नहीं मानी जातीं।',
  differs: (settlementId, inFile, atProvider) =>
    `${settlementId}: फ़ाइल में ${inFile}, पेमेंट प्रदाता के पास ${atProvider}। शुल्क के + और − चिह्न जाँचें।`,
}

const statements: Translated<typeof statementsEnglish> = {
  title: 'आपके बैंक में',
  what: 'बैंक स्टेटमेंट',
  none: {
    title: 'अब तक कोई बैंक स्टेटमेंट नहीं',
    text: 'अपने बैंक खाते का स्टेटमेंट (CSV या camt.053) इम्पोर्ट करें: उससे पता चलता है कि कौन-से सेटलमेंट पहुँच गए।',
  },
  list: 'इम्पोर्ट किए हुए स्टेटमेंट',
  remove: {
    open: 'हटाएँ…',
    name: (name) => `${name} हटाएँ`,
    action: 'स्टेटमेंट हटाएँ',
    text: (lines, days) =>
      `${days} की इसकी सेव की हुई ${count(lines)} पंक्तियाँ अब नहीं गिनी जाएँगी। आप फ़ाइल फिर से इम्पोर्ट कर सकते हैं।`,
    failed: 'स्टेटमेंट नहीं हटा।',
    done: 'स्टेटमेंट हटा दिया गया',
  },
  add: {
    tooLarge: 'फ़ाइल 8 MiB से बड़ी है: उसे galla statements import से इम्पोर्ट करें।',
    busy: 'पढ़ी जा रही है…',
    open: 'बैंक स्टेटमेंट इम्पोर्ट करें…',
    input: 'बैंक स्टेटमेंट',
    notRead: 'स्टेटमेंट नहीं पढ़ा गया, और कुछ सेव नहीं हुआ।',
    title: (name) => `${name} इम्पोर्ट करें`,
    action: 'स्टेटमेंट इम्पोर्ट करें',
    failed: 'स्टेटमेंट इम्पोर्ट नहीं हुआ।',
    done: (lines, known) => `${count(lines)} पंक्तियाँ इम्पोर्ट हुईं, ${count(known)} पहले से थीं`,
    sum: (days, lines, credits, amount) => `${days}: ${count(lines)} पंक्तियाँ, ${count(credits)} जमा, कुल ${amount}।`,
    otherAccount: 'इस फ़ाइल की कोई पंक्ति किसी सेटलमेंट की नहीं है। क्या यह वही खाता है जिसमें आपके सेटलमेंट आते हैं?',
    stored: (lines, known, ignored) =>
      `${count(lines)} पंक्तियाँ सेव होंगी${known > 0 ? `, ${count(known)} पहले से हैं` : ''}। ${count(ignored)} किसी सेटलमेंट की नहीं: वे गिनी जाती हैं, सेव नहीं होतीं।`,
  },
}

const comparison: Translated<typeof comparisonEnglish> = {
  credited: (settlements, amount, byAmount) => [`${amount} के ${count(settlements)} सेटलमेंट बैंक में जमा हुए`, byAmount, '।'],
  byAmount: (settlements) => `, जिनमें से ${settlements} की पहचान UTR से नहीं, रकम और दिन से हुई`,
  missing: 'बैंक में भेजा गया, पर किसी बैंक स्टेटमेंट में नहीं',
  since: (day) => `${day} से`,
  differing: 'अलग रकम जमा हुई',
  creditedOn: (amount, day) => `${day} को ${amount} जमा हुए`,
  unknown: {
    title: 'पेमेंट प्रदाता के ट्रांसफ़र जो किसी सेटलमेंट के नहीं',
    note: 'ये पंक्तियाँ किसी दूसरे खाते की हैं, कई सेटलमेंट की हैं, या ऐसे सेटलमेंट की हैं जो अभी यहाँ पता नहीं है।',
  },
  first: 'हर प्रकार के पहले 100 दिखाए गए हैं।',
}

const closes: Translated<typeof closesEnglish> = {
  title: 'बंद हुए दिन',
  csv: 'बंद दिनों की CSV',
  what: 'बंद हुए दिन',
  none: {
    title: 'अब तक कोई दिन बंद नहीं हुआ',
    text: 'भारतीय समय का हर दिन खत्म होने के पाँच मिनट बाद बंद होता है, और फिर कभी नहीं बदलता।',
  },
  columns: { day: 'दिन', captured: 'मिला पेमेंट', refunded: 'रिफ़ंड', settled: 'सेटल', difference: 'अंतर' },
  number: (number) => `क्रमांक ${number}`,
}

export const settlementsHindi = {
  'finance/settlements': settlements,
  'finance/findings': findings,
  'finance/import': report,
  'finance/statements': statements,
  'finance/comparison': comparison,
  'finance/closes': closes,
}
