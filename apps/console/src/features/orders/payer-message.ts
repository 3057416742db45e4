import type { OrderWithTimeline } from '@galla/contract/gateway-api/decisions'
import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import { MONEY_BACK_EN, MONEY_BACK_HI } from '@galla/contract/money-back'
import { en, failureMessage, type Messages } from '@galla/react/components'
import { hi } from '@galla/react/i18n/hi'
import { amountText } from '../../i18n/format.ts'
import { isSecondPayment, mayBeSent, owedOf, provesMandate } from './result-messages.ts'

/** Languages in which support answers a payer. */
export const PAYER_LANGUAGES = ['en', 'hi'] as const
export type PayerLanguage = (typeof PAYER_LANGUAGES)[number]

type Story = Pick<OrderWithTimeline, 'order' | 'refunds' | 'siblings'>

/**
 * Returns the message that support may send to the payer: the payment and its refunds, amount, order numbers, UTRs, and the payer's next
 * step. The message starts with the shop's name, if set: the payer may have paid several shops. The message has no notes, codes or names,
 * and no ids that only the merchant sees, such as the reference.
 */
export function payerMessage(story: Story, nowMs: number, language: PayerLanguage, merchantName?: string): string {
  const { order, refunds, siblings } = story
  const texts = TEXTS[language]
  const at = (ms: number | undefined) => (ms === undefined ? '' : momentIn(language, ms))
  const amount = amountText(order.amount)
  const sent = refunds.filter(mayBeSent)
  const named = sent.filter((refund) => isFulfilled(order) || !hasFailed(refund))
  const owed = owedOf(order)
  const paid = siblings.find(isFulfilled)
  const seconds = siblings.filter(isSecondPayment)
  const lines = [
    ...paymentLines(order, { texts, amount, at, paid, nowMs }),
    ...(isFulfilled(order) ? seconds.map((other) => secondPayment(other, texts)) : []),
    // Its refund says it, where there is one.
    ...(returnsPayment(order) && named.length === 0 && owed === 0 ? [texts.beingRefunded] : []),
    ...named.flatMap((refund) => refundLines(refund, texts)),
    ...(owed > 0 && !order.needsReview ? [texts.owed(amountText(owed))] : []),
  ]
  if (order.state === 'COMPLETED' && !order.needsReview && sent.length === 0 && isFulfilled(order)) {
    lines.push(texts.nothingToDo)
  }
  const isOnItsWay = order.state === 'FAILED' || (returnsPayment(order) && owed === 0 && named.length === 0)
  if ((isOnItsWay && !order.needsReview) || seconds.some((one) => owedOf(one) === 0) || sent.some(isNotSeenYet))
    lines.push(texts.moneyBack)
  const shop = merchantName === undefined ? [] : [merchantName]
  return [...shop, ...orderNumbers(order, paid, texts), ...lines].join('\n')
}

/** Returns the order number; for a second payment also the number of the kept order, because the payer may look at either. */
function orderNumbers(order: Order, paid: Order | undefined, texts: Texts): string[] {
  if (!isSecondPayment(order) || order.needsReview || !paid) return [`${texts.orderNumber}: ${order.merchantOrderId}`]
  return [`${texts.secondOrderNumber}: ${order.merchantOrderId}`, `${texts.paidOrderNumber}: ${paid.merchantOrderId}`]
}

/** True when the refund failed without a review. For an undelivered payment, the text about the amount owed says so. */
const hasFailed = ({ state, needsReview }: Refund) => state === 'FAILED' && !needsReview

/** A payment that is not delivered: too late, or the second one. */
const returnsPayment = ({ resolution, needsReview }: Order) =>
  !needsReview && (resolution === 'late-refund' || resolution === 'duplicate-refund')

/** Its refunds belong to the other order; what that one has refunded says how far they are. */
function secondPayment(second: Order, texts: Texts): string {
  const { amount, refundedAmount, merchantOrderId } = second
  const ending =
    owedOf(second) > 0 ? texts.secondOwed : refundedAmount >= amount ? texts.secondRefunded : texts.secondPending
  return `${texts.secondPayment(amountText(amount), `${texts.orderNumberInSentence} ${merchantOrderId}`)} ${ending}`
}

/** A bank finds a refund by its UTR at once. */
const isNotSeenYet = ({ state, utr }: Refund) => state !== 'FAILED' && (state !== 'COMPLETED' || utr === undefined)

interface PaymentParts {
  texts: Texts
  amount: string
  at(ms: number | undefined): string
  /** Another order of the same reference that is paid. */
  paid: Order | undefined
  nowMs: number
}

function paymentLines(order: Order, { texts, amount, at, paid, nowMs }: PaymentParts): string[] {
  const { expiresAtMs } = order
  const utr = order.utr === undefined ? [] : [`${texts.paymentUtr}: ${order.utr}`]
  const paidElsewhere =
    paid === undefined ? undefined : texts.paidElsewhere(`${texts.orderNumberInSentence} ${paid.merchantOrderId}`)
  if (order.needsReview) return [texts.inReview(amount), ...utr]
  switch (order.state) {
    case 'COMPLETED':
      if (order.resolution === 'late-refund') return [texts.late(amount), ...utr]
      if (order.resolution === 'duplicate-refund') return [texts.twice(amount), ...utr]
      if (provesMandate(order)) return [texts.mandateApproved(amount)]
      return [texts.received(amount, at(order.paidAtMs)), ...utr]
    case 'FAILED':
      return [texts.notReceived(amount), ...reasonLines(order, texts), paidElsewhere ?? texts.payAgain]
    default:
      if (paidElsewhere !== undefined) return [texts.notReceived(amount), paidElsewhere]
      return expiresAtMs !== undefined && expiresAtMs < nowMs
        ? [texts.undecided(amount)]
        : [texts.waiting(amount, at(expiresAtMs)), texts.paidAlready]
  }
}

/** Why it failed, in the words of the payment page, where the code says it. */
function reasonLines(order: Order, { messages }: Texts): string[] {
  const reason = failureMessage(messages, order)
  return reason === undefined || reason === messages.reasonOther ? [] : [reason]
}

const isFulfilled = ({ state, resolution }: Pick<Order, 'state' | 'resolution'>) =>
  state === 'COMPLETED' && resolution !== 'late-refund' && resolution !== 'duplicate-refund'

function refundLines({ amount: paise, state, utr, needsReview }: Refund, texts: Texts): string[] {
  const amount = amountText(paise)
  if (needsReview) return [texts.refundPending(amount)]
  switch (state) {
    case 'COMPLETED':
      return utr === undefined
        ? [texts.refunded(amount)]
        : [texts.refunded(amount), `${texts.refundUtr}: ${utr}`, texts.askBank]
    case 'FAILED':
      return [texts.refundFailed(amount)]
    default:
      return [texts.refundPending(amount)]
  }
}

const DATE_FIELDS = {
  timeZone: 'Asia/Kolkata',
  hourCycle: 'h23',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  numberingSystem: 'latn',
} as const
const DATES = {
  en: new Intl.DateTimeFormat('en-IN', DATE_FIELDS),
  hi: new Intl.DateTimeFormat('hi-IN', DATE_FIELDS),
}
/** A payer may not know the letters IST in another script. */
const momentIn = (language: PayerLanguage, atMs: number) =>
  language === 'hi' ? `भारतीय समय के अनुसार ${DATES.hi.format(atMs)}` : `${DATES.en.format(atMs)} IST`

interface Texts {
  messages: Messages
  /** As the receipts of shops name it. */
  orderNumber: string
  orderNumberInSentence: string
  secondOrderNumber: string
  paidOrderNumber: string
  paymentUtr: string
  refundUtr: string
  received(amount: string, at: string): string
  mandateApproved(amount: string): string
  notReceived(amount: string): string
  payAgain: string
  paidElsewhere(payment: string): string
  waiting(amount: string, until: string): string
  paidAlready: string
  undecided(amount: string): string
  inReview(amount: string): string
  late(amount: string): string
  twice(amount: string): string
  beingRefunded: string
  secondPayment(amount: string, payment: string): string
  secondPending: string
  secondRefunded: string
  secondOwed: string
  refunded(amount: string): string
  askBank: string
  moneyBack: string
  refundPending(amount: string): string
  refundFailed(amount: string): string
  owed(amount: string): string
  nothingToDo: string
}

const TEXTS: { readonly [Language in PayerLanguage]: Texts } = {
  en: {
    messages: en,
    orderNumber: 'Order number',
    orderNumberInSentence: 'order number',
    secondOrderNumber: 'Order number of the second payment',
    paidOrderNumber: 'Order number of the paid order',
    paymentUtr: 'UTR of your payment',
    refundUtr: 'UTR of the refund',
    received: (amount, at) => `We have received your payment of ${amount}${at && ` on ${at}`}.`,
    mandateApproved: (amount) =>
      `You have approved the mandate. ${amount} was taken to check your account, and comes back to you automatically.`,
    notReceived: (amount) => `We have not received your payment of ${amount}.`,
    payAgain: 'If money left your account, your bank returns it. To buy, please pay again in the shop.',
    paidElsewhere: (payment) => `Another payment for this order has reached us (${payment}). Please do not pay again.`,
    waiting: (amount, until) =>
      `We have not received your payment of ${amount} yet.${until && ` You can pay until ${until}.`}`,
    paidAlready: 'If you have paid already, please wait and do not pay again: the payment is being confirmed.',
    undecided: (amount) =>
      `Your payment of ${amount} is not confirmed yet. Please do not pay again: if it arrives too late, or fails, the money comes back to you.`,
    inReview: (amount) =>
      `We are checking your payment of ${amount} with the payment provider. Please do not pay again. We will write to you with the result.`,
    late: (amount) => `Your payment of ${amount} reached us after the order had ended. The order is not delivered.`,
    twice: (amount) => `You have paid for this order twice. Your payment of ${amount} is the second one.`,
    beingRefunded: 'The money is being refunded to you.',
    secondPayment: (amount, payment) => `A second payment of ${amount} for this order (${payment}) reached us too.`,
    secondPending: 'It is being refunded to you.',
    secondRefunded: 'It has been refunded to you.',
    secondOwed: 'It has not been returned yet. We will write to you about it.',
    refunded: (amount) => `We have refunded ${amount} to the account or card that you paid with.`,
    askBank: 'If you do not see it, please give the UTR of the refund to your bank.',
    moneyBack: MONEY_BACK_EN,
    refundPending: (amount) =>
      `A refund of ${amount} is in progress. It goes to the account or card that you paid with; you do not need to do anything.`,
    refundFailed: (amount) => `A refund of ${amount} did not go through. We will write to you about it.`,
    owed: (amount) => `${amount} of it has not been returned yet. We will write to you about it.`,
    nothingToDo: 'You do not need to do anything.',
  },
  hi: {
    messages: hi,
    orderNumber: 'ऑर्डर नंबर',
    orderNumberInSentence: 'ऑर्डर नंबर',
    secondOrderNumber: 'दूसरे पेमेंट का ऑर्डर नंबर',
    paidOrderNumber: 'जिस ऑर्डर का पेमेंट हो चुका है, उसका नंबर',
    paymentUtr: 'आपके पेमेंट का UTR',
    refundUtr: 'रिफ़ंड का UTR',
    received: (amount, at) => `हमें आपका ${amount} का पेमेंट ${at && `${at} को `}मिल गया है।`,
    mandateApproved: (amount) =>
      `आपने मैंडेट को मंज़ूरी दे दी है। ${amount} आपका खाता जाँचने के लिए कटे थे, और अपने आप आपको वापस मिल जाते हैं।`,
    notReceived: (amount) => `हमें आपका ${amount} का पेमेंट नहीं मिला।`,
    payAgain: 'अगर पैसे कट गए हैं, तो आपका बैंक उन्हें लौटा देगा। ख़रीदने के लिए कृपया दुकान में फिर से पे करें।',
    paidElsewhere: (payment) => `इस ऑर्डर का दूसरा पेमेंट (${payment}) हमें मिल चुका है। कृपया फिर से पे न करें।`,
    waiting: (amount, until) => `हमें आपका ${amount} का पेमेंट अभी नहीं मिला है।${until && ` आप ${until} तक पे कर सकते हैं।`}`,
    paidAlready: 'अगर आप पे कर चुके हैं, तो कृपया रुकें और फिर से पे न करें: पेमेंट की पुष्टि हो रही है।',
    undecided: (amount) =>
      `आपके ${amount} के पेमेंट की पुष्टि अभी नहीं हुई है। कृपया फिर से पे न करें: अगर पेमेंट देर से आया या पूरा नहीं हुआ, तो पैसे आपको वापस मिल जाएँगे।`,
    inReview: (amount) => `हम आपके ${amount} के पेमेंट की जाँच कर रहे हैं। कृपया फिर से पे न करें। नतीजा हम आपको लिखकर बताएँगे।`,
    late: (amount) => `आपका ${amount} का पेमेंट ऑर्डर का समय खत्म होने के बाद आया। ऑर्डर नहीं भेजा जाएगा।`,
    twice: (amount) => `आपने इस ऑर्डर के लिए दो बार पे किया है। आपका ${amount} का यह पेमेंट दूसरा है।`,
    beingRefunded: 'पैसे आपको लौटाए जा रहे हैं।',
    secondPayment: (amount, payment) => `इस ऑर्डर के लिए ${amount} का दूसरा पेमेंट (${payment}) भी हमें मिला।`,
    secondPending: 'वह आपको लौटाया जा रहा है।',
    secondRefunded: 'वह आपको लौटा दिया गया है।',
    secondOwed: 'वह अभी वापस नहीं हुआ है। हम इसके बारे में आपको लिखेंगे।',
    refunded: (amount) => `हमने ${amount} उसी खाते या कार्ड में लौटा दिए हैं जिससे आपने पे किया था।`,
    askBank: 'अगर पैसे न दिखें, तो कृपया रिफ़ंड का UTR अपने बैंक को बताएँ।',
    moneyBack: MONEY_BACK_HI,
    refundPending: (amount) =>
      `${amount} का रिफ़ंड चल रहा है। पैसे उसी खाते या कार्ड में आएँगे जिससे आपने पे किया था; आपको कुछ नहीं करना है।`,
    refundFailed: (amount) => `${amount} का रिफ़ंड पूरा नहीं हो सका। हम इसके बारे में आपको लिखेंगे।`,
    owed: (amount) => `इसमें से ${amount} अभी वापस नहीं हुए हैं। हम इसके बारे में आपको लिखेंगे।`,
    nothingToDo: 'आपको कुछ नहीं करना है।',
  },
}
