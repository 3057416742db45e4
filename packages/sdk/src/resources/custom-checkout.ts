import type { BrowserOS, PageMode, UpiMode } from '@galla/contract/provider/payment-mode'
import type { AccountConstraint, CustomPayBody, DeviceContext, OrderBody } from '@galla/contract/provider/requests'
import type { Send } from '../http/send.ts'
import { customPay, sdkOrder } from '../operations/operations.ts'
import type { Method } from '../options.ts'
import { type CreatedOrder, readCreatedOrder } from '../responses/orders.ts'
import type { Clock } from '../runtime.ts'
import { requireObject } from '../validation/fields.ts'
import { type Names, refuseUnknownNames } from '../validation/names.ts'
import { type OrderQueries, orderQueries } from './order-queries.ts'
import { pageOrderBody } from './standard-checkout.ts'

interface CustomOrder extends OrderBody {
  /** Bank accounts that may pay; the provider refuses others. */
  constraints?: readonly AccountConstraint[] | undefined
}

/** A payment on your own page, in one payment mode. */
export type CustomPay = CustomOrder & {
  /** The payer's device, for `UPI_INTENT`. */
  deviceContext?: DeviceContext | undefined
} & (
    | {
        /** The payment mode and its fields. */
        paymentMode: CollectMode | UpiMode
        /** UPI modes do not use the URL. */
        redirectUrl?: string | undefined
      }
    | {
        /** A payment mode that uses a page of the bank. */
        paymentMode: PageMode
        /** The http or https URL to which the bank returns the payer. */
        redirectUrl: string
      }
  )

type CollectMode = Extract<UpiMode, { type: 'UPI_COLLECT' }> & {
  /** Operating system of the payer's browser; sent as the header `x-device-os`, which collect requests need. */
  deviceOS?: BrowserOS | undefined
}

/** An order for the provider's mobile SDK with your own payment page. */
export interface CustomSdkOrder extends CustomOrder {
  /** True: the first failed attempt fails the order. @default false */
  disablePaymentRetry?: boolean | undefined
  /** The http or https URL to which the payer returns. */
  redirectUrl?: string | undefined
  /** Text that the payer sees with a collect request. */
  message?: string | undefined
}

/** Payments on your own page, in a payment mode that you choose. */
export interface CustomCheckout extends OrderQueries {
  /**
   * Starts a payment. The SDK never repeats a request that may have arrived. After outcome `unknown`, read the order's status, since
   * an id works once.
   * @throws {GallaError} `invalid-request` before anything is sent; `bad-request` or `expectation-failed` when refused;
   * `forbidden` when custom checkout is not enabled; `network`, `timeout` or `server-error`: read `outcome`
   * @example
   * const { intentUrl } = await galla.customCheckout.pay({
   *   merchantOrderId: 'order-42',
   *   amount: inr('499.00'),
   *   paymentMode: { type: 'UPI_QR' },
   * })
   */
  pay: Method<
    CustomPay,
    CreatedOrder & {
      /** `NET_BANKING`, `CARD`, `TOKEN`: URL of the bank's page. */
      redirectUrl?: string
      /** `UPI_INTENT`, `UPI_QR`, `PPE_INTENT`: a link that opens the UPI app. */
      intentUrl?: string
      /** `UPI_QR`: a QR code as an image or text. Prefer to draw a QR code of `intentUrl`. */
      qrData?: string
    }
  >
  /**
   * Creates an order for the provider's mobile SDK.
   * @throws {GallaError} the errors of `pay`
   * @example
   * const { orderId, token } = await galla.customCheckout.createSdkOrder({ merchantOrderId: 'order-43', amount: inr('10') })
   */
  createSdkOrder: Method<
    CustomSdkOrder,
    CreatedOrder & {
      /** Token for the mobile SDK, which also needs `orderId`. */
      token: string
    }
  >
}

const PAY: Names<CustomPay> = {
  merchantOrderId: true,
  amount: true,
  expireAfter: true,
  metaInfo: true,
  constraints: true,
  redirectUrl: true,
  deviceContext: true,
  paymentMode: true,
}
const SDK_ORDER: Names<CustomSdkOrder> = {
  merchantOrderId: true,
  amount: true,
  expireAfter: true,
  metaInfo: true,
  constraints: true,
  redirectUrl: true,
  disablePaymentRetry: true,
  message: true,
}

export function customCheckout(send: Send, clock: Clock): CustomCheckout {
  return {
    ...orderQueries('custom', send, clock),
    pay: async (input, options) => {
      refuseUnknownNames(requireObject(input, 'input'), PAY)
      const { redirectUrl, paymentMode, ...order } = input
      const { deviceOS, ...mode } = requireObject(paymentMode, 'paymentMode') as CollectMode
      const merchantUrls = redirectUrl === undefined ? undefined : { redirectUrl }
      const body: CustomPayBody = { ...order, paymentFlow: { type: 'PG', paymentMode: mode, merchantUrls } }
      return readCreatedOrder(await send(customPay(body, deviceOS), options))
    },
    createSdkOrder: async (input, options) => {
      refuseUnknownNames(requireObject(input, 'input'), SDK_ORDER)
      return readCreatedOrder(await send(sdkOrder('customSdkOrder', pageOrderBody(input)), options))
    },
  }
}
