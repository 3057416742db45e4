import type { PaymentMode } from '@galla/contract/provider/payment-mode'

const EXPIRY = { month: '12', year: '2030' }
const SEALED = 'encrypted-with-the-public-key'

const EXAMPLES: { readonly [Type in PaymentMode['type']]: Extract<PaymentMode, { type: Type }> } = {
  UPI_QR: { type: 'UPI_QR' },
  PPE_INTENT: { type: 'PPE_INTENT' },
  UPI_INTENT: { type: 'UPI_INTENT', targetApp: 'com.phonepe.app' },
  UPI_COLLECT: { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'someone@bank' } },
  NET_BANKING: { type: 'NET_BANKING', bankId: 'ICIC' },
  CARD: {
    type: 'CARD',
    cardDetails: { encryptedCardNumber: SEALED, encryptionKeyId: 1, encryptedCvv: SEALED, expiry: EXPIRY },
  },
  TOKEN: {
    type: 'TOKEN',
    tokenDetails: { encryptedToken: SEALED, encryptionKeyId: 1, encryptedCvv: SEALED, expiry: EXPIRY },
  },
}

/** A payment mode of this kind with every field it must have. What a payer typed is never in the log. */
export function exampleMode(type: string | undefined): PaymentMode {
  return type !== undefined && Object.hasOwn(EXAMPLES, type) ? EXAMPLES[type as PaymentMode['type']] : EXAMPLES.UPI_QR
}
