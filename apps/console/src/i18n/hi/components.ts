import type { controlsEnglish, datesEnglish, listEnglish, pageEnglish } from '../../components/english.ts'
import { count, type Translated } from './translated.ts'

const page: Translated<typeof pageEnglish> = {
  documentTitle: (page) => `${page} · Galla कंसोल`,
  tryAgain: 'फिर से कोशिश करें',
  loading: (what) => `लोड हो रहा है: ${what}`,
  notLoaded: (what) => `${what} को लोड नहीं किया जा सका।`,
  restNotLoaded: (what) => `${what}: बाकी हिस्से को लोड नहीं किया जा सका।`,
  notRead: 'जानकारी नहीं मिल सकी।',
  waitFor: (seconds) => `${seconds} सेकंड बाद फिर से कोशिश करें।`,
  error: 'पेज में गड़बड़ी है।',
  errorReload: 'पेज में गड़बड़ी है। पेज रीलोड करें।',
  back: 'ओवरव्यू पर वापस जाएँ',
  lazy: {
    title: 'लोड नहीं हुआ',
    thePage: 'पेज',
    thisPage: 'इस पेज',
    thisPart: 'इस हिस्से',
    updated: 'कंसोल इस बीच अपडेट हो गया है।',
    noAnswer: 'गेटवे जवाब नहीं दे रहा है।',
    stillNoAnswer: 'गेटवे अब भी जवाब नहीं दे रहा है। क्या वह चल रहा है?',
    reload: 'कंसोल रीलोड करें',
    moment: 'एक पल रुकें…',
  },
}

const list: Translated<typeof listEnglish> = {
  open: (id) => `${id} खोलें`,
  loadingMore: 'और लोड हो रहा है…',
  all: (rows) => `सभी ${count(rows)} दिखाए गए हैं।`,
  options: 'विकल्प',
  selection: 'चुनी हुई पंक्तियाँ',
  none: 'चुनाव हटाएँ',
  filters: 'फ़िल्टर',
  clear: 'फ़िल्टर हटाएँ',
  rupeesLike: 'जैसे 1,499.50',
  chart: {
    keys: (chart, opens) => `${chart}। तीर वाली keys हर हिस्सा दिखाती हैं${opens ? ', Enter उसे खोलता है' : ''}।`,
    hint: 'किसी बार पर पॉइंटर ले जाएँ, उसे छुएँ, या तीर वाली keys दबाएँ।',
    table: 'टेबल में देखें',
  },
}

const controls: Translated<typeof controlsEnglish> = {
  close: 'बंद करें',
  closeMessage: 'यह संदेश बंद करें',
  cancel: 'रद्द करें',
  typeToConfirm: (word) => ['पुष्टि के लिए ', word, ' लिखें'],
  copy: {
    word: 'कॉपी करें',
    done: 'कॉपी हो गया',
    what: (what) => `${what} कॉपी करें`,
    whatDone: (what) => `कॉपी हो गया: ${what}`,
    refused: 'ब्राउज़र इस पेज को कॉपी नहीं करने देता। टेक्स्ट को खुद चुनकर कॉपी करें।',
  },
  password: {
    label: 'नया पासवर्ड',
    again: 'नया पासवर्ड दोबारा',
    hint: (characters) => `कम से कम ${characters} अक्षर: कुछ शब्द याद रखना आसान होता है।`,
    short: (characters) => `कम से कम ${characters} अक्षर डालें।`,
    differ: 'दोनों पासवर्ड अलग हैं।',
  },
  reveal: {
    title: 'छिपी जानकारी देखें',
    action: 'जानकारी देखें',
    note: 'इस जानकारी में ग्राहक का नाम हो सकता है। इसे किसने और क्यों देखा, यह ऑडिट लॉग में रखा जाता है।',
    reason: 'वजह',
    example: 'ग्राहक ने टिकट 4711 के बारे में पूछा है',
    missing: 'वजह लिखें।',
  },
}

const dates: Translated<typeof datesEnglish> = {
  label: 'तारीख',
  any: 'कोई भी तारीख',
  until: (day) => `${day} तक`,
  since: (day) => `${day} से`,
  span: (first, last) => `${first} से ${last}`,
  today: 'आज',
  yesterday: 'बीता कल',
  days7: 'पिछले 7 दिन',
  days30: 'पिछले 30 दिन',
  month: 'यह महीना',
  lastMonth: 'पिछला महीना',
  year: (years) => `वित्त वर्ष ${years}`,
  from: 'शुरू की तारीख',
  to: 'आखिरी तारीख',
  note: 'दिन, महीना, साल, भारतीय समय (IST) में। दोनों दिन शामिल हैं।',
  apply: 'लागू करें',
  like: (day) => `जैसे ${day}`,
  reversed: 'पहले दिन से पहले की तारीख',
}

export const componentsHindi = {
  'components/page': page,
  'components/list': list,
  'components/controls': controls,
  'components/dates': dates,
}
