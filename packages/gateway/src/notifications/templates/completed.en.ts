import type { Template } from '../mail.ts'

export const completedEn: Template = ({ shop, reference, merchantOrderId, amount }) => ({
  subject: `Paid: ${amount} to ${shop}`,
  heading: 'Your payment has arrived',
  paragraphs: [`Thank you. ${shop} has received ${amount} from you.`],
  table: [
    ['Amount', amount],
    ['For', reference],
    ['Order', merchantOrderId],
  ],
})
