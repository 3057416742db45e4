import type { CallOptions, Method } from '../options.ts'
import type { LinkPorts, Links } from './links.ts'
import type { SettlementPorts, Settlements } from './settlements.ts'
import type { SubscriptionPorts, Subscriptions } from './subscriptions.ts'

/** Methods whose code is loaded with the first call: a client that only takes payments never loads it. */
function lazy<Resource extends object>(load: () => Promise<Resource>, names: string): Resource {
  let loading: Promise<Resource> | undefined
  const method = (name: string) => async (input: object, options?: CallOptions) => {
    loading ??= load()
    return ((await loading)[name as keyof Resource] as Method<object, unknown>)(input, options)
  }
  return Object.fromEntries(names.split(' ').map((name) => [name, method(name)])) as Resource
}

export const subscriptions = (ports: SubscriptionPorts): Subscriptions =>
  lazy(
    async () => (await import('./subscription-calls.ts')).createSubscriptions(ports),
    'setup notify redeem getStatus cancel getOrderStatus getTransactionStatus waitForMandate waitForRedemption',
  )

export const links = (ports: LinkPorts): Links =>
  lazy(async () => (await import('./link-calls.ts')).createLinks(ports), 'create getStatus notify cancel')

export const settlements = (ports: SettlementPorts): Settlements =>
  lazy(async () => (await import('./settlement-calls.ts')).createSettlements(ports), 'list get')
