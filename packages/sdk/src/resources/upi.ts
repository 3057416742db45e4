import type { ValidateUpiReply } from '@galla/contract/provider/replies'
import type { ValidateUpiBody } from '@galla/contract/provider/requests'
import type { Send } from '../http/send.ts'
import { validateUpi } from '../operations/operations.ts'
import type { Method } from '../options.ts'
import { objectField } from '../validation/fields.ts'

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
