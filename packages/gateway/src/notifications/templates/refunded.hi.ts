import type { Template } from '../mail.ts'

export const refundedHi: Template = ({ shop, reference, merchantOrderId, refundAmount }) => ({
  subject: `रिफ़ंड: ${shop} से ${refundAmount}`,
  heading: 'आपके पैसे वापस आ रहे हैं',
  paragraphs: [`${shop} ने आपको ${refundAmount} लौटा दिए हैं। आपके बैंक में दिखने में कुछ दिन लग सकते हैं।`],
  table: [
    ['रिफ़ंड', refundAmount],
    ['किसके लिए', reference],
    ['ऑर्डर', merchantOrderId],
  ],
})
