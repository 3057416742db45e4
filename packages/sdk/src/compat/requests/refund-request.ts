import { builderOf, type Setters } from '../builder.ts'

interface Fields {
  merchantRefundId: string
  originalMerchantOrderId: string
  /** Paise. */
  amount: number
}

/** The body of `POST /payments/v2/refund`. */
export class RefundRequest {
  declare merchantRefundId: string
  declare originalMerchantOrderId: string
  /** Paise. */
  declare amount: number

  constructor(merchantRefundId: string, originalMerchantOrderId: string, amount: number) {
    Object.assign(this, { merchantRefundId, originalMerchantOrderId, amount })
  }

  static builder(): RefundRequestBuilder {
    return new RefundRequestBuilder()
  }
}

interface RefundRequestBuilder extends Setters<Fields, RefundRequestBuilder> {
  build(): RefundRequest
}

const RefundRequestBuilder: new () => RefundRequestBuilder = builderOf<Fields, RefundRequestBuilder>(
  ['merchantRefundId', 'originalMerchantOrderId', 'amount'],
  (set) => new RefundRequest(set.merchantRefundId, set.originalMerchantOrderId, set.amount),
)
