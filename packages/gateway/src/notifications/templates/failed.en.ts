import type { Template } from '../mail.ts'

export const failedEn: Template = ({ shop, reference, merchantOrderId, amount, reason }) => ({
  subject: `Not paid: ${amount} to ${shop}`,
  heading: 'Your payment did not go through',
  paragraphs: [
    `${shop} has not received ${amount} from you.${reason === '' ? '' : ` ${reason}`}`,
    'If money has left your account all the same, it comes back to you. You can try again in the shop.',
  ],
  table: [
    ['Amount', amount],
    ['For', reference],
    ['Order', merchantOrderId],
  ],
})
