import type { navigationEnglish, settingsEnglish } from '../../shell/english.ts'
import type { Translated } from './translated.ts'

const navigation: Translated<typeof navigationEnglish> = {
  groups: { payments: 'पेमेंट', developers: 'डेवलपर', test: 'टेस्ट', settings: 'सेटिंग' },
  overview: 'ओवरव्यू',
  orders: 'ऑर्डर',
  refunds: 'रिफ़ंड',
  subscriptions: 'सब्सक्रिप्शन',
  disputes: 'विवाद',
  finance: 'हिसाब-किताब',
  webhooks: 'Webhook',
  apiLog: 'API लॉग',
  deliveries: 'इवेंट डिलीवरी',
  reconciliation: 'मिलान',
  telemetry: 'टेलीमेट्री',
  health: 'सिस्टम की हालत',
  playground: 'प्लेग्राउंड',
  sandbox: 'सैंडबॉक्स',
  users: 'यूज़र',
  apiKeys: 'API key',
  audit: 'ऑडिट लॉग',
  erasure: 'डेटा मिटाना और रोक',
  account: 'आपका खाता',
}

const settings: Translated<typeof settingsEnglish> = {
  language: 'भाषा',
  theme: 'थीम',
  system: 'सिस्टम',
  light: 'लाइट',
  dark: 'डार्क',
}

export const shellHindi = { 'shell/navigation': navigation, 'shell/settings': settings }
