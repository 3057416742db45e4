import { lookUpVpa } from '../domain/vpa.ts'
import type { Call } from './call.ts'
import { bodyFields, checkText } from './checks.ts'
import { badField } from './error-bodies.ts'
import { ok, type Reply } from './reply.ts'

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
