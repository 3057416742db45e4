import { builderOf, type Setters } from '../builder.ts'
import { Expiry } from '../instruments/expiry.ts'
import { TokenDetails, TokenPaymentV2Instrument } from '../instruments/token.ts'
import type { CustomCheckoutPayRequest } from '../requests/custom-pay.ts'
import { customRequest } from './custom-request.ts'
import { ORDER_FIELDS, type OrderFields } from './order-fields.ts'

interface Fields extends OrderFields {
  encryptionKeyId: number
  encryptedToken: string
  encryptedCvv: string
  cryptogram: string
  panSuffix: string
  expiryMonth: string
  expiryYear: string
  authMode?: string | undefined
  redirectUrl?: string | undefined
  cardHolderName?: string | undefined
  merchantUserId?: string | undefined
}

export interface TokenPayRequestBuilder extends Setters<Fields, TokenPayRequestBuilder> {
  build(): CustomCheckoutPayRequest
}

export const TokenPayRequestBuilder: new () => TokenPayRequestBuilder = builderOf<Fields, TokenPayRequestBuilder>(
  [
    ...ORDER_FIELDS,
    'encryptionKeyId',
    'encryptedToken',
    'encryptedCvv',
    'cryptogram',
    'panSuffix',
    'expiryMonth',
    'expiryYear',
    'authMode',
    'redirectUrl',
    'cardHolderName',
    'merchantUserId',
  ],
  (set) => {
    const token = new TokenDetails(
      set.encryptedToken,
      set.encryptedCvv,
      set.encryptionKeyId,
      new Expiry(set.expiryMonth, set.expiryYear),
      set.cryptogram,
      set.panSuffix,
      set.cardHolderName,
    )
    const instrument = new TokenPaymentV2Instrument(token, set.authMode, set.merchantUserId)
    return customRequest(set, instrument, { redirectUrl: set.redirectUrl })
  },
)
