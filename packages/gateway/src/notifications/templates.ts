import { MONEY_BACK_EN, MONEY_BACK_HI } from '@galla/contract/money-back'
import type { Language, MailEvent, Template } from './mail.ts'
import { SUBSCRIPTION_TEMPLATES } from './subscription-templates.ts'

/** A template for each event and language. */
export type Templates = { readonly [Event in MailEvent]: { readonly [In in Language]: Template } }

const completedEn: Template = ({ shop, reference, merchantOrderId, amount }) => ({
  subject: `Paid: ${amount} to ${shop}`,
  heading: 'Payment received',
  paragraphs: [`Thank you. ${shop} has received ${amount} from you.`],
  table: [
    ['Amount', amount],
    ['For', reference],
    ['Order', merchantOrderId],
  ],
})

const completedHi: Template = ({ shop, reference, merchantOrderId, amount }) => ({
  subject: `भुगतान मिला: ${shop} को ${amount}`,
  heading: 'आपका भुगतान मिल गया है',
  paragraphs: [`धन्यवाद। ${shop} को आपसे ${amount} मिल गए हैं।`],
  table: [
    ['राशि', amount],
    ['किसके लिए', reference],
    ['ऑर्डर', merchantOrderId],
  ],
})

const failedEn: Template = ({ shop, reference, merchantOrderId, amount, reason }) => ({
  subject: `Not paid: ${amount} to ${shop}`,
  heading: 'Your payment did not go through',
  paragraphs: [
    `${shop} has not received ${amount} from you.${reason === '' ? '' : ` ${reason}`}`,
    `If your account was debited, the amount will be returned to you. ${MONEY_BACK_EN} You can try again in the shop.`,
  ],
  table: [
    ['Amount', amount],
    ['For', reference],
    ['Order', merchantOrderId],
  ],
})

/** Reasons exist in English only, so the Hindi mail gives none. */
const failedHi: Template = ({ shop, reference, merchantOrderId, amount }) => ({
  subject: `भुगतान नहीं हुआ: ${shop} को ${amount}`,
  heading: 'आपका भुगतान नहीं हो पाया',
  paragraphs: [
    `${shop} को आपसे ${amount} नहीं मिले हैं।`,
    `अगर आपके खाते से पैसे कट गए हैं, तो वे आपको वापस मिल जाएँगे। ${MONEY_BACK_HI} आप दुकान में फिर से कोशिश कर सकते हैं।`,
  ],
  table: [
    ['राशि', amount],
    ['किसके लिए', reference],
    ['ऑर्डर', merchantOrderId],
  ],
})

const refundedEn: Template = ({ shop, reference, merchantOrderId, refundAmount }) => ({
  subject: `Refund: ${refundAmount} from ${shop}`,
  heading: 'Your refund has been sent',
  paragraphs: [`${shop} has refunded ${refundAmount} to you. ${MONEY_BACK_EN}`],
  table: [
    ['Refund', refundAmount],
    ['For', reference],
    ['Order', merchantOrderId],
  ],
})

const refundedHi: Template = ({ shop, reference, merchantOrderId, refundAmount }) => ({
  subject: `रिफ़ंड: ${shop} से ${refundAmount}`,
  heading: 'आपके पैसे वापस आ रहे हैं',
  paragraphs: [`${shop} ने आपको ${refundAmount} लौटा दिए हैं। ${MONEY_BACK_HI}`],
  table: [
    ['रिफ़ंड', refundAmount],
    ['किसके लिए', reference],
    ['ऑर्डर', merchantOrderId],
  ],
})

/** Default templates. */
export const TEMPLATES: Templates = {
  completed: { en: completedEn, hi: completedHi },
  failed: { en: failedEn, hi: failedHi },
  refunded: { en: refundedEn, hi: refundedHi },
  ...SUBSCRIPTION_TEMPLATES,
}
