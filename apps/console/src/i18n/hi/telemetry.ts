import type { telemetryEnglish } from '../../features/telemetry/english.ts'
import type { Translated } from './translated.ts'

const telemetry: Translated<typeof telemetryEnglish> = {
  title: 'टेलीमेट्री',
  counts: 'गिनती',
  on: 'चालू।',
  off: 'बंद।',
  about: 'टेलीमेट्री के बारे में',
  reports:
    'SDK अपनी ही कॉल की रिपोर्ट पेमेंट प्रदाता को भेजता है: एंडपॉइंट, नतीजा और लगा समय। रिपोर्ट हर सेकंड दस-दस करके भेजी जाती हैं और किसी कॉल में देर नहीं करतीं। उनमें कोई सीक्रेट, कार्ड या ग्राहक की जानकारी नहीं होती।',
  usage:
    'टेलीमेट्री पहले से बंद रहती है और सिर्फ़ असली पेमेंट के साथ मिलती है। पेमेंट के लिए इसकी ज़रूरत नहीं है। पेमेंट प्रदाता की सहायता टीम इसे चालू करने को कह सकती है:',
  turnOn: 'टेलीमेट्री चालू करें',
  sent: { name: 'भेजी गईं', text: 'पेमेंट प्रदाता ने स्वीकार कीं।' },
  failed: { name: 'विफल', text: 'स्वीकार नहीं हुईं। वे कतार में रहती हैं और कतार भरने तक फिर भेजी जाती हैं।' },
  dropped: { name: 'छोड़ी गईं', text: '20,000 रिपोर्ट की कतार भर गई थी।' },
}

export const telemetryHindi = { telemetry }
