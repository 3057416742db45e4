import type { Template } from '../mail.ts'

export const refundedEn: Template = ({ shop, reference, merchantOrderId, refundAmount }) => ({
  subject: `Refund: ${refundAmount} from ${shop}`,
  heading: 'Your money is on its way back',
  paragraphs: [`${shop} has given ${refundAmount} back to you. Your bank may take some days to show it.`],
  table: [
    ['Refund', refundAmount],
    ['For', reference],
    ['Order', merchantOrderId],
  ],
})
