import type { commandsEnglish, menuEnglish } from '../../shell/english-commands.ts'
import { count, type Translated } from './translated.ts'

const menu: Translated<typeof menuEnglish> = {
  label: 'कमांड मेन्यू',
  search: 'पेज, काम और ID खोजें',
  list: 'पेज और काम',
  failed: 'नहीं हुआ',
  results: (results) => `${count(results)} ${results === 1 ? 'नतीजा' : 'नतीजे'}`,
  searching: 'खोज जारी है…',
  nothing: 'कुछ नहीं मिला: ऐसा कोई पेज, काम या रिकॉर्ड नहीं है।',
  note: (example) => [
    'ऑर्डर, रिफ़ंड, Webhook और सब्सक्रिप्शन इनसे मिलते हैं: ID (पूरी, उसकी शुरुआत, उसका आखिरी हिस्सा, या सूची में दिखने वाली छोटी ID), UTR, रेफ़रेंस, रकम, दिन, विफलता का कोड और UPI ID का आखिरी हिस्सा। किसी काम के साथ: ',
    example,
  ],
  groups: {
    recent: 'हाल के',
    days: 'दिन',
    actions: 'काम',
    found: 'खोज के नतीजे',
    Pages: 'पेज',
    Order: 'ऑर्डर',
    Sandbox: 'सैंडबॉक्स',
    Console: 'कंसोल',
  },
  records: { order: 'ऑर्डर', refund: 'रिफ़ंड', callback: 'Webhook', subscription: 'सब्सक्रिप्शन' },
  refund: (order) => `${order} का रिफ़ंड करें…`,
  receipt: (order) => `${order} की रसीद`,
  copy: (order) => `${order} की ऑर्डर ID कॉपी करें`,
  copied: 'कॉपी हो गया।',
  ordersOf: (day) => `${day} के ऑर्डर`,
  newest: 'सबसे नए ऊपर हैं',
}

const commands: Translated<typeof commandsEnglish> = {
  sync: 'इस ऑर्डर की स्थिति जाँचें',
  synced: (state) => `स्थिति जाँची गई: ${state}।`,
  copy: 'इस ऑर्डर की ID कॉपी करें',
  queued: (command) => `${command}: कतार में है।`,
  done: (command) => `${command}: हो गया।`,
  sample: 'नमूना पेमेंट बनाएँ',
  fails: 'अगले पेमेंट को विफल करें',
  pending: 'अगले पेमेंट को बाकी रखें',
  late: 'अगले पेमेंट को देर से कराएँ',
  minute: 'घड़ी 1 मिनट आगे बढ़ाएँ',
  hour: 'घड़ी 1 घंटा आगे बढ़ाएँ',
  day: 'घड़ी 24 घंटे आगे बढ़ाएँ',
  freeze: 'घड़ी रोकें',
  resume: 'घड़ी फिर से चलाएँ',
  noFaults: 'सभी फ़ॉल्ट बंद करें',
  faultsOff: 'सभी फ़ॉल्ट बंद हैं।',
  snapshot: 'स्नैपशॉट लें',
  saved: (snapshot) => `${snapshot} नाम से सेव हुआ।`,
  reconcile: 'मिलान करें',
  noDiscrepancies: 'कोई अंतर नहीं मिला।',
  discrepancies: (discrepancies) => `अंतर: ${count(discrepancies)}।`,
  csv: 'सभी ऑर्डर CSV में डाउनलोड करें',
  theme: { light: 'थीम: लाइट', dark: 'थीम: डार्क', system: 'थीम: सिस्टम' },
  logOut: 'लॉग आउट',
}

export const shellCommandsHindi = { 'shell/menu': menu, 'shell/commands': commands }
