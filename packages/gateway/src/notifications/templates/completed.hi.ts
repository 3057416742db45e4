import type { Template } from '../mail.ts'

export const completedHi: Template = ({ shop, reference, merchantOrderId, amount }) => ({
  subject: `भुगतान मिला: ${shop} को ${amount}`,
  heading: 'आपका भुगतान मिल गया है',
  paragraphs: [`धन्यवाद। ${shop} को आपसे ${amount} मिल गए हैं।`],
  table: [
    ['राशि', amount],
    ['किसके लिए', reference],
    ['ऑर्डर', merchantOrderId],
  ],
})
