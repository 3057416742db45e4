import type { BrowserOS, PaymentMode } from '@galla/contract/provider/payment-mode'
import type { Draft, Problems } from './draft.ts'
import type { KindId } from './kinds.ts'

/** In place of what is sealed at the last moment. */
const SEALED = { encryptionKeyId: 0, encryptedCvv: '', expiry: { month: '', year: '' } }

/** How a draft is paid on the shop's own page, and what is wrong with it. */
export function modeOf(
  draft: Draft,
  kind: KindId,
): { paymentMode: PaymentMode; deviceOS?: BrowserOS; problems?: Problems } {
  const { system, targetApp, vpa, phoneNumber, bankId, message } = draft
  const words = message.trim() === '' ? {} : { message: message.trim() }
  const collect = (details: Extract<PaymentMode, { type: 'UPI_COLLECT' }>['details'], problems: Problems) =>
    ({ paymentMode: { type: 'UPI_COLLECT', details, ...words }, deviceOS: system, problems }) as const
  switch (kind) {
    case 'upi-app':
      return { paymentMode: { type: 'UPI_INTENT', targetApp }, deviceOS: system }
    case 'own-app':
      return { paymentMode: { type: 'PPE_INTENT' } }
    case 'collect-vpa':
      return collect(
        { type: 'VPA', vpa },
        /^[\w.-]{2,200}@[\w.-]{2,50}$/.test(vpa) ? {} : { vpa: 'Write a UPI id like asha@ybl.' },
      )
    case 'collect-phone':
      return collect(
        { type: 'PHONE_NUMBER', phoneNumber },
        /^\+?\d{10,13}$/.test(phoneNumber) ? {} : { phoneNumber: 'Write ten digits, or +91 and ten digits.' },
      )
    case 'card':
      return { paymentMode: { type: 'CARD', cardDetails: { ...SEALED, encryptedCardNumber: '' } } }
    case 'token':
      return { paymentMode: { type: 'TOKEN', tokenDetails: { ...SEALED, encryptedToken: '' } } }
    case 'net-banking':
      return { paymentMode: { type: 'NET_BANKING', bankId } }
    default:
      return { paymentMode: { type: 'UPI_QR' } }
  }
}
