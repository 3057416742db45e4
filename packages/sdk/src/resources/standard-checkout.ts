import type {
  AccountConstraint,
  OrderBody,
  PaymentModeConfig,
  StandardPayBody,
} from '@galla/contract/provider/requests'
import type { Send } from '../http/send.ts'
import { sdkOrder, standardPay } from '../operations/operations.ts'
import type { Method } from '../options.ts'
import { type CreatedOrder, readCreatedOrder } from '../responses/orders.ts'
import type { Clock } from '../runtime.ts'
import { requireObject } from '../validation/fields.ts'
import { type Names, refuseUnknownNames } from '../validation/names.ts'
import { type OrderQueries, orderQueries } from './order-queries.ts'

/** An order for the provider's hosted page. Fields have the names of the protocol; the SDK adds `paymentFlow`. */
export interface StandardPay extends OrderBody {
  /** The http or https URL to which the payer returns, after success and failure. */
  redirectUrl?: string | undefined
  /** Text that the payer sees with a collect request. */
  message?: string | undefined
  /** The payment modes that the page offers. @default all modes that are enabled for you */
  paymentModeConfig?: PaymentModeConfig | undefined
  /** True: the first failed attempt fails the order. @default false */
  disablePaymentRetry?: boolean | undefined
  /** Bank accounts that may pay; the provider refuses others. */
  constraints?: readonly AccountConstraint[] | undefined
}

/** Payments on the provider's hosted page. */
export interface StandardCheckout extends OrderQueries {
  /**
   * Creates an order and returns the URL of the payment page. The SDK never repeats a request that may have arrived. After outcome
   * `unknown`, read the order's status, since an id works once.
   * @throws {GallaError} `invalid-request` before anything is sent; `bad-request` or `expectation-failed` when refused,
   * for example for a used `merchantOrderId`; `network`, `timeout` or `server-error`: read `outcome`
   * @example
   * const order = await galla.standardCheckout.pay({
   *   merchantOrderId: 'order-42',
   *   amount: inr('499.00'),
   *   redirectUrl: 'https://shop.example/thanks',
   * })
   * response.redirect(order.redirectUrl)
   */
  pay: Method<
    StandardPay & {
      /** Fills in the payer's phone number on the page. */
      prefillUserLoginDetails?:
        | {
            /** Ten digits, or a number with country code: `+919000000001`. */
            phoneNumber: string
          }
        | undefined
    },
    CreatedOrder & {
      /** URL of the payment page. Pass the URL on unchanged. */
      redirectUrl: string
    }
  >
  /**
   * Creates an order for the provider's mobile SDK.
   * @throws {GallaError} the errors of `pay`
   * @example
   * const { orderId, token } = await galla.standardCheckout.createSdkOrder({ merchantOrderId: 'order-43', amount: inr('10') })
   */
  createSdkOrder: Method<
    StandardPay,
    CreatedOrder & {
      /** Token for the mobile SDK, which also needs `orderId`. */
      token: string
    }
  >
}

export function standardCheckout(send: Send, clock: Clock): StandardCheckout {
  return {
    ...orderQueries('standard', send, clock),
    pay: async (input, options) => readCreatedOrder(await send(standardPay(pageOrderBody(input)), options)),
    createSdkOrder: async (input, options) =>
      readCreatedOrder(await send(sdkOrder('standardSdkOrder', pageOrderBody(input)), options)),
  }
}

const PAY: Names<StandardPay & { prefillUserLoginDetails?: unknown }> = {
  merchantOrderId: true,
  amount: true,
  expireAfter: true,
  metaInfo: true,
  constraints: true,
  redirectUrl: true,
  message: true,
  paymentModeConfig: true,
  disablePaymentRetry: true,
  prefillUserLoginDetails: true,
}

/**
 * The body of an order for one of the provider's pages. Names each field: a rest pattern would copy the order twice, which
 * costs a tenth of a call.
 */
export function pageOrderBody(input: StandardPay & Pick<StandardPayBody, 'prefillUserLoginDetails'>): StandardPayBody {
  refuseUnknownNames(requireObject(input, 'input'), PAY)
  const { merchantOrderId, amount, expireAfter, metaInfo, constraints, redirectUrl, message, paymentModeConfig } = input
  const merchantUrls = redirectUrl === undefined ? undefined : { redirectUrl }
  return {
    merchantOrderId,
    amount,
    expireAfter,
    metaInfo,
    constraints,
    disablePaymentRetry: input.disablePaymentRetry,
    prefillUserLoginDetails: input.prefillUserLoginDetails,
    paymentFlow: { type: 'PG_CHECKOUT', message, merchantUrls, paymentModeConfig },
  }
}
