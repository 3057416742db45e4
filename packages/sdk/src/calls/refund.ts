import type { RefundBody } from '@galla/contract/provider/requests'
import { checkAmount } from '../checks/amount.ts'
import { checkKnownId, checkNewId } from '../checks/ids.ts'
import { type Call, callOf } from './call.ts'

/** `POST /payments/v2/refund`, the same for both products. */
export function refund(body: RefundBody): Call {
  checkNewId(body.merchantRefundId, 'merchantRefundId')
  checkKnownId(body.originalMerchantOrderId, 'originalMerchantOrderId')
  checkAmount(body.amount)
  const { merchantRefundId, originalMerchantOrderId } = body
  return callOf('refund', { merchantRefundId, originalMerchantOrderId }, { body })
}

/** `GET /payments/v2/refund/{merchantRefundId}/status` */
export function refundStatus(merchantRefundId: string): Call {
  checkKnownId(merchantRefundId, 'merchantRefundId')
  return callOf('refundStatus', { merchantRefundId })
}
