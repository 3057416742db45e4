import type { RefundBody } from '@galla/contract/provider/requests'
import type { Send } from '../http/send.ts'
import { refund, refundStatus } from '../operations/operations.ts'
import type { Method } from '../options.ts'
import { pollUntilFinal } from '../polling/poll.ts'
import { type CreatedRefund, type RefundStatus, readCreatedRefund, readRefundStatus } from '../responses/refunds.ts'
import type { Clock } from '../runtime.ts'
import { requireObject, validateLookupId } from '../validation/fields.ts'
import { type Names, refuseUnknownNames } from '../validation/names.ts'

interface RefundReference {
  /** Your id of the refund. */
  merchantRefundId: string
}

/** Refunds of orders, links and debits. */
export interface Refunds {
  /**
   * Refunds an order in whole or in part. After outcome `unknown`, call `getStatus` with the same `merchantRefundId`.
   * Repeat the refund only if the provider does not know the refund, and always under the same id.
   * @throws {GallaError} `invalid-request` before anything is sent; `bad-request` when refused, for example a refund of more
   * than was paid; `network`, `timeout` or `server-error`: read `outcome`
   * @example
   * await galla.refunds.create({
   *   merchantRefundId: 'refund-42-1',
   *   originalMerchantOrderId: 'order-42',
   *   amount: inr('100'),
   * })
   */
  create: Method<RefundBody, CreatedRefund>
  /**
   * Reads a refund.
   * @throws {GallaError} `bad-request` or `not-found` when the provider does not know the refund
   * @example const { state } = await galla.refunds.getStatus({ merchantRefundId: 'refund-42-1' })
   */
  getStatus: Method<RefundReference, RefundStatus>
  /**
   * Polls a refund until COMPLETED or FAILED. That may take days: set `timeoutMs` or `signal`.
   * @throws {GallaError} `timeout` or `aborted`, with outcome `unknown`; an error of a poll that is not `retryable`
   * @example await galla.refunds.wait({ merchantRefundId: 'refund-42-1' }, { timeoutMs: 60_000 })
   */
  wait: Method<RefundReference, RefundStatus>
}

const REFUND: Names<RefundBody> = { merchantRefundId: true, originalMerchantOrderId: true, amount: true }

export function refunds(send: Send, clock: Clock): Refunds {
  const getStatus: Refunds['getStatus'] = async (input, options) => {
    requireObject(input, 'input')
    return readRefundStatus(await send(refundStatus(input.merchantRefundId), options))
  }
  return {
    create: async (input, options) => {
      refuseUnknownNames(requireObject(input, 'input'), REFUND)
      return readCreatedRefund(await send(refund(input), options))
    },
    getStatus,
    wait: async (input, options) => {
      requireObject(input, 'input')
      const { merchantRefundId } = input
      validateLookupId(merchantRefundId, 'merchantRefundId')
      return pollUntilFinal(
        {
          read: (callOptions) => getStatus({ merchantRefundId }, callOptions),
          isFinal: ({ state }) => state === 'COMPLETED' || state === 'FAILED',
          expiryOf: () => undefined,
        },
        clock,
        options,
      )
    },
  }
}
