import type {
  columnsEnglish,
  listEnglish,
  searchEnglish,
  selectionEnglish,
} from '../../features/orders/english-list.ts'
import { count, type Translated } from './translated.ts'

const list: Translated<typeof listEnglish> = {
  title: 'ऑर्डर',
  columns: 'कॉलम',
  optional: 'ऐच्छिक कॉलम',
  label: 'कौन-से ऑर्डर दिखाएँ',
  open: (reference, amount, state) => `ऑर्डर खोलें: ${reference}, ${amount}, ${state}`,
  select: (reference) => `${reference} का ऑर्डर चुनें`,
  showAll: 'सभी ऑर्डर दिखाएँ',
  none: {
    title: 'अब तक कोई ऑर्डर नहीं',
    text: 'गेटवे में दर्ज होते ही ऑर्डर यहाँ दिखता है, पेमेंट प्रदाता को भेजे जाने से पहले ही।',
  },
  files: {
    orders: 'इन ऑर्डर की CSV',
    ledger: 'इन दिनों का लेजर, CSV में',
    ledgerToday: 'आज का लेजर, CSV में',
  },
  sorts: { created: 'सबसे नए पहले', updated: 'हाल में बदले पहले', amount: 'बड़ी रकम पहले' },
  filters: {
    mode: 'पेमेंट का तरीका',
    any: 'कोई भी',
    reason: 'कारण',
    created: 'बनने की तारीख',
    from: '₹ से',
    to: '₹ तक',
    sort: 'क्रम',
  },
  views: {
    all: 'सभी',
    open: 'खुले',
    completed: 'पूरे',
    failed: 'विफल',
    expired: 'समय समाप्त',
    cancelled: 'रद्द',
    review: 'जाँच ज़रूरी',
    delayed: 'देरी वाले',
    owed: 'ग्राहकों को लौटाने हैं',
  },
  empty: {
    any: 'ऐसा कोई ऑर्डर नहीं मिला',
    OPEN: 'कोई खुला ऑर्डर नहीं',
    COMPLETED: 'कोई पूरा ऑर्डर नहीं',
    FAILED: 'कोई विफल ऑर्डर नहीं',
    EXPIRED: 'किसी ऑर्डर का समय समाप्त नहीं हुआ',
    CANCELLED: 'कोई रद्द ऑर्डर नहीं',
    needsReview: 'किसी ऑर्डर की जाँच ज़रूरी नहीं',
    delayed: 'किसी ऑर्डर में देरी नहीं',
    owed: 'ग्राहकों को कोई पैसा नहीं लौटाना है',
  },
}

const columns: Translated<typeof columnsEnglish> = {
  reference: 'रेफ़रेंस',
  state: 'स्थिति और कारण',
  mode: 'पेमेंट का तरीका',
  payer: 'ग्राहक',
  orderId: 'पेमेंट प्रदाता का ऑर्डर ID',
  amount: 'रकम',
  refunded: (amount) => `${amount} रिफ़ंड हुए`,
  created: 'बना',
  updated: 'बदला',
  copied: { id: 'ऑर्डर ID', orderId: 'पेमेंट प्रदाता का ऑर्डर ID' },
}

const selection: Translated<typeof selectionEnglish> = {
  selected: (number) => `${count(number)} चुने गए`,
  tooMany: (number, max) => `${count(number)} चुने गए; एक बार में ज़्यादा से ज़्यादा ${count(max)}`,
  allShown: (number) => `दिख रहे सभी ${count(number)}`,
  first: (number) => `पहले ${count(number)}`,
  progress: (checked, all) => `${count(all)} में से ${count(checked)} की जाँच हुई`,
  check: 'स्थिति जाँचें',
  ofSelected: ', चुने गए ऑर्डर की',
  failed: (checked) => `${count(checked)} ऑर्डर की जाँच हुई। जो ऑर्डर अब भी चुने हुए हैं, उनकी जाँच नहीं हुई।`,
  checked: (number, changed) =>
    `${count(number)} ऑर्डर की जाँच हुई। ${changed === 0 ? 'कोई बदलाव नहीं।' : `${count(changed)} बदले।`}`,
}

const search: Translated<typeof searchEnglish> = {
  title: 'खोज',
  what: 'खोज के नतीजे',
  none: 'कुछ नहीं मिला',
  all: 'सभी ऑर्डर दिखाएँ',
  settlements: 'यह UTR सेटलमेंट में खोजें',
  newest: 'सिर्फ़ सबसे नए दिखाए गए हैं।',
}

export const ordersListHindi = {
  'orders/list': list,
  'orders/columns': columns,
  'orders/selection': selection,
  'orders/search': search,
}
