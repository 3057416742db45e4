import type { failureEnglish, fulfilmentEnglish, resultEnglish } from '../../features/orders/english-result.ts'
import { count, type Translated } from './translated.ts'

const result: Translated<typeof resultEnglish> = {
  review: (refund) => (refund === undefined ? 'जाँच ज़रूरी।' : `जाँच ज़रूरी; ${refund}।`),
  owed: {
    late: (amount) => `पेमेंट बहुत देर से हुआ; ग्राहक को अब भी ${amount} लौटाने हैं।`,
    twice: (amount) => `दो बार पेमेंट हुआ; ग्राहक को अब भी ${amount} लौटाने हैं।`,
    lateText: 'अपने आप होने वाला रिफ़ंड विफल रहा। यहाँ से या पेमेंट प्रदाता के डैशबोर्ड से रिफ़ंड करें, और सामान न भेजें।',
    twiceText: 'अपने आप होने वाला रिफ़ंड विफल रहा। यहाँ से या पेमेंट प्रदाता के डैशबोर्ड से रिफ़ंड करें, और इस ऑर्डर का सामान न भेजें।',
  },
  late: {
    refunding: (amount) => `पेमेंट बहुत देर से हुआ; ${amount} का रिफ़ंड अपने आप हो रहा है।`,
    refunded: 'पेमेंट बहुत देर से हुआ, रिफ़ंड अपने आप हो चुका है।',
    text: 'पैसे ऑर्डर के विफल होने या समय समाप्त होने के बाद आए। सामान न भेजें।',
  },
  twice: {
    refunding: (amount) => `दो बार पेमेंट हुआ; ${amount} का रिफ़ंड अपने आप हो रहा है।`,
    refunded: 'दो बार पेमेंट हुआ, रिफ़ंड अपने आप हो चुका है।',
    text: (reference) => `${reference} के दूसरे ऑर्डर का पेमेंट पहले हुआ था। इस ऑर्डर का सामान न भेजें।`,
  },
  mandate: {
    title: 'ग्राहक ने मैंडेट को मंज़ूरी दी।',
    text: (amount) => `खाता जाँचने के लिए पेमेंट प्रदाता ने ${amount} लिए, और वह इन्हें अपने आप लौटाता है। कोई पेमेंट दर्ज नहीं होता।`,
  },
  utr: (utr) => ` UTR ${utr}।`,
  refunded: (amount) => ` इसमें से ${amount} रिफ़ंड हो चुके हैं।`,
  second: {
    owed: (orderId, amount) => ` ग्राहक ने दो बार पेमेंट किया: दूसरे पेमेंट, ऑर्डर ${orderId}, के ${amount} ग्राहक को लौटाने हैं।`,
    refunding: (orderId) => ` ग्राहक ने दो बार पेमेंट किया: दूसरे पेमेंट, ऑर्डर ${orderId}, का रिफ़ंड अपने आप हो रहा है।`,
    refunded: (orderId) => ` ग्राहक ने दो बार पेमेंट किया: दूसरे पेमेंट, ऑर्डर ${orderId}, का रिफ़ंड अपने आप हो चुका है।`,
  },
  refundFailed: (amount) => ` ${amount} का रिफ़ंड विफल रहा; ग्राहक अब भी इंतज़ार में है। रिफ़ंड का अनुरोध फिर से करें।`,
  refundOpen: (amount, state) => ` ${amount} का रिफ़ंड: ${state}।`,
  evidence: {
    webhook: 'हस्ताक्षर वाले Webhook से पता चला।',
    both: 'Webhook और स्थिति API, दोनों एक ही बात बताते हैं।',
    status: 'स्थिति API से पता चला; कोई Webhook नहीं आया।',
  },
  failed: 'विफल।',
  meaning: (_meaning, reason) => `कारण: ${reason}।`,
  expired: (reason) => `समय समाप्त: ${reason}।`,
  cancelled: (reason) => `${reason}।`,
  otherPaid: (reference) => `${reference} के दूसरे ऑर्डर का पेमेंट हो चुका है: ग्राहक दोबारा पेमेंट न करे।`,
  lastAttempt: (moment, reason) => ` आखिरी कोशिश ${moment}: ${reason}।`,
  check: {
    never: ' अभी तक जाँच नहीं हुई।',
    next: (moment) => ` अभी तक जाँच नहीं हुई; अगली जाँच ${moment} पर होगी।`,
    failed: (moment) => ` ${moment} की जाँच विफल रही।`,
    failedRetry: (moment) => ` ${moment} की जाँच विफल रही: स्थिति फिर से जाँचें।`,
    last: (moment) => ` आखिरी जाँच ${moment} पर हुई।`,
    advice: ' अभी जानने के लिए स्थिति जाँचें।',
    after: (moment) => ` स्थिति की अगली जाँच ${moment} पर होगी।`,
  },
  open: {
    otherPaid: (reference, orderId) => `${reference} के दूसरे ऑर्डर का पेमेंट हो चुका है: ${orderId}।`,
    otherPaidText: 'ग्राहक इस ऑर्डर का पेमेंट न करे। अगर इसका भी पेमेंट हुआ, तो वह अपने आप रिफ़ंड हो जाएगा।',
    notPaid: 'अभी पेमेंट नहीं हुआ।',
    unknown: 'अभी किसी पेमेंट का पता नहीं।',
    over: 'पेमेंट का समय समाप्त हो गया, और नतीजा पता नहीं है।',
    unconfirmed: (until) =>
      `ऑर्डर दर्ज है, लेकिन पेमेंट प्रदाता ने पुष्टि नहीं की है। इसका पेमेंट ${until === undefined ? '' : `${until} तक `}हो सकता है।`,
    waiting: (until) => `${until === undefined ? '' : `${until} तक `}ग्राहक का इंतज़ार है।`,
    payable: (until) => `इसका पेमेंट ${until === undefined ? '' : `${until} तक `}हो सकता है।`,
  },
  steps: {
    created: 'बना',
    sent: 'PhonePe को भेजा गया',
    notSent: 'PhonePe को नहीं भेजा गया',
    review: 'जाँच ज़रूरी',
    paid: 'पेमेंट मिला',
    approved: 'मैंडेट मंज़ूर',
    late: 'पेमेंट देर से हुआ',
    twice: 'दो बार पेमेंट हुआ',
    failed: 'विफल',
    expired: 'समय समाप्त',
    cancelled: 'रद्द',
    waiting: 'पेमेंट का इंतज़ार',
  },
}

const who = (isHandler: boolean) => (isHandler ? 'इसका हैंडलर' : 'नोटिफ़ायर')

const fulfilment: Translated<typeof fulfilmentEnglish> = {
  none: 'आपकी दुकान को कोई इवेंट नहीं भेजा गया',
  notYet: 'हैंडलर अभी नहीं चला',
  handler: {
    failed: 'हैंडलर विफल',
    ran: 'हैंडलर चला',
    retried: 'हैंडलर की फिर से कोशिश',
    running: 'हैंडलर चल रहा है',
    next: 'अब हैंडलर चलेगा',
  },
  notifier: {
    failed: 'नोटिफ़ायर विफल',
    ran: 'नोटिफ़ायर चला',
    retried: 'नोटिफ़ायर की फिर से कोशिश',
    running: 'नोटिफ़ायर चल रहा है',
    next: 'अब नोटिफ़ायर चलेगा',
  },
  paid: 'पेमेंट मिला।',
  notSent: {
    title: 'पेमेंट मिला; आपकी दुकान को कोई इवेंट नहीं भेजा गया।',
    text: (event) => `डिलीवरी से पहले ${event} का सब्सक्रिप्शन हटा दिया गया। `,
  },
  handlerMissed: (isOver) => `पेमेंट मिला; आपकी दुकान ने ${isOver ? 'इसे' : 'इसे अभी'} प्रोसेस नहीं किया है।`,
  notifierMissed: (name, isOver) => `पेमेंट मिला; नोटिफ़ायर “${name}” ने ${isOver ? 'इसे' : 'इसे अभी'} नहीं पहुँचाया है।`,
  late: {
    unclaimed: 'कई मिनट से किसी चालू प्रोसेस ने यह इवेंट नहीं लिया है।',
    stopped: (isHandler, attempts) =>
      `${who(isHandler)} ${count(attempts)} कोशिशों में विफल रहा, और अब अपने आप कोशिश नहीं होगी।`,
    again: (isHandler) => `${who(isHandler)} विफल रहा, और अब फिर से कोशिश हो रही है।`,
    retried: (isHandler, attempts) =>
      `${who(isHandler)} विफल रहा: अब तक ${count(attempts)} कोशिश, और अगली अपने आप होगी।`,
  },
}

const RETRY = 'ग्राहक आपकी दुकान में फिर से पेमेंट कर सकता है, उसी कार्ट के नए ऑर्डर से।'

const failure: Translated<typeof failureEnglish> = {
  none: {
    meaning: 'ऑर्डर विफल रहा, और कोई कारण नहीं बताया गया।',
    fix: 'अगर पेमेंट प्रदाता ने ऑर्डर अस्वीकार किया, तो कारण API कॉल में दिखेगा।',
  },
  unknown: 'ऑर्डर किसी अनजान कारण से विफल रहा।',
  limit: 'यही रकम इसी तरीके से फिर विफल होगी: ग्राहक अपनी सीमा बढ़ाए, या उसी कार्ट के नए ऑर्डर से किसी और तरीके से पेमेंट करे।',
  fixes: {
    CUSTOMER: `आपकी तरफ़ से कोई गड़बड़ी नहीं है। ${RETRY}`,
    ISSUING_BANK: `ग्राहक के बैंक ने पेमेंट अस्वीकार किया। ${RETRY} आम तौर पर दूसरे बैंक या दूसरे तरीके से पेमेंट हो जाता है।`,
    BENEFICIARY_BANK: `पैसे पाने वाला बैंक पेमेंट नहीं ले सका। ${RETRY} अगर ऐसा बार-बार हो, तो पेमेंट प्रदाता के सपोर्ट से पूछें।`,
    PAYER_PSP: `ग्राहक का ऐप विफल रहा। ${RETRY} आम तौर पर दूसरे ऐप से पेमेंट हो जाता है।`,
    NPCI: `UPI नेटवर्क विफल रहा। ${RETRY} अगर ऐसा बार-बार हो, तो UPI सबके लिए बंद है: तब तक कार्ड से पेमेंट लें।`,
    NETWORK: `कार्ड नेटवर्क विफल रहा। ${RETRY} अगर ऐसा बार-बार हो, तो तब तक UPI से पेमेंट लें।`,
    PAYMENT_GATEWAY: `पेमेंट प्रदाता विफल रहा। ${RETRY} अगर ऐसा बार-बार हो, तो इस पेज पर दिए ID के साथ उसके सपोर्ट से पूछें।`,
    BUSINESS: 'कारण दुकान के खाते में है: उसकी सीमाएँ, अनुबंध या सेटिंग। पेमेंट प्रदाता के साथ इसे ठीक करें; तब तक ऐसा हर पेमेंट विफल होगा।',
    UNKNOWN: RETRY,
    OTHERS: RETRY,
  },
}

export const ordersResultHindi = {
  'orders/result': result,
  'orders/fulfilment': fulfilment,
  'orders/failure': failure,
}
