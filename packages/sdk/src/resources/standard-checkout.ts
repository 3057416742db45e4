import type {
  AccountConstraint,
  OrderBody,
  PaymentModeConfig,
  StandardPayBody,
} from '@galla/contract/provider/requests'
import type { Send } from '../http/send.ts'
import { sdkOrder, standardPay } from '../operations/operations.ts'
import type { Method } from '../options.ts'
import { type CreatedOrder, readOpened } from '../responses/orders.ts'
import type { Clock } from '../runtime.ts'
import { objectField } from '../validation/fields.ts'
import { type OrderReads, orderReads } from './order-reads.ts'

/** An order for the provider's hosted page. Leaves keep the wire's names; only `paymentFlow` and `merchantUrls` are written for you. */
export interface StandardPay extends OrderBody {
  /** Where the payer comes back to, paid or not. */
  redirectUrl?: string | undefined
  /** Text that the payer sees beside a collect request. */
  message?: string | undefined
  paymentModeConfig?: PaymentModeConfig | undefined
  /** One attempt only: after it fails, so does the order. */
  disablePaymentRetry?: boolean | undefined
  constraints?: readonly AccountConstraint[] | undefined
}

export interface StandardCheckout extends OrderReads {
  /** Opens an order and brings the hosted page's address. Never repeated by itself: an id can be used once. */
  pay: Method<
    StandardPay & { prefillUserLoginDetails?: { phoneNumber: string } | undefined },
    CreatedOrder & { redirectUrl: string }
  >
  /** Opens an order for the provider's mobile SDK and brings its token. */
  createSdkOrder: Method<StandardPay, CreatedOrder & { token: string }>
}

export function standardCheckout(send: Send, clock: Clock): StandardCheckout {
  return {
    ...orderReads('standard', send, clock),
    pay: async (input, options) => readOpened(await send(standardPay(withFlow(input)), options)),
    createSdkOrder: async (input, options) =>
      readOpened(await send(sdkOrder('standardSdkOrder', withFlow(input)), options)),
  }
}

function withFlow(input: StandardPay): StandardPayBody {
  objectField(input, 'input')
  const { redirectUrl, message, paymentModeConfig, ...order } = input
  const merchantUrls = redirectUrl === undefined ? undefined : { redirectUrl }
  return { ...order, paymentFlow: { type: 'PG_CHECKOUT', message, merchantUrls, paymentModeConfig } }
}
