import type { BrowserOS, PageMode, UpiMode } from '@galla/contract/provider/payment-mode'
import type { AccountConstraint, CustomPayBody, DeviceContext, OrderBody } from '@galla/contract/provider/requests'
import type { Send } from '../http/send.ts'
import { customPay, sdkOrder } from '../operations/operations.ts'
import type { Method } from '../options.ts'
import { type CreatedOrder, readOpened } from '../responses/orders.ts'
import type { Clock } from '../runtime.ts'
import { objectField } from '../validation/fields.ts'
import { type OrderReads, orderReads } from './order-reads.ts'

interface CustomOrder extends OrderBody {
  /** Only these accounts may pay. */
  constraints?: readonly AccountConstraint[] | undefined
}

/** A payment on the merchant's own page. Modes that leave for a page need an address to come back to. */
export type CustomPay = CustomOrder & { deviceContext?: DeviceContext | undefined } & (
    | { paymentMode: CollectFromBrowser | UpiMode; redirectUrl?: string | undefined }
    | { paymentMode: PageMode; redirectUrl: string }
  )

/** The payer's system goes out as the header `x-device-os`, which a collect request must carry. */
type CollectFromBrowser = Extract<UpiMode, { type: 'UPI_COLLECT' }> & { deviceOS?: BrowserOS | undefined }

export interface CustomSdkOrder extends CustomOrder {
  disablePaymentRetry?: boolean | undefined
  redirectUrl?: string | undefined
  message?: string | undefined
}

export interface CustomCheckout extends OrderReads {
  /** Starts a payment in the chosen mode. Which of the three links comes back depends on the mode. Never repeated by itself. */
  pay: Method<CustomPay, CreatedOrder & { redirectUrl?: string; intentUrl?: string; qrData?: string }>
  /** Opens an order for the provider's mobile SDK and brings its token. */
  createSdkOrder: Method<CustomSdkOrder, CreatedOrder & { token: string }>
}

export function customCheckout(send: Send, clock: Clock): CustomCheckout {
  return {
    ...orderReads('custom', send, clock),
    pay: async (input, options) => {
      objectField(input, 'input')
      const { redirectUrl, paymentMode, ...order } = input
      const { deviceOS, ...mode } = objectField(paymentMode, 'paymentMode') as CollectFromBrowser
      const merchantUrls = redirectUrl === undefined ? undefined : { redirectUrl }
      const body: CustomPayBody = { ...order, paymentFlow: { type: 'PG', paymentMode: mode, merchantUrls } }
      return readOpened(await send(customPay(body, deviceOS), options))
    },
    createSdkOrder: async (input, options) => {
      objectField(input, 'input')
      const { redirectUrl, message, ...order } = input
      const merchantUrls = redirectUrl === undefined ? undefined : { redirectUrl }
      return readOpened(
        await send(
          sdkOrder('customSdkOrder', { ...order, paymentFlow: { type: 'PG_CHECKOUT', message, merchantUrls } }),
          options,
        ),
      )
    },
  }
}
