import { checkKnownId } from '../checks/ids.ts'
import { type Call, callOf } from './call.ts'

/** Which product an order belongs to; each has its own paths. */
export type Product = 'standard' | 'custom'

/** `GET …/order/{merchantOrderId}/status`; `details` asks for every attempt instead of the latest. */
export function orderStatus(product: Product, merchantOrderId: string, details = false, errorContext?: boolean): Call {
  checkKnownId(merchantOrderId, 'merchantOrderId')
  const query = { details: details === true, errorContext: errorContext === true ? true : undefined }
  return callOf(`${product}OrderStatus`, { merchantOrderId }, { query })
}

/** `GET …/transaction/{transactionId}/status`: the order seen through one attempt. */
export function transactionStatus(product: Product, transactionId: string, errorContext?: boolean): Call {
  checkKnownId(transactionId, 'transactionId')
  return callOf(
    `${product}TransactionStatus`,
    { transactionId },
    { query: { errorContext: errorContext === true ? true : undefined } },
  )
}
