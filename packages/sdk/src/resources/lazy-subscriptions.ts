import type { CallOptions, Method } from '../options.ts'
import type { SubscriptionPorts, Subscriptions } from './subscriptions.ts'

/** Loaded with the first call: a client that only takes payments never loads it. */
export function subscriptions(ports: SubscriptionPorts): Subscriptions {
  let loading: Promise<Subscriptions> | undefined
  const load = async () => (await import('./subscription-calls.ts')).createSubscriptions(ports)
  const method = (name: keyof Subscriptions) => async (input: object, options?: CallOptions) => {
    loading ??= load()
    return ((await loading)[name] as Method<object, unknown>)(input, options)
  }
  const names =
    'setup notify redeem getStatus cancel getOrderStatus getTransactionStatus waitForMandate waitForRedemption'
  return Object.fromEntries(names.split(' ').map((name) => [name, method(name as keyof Subscriptions)])) as never
}
