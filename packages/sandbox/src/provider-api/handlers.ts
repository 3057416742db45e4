import type { EndpointName } from '@galla/contract/provider/endpoints'
import type { Handler } from './call.ts'
import { customPay } from './custom-pay.ts'
import { events } from './events.ts'
import { refund } from './refund.ts'
import { customSdkOrder, standardSdkOrder } from './sdk-order.ts'
import { standardPay } from './standard-pay.ts'
import { orderStatus, refundStatus, transactionStatus } from './status.ts'
import { token } from './token.ts'
import { validateUpi } from './validate-upi.ts'

/** Every endpoint of the protocol: one that is missing is a type error. */
export const HANDLERS: { readonly [Name in EndpointName]: Handler } = {
  token,
  standardPay,
  standardOrderStatus: orderStatus,
  standardTransactionStatus: transactionStatus,
  standardSdkOrder,
  customPay,
  customOrderStatus: orderStatus,
  customTransactionStatus: transactionStatus,
  customSdkOrder,
  refund,
  refundStatus,
  validateUpi,
  events,
}

/** Where the live hosts keep these paths, so that an official client needs nothing but another host name. */
export const LIVE_PREFIXES: readonly string[] = [
  '',
  '/apis/pg-sandbox',
  '/apis/pg',
  '/apis/identity-manager',
  '/apis/pg-ingestion',
]
