import { objectField } from '../../validation/fields.ts'

/** The request itself: it was built in the wire's shape. What its fields hold is the call's to check. */
export function bodyOf<Body extends object>(request: object): Body {
  const body: { paymentFlow?: unknown } = objectField(request, 'request')
  if ('merchantOrderId' in body) objectField(body.paymentFlow, 'paymentFlow')
  return body as Body
}
