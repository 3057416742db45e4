import type { ValidateUpiReply } from '@galla/contract/provider/replies'
import type { ValidateUpiBody } from '@galla/contract/provider/requests'
import { validateUpi } from '../calls/validate-upi.ts'
import { objectField } from '../checks/fields.ts'
import type { Method } from '../config.ts'
import type { Send } from '../pipeline/send.ts'

export interface Upi {
  /** Does this UPI id or number exist, and whose is it? Ask before a collect request. */
  validate: Method<ValidateUpiBody, ValidateUpiReply>
}

export function upi(send: Send): Upi {
  return {
    validate: async (input, options) => {
      objectField(input, 'input')
      return (await send(validateUpi(input), options)) as ValidateUpiReply
    },
  }
}
