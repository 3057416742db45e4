import type { RefundBody } from '@galla/contract/provider/requests'
import { refund, refundStatus } from '../calls/refund.ts'
import { objectField } from '../checks/fields.ts'
import { checkKnownId } from '../checks/ids.ts'
import type { Clock } from '../clock.ts'
import type { Method } from '../config.ts'
import type { Send } from '../pipeline/send.ts'
import { type CreatedRefund, type RefundStatus, readRefundOpened, readRefundStatus } from '../replies/refund-status.ts'
import { waitFor } from '../waiting/wait-for.ts'

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
