import type { Policy } from '../policy.ts'
import type { Observation, ProviderOrderStatus } from './order.ts'

export type ObservationOf<Kind extends Observation['kind']> = Extract<Observation, { kind: Kind }>

/** An observation that decides about an order: a status, or a callback that the policy trusts like a status. */
export type Decisive = ObservationOf<'status' | 'callback'>

/** The last observation of a kind. */
export function find<Kind extends Observation['kind']>(
  observations: readonly Observation[],
  kind: Kind,
): ObservationOf<Kind> | undefined {
  return observations.filter((one): one is ObservationOf<Kind> => one.kind === kind).at(-1)
}

/** A status, or a callback about the order that the policy trusts like one. */
export function decisiveOf(
  observations: readonly Observation[],
  { trustHmacCallbacks }: Pick<Policy, 'trustHmacCallbacks'>,
): Decisive | undefined {
  const status = find(observations, 'status')
  const callback = find(observations, 'callback')
  const trusted =
    callback?.mode === 'hmac' && trustHmacCallbacks && !callback.ofAttempt && isConclusive(callback.status)
      ? callback
      : undefined
  return status ?? trusted
}

/**
 * A callback that names no order, or does not state the amount, or reports a payment with failed attempts only, leaves the decision to the
 * status.
 */
function isConclusive({ state, merchantOrderId, orderId, amount, attempts }: ProviderOrderStatus): boolean {
  if (amount === undefined || (merchantOrderId === undefined && orderId === undefined)) return false
  return state !== 'COMPLETED' || attempts.length === 0 || attempts.some((one) => one.state === 'COMPLETED')
}
