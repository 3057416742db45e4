import type { disputesEnglish } from '../../features/disputes/english.ts'
import type { Translated } from './translated.ts'

const disputes: Translated<typeof disputesEnglish> = {
  title: 'विवाद',
  aside: 'जवाब PhonePe Business के डैशबोर्ड में दिया जाता है',
  views: { label: 'स्थिति', all: 'सभी', open: 'जवाब ज़रूरी' },
  columns: { dispute: 'विवाद', state: 'स्थिति', order: 'ऑर्डर', reported: 'सूचना मिली', answer: 'जवाब' },
  withoutId: 'ID नहीं है',
  open: (disputeId) =>
    disputeId === undefined ? 'बिना ID के विवाद का Webhook खोलें' : `विवाद ${disputeId} का Webhook खोलें`,
  by: (name) => [name, ' ने दिया'],
  reported: (time, link) => [
    'सूचना मिली: ',
    time,
    '। ',
    link('यह Webhook देखें'),
    '। रकम, कारण और आखिरी तारीख डैशबोर्ड में हैं।',
  ],
  mark: 'जवाब दे दिया, दर्ज करें',
  marked: 'दर्ज हो गया कि विवाद का जवाब दे दिया गया है।',
  notMarked: 'विवाद का जवाब दर्ज नहीं हुआ।',
  states: {
    needsAnswer: 'एक पेमेंट पर विवाद है। PhonePe Business के डैशबोर्ड में विवाद का जवाब दें।',
    won: 'एक पेमेंट का विवाद आपके पक्ष में रहा।',
    lost: 'एक पेमेंट का विवाद आपके ख़िलाफ़ गया। डैशबोर्ड से रकम का मिलान करें: लेजर में विवाद नहीं दिखते।',
    review: 'एक पेमेंट पर विवाद है। पेमेंट प्रदाता विवाद की जाँच कर रहा है।',
    answered: (name) => `एक पेमेंट पर विवाद है। ${name ?? 'किसी'} ने बताया है कि विवाद का जवाब दे दिया गया है।`,
  },
  none: {
    title: 'अब तक कोई विवाद नहीं',
    text: 'पेमेंट प्रदाता विवाद (चार्जबैक) की सूचना Webhook से देता है। डैशबोर्ड में Webhook के लिए `payment.dispute.*` इवेंट चुनें।',
  },
  noneOpen: {
    title: 'किसी विवाद का जवाब बाकी नहीं',
    text: 'नया विवाद आने पर, या पेमेंट प्रदाता के कुछ माँगने पर, वह यहाँ दिखेगा।',
  },
}

export const disputesHindi = { 'disputes/disputes': disputes }
