import type { Template } from '../mail.ts'

/** The provider's reasons are known here in English only, so none is given. */
export const failedHi: Template = ({ shop, reference, merchantOrderId, amount }) => ({
  subject: `भुगतान नहीं हुआ: ${shop} को ${amount}`,
  heading: 'आपका भुगतान नहीं हो पाया',
  paragraphs: [
    `${shop} को आपसे ${amount} नहीं मिले हैं।`,
    'अगर आपके खाते से पैसे कट गए हैं, तो वे आपको वापस मिल जाएँगे। आप दुकान में फिर से कोशिश कर सकते हैं।',
  ],
  table: [
    ['राशि', amount],
    ['किसके लिए', reference],
    ['ऑर्डर', merchantOrderId],
  ],
})
