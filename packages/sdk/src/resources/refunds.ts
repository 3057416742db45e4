import type { RefundBody } from '@galla/contract/provider/requests'
import type { Send } from '../http/send.ts'
import { refund, refundStatus } from '../operations/operations.ts'
import type { Method } from '../options.ts'
import { waitFor } from '../polling/poll.ts'
import { type CreatedRefund, type RefundStatus, readRefundOpened, readRefundStatus } from '../responses/refunds.ts'
import type { Clock } from '../runtime.ts'
import { checkKnownId, objectField } from '../validation/fields.ts'

export interface Refunds {
  /**
   * Gives money back, whole or in part. After outcome `unknown` read `getStatus` under the same `merchantRefundId`:
   * only when the provider does not know it may the same id be sent again. Never make up a new id for the same refund.
   */
  create: Method<RefundBody, CreatedRefund>
  getStatus: Method<{ merchantRefundId: string }, RefundStatus>
  /** Asks until the refund is COMPLETED or FAILED, which may take days: bound it with `timeoutMs` or a signal. */
  wait: Method<{ merchantRefundId: string }, RefundStatus>
}

export function refunds(send: Send, clock: Clock): Refunds {
  const getStatus: Refunds['getStatus'] = async (input, options) => {
    objectField(input, 'input')
    return readRefundStatus(await send(refundStatus(input.merchantRefundId), options))
  }
  return {
    create: async (input, options) => {
      objectField(input, 'input')
      return readRefundOpened(await send(refund(input), options))
    },
    getStatus,
    wait: async (input, options) => {
      objectField(input, 'input')
      const { merchantRefundId } = input
      checkKnownId(merchantRefundId, 'merchantRefundId')
      return waitFor(
        {
          read: (each) => getStatus({ merchantRefundId }, each),
          isFinal: ({ state }) => state === 'COMPLETED' || state === 'FAILED',
          expiryOf: () => undefined,
        },
        clock,
        options,
      )
    },
  }
}
