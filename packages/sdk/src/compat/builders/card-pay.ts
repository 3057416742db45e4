import { builderOf, type Setters } from '../builder.ts'
import { CardPaymentV2Instrument, NewCardDetails } from '../instruments/card.ts'
import { Expiry } from '../instruments/expiry.ts'
import type { CustomCheckoutPayRequest } from '../requests/custom-pay.ts'
import { customRequest } from './custom-request.ts'
import { ORDER_FIELDS, type OrderFields } from './order-fields.ts'

interface Fields extends OrderFields {
  encryptionKeyId: number
  encryptedCardNumber: string
  encryptedCvv: string
  expiryMonth: string
  expiryYear: string
  authMode?: string | undefined
  cardHolderName?: string | undefined
  merchantUserId?: string | undefined
  redirectUrl?: string | undefined
  savedCard?: boolean | undefined
}

export interface CardPayRequestBuilder extends Setters<Fields, CardPayRequestBuilder> {
  build(): CustomCheckoutPayRequest
}

export const CardPayRequestBuilder: new () => CardPayRequestBuilder = builderOf<Fields, CardPayRequestBuilder>(
  [
    ...ORDER_FIELDS,
    'encryptionKeyId',
    'encryptedCardNumber',
    'encryptedCvv',
    'expiryMonth',
    'expiryYear',
    'authMode',
    'cardHolderName',
    'merchantUserId',
    'redirectUrl',
    'savedCard',
  ],
  (set) => {
    const expiry = new Expiry(set.expiryMonth, set.expiryYear)
    const card = new NewCardDetails(
      set.encryptedCardNumber,
      set.encryptedCvv,
      set.encryptionKeyId,
      expiry,
      set.cardHolderName,
    )
    const instrument = new CardPaymentV2Instrument(card, set.authMode, set.merchantUserId, set.savedCard)
    return customRequest(set, instrument, { redirectUrl: set.redirectUrl })
  },
)
