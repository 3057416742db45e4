import type { ValidateUpiBody } from '@galla/contract/provider/requests'
import type { ValidateUpiResponse } from '@galla/contract/provider/responses'
import type { Send } from '../http/send.ts'
import { validateUpi } from '../operations/operations.ts'
import type { Method } from '../options.ts'
import { requireObject } from '../validation/fields.ts'

/** Checks of UPI ids. */
export interface Upi {
  /**
   * Checks that a UPI id or number exists, and returns the name of the holder. Call `validate` before a collect request.
   * @throws {GallaError} `invalid-request` before anything is sent; `bad-request` when refused
   * @example const { valid, name } = await galla.upi.validate({ type: 'VPA', vpa: 'asha@ybl' })
   */
  validate: Method<ValidateUpiBody, ValidateUpiResponse>
}

export function upi(send: Send): Upi {
  return {
    validate: async (input, options) => {
      requireObject(input, 'input')
      return (await send(validateUpi(input), options)) as ValidateUpiResponse
    },
  }
}
