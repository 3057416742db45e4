import type { approvalEnglish, failuresEnglish, refundEnglish, refundsEnglish } from '../../features/refunds/english.ts'
import type { reasonsEnglish } from '../../features/refunds/english-reasons.ts'
import { review } from './refund-review.ts'
import { count, type Translated } from './translated.ts'

const reasons: Translated<typeof reasonsEnglish> = {
  cancelled: 'ऑर्डर रद्द हुआ',
  'not-delivered': 'सामान नहीं पहुँचा',
  damaged: 'सामान खराब निकला',
  'wrong-item': 'गलत सामान',
  'paid-twice': 'दो बार पेमेंट',
  'paid-late': 'देर से पेमेंट',
  goodwill: 'ग्राहक की खुशी के लिए',
  other: 'कोई और कारण',
}

const refunds: Translated<typeof refundsEnglish> = {
  title: 'रिफ़ंड',
  fromFile: 'फ़ाइल से रिफ़ंड',
  state: 'स्थिति',
  all: 'सभी',
  isOpen: 'खुले',
  created: 'कब बना',
  reference: 'रेफ़रेंस',
  orderId: 'ऑर्डर ID',
  open: (merchantRefundId) => `रिफ़ंड ${merchantRefundId} खोलें`,
  noMatch: 'ऐसा कोई रिफ़ंड नहीं मिला',
  noneIn: {
    TO_APPROVE: 'मंज़ूरी के लिए कोई रिफ़ंड नहीं',
    OPEN: 'कोई खुला रिफ़ंड नहीं',
    REQUESTED: 'अनुरोध किया गया कोई रिफ़ंड नहीं',
    PENDING: 'कोई बाकी रिफ़ंड नहीं',
    CONFIRMED: 'पुष्टि वाला कोई रिफ़ंड नहीं',
    COMPLETED: 'कोई पूरा रिफ़ंड नहीं',
    FAILED: 'कोई विफल रिफ़ंड नहीं',
    NEEDS_REVIEW: 'किसी रिफ़ंड की जाँच ज़रूरी नहीं',
  },
  showAll: 'सभी रिफ़ंड दिखाएँ',
  none: { title: 'अब तक कोई रिफ़ंड नहीं', text: 'रिफ़ंड किसी पूरे ऑर्डर के पेज पर करें, या अपने कोड से।' },
  columns: { refund: 'रिफ़ंड', amount: 'रकम', order: 'ऑर्डर', by: 'किसने शुरू किया' },
  copy: { refund: 'रिफ़ंड ID', order: 'ऑर्डर ID' },
}

const refund: Translated<typeof refundEnglish> = {
  title: 'रिफ़ंड',
  what: 'रिफ़ंड',
  changed: (state) => `स्थिति जाँच ली गई। रिफ़ंड की स्थिति अब: ${state}।`,
  unchanged: (state) => `स्थिति जाँच ली गई। कोई बदलाव नहीं: ${state}।`,
  notChecked: 'स्थिति की जाँच नहीं हो सकी।',
  notResolved: 'आपकी जाँच दर्ज नहीं हुई।',
  close: 'बंद करें',
  check: 'स्थिति जाँचें',
  again: 'नए रिफ़ंड का अनुरोध करें',
  calls: 'API कॉल',
  unknownCode: 'पेमेंट प्रदाता का यह कोड पता नहीं है। इसके बारे में उसके सपोर्ट से पूछें।',
  noOrder: 'यह ऑर्डर गेटवे में नहीं है',
  fields: {
    id: 'रिफ़ंड ID',
    order: 'ऑर्डर',
    balance: 'ऑर्डर का बैलेंस',
    providerId: 'प्रदाता की रिफ़ंड ID',
    utr: 'रिफ़ंड का UTR',
    by: 'किसने शुरू किया',
    reason: 'कारण',
    note: 'नोट',
    sent: 'प्रदाता को भेजा',
    created: 'कब बना',
    updated: 'कब बदला',
    next: 'स्थिति की अगली जाँच',
  },
  copy: { id: 'रिफ़ंड ID', providerId: 'प्रदाता की रिफ़ंड ID', utr: 'UTR' },
  notKnown: 'अभी पता नहीं',
  noUtr: 'पेमेंट प्रदाता ने नहीं दिया',
  utrLater: 'रिफ़ंड पूरा होने पर पता चलेगा',
  sent: (times) => (times === 0 ? 'अभी नहीं' : times === 1 ? 'एक बार' : `${count(times)} बार, उसी ID के साथ`),
  balance: (paid, refunded, refundable, reserved) => [
    'पेमेंट ',
    paid,
    ', रिफ़ंड हुआ ',
    refunded,
    ...(reserved === undefined ? [] : [', अलग रखे ', reserved]),
    ', रिफ़ंड हो सकते हैं ',
    refundable,
  ],
  states: {
    beingSent: 'गेटवे अनुरोध भेज रहा है और पेमेंट प्रदाता के जवाब का इंतज़ार कर रहा है। रकम अलग रखी है।',
    inDoubt:
      'अनुरोध पेमेंट प्रदाता को भेजा गया, पर कोई जवाब दर्ज नहीं है। जब तक गेटवे को पता न चले, हो सकता है कि प्रदाता ने रिफ़ंड स्वीकार किया हो या न किया हो। गेटवे उसी ID से स्थिति जाँचता रहता है, और रकम अलग रखी रहती है। दूसरी ID से दोबारा अनुरोध न करें: ग्राहक को पैसे दो बार मिल सकते हैं।',
    stored:
      'रिफ़ंड दर्ज हो गया है और कुछ ही सेकंड में पेमेंट प्रदाता को भेजा जाएगा। न भेजा जाए, तो “सिस्टम की हालत” खोलें: शायद कोई वर्कर नहीं चल रहा।',
    notAccepted:
      'पेमेंट प्रदाता ने अब तक स्वीकार नहीं किया: अनुरोध की सीमा पार हुई या कनेक्शन नहीं है। अनुरोध उसी ID से फिर भेजा जाएगा, जो सुरक्षित है। जवाब API लॉग में हैं।',
    pending:
      'पेमेंट प्रदाता इस पर काम कर रहा है। आम तौर पर कुछ मिनट लगते हैं, पर कुछ कामकाजी दिन भी लग सकते हैं। गेटवे स्थिति जाँचता रहता है; तब तक इस ऑर्डर का दूसरा रिफ़ंड रुका रहेगा।',
    confirmed:
      'पेमेंट प्रदाता ने स्वीकार कर लिया है। ग्राहक के खाते में पैसे आने में बैंकों को आम तौर पर 5 से 7 कामकाजी दिन लगते हैं। गेटवे स्थिति जाँचता रहता है।',
    completed: 'पैसे लौटा दिए गए। ग्राहक के बैंक को इसे दिखाने में 7 कामकाजी दिन तक लग सकते हैं।',
    completedWithUtr: 'पैसे लौटा दिए गए। ग्राहक को पैसे न दिखें, तो उन्हें UTR दें: उनका बैंक उसी से पेमेंट ढूँढ लेता है।',
    failed:
      'कोई पैसा नहीं लौटाया गया, और इस रकम का रिफ़ंड फिर से हो सकता है। कारण ठीक होने पर ऑर्डर पर नया रिफ़ंड करें; उसे नई ID मिलेगी, क्योंकि यह ID दोबारा काम नहीं आ सकती।',
  },
  origins: {
    console: 'इस कंसोल के एक यूज़र ने',
    api: 'आपके कोड ने',
    'late-payment': 'अपने आप: ऑर्डर का पेमेंट बहुत देर से हुआ',
    duplicate: 'अपने आप: उसी रेफ़रेंस के दूसरे ऑर्डर का पेमेंट पहले हो चुका था',
    external: 'पेमेंट प्रदाता के डैशबोर्ड से',
  },
  shortOrigins: {
    'late-payment': 'अपने आप: देर से पेमेंट',
    duplicate: 'अपने आप: दो बार पेमेंट',
    external: 'डैशबोर्ड से',
  },
}

const failures: Translated<typeof failuresEnglish> = {
  DECLINED: 'किसी दूसरे व्यक्ति ने नामंज़ूर किया।',
  APPROVAL_EXPIRED: 'समय पर मंज़ूरी नहीं मिली।',
  EXCEEDS_PAID: 'पेमेंट में से कम रकम बची थी, इसलिए रिफ़ंड नहीं भेजा गया।',
  ID_TAKEN: 'यह ID किसी दूसरे रिफ़ंड की है, इसलिए रिफ़ंड नहीं भेजा गया।',
  OTHER_PAYMENT_REFUNDED:
    'डेटाबेस रीस्टोर होने से पहले उसी रेफ़रेंस के दूसरे पेमेंट का रिफ़ंड हो चुका था, इसलिए यह रिफ़ंड नहीं भेजा गया: हो सकता है कि यही पेमेंट रखना हो।',
  REFUND_BREACHED: 'रिफ़ंड उसी दिन के पेमेंट से दिए जाते हैं, और वे कम थे। दिन में बाद में फिर से अनुरोध करें।',
  EXCESS_REFUND_AMOUNT: 'रकम इस ऑर्डर की बची रकम से, या आज के पेमेंट से ज़्यादा है। बैलेंस देखें, या दिन में बाद में फिर से कोशिश करें।',
  REFUND_FOR_TXN_OLDER_THAN_LIMIT:
    'पेमेंट बहुत पुराना है: पेमेंट प्रदाता करीब तीन महीने तक ही रिफ़ंड करता है। ग्राहक को किसी और तरीके से पैसे लौटाएँ।',
  REFUND_AMOUNT_EXCEEDS_ORIGINAL: 'रकम पेमेंट की रकम से ज़्यादा है। कम रकम का अनुरोध करें।',
}

const approval: Translated<typeof approvalEnglish> = {
  somebody: 'किसी',
  title: 'मंज़ूरी बाकी है।',
  waits: (who, until) => [
    who,
    ' ने अनुरोध किया है; किसी दूसरे व्यक्ति को ',
    until,
    ' तक मंज़ूरी देनी है। रकम अलग रखी गई है, और मंज़ूरी से पहले कुछ नहीं भेजा जाएगा।',
  ],
  expired: (who) => [who, ' ने अनुरोध किया, पर समय पर किसी ने मंज़ूरी नहीं दी।'],
  approved: (who, by, at) => [who, ' ने अनुरोध किया, ', by, ' ने मंज़ूर किया', ...(at === undefined ? [] : [', ', at, '।'])],
  declined: (who, by, at) => [
    who,
    ' ने अनुरोध किया, ',
    by,
    ' ने नामंज़ूर किया',
    ...(at === undefined ? [] : [', ', at, '।']),
  ],
  approve: {
    open: 'मंज़ूर करें…',
    title: 'रिफ़ंड मंज़ूर करें',
    action: (amount) => `${amount} मंज़ूर करें`,
    effect: (amount, merchantOrderId) =>
      `ऑर्डर ${merchantOrderId} के ${amount} ग्राहक को लौटाए जाएँगे। रिफ़ंड वापस नहीं लिया जा सकता।`,
    note: 'नोट (ज़रूरी नहीं)',
    done: 'आपने रिफ़ंड मंज़ूर कर दिया।',
  },
  decline: { open: 'नामंज़ूर करें…', title: 'रिफ़ंड नामंज़ूर करें', action: 'नामंज़ूर करें' },
  withdraw: { open: 'वापस लें…', title: 'रिफ़ंड का अनुरोध वापस लें', action: 'वापस लें' },
  refuse: {
    effect: (amount) => `कुछ नहीं भेजा जाएगा, और ${amount} का रिफ़ंड फिर से हो सकेगा।`,
    note: 'कारण',
    done: 'रिफ़ंड नहीं भेजा जाएगा।',
  },
  fields: { by: 'अनुरोध करने वाले', reason: 'कारण', note: 'नोट' },
  missing: 'अनुरोध करने वाले के लिए कारण लिखें।',
  failed: 'कोई फ़ैसला दर्ज नहीं हुआ।',
  about: {
    noLimit: (option, creator, variable, command) => [
      'कोई सीमा तय नहीं है, इसलिए हर रिफ़ंड तुरंत भेजा जाता है। सीमा तय हो, तो उससे बड़ा रिफ़ंड यहाँ रुकता है, जब तक कोई दूसरा व्यक्ति उसे मंज़ूर या नामंज़ूर न करे। सीमा की रकम पैसे में लिखें (₹1 = 100 पैसे): ',
      creator,
      ' का ',
      option,
      ', या ',
      command,
      ' और डेमो के लिए ',
      variable,
      '।',
    ],
    limit: (amount, option, creator, variable) => [
      `${amount} से बड़ा रिफ़ंड यहाँ रुकता है, जब तक कोई दूसरा व्यक्ति उसे मंज़ूर या नामंज़ूर न करे। सीमा यहाँ तय होती है: `,
      creator,
      ' का ',
      option,
      ', या ',
      variable,
      '।',
    ],
    invite: 'दूसरे व्यक्ति को बुलाएँ',
  },
}

export const refundsHindi = {
  'refunds/list': refunds,
  'refunds/reasons': reasons,
  'refunds/refund': refund,
  'refunds/failures': failures,
  'refunds/approval': approval,
  'refunds/review': review,
}
