import type { PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import type { PaymentMode } from '@galla/contract/provider/payment-mode'
import { HttpError } from '../../http/responses.ts'

/**
 * Refuses what only the merchant's server may choose of a payment: anybody with a payer token can write a request by hand.
 * @throws HttpError 400 naming the field
 */
export function checkOwnFields(mode: PaymentMode): void {
  // The payer's app shows the message in the merchant's name.
  if ('message' in mode)
    throw invalid('paymentMode.message', 'Set the message on the server, when it starts the order.')
  if ('merchantUserId' in mode)
    throw invalid('paymentMode.merchantUserId', 'Set merchantUserId on the server, when it starts the order.')
  // Who pays without 3-D Secure can dispute the payment, and the merchant bears it.
  if ('authMode' in mode && mode.authMode !== '3DS')
    throw invalid('paymentMode.authMode', 'Send 3DS or no authMode. Only the server may send another authMode.')
  // The result of an authentication. A cryptogram proves itself to the network, and this is only a claim.
  if (mode.type === 'TOKEN' && 'eci' in mode.tokenDetails)
    throw invalid('paymentMode.tokenDetails.eci', 'Send the eci from the server.')
}

/**
 * Refuses a payment in a way that `paymentMethods` does not offer. UPI by QR code and by app is always offered.
 * @throws HttpError 409 NOT_OFFERED, 400 COLLECT_NOT_ALLOWED
 */
export function checkOffered(mode: PaymentMode, { banks, cardEncryption, savedCards, collect }: PaymentMethods): void {
  if (mode.type === 'UPI_COLLECT' && !collect.allowed) {
    const message = 'This merchant accepts no collect requests: pay by QR code or by app.'
    throw new HttpError(400, 'COLLECT_NOT_ALLOWED', message, { field: 'paymentMode' })
  }
  if (mode.type === 'NET_BANKING') {
    const bank = banks.find(({ bankId }) => bankId === mode.bankId)
    if (bank === undefined) throw notOffered('paymentMode.bankId', 'Net banking with this bank is not offered.')
    if (bank.health === 'down') throw notOffered('paymentMode.bankId', 'The bank cannot be reached at the moment.')
  }
  if (mode.type === 'CARD' && cardEncryption === undefined)
    throw notOffered('paymentMode.type', 'Payment by card is not offered.')
  if (mode.type === 'TOKEN' && (cardEncryption === undefined || savedCards.length === 0))
    throw notOffered('paymentMode.type', 'Payment by saved card is not offered.')
}

const invalid = (field: string, message: string): HttpError => new HttpError(400, 'INVALID_REQUEST', message, { field })

const notOffered = (field: string, message: string): HttpError => new HttpError(409, 'NOT_OFFERED', message, { field })
