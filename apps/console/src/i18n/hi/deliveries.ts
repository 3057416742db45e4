import type { EventName } from '@galla/contract/gateway-api/events'
import type { deliveriesEnglish, deliveryEnglish } from '../../features/deliveries/english.ts'
import { count, type Translated } from './translated.ts'

const deliveries: Translated<typeof deliveriesEnglish> = {
  title: 'इवेंट डिलीवरी',
  aside: 'आपके हैंडलर और नोटिफ़ायर को भेजी गई सूचनाएँ',
  views: {
    label: 'स्थिति',
    all: 'सभी',
    waiting: 'कतार में',
    retrying: 'फिर से कोशिश',
    unclaimed: 'कोई लेने वाला नहीं',
    failed: 'जाँच ज़रूरी',
    done: 'पूरी',
  },
  columns: { event: 'इवेंट', state: 'स्थिति', subject: 'किसके बारे में', result: 'नतीजा', when: 'कब' },
  open: (deliveryId) => `इवेंट डिलीवरी ${deliveryId} खोलें`,
  select: (deliveryId) => `डिलीवरी ${deliveryId} चुनें`,
  done: (time) => ['पूरी: ', time],
  next: (time) => ['अगली: ', time],
  whenRetried: 'फिर से भेजने पर',
  selected: (number) => `${count(number)} चुनी गईं`,
  allShown: 'दिख रही सभी',
  retry: (number) => (number === 1 ? 'डिलीवरी फिर से भेजें' : `${count(number)} डिलीवरी फिर से भेजें`),
  retried: (number) => `${count(number)} डिलीवरी अब फिर से भेजी जा रही है।`,
  notRetried: 'डिलीवरी फिर से नहीं भेजी गईं।',
  retryAll: {
    open: 'सभी फिर से भेजें…',
    title: 'जिनकी जाँच ज़रूरी है, वे सभी डिलीवरी फिर से भेजें',
    action: 'सभी फिर से भेजें',
    text: 'पहले कारण ठीक करें। हर डिलीवरी ऑर्डर की मौजूदा जानकारी और अपनी उसी डिलीवरी ID के साथ फिर से भेजी जाएगी, और कोशिशों की गिनती नए सिरे से शुरू होगी। जो डिलीवरी अगली कोशिश का इंतज़ार कर रही हैं, वे वैसी ही रहेंगी।',
  },
  none: {
    any: {
      title: 'अब तक कोई इवेंट डिलीवरी नहीं',
      text: "ऑर्डर या रिफ़ंड में बदलाव होने पर, उस इवेंट को लेने वाले हैंडलर और नोटिफ़ायर बुलाए जाते हैं; हर डिलीवरी यहाँ दिखती है। फ़ंक्शन जोड़ने के लिए `createGateway` का विकल्प `on` दें, `on: { 'order.failed': ({ order }) => … }`; ईमेल या URL जोड़ने के लिए `notifiers`; `galla gateway` कमांड के लिए वही मॉड्यूल, जिसका नाम `GALLA_HANDLERS` में है।",
    },
    waiting: { title: 'कोई डिलीवरी कतार में नहीं', text: 'जो कुछ भेजना था, भेज दिया गया है।' },
    retrying: {
      title: 'किसी डिलीवरी की दोबारा कोशिश नहीं हो रही',
      text: 'ऐसा कोई हैंडलर या नोटिफ़ायर विफल नहीं हुआ, जिसकी फिर से कोशिश हो रही हो।',
    },
    unclaimed: {
      title: 'हर डिलीवरी का लेने वाला मौजूद है',
      text: 'जो भी इवेंट भेजना है, उसका हैंडलर या नोटिफ़ायर किसी चालू प्रोसेस में मौजूद है।',
    },
    failed: {
      title: 'किसी डिलीवरी की जाँच ज़रूरी नहीं',
      text: 'हर हैंडलर और नोटिफ़ायर सफल रहा है, या उसकी फिर से कोशिश हो रही है।',
    },
    done: { title: 'अब तक कोई डिलीवरी पूरी नहीं हुई', text: 'पहला ऑर्डर पूरा या विफल होने पर यहाँ दिखेगा।' },
  },
}

const EVENTS: { readonly [event: string]: string } = {
  'order.completed': 'ऑर्डर पूरा',
  'order.failed': 'ऑर्डर विफल',
  'order.reopened': 'ऑर्डर फिर से खुला',
  'order.needs_review': 'ऑर्डर की जाँच ज़रूरी',
  'order.disputed': 'ऑर्डर पर विवाद',
  'refund.completed': 'रिफ़ंड पूरा',
  'refund.failed': 'रिफ़ंड विफल',
  'refund.reopened': 'रिफ़ंड फिर से खुला',
  'refund.needs_review': 'रिफ़ंड की जाँच ज़रूरी',
  'refund.needs_approval': 'रिफ़ंड की मंज़ूरी ज़रूरी',
  'subscription.activated': 'सब्सक्रिप्शन चालू हुआ',
  'subscription.charge_upcoming': 'सब्सक्रिप्शन की अगली वसूली',
  'subscription.charge_completed': 'सब्सक्रिप्शन की वसूली पूरी',
  'subscription.charge_failed': 'सब्सक्रिप्शन की वसूली विफल',
  'subscription.paused': 'सब्सक्रिप्शन रुका',
  'subscription.resumed': 'सब्सक्रिप्शन फिर चालू',
  'subscription.halted': 'सब्सक्रिप्शन बंद हुआ',
  'subscription.cancelled': 'सब्सक्रिप्शन रद्द',
  'subscription.completed': 'सब्सक्रिप्शन पूरा',
  'subscription.expired': 'सब्सक्रिप्शन का समय समाप्त',
  'subscription.updated': 'सब्सक्रिप्शन बदला',
  'settlement.processed': 'सेटलमेंट हुआ',
  'settlement.failed': 'सेटलमेंट विफल',
  'day.closed': 'दिन बंद हुआ',
} satisfies { readonly [Event in EventName]: string }

const delivery: Translated<typeof deliveryEnglish> = {
  title: 'इवेंट डिलीवरी',
  what: 'डिलीवरी',
  close: 'बंद करें',
  retry: 'अब फिर से भेजें',
  retried: 'डिलीवरी अब फिर से भेजी जा रही है।',
  notRetried: 'डिलीवरी फिर से नहीं भेजी गई।',
  event: (event) => EVENTS[event] ?? `इवेंट ${event}`,
  handler: 'आपका हैंडलर',
  notifier: (name) => `नोटिफ़ायर “${name}”`,
  to: (subscriber) => `पाने वाला: ${subscriber}`,
  attempts: (number) => `${count(number)} कोशिश`,
  fields: {
    order: 'ऑर्डर',
    refund: 'रिफ़ंड',
    id: 'डिलीवरी ID',
    idName: 'डिलीवरी ID',
    attempts: 'कोशिशें',
    created: 'बनी',
    next: 'अगली कोशिश',
    done: 'पूरी हुई',
  },
  remove: {
    open: 'यह सब्सक्रिप्शन हटाएँ…',
    title: 'सब्सक्रिप्शन हटाएँ',
    action: 'हटाएँ',
    text: (event, subscriber) =>
      `“${event}” इवेंट अब यहाँ नहीं भेजा जाएगा: ${subscriber}। जो डिलीवरी उसका इंतज़ार कर रही हैं, वे रद्द हो जाएँगी। इस कोड वाला प्रोसेस शुरू होने पर सब्सक्रिप्शन फिर से जुड़ जाएगा।`,
    done: (cancelled) => `सब्सक्रिप्शन हटा दिया गया; ${count(cancelled)} डिलीवरी रद्द हुई।`,
    failed: 'सब्सक्रिप्शन नहीं हटा।',
  },
  notes: {
    unclaimed: (subscriber, event) =>
      `कई मिनट से किसी चालू प्रोसेस ने यह इवेंट नहीं लिया है। वह प्रोसेस शुरू करें, जिसके कोड में ${event} के लिए यह मौजूद हो: ${subscriber}। तब इवेंट पहुँच जाएगा। अगर वह कोड हमेशा के लिए हटा दिया गया है, तो सब्सक्रिप्शन हटाएँ।`,
    done: (attempts) =>
      `${attempts > 1 ? `कोशिश ${count(attempts)} में पहुँची` : 'एक बार पहुँची'}। Webhook दोबारा चलाने से यह फिर से नहीं भेजी जाती।`,
    cancelled: 'नहीं भेजी गई, क्योंकि इसका सब्सक्रिप्शन हटा दिया गया।',
    failed: (attempts) =>
      `कई घंटों में ${count(attempts)} कोशिशों के बाद विफल; अब अपने आप कोशिश नहीं होगी। पेमेंट सुरक्षित दर्ज है और उस पर कोई असर नहीं पड़ा। नीचे दिखी गड़बड़ी ठीक करें, फिर दोबारा भेजें।`,
    handlerFailed: (attempts) =>
      `कई घंटों में ${count(attempts)} कोशिशों के बाद विफल; अब अपने आप कोशिश नहीं होगी। पेमेंट सुरक्षित दर्ज है और उस पर कोई असर नहीं पड़ा। नीचे दिखी गड़बड़ी ठीक करें, फिर दोबारा भेजें: हैंडलर को ऑर्डर की मौजूदा जानकारी और वही डिलीवरी ID मिलेगी।`,
    first: 'अपने कारण के साथ एक ही ट्रांज़ैक्शन में दर्ज हुई; अब इसी की बारी है।',
    retrying: (attempts) =>
      `अब तक ${count(attempts)} कोशिश। फिर से कोशिश अपने आप होती रहेगी, एक सेकंड से लेकर छह घंटे तक के अंतर पर। अभी भेजना भी इन्हीं कोशिशों में गिना जाएगा।`,
  },
  history: {
    title: 'कोशिशें, सबसे नई पहले',
    label: 'कोशिशें',
    attempt: (attempt, time, duration, soft) => [`कोशिश ${count(attempt)} `, soft(['· ', time, ` · ${duration} लगे`])],
    lost: (attempt) => `कोशिश ${count(attempt)} का कोई नतीजा नहीं: उसका प्रोसेस बंद हो गया था।`,
    last: 'आखिरी कोशिश: अब अपने आप कोशिश नहीं होगी।',
    next: (delay, moment) => `अगली कोशिश ${delay} बाद, ${moment}`,
  },
  delay: {
    seconds: (number) => `${number} सेकंड`,
    minutes: (number) => `${number} मिनट`,
    hours: (number) => `${number} घंटे`,
  },
}

export const deliveriesHindi = { 'deliveries/list': deliveries, 'deliveries/delivery': delivery }
