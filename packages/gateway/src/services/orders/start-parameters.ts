import type { CreateLink } from '@galla/contract/gateway-api/links'
import type { StartOrder } from '@galla/contract/gateway-api/merchant-routes'
import type { GatewayContext } from '../../context.ts'
import { differingField, fingerprintOf, isComparable } from '../../domain/orders/fingerprint.ts'
import type { FingerprintedOrder } from '../../storage/orders/order-openings.ts'
import { idTaken } from './open-order.ts'

/** A payment link as it is started: its lifetime is always known. */
export interface WantedLink extends CreateLink {
  readonly checkout: 'LINK'
  readonly expireAfter: number
}

/** The parameters of `orders.start` or `links.create`. */
export type WantedOrder = StartOrder | WantedLink

/** The parameters that make two starts the same. */
export function parametersOf(wanted: WantedOrder): object {
  const { merchantOrderId: _, replaces: __, ...parameters } = wanted
  return parameters
}

/** True when the open order may be the answer to a start without an id. */
export const isIdentical = (context: GatewayContext, order: FingerprintedOrder, wanted: WantedOrder): boolean =>
  order.needsReview === undefined &&
  order.replacedBy === undefined &&
  differingParameter(context, order, wanted) === undefined

/** The first parameter in which a start differs from the order that is stored. */
function differingParameter(
  context: GatewayContext,
  order: FingerprintedOrder,
  wanted: WantedOrder,
): string | undefined {
  const { merchantOrderId, startFingerprint, reference, amount, checkout, request } = order
  const given = fingerprintOf(parametersOf(wanted), merchantOrderId, context.digest)
  if (isComparable(startFingerprint, given)) return differingField(startFingerprint, given)
  // Started before a change of the client secret: the parameters are stored, until they are erased, with what the choice of a payment mode had since.
  const { payerVpa: _vpa, payerUserIds: _ids, ...started } = request
  const parameters = isErased(order) ? parametersOf(wanted) : started
  const stored = { ...parameters, reference, amount, checkout }
  return differingField(fingerprintOf(stored, merchantOrderId, context.digest), given)
}

/** Erasure leaves no digest. */
const isErased = ({ startFingerprint }: FingerprintedOrder): boolean => Object.keys(startFingerprint).length === 0

/** @throws GatewayError ID_TAKEN when the id was used with other parameters */
export function checkSame(context: GatewayContext, known: FingerprintedOrder, wanted: WantedOrder): void {
  const field = differingParameter(context, known, wanted)
  if (field !== undefined) throw idTaken(known.merchantOrderId, field)
}
