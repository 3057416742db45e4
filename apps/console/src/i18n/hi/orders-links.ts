import type { linksEnglish } from '../../features/orders/english-links.ts'
import type { receiptEnglish } from '../../features/orders/english-receipt.ts'
import { count, type Translated } from './translated.ts'

const links: Translated<typeof linksEnglish> = {
  send: {
    open: 'लिंक भेजें…',
    title: 'पेमेंट लिंक भेजें',
    create: 'लिंक बनाएँ',
    createAndSend: 'बनाकर भेजें',
    cart: 'कार्ट',
    amount: 'रकम',
    phone: 'ग्राहक का फ़ोन नंबर',
    phoneHint: 'दस अंक, या देश के कोड के साथ। गेटवे इसे दर्ज नहीं करता।',
    badPhone: 'दस अंक लिखें, या देश के कोड के साथ नंबर: +919000000001।',
    email: (isNeeded) => `ग्राहक का ईमेल पता${isNeeded ? '' : ' (ऐच्छिक)'}`,
    noEmail: 'वह पता लिखें जिस पर संदेश जाए।',
    badEmail: 'ईमेल पता लिखें, जैसे name@shop.example।',
    name: 'ग्राहक का नाम (ऐच्छिक)',
    description: 'किस चीज़ के लिए (ऐच्छिक)',
    descriptionHint: 'ग्राहक को यह दिखता है।',
    life: 'लिंक से कितने समय तक पे हो सकता है',
    days: (days) => `${count(days)} दिन`,
    failed: 'लिंक नहीं बना।',
    unknown: 'यह पता नहीं कि लिंक बना या नहीं। फ़ॉर्म फिर से भेजना सुरक्षित है: लिंक वही रहेगा।',
  },
  created: {
    done: 'लिंक बन गया।',
    link: 'लिंक',
    what: 'पेमेंट लिंक',
    order: 'ऑर्डर',
    until: 'कब तक पे हो सकता है',
    copy: 'लिंक कॉपी करें',
    close: 'बंद करें',
  },
  channels: {
    legend: 'पेमेंट प्रदाता लिंक भेजता है',
    SMS: 'SMS से',
    EMAIL: 'ईमेल से',
    missing: 'कोई एक चुनें।',
    nobody: 'किसी को संदेश नहीं जाता: लिंक आप खुद देते हैं।',
  },
  remind: {
    open: 'ग्राहक को याद दिलाएँ…',
    title: 'ग्राहक को याद दिलाएँ',
    action: 'लिंक फिर से भेजें',
    text: (amount) =>
      `पेमेंट प्रदाता ${amount} का लिंक एक बार और भेजता है, उसी नंबर और पते पर जो उसे दिए गए थे। कितनी बार भेजा जा सकता है, इसकी सीमा वही तय करता है।`,
    done: 'लिंक फिर से भेजा गया।',
    failed: 'लिंक नहीं भेजा गया, या इसका पता नहीं।',
  },
  cancel: {
    open: 'लिंक रद्द करें…',
    title: 'लिंक रद्द करें',
    dismiss: 'रद्द न करें',
    text: (amount) => `${amount} के लिंक से अब पे नहीं हो सकेगा। जो पेमेंट अभी चल रहा है, वह रिफ़ंड होगा।`,
    done: 'लिंक रद्द हो गया।',
    paid: 'लिंक से पेमेंट पहले ही हो चुका था: लिंक रद्द नहीं हुआ।',
    failed: 'लिंक रद्द नहीं हुआ, या इसका पता नहीं।',
  },
}

const receipt: Translated<typeof receiptEnglish> = {
  title: (id, shop) => `${shop === undefined ? '' : `${shop}: `}ऑर्डर ${id} की रसीद`,
  order: 'ऑर्डर',
  what: 'ऑर्डर',
  print: 'प्रिंट करें या PDF में सेव करें',
  inReview: 'पेमेंट की जाँच चल रही है। तब तक यह रसीद नहीं है।',
  test: 'टेस्ट पेमेंट। असली पैसे नहीं कटे।',
  notPaid: 'इस ऑर्डर का पेमेंट नहीं हुआ है, इसलिए यह रसीद नहीं है।',
  returned: 'यह रकम मैंडेट की जाँच के लिए थी और ग्राहक को लौट जाती है, इसलिए यह रसीद नहीं है।',
  paid: 'पेमेंट हो गया',
  orderNumber: 'ऑर्डर नंबर',
  paidAt: 'पेमेंट का समय',
  paidWith: 'पेमेंट का तरीका',
  payer: 'ग्राहक',
  transactionId: 'ट्रांज़ैक्शन ID',
  refunds: 'रिफ़ंड',
  refunded: 'रिफ़ंड हुआ',
  refunding: 'रिफ़ंड चल रहा है',
}

export const ordersLinksHindi = { 'orders/links': links, 'orders/receipt': receipt }
