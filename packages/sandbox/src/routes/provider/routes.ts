import type { EndpointName } from '@galla/contract/provider/endpoints'
import { lookUpVpa } from '../../domain/upi.ts'
import { badField, ok, type Reply } from '../../responses/errors.ts'
import { bodyFields, checkText } from '../validation.ts'
import { token } from './authorization.ts'
import { customPay } from './custom-pay.ts'
import type { Call, Handler } from './endpoint.ts'
import {
  customSdkOrder,
  orderStatus,
  refundStatus,
  standardPay,
  standardSdkOrder,
  transactionStatus,
} from './orders.ts'
import { refund } from './refunds.ts'

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

/** `POST /client/v1/backend/events/batch`: telemetry is taken, written in the journal and not looked at again. */
export function events({ body }: Call): Reply {
  const fields = bodyFields(body)
  if (!Array.isArray(fields.events)) throw badField('events', 'must be a list.')
  return ok({ accepted: fields.events.length })
}

/** `POST /v2/validate/upi`: whom a UPI id or a UPI number belongs to. */
export function validateUpi({ body }: Call): Reply {
  const fields = bodyFields(body)
  const type = checkText(fields.type, 'type')
  if (type === 'VPA') {
    const vpa = checkText(fields.vpa, 'vpa')
    if (vpa.length > 255) throw badField('vpa', 'must not exceed 255 characters.')
    return ok(lookUpVpa(vpa))
  }
  if (type !== 'UPI_NUMBER') throw badField('type', 'must be VPA or UPI_NUMBER.')
  const upiNumber = checkText(fields.upiNumber, 'upiNumber')
  return ok(/^\d{8,10}$/.test(upiNumber) ? { valid: true, name: 'Asha Sandbox' } : { valid: false })
}
