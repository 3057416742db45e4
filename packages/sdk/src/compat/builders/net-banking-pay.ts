import { builderOf, type Setters } from '../builder.ts'
import { NetBankingPaymentV2Instrument } from '../instruments/net-banking.ts'
import type { CustomCheckoutPayRequest } from '../requests/custom-pay.ts'
import { customRequest } from './custom-request.ts'
import { ORDER_FIELDS, type OrderFields } from './order-fields.ts'

interface Fields extends OrderFields {
  bankId: string
  merchantUserId?: string | undefined
  redirectUrl?: string | undefined
}

export interface NetBankingPayRequestBuilder extends Setters<Fields, NetBankingPayRequestBuilder> {
  build(): CustomCheckoutPayRequest
}

export const NetBankingPayRequestBuilder: new () => NetBankingPayRequestBuilder = builderOf<
  Fields,
  NetBankingPayRequestBuilder
>([...ORDER_FIELDS, 'bankId', 'merchantUserId', 'redirectUrl'], (set) =>
  customRequest(set, new NetBankingPaymentV2Instrument(set.bankId, set.merchantUserId), {
    redirectUrl: set.redirectUrl,
  }),
)
