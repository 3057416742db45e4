import type {
  attentionEnglish,
  chartsEnglish,
  figuresEnglish,
  overviewEnglish,
} from '../../features/overview/english.ts'
import { count, type Translated } from './translated.ts'

const page: Translated<typeof overviewEnglish> = {
  title: 'ओवरव्यू',
  what: 'ओवरव्यू',
  notLoaded: 'ओवरव्यू लोड नहीं हो सका।',
  days: 'दिन',
  spans: {
    today: 'आज',
    yesterday: 'बीता कल',
    '7d': 'पिछले 7 दिन',
    '30d': 'पिछले 30 दिन',
    dates: '… से … तक',
  },
  dayBefore: 'एक दिन पहले',
  daysBefore: (days) => `उससे पहले के ${count(days)} दिनों`,
  drawn: (span) => `चार्ट में ${span} दिखाया गया है: इसके बाहर कोई ऑर्डर नहीं है।`,
  guide: {
    text: 'पहली बार आए हैं? हर दुकान के सामने आने वाली आठ स्थितियाँ, टेस्ट मोड में।',
    open: 'शुरुआती गाइड',
    hide: 'गाइड यहाँ न दिखाएँ',
  },
  first: {
    title: 'अब तक कोई ऑर्डर नहीं',
    sandbox:
      'पेमेंट प्रदाता इसी मशीन पर चल रहा सैंडबॉक्स है: खाते की ज़रूरत नहीं, और असली पैसे नहीं कटते। एक पेमेंट करें और उसका ऑर्डर यहाँ देखें।',
    live: 'आपकी दुकान का पहला ऑर्डर यहाँ दिखेगा।',
    guide: 'शुरुआती गाइड खोलें',
    code: 'यही काम आपके कोड से',
  },
  sections: {
    volume: 'कुल बिक्री',
    orders: 'स्थिति के अनुसार ऑर्डर',
    modes: 'पेमेंट के तरीके के अनुसार',
    latency: 'API के जवाब का समय, p95',
  },
  money: {
    title: 'रास्ते में पैसे',
    payers: 'ग्राहकों को',
    refunds: (number) => `${count(number)} रिफ़ंड चल रहे`,
    toApprove: (amount) => `; ${amount} और, मंज़ूरी के इंतज़ार में`,
    bank: 'आपके बैंक को',
    settlements: (number) => `${count(number)} सेटलमेंट`,
    noSettlement: 'किसी सेटलमेंट की जानकारी नहीं है।',
    paidOut: 'आपके बैंक को भेजे गए',
    paidOutNote: 'इस अवधि में, पेमेंट प्रदाता का शुल्क काटकर',
  },
  sample: {
    title: 'नमूना पेमेंट',
    make: 'नमूना पेमेंट करें',
    newTab: ', नए टैब में खुलेगा',
    failed: 'नमूना पेमेंट नहीं बना।',
    orderId: 'ऑर्डर ID',
    page: 'पेमेंट पेज',
    order: 'ऑर्डर खोलें',
    close: 'बंद करें',
    states: {
      CREATED: 'पेमेंट प्रदाता के यहाँ ऑर्डर बन रहा है।',
      PENDING: 'पेमेंट पेज पर पे करें, या वहाँ पेमेंट विफल होने दें: यह लाइन अपने आप बदलेगी।',
      COMPLETED: 'पेमेंट मिला: Webhook आया, और स्थिति की जाँच से पुष्टि हुई।',
      FAILED: 'पेमेंट विफल रहा; कारण ऑर्डर में देखें।',
    },
  },
}

const figures: Translated<typeof figuresEnglish> = {
  volume: 'कुल बिक्री',
  orders: 'ऑर्डर',
  paid: 'पेमेंट मिला',
  paidNote: 'देर से आए पेमेंट, दोहरे पेमेंट और मैंडेट की जाँच यहाँ गिने जाते हैं, कुल बिक्री में नहीं।',
  open: 'खुले',
  openNote: 'अभी अंतिम नहीं, भले ही कार्ट का पेमेंट किसी और ऑर्डर से हो गया हो',
  refunded: 'रिफ़ंड हुए',
  refundedNote: 'देर से आए और दोहरे पेमेंट के रिफ़ंड भी गिने जाते हैं।',
  success: 'सफल कोशिशें',
  successNote: (paid, attempts) => `पेमेंट की ${count(attempts)} कोशिशों में से ${count(paid)} सफल`,
  conversion: 'पूरे हुए ऑर्डर',
  conversionNote: (paid, orders) =>
    `${count(orders)} ऑर्डर में से ${count(paid)} का पेमेंट मिला। जिन ऑर्डर पर पेमेंट की कोशिश नहीं हुई, वे भी गिने जाते हैं।`,
  none: 'कुछ नहीं',
  same: (before) => `${before} के बराबर`,
  change: (change, before) => `${before} से ${change}`,
  usual: (value, weekday, isRunning) => `आम तौर पर ${weekday} को ${isRunning ? 'इस समय तक ' : ''}${value}`,
  usually: 'आम तौर पर',
  diagnosis: 'ध्यान देने लायक बातें',
  finding: (mode, rate, compared, failed, attempts, reason) =>
    `${mode} की सफलता ${rate}${compared}: ${count(attempts)} में से ${count(failed)} कोशिशें विफल${reason === undefined ? '' : `, सबसे ज़्यादा: ${reason}`}।`,
  funnel: {
    title: 'ऑर्डर से पेमेंट तक',
    label: 'ऑर्डर से पेमेंट तक के कदम',
    created: 'बने',
    sent: 'PhonePe को भेजे गए',
    started: 'पेमेंट शुरू हुआ या QR कोड दिखा',
    paid: 'पेमेंट मिला',
  },
  reasons: {
    title: 'ऑर्डर का पेमेंट क्यों नहीं हुआ',
    label: 'कारण',
    none: 'कोई ऑर्डर विफल या रद्द नहीं हुआ, और किसी का समय समाप्त नहीं हुआ।',
  },
}

const attention: Translated<typeof attentionEnglish> = {
  title: 'ध्यान दें',
  nothing: 'अभी आपको कुछ नहीं करना है।',
  empty: (checks) => `${count(checks)} जाँचों में कुछ नहीं मिला`,
  calls: {
    name: 'पेमेंट प्रदाता से गड़बड़ी के जवाब',
    none: 'पिछले दस मिनट में पेमेंट प्रदाता को किए गए कॉल।',
    text: (calls) => `${calls}, दस मिनट में।`,
  },
  review: {
    name: 'जाँच ज़रूरी',
    text: 'ये ऑर्डर किसी व्यक्ति के फ़ैसले का इंतज़ार कर रहे हैं।',
    owed: (amount) => `ग्राहकों को ${amount} लौटाने हैं। ये ऑर्डर किसी व्यक्ति के फ़ैसले का इंतज़ार कर रहे हैं।`,
  },
  refundReview: { name: 'जाँच में रिफ़ंड', text: 'किसी व्यक्ति के फ़ैसले तक रकम रोककर रखी जाती है।' },
  owed: {
    name: 'ग्राहकों को लौटाने हैं',
    text: (amount) => `${amount === undefined ? 'पेमेंट' : `${amount} का पेमेंट`} देर से या दो बार हुआ, और कोई रिफ़ंड नहीं चल रहा।`,
  },
  mine: { name: 'मंज़ूरी के लिए रिफ़ंड', text: 'आप दूसरे व्यक्ति हैं, जो इन्हें मंज़ूर या नामंज़ूर करते हैं।' },
  others: { name: 'मंज़ूरी के इंतज़ार में रिफ़ंड', text: 'कोई दूसरा व्यक्ति इन्हें मंज़ूर या नामंज़ूर करता है।' },
  disputes: { name: 'विवाद, जिनका जवाब देना है', text: 'PhonePe Business के डैशबोर्ड में जवाब दें।' },
  settlements: { name: 'सेटलमेंट जिनमें अंतर है', text: 'मिले पेमेंट, रिफ़ंड, रिपोर्ट या बैंक में जमा रकम से अंतर।' },
  failed: { name: 'विफल इवेंट डिलीवरी', text: 'कोई हैंडलर या नोटिफ़ायर हर कोशिश में विफल रहा।' },
  retried: {
    name: 'फिर से भेजी जा रही इवेंट डिलीवरी',
    text: 'कोई हैंडलर या नोटिफ़ायर विफल रहा, और फिर से कोशिश हो रही है।',
  },
  delayed: { name: 'देरी हो रही', text: 'उम्मीद से ज़्यादा समय से बाकी।' },
  refunds: { name: 'चल रहे रिफ़ंड', text: 'ग्राहक को अभी नहीं मिले।' },
}

const charts: Translated<typeof chartsEnglish> = {
  from: 'कब से',
  completed: 'पूरे',
  failed: 'विफल',
  open: 'खुले',
  grossVolume: 'कुल बिक्री',
  volume: {
    title: 'समय के साथ कुल बिक्री',
    none: 'समय के साथ कुल बिक्री: कुछ नहीं।',
    summary: (total, most, moment) => `समय के साथ कुल बिक्री: कुल ${total}, सबसे ज़्यादा ${most}, ${moment} से।`,
  },
  orders: {
    title: 'समय के साथ ऑर्डर',
    summary: (completed, failed, open) =>
      `समय के साथ ऑर्डर: ${count(completed)} पूरे, ${count(failed)} विफल, ${count(open)} खुले।`,
  },
  latency: {
    title: 'समय के साथ API के जवाब का समय',
    summary: (calls, failed, slowest) =>
      `API के जवाब का समय: ${count(calls)} कॉल, ${count(failed)} विफल, 95वाँ पर्सेंटाइल ज़्यादा से ज़्यादा ${slowest}।`,
    calls: (calls, failed, link) => [`${calls} कॉल, `, link(`${failed} विफल`)],
    p95: '95वाँ पर्सेंटाइल',
    median: 'मीडियन',
    header: 'कॉल',
  },
  modes: {
    title: 'पेमेंट के तरीके के अनुसार सफलता',
    none: 'इन दिनों कोई ऑर्डर नहीं।',
    mode: 'तरीका',
    success: 'सफल कोशिशें',
    notChosen: 'कोशिश नहीं हुई',
    note: 'पूरे: देर से आए पेमेंट, दोहरे पेमेंट और मैंडेट की जाँच के साथ, जो कुल बिक्री में नहीं गिने जाते।',
  },
}

export const overviewHindi = {
  'overview/page': page,
  'overview/figures': figures,
  'overview/attention': attention,
  'overview/charts': charts,
}
