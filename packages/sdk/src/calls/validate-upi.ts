import type { ValidateUpiBody } from '@galla/contract/provider/requests'
import { invalid, textField } from '../checks/fields.ts'
import { type Call, callOf } from './call.ts'

/** `POST /v2/validate/upi`: does this UPI id or number exist? */
export function validateUpi(body: ValidateUpiBody): Call {
  if (body.type === 'VPA') textField(body.vpa, 'vpa')
  else if (body.type === 'UPI_NUMBER') textField(body.upiNumber, 'upiNumber')
  else throw invalid('type', "must be 'VPA' or 'UPI_NUMBER'")
  return callOf('validateUpi', {}, { body })
}
