import type { Billing, GatewayContext } from './context.ts'
import type { BillingMethods } from './subscription-methods.ts'

/** Subscriptions of UPI AutoPay; `subscriptions()` of `@galla/gateway/subscriptions` makes one. */
export interface SubscriptionsOption {
  /** Called by orders, callbacks, events and workers. */
  readonly billing: Billing
  /** Makes the methods of a gateway. `during` registers work that `stop()` waits for. */
  methods(context: GatewayContext, during: <Result>(work: () => Promise<Result>) => Promise<Result>): BillingMethods
}
