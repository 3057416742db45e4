import type { HaltReason } from '@galla/contract/gateway-api/subscriptions'
import type { Template } from './mail.ts'

const upcomingEn: Template = ({ shop, subscriptionId, amount, debitDay }) => ({
  subject: `Coming debit: ${amount} for ${shop}`,
  heading: 'A debit is coming',
  paragraphs: [
    `On ${debitDay} or shortly after, ${shop} debits ${amount} from your account by UPI AutoPay.`,
    'Until then you can pause or end the mandate in your UPI app.',
  ],
  table: [
    ['Amount', amount],
    ['Day', debitDay],
    ['Subscription', subscriptionId],
  ],
})

const upcomingHi: Template = ({ shop, subscriptionId, amount, debitDay }) => ({
  subject: `आने वाला भुगतान: ${shop} के लिए ${amount}`,
  heading: 'आपके खाते से भुगतान होने वाला है',
  paragraphs: [
    `${debitDay} को या उसके तुरंत बाद, UPI AutoPay से आपके खाते से ${shop} के लिए ${amount} कटेंगे।`,
    'तब तक आप अपने UPI ऐप में मैंडेट रोक या बंद कर सकते हैं।',
  ],
  table: [
    ['राशि', amount],
    ['दिन', debitDay],
    ['सदस्यता', subscriptionId],
  ],
})

const failedEn: Template = ({ shop, subscriptionId, amount, reason, isRepeated }) => ({
  subject: `Debit failed: ${amount} for ${shop}`,
  heading: 'A debit failed',
  paragraphs: [
    `${shop} could not debit ${amount} from your account.${reason === '' ? '' : ` ${reason}`}`,
    ...(isRepeated ? ['The debit will be tried again. You will be told a day before.'] : []),
  ],
  table: [
    ['Amount', amount],
    ['Subscription', subscriptionId],
  ],
})

/** Reasons exist in English only, so the Hindi mail gives none. */
const failedHi: Template = ({ shop, subscriptionId, amount, isRepeated }) => ({
  subject: `भुगतान नहीं हुआ: ${shop} के लिए ${amount}`,
  heading: 'आपके खाते से भुगतान नहीं हो पाया',
  paragraphs: [
    `आपके खाते से ${shop} के लिए ${amount} नहीं कट पाए।`,
    ...(isRepeated ? ['भुगतान की कोशिश फिर की जाएगी। आपको एक दिन पहले बताया जाएगा।'] : []),
  ],
  table: [
    ['राशि', amount],
    ['सदस्यता', subscriptionId],
  ],
})

const HALTED_EN: { readonly [Reason in HaltReason]: string } = {
  'debits-failed': 'Every debit of the last bill failed.',
  'mandate-ended': 'The mandate in your UPI app has ended.',
  'mandate-expires': 'The mandate in your UPI app ends before the next debit.',
  'above-mandate': 'The price is higher than the mandate in your UPI app permits.',
}

const HALTED_HI: { readonly [Reason in HaltReason]: string } = {
  'debits-failed': 'पिछले बिल का कोई भुगतान नहीं हो पाया।',
  'mandate-ended': 'आपके UPI ऐप का मैंडेट बंद हो गया है।',
  'mandate-expires': 'आपके UPI ऐप का मैंडेट अगले भुगतान से पहले खत्म हो जाता है।',
  'above-mandate': 'कीमत आपके UPI ऐप के मैंडेट की सीमा से ज़्यादा है।',
}

const haltedEn: Template = ({ shop, subscriptionId, amount, haltedFor }) => ({
  subject: `On hold: your subscription to ${shop}`,
  heading: 'Your subscription is on hold',
  paragraphs: [
    ...(haltedFor ? [HALTED_EN[haltedFor]] : []),
    `Nothing more will be debited from your account. To continue, contact ${shop}.`,
  ],
  table: [
    ['Price', amount],
    ['Subscription', subscriptionId],
  ],
})

const haltedHi: Template = ({ shop, subscriptionId, amount, haltedFor }) => ({
  subject: `रुकी हुई है: ${shop} की आपकी सदस्यता`,
  heading: 'आपकी सदस्यता रुकी हुई है',
  paragraphs: [
    ...(haltedFor ? [HALTED_HI[haltedFor]] : []),
    `आपके खाते से और पैसे नहीं कटेंगे। जारी रखने के लिए ${shop} से संपर्क करें।`,
  ],
  table: [
    ['कीमत', amount],
    ['सदस्यता', subscriptionId],
  ],
})

const cancelledEn: Template = ({ shop, subscriptionId, amount }) => ({
  subject: `Cancelled: your subscription to ${shop}`,
  heading: 'Your subscription is cancelled',
  paragraphs: ['Nothing more will be debited for the subscription. The mandate in your UPI app ends, too.'],
  table: [
    ['Price', amount],
    ['Subscription', subscriptionId],
  ],
})

const cancelledHi: Template = ({ shop, subscriptionId, amount }) => ({
  subject: `रद्द: ${shop} की आपकी सदस्यता`,
  heading: 'आपकी सदस्यता रद्द हो गई है',
  paragraphs: ['इस सदस्यता के लिए और पैसे नहीं कटेंगे। आपके UPI ऐप का मैंडेट भी बंद हो जाएगा।'],
  table: [
    ['कीमत', amount],
    ['सदस्यता', subscriptionId],
  ],
})

/** Default templates of subscriptions. */
export const SUBSCRIPTION_TEMPLATES = {
  charge_upcoming: { en: upcomingEn, hi: upcomingHi },
  charge_failed: { en: failedEn, hi: failedHi },
  halted: { en: haltedEn, hi: haltedHi },
  cancelled: { en: cancelledEn, hi: cancelledHi },
} as const
