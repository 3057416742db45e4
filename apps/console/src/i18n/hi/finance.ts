import type { agesEnglish, entriesEnglish, financeEnglish, totalsEnglish } from '../../features/finance/english.ts'
import { settlementsHindi } from './finance-settlements.ts'
import { count, type Translated } from './translated.ts'

const finance: Translated<typeof financeEnglish> = {
  title: 'हिसाब-किताब',
  csv: { days: 'दिनों की CSV', entries: 'एंट्री की CSV' },
  tabs: { totals: 'कुल', entries: 'एंट्री', settlements: 'सेटलमेंट' },
  groups: {
    all: 'सभी',
    collected: 'मिले पैसे',
    'late-or-twice': 'दो बार या देर से पेमेंट',
    refunded: 'लौटाए पैसे',
    automatic: 'अपने आप रिफ़ंड',
  },
}

const totals: Translated<typeof totalsEnglish> = {
  what: 'कुल रकम',
  overdrawn: (orders, amount) =>
    `${count(orders)} ऑर्डर में पेमेंट से ज़्यादा रिफ़ंड हुआ, कुल ${amount} ज़्यादा, जैसे पेमेंट प्रदाता के डैशबोर्ड से किए गए रिफ़ंड से। आपके स्वीकार करने तक उनके रिफ़ंड की जाँच ज़रूरी रहेगी।`,
  statement: {
    title: 'स्टेटमेंट',
    opening: { name: 'शुरुआती बैलेंस', note: (day) => `${day} से पहले` },
    payments: (payments) => `${count(payments)} पेमेंट`,
    lateOrTwice: { name: 'जिसमें दो बार या देर से पेमेंट', note: 'ओवरव्यू की कुल बिक्री में शामिल नहीं' },
    refunds: (refunds) => `${count(refunds)} रिफ़ंड`,
    automatic: { name: 'जिसमें अपने आप रिफ़ंड', note: 'देर से और दो बार हुए पेमेंट के' },
    closing: { name: 'अंतिम बैलेंस', note: (day) => `${day} के अंत में` },
    note: 'दिन पेमेंट के हिसाब से हैं, भारतीय समय में। बैलेंस यानी पहले पेमेंट से अब तक मिले पैसे, लौटाए पैसे घटाकर। पेमेंट प्रदाता ने आपके बैंक में जो भेजा और उसका शुल्क “सेटलमेंट” में हैं।',
  },
  days: {
    title: 'दिन',
    none: {
      title: 'इन दिनों में कोई पेमेंट या रिफ़ंड नहीं',
      text: 'पेमेंट या रिफ़ंड होते ही दिन यहाँ दिखता है। ऊपर दूसरे दिन चुनें।',
    },
    caption: 'हर दिन का कुल',
    day: 'दिन',
    payments: 'पेमेंट',
    automatic: 'अपने आप',
    balance: 'बैलेंस',
    balanceOf: (amount) => `बैलेंस ${amount}`,
  },
  pending: {
    title: 'अभी बाकी रिफ़ंड',
    caption: 'समय के हिसाब से बाकी रिफ़ंड',
    column: 'रिफ़ंड',
    opens: (_refunds, age) => ` रिफ़ंड, ${age}`,
    none: 'कोई रिफ़ंड बाकी नहीं है।',
    hint: 'अनुरोध के समय के हिसाब से। रिफ़ंड पूरा या विफल होने तक रकम अलग रखी रहती है।',
  },
  owed: {
    title: 'अभी ग्राहकों को देने बाकी',
    caption: 'समय के हिसाब से ग्राहकों को देने बाकी',
    column: 'ऑर्डर',
    opens: (_orders, age) => ` ऑर्डर, ${age}`,
    none: 'किसी को कुछ देना बाकी नहीं है।',
    hint: 'देर से और दो बार हुए पेमेंट, जब तक उनका रिफ़ंड न हो, और दूसरे पेमेंट जिनकी जाँच ज़रूरी है; ऑर्डर के समय के हिसाब से। जिनका रिफ़ंड बाकी है, वे दोनों तालिकाओं में हैं।',
  },
  age: 'कितना पुराना',
  amount: 'रकम',
  all: 'सभी',
}

const ages: Translated<typeof agesEnglish> = {
  orMore: (days) => `${days} दिन या ज़्यादा`,
  fresh: 'आज और कल',
  span: (from, to) => `${from} से ${to} दिन`,
}

const entries: Translated<typeof entriesEnglish> = {
  show: 'दिखाने वाली एंट्री',
  label: 'लेजर एंट्री',
  open: (merchantOrderId, entry) => `ऑर्डर ${merchantOrderId} खोलें: ${entry}`,
  noMatch: { title: 'इन दिनों में ऐसी कोई एंट्री नहीं', clear: 'सभी एंट्री दिखाएँ' },
  none: { title: 'इन दिनों में कोई एंट्री नहीं', text: 'हर पेमेंट और हर रिफ़ंड अपने ऑर्डर के लेजर की एक एंट्री है।' },
  columns: { entry: 'एंट्री', amount: 'रकम', order: 'ऑर्डर', refund: 'रिफ़ंड', at: 'समय' },
  copy: 'ऑर्डर ID',
}

export const financeHindi = {
  finance,
  'finance/totals': totals,
  'finance/ages': ages,
  'finance/entries': entries,
  ...settlementsHindi,
}
