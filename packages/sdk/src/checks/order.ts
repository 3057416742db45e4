import type { OrderBody } from '@galla/contract/provider/requests'
import { checkAmount } from './amount.ts'
import { invalid, objectField, textField } from './fields.ts'
import { checkNewId } from './ids.ts'
import { checkMetaInfo } from './meta-info.ts'

/** What all four calls that open an order share. */
export function checkOrder(body: OrderBody & { constraints?: unknown }): void {
  checkNewId(body.merchantOrderId, 'merchantOrderId')
  checkAmount(body.amount)
  const { expireAfter } = body
  if (expireAfter !== undefined && !(Number.isSafeInteger(expireAfter) && expireAfter > 0)) {
    throw invalid('expireAfter', 'must be a whole number of seconds above 0')
  }
  checkMetaInfo(body.metaInfo)
  checkConstraints(body.constraints)
}

function checkConstraints(constraints: unknown): void {
  if (constraints === undefined) return
  if (!Array.isArray(constraints)) throw invalid('constraints', 'must be a list')
  for (const [index, item] of constraints.entries()) {
    const field = `constraints[${index}]`
    const constraint: { type?: unknown; accountNumber?: unknown; ifsc?: unknown } = objectField(item, field)
    if (constraint.type !== 'ACCOUNT') throw invalid(`${field}.type`, "must be 'ACCOUNT'")
    textField(constraint.accountNumber, `${field}.accountNumber`)
    textField(constraint.ifsc, `${field}.ifsc`)
  }
}
