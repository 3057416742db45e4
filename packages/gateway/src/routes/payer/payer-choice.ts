import type { PaymentMode } from '@galla/contract/provider/payment-mode'
import { HttpError } from '../../http/responses.ts'

/**
 * Refuses what only the merchant's server may choose of a payment: anybody with a payer token can write a request by hand.
 * @throws HttpError 400 naming the field
 */
export function checkOwnFields(mode: PaymentMode): void {
  // The payer's app shows the message in the merchant's name.
  if ('message' in mode)
    throw invalid('paymentMode.message', 'Set the message on the server: orders.start({ message }).')
  if ('merchantUserId' in mode)
    throw invalid('paymentMode.merchantUserId', 'Set merchantUserId on the server: orders.start({ merchantUserId }).')
  // Who pays without 3-D Secure can dispute the payment, and the merchant bears it.
  if ('authMode' in mode && mode.authMode !== '3DS')
    throw invalid('paymentMode.authMode', 'Send 3DS or nothing. Another authMode is for the server: orders.pay().')
  // The result of an authentication. A cryptogram proves itself to the network, and this is only a claim.
  if (mode.type === 'TOKEN' && 'eci' in mode.tokenDetails)
    throw invalid('paymentMode.tokenDetails.eci', 'Send the eci from the server: orders.pay().')
}

const invalid = (field: string, message: string): HttpError => new HttpError(400, 'INVALID_REQUEST', message, { field })
