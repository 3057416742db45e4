import type { viewsEnglish, viewWordsEnglish } from '../../components/saved-views/english.ts'
import type { Translated } from './translated.ts'

const words: Translated<typeof viewWordsEnglish> = {
  views: 'व्यू',
  view: (name) => `व्यू: ${name}`,
  noName: 'नाम लिखें।',
  longName: (most) => `ज़्यादा से ज़्यादा ${most} अक्षर।`,
  takenName: 'इस नाम का दूसरा व्यू पहले से है।',
  everything: 'सब कुछ',
  labels: { OPEN: 'खुले', unknown: 'अनजान इवेंट', failed: 'जाँच ज़रूरी' },
  yes: 'हाँ',
  params: {
    state: 'स्थिति',
    paymentMode: 'पेमेंट का तरीका',
    failure: 'विफलता',
    needsReview: 'जाँच ज़रूरी',
    delayed: 'देर वाले',
    owed: 'बकाया',
    minAmount: 'कम से कम रकम',
    maxAmount: 'ज़्यादा से ज़्यादा रकम',
    sort: 'क्रम',
    columns: 'कॉलम',
    verdict: 'नतीजा',
    event: 'इवेंट',
  },
}

const dialog: Translated<typeof viewsEnglish> = {
  title: 'सेव किए हुए व्यू',
  what: 'सेव किए हुए व्यू',
  failed: 'व्यू नहीं बदले।',
  empty: 'अभी कोई व्यू सेव नहीं है।',
  shared: 'साझा व्यू',
  own: 'आपके व्यू',
  note: '“पिछले 7 दिन” जैसे दिन उस दिन से गिने जाते हैं जब व्यू लगाया जाए; लिंक में आज के दिन होते हैं। ID और रेफ़रेंस सेव नहीं होते।',
  save: {
    name: 'सूची में अभी जो दिख रहा है, उसे इस नाम से सेव करें',
    example: 'विफल कार्ड, पिछले 7 दिन',
    action: 'व्यू सेव करें',
    done: (name) => `व्यू “${name}” सेव हो गया।`,
  },
  apply: 'लगाएँ: ',
  shown: ' (दिख रहा है)',
  savedBy: (name) => `सेव करने वाला: ${name}`,
  opensFor: (roles) => ` · इन भूमिकाओं के लिए सूची इसी से खुलती है: ${roles}`,
  copy: 'लिंक कॉपी करें',
  rename: {
    action: 'नाम बदलें',
    label: (name) => `${name} का नाम बदलें`,
    name: (name) => `${name} का नया नाम`,
    cancel: 'रद्द करें',
    done: (name) => `व्यू का नाम अब “${name}” है।`,
  },
  share: {
    action: 'साझा करें',
    label: (name) => `${name} को साझा करें`,
    done: (name) => `व्यू “${name}” अब सबको दिखता है।`,
  },
  roles: {
    action: 'किसके लिए खुले…',
    label: (name) => `${name} किसके लिए खुले…`,
    legend: 'इन भूमिकाओं के लिए नेविगेशन से सूची इसी व्यू के साथ खुलेगी:',
    none: (name) => `“${name}” के साथ नेविगेशन से सूची किसी भूमिका के लिए नहीं खुलेगी।`,
    done: (name, roles) => `“${name}” के साथ नेविगेशन से सूची इन भूमिकाओं के लिए खुलेगी: ${roles}।`,
  },
  delete: {
    action: 'हटाएँ',
    label: (name) => `${name} को हटाएँ`,
    done: (name) => `व्यू “${name}” हट गया।`,
  },
}

export const savedViewsHindi = { 'saved-views/words': words, 'saved-views/dialog': dialog }
