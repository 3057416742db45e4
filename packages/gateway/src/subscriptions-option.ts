import type { Billing, GatewayContext, PayerSubscriptions } from './context.ts'
import { invalidOption } from './errors.ts'
import type { BillingMethods } from './subscription-methods.ts'

/** The option for subscriptions of UPI AutoPay. `subscriptions()` of `@galla/gateway/subscriptions` makes the option. */
export interface SubscriptionsOption {
  /** Read by the gateway only. */
  readonly parts: object
}

/** The parts of subscriptions that a gateway calls. */
export interface SubscriptionParts {
  /** Called by orders, callbacks, events and workers. */
  readonly billing: Billing
  /** Makes the methods of a gateway. `during` registers work that `stop()` waits for. */
  methods(context: GatewayContext, during: <Result>(work: () => Promise<Result>) => Promise<Result>): BillingMethods
  /** Makes what the payer's routes call. */
  forPayer(context: GatewayContext): PayerSubscriptions
}

/**
 * The parts that `subscriptions()` has made.
 * @throws GatewayError INVALID_OPTION
 */
export function partsOf(option: SubscriptionsOption | undefined): SubscriptionParts | undefined {
  if (option === undefined) return undefined
  if (typeof option?.parts !== 'object')
    throw invalidOption('subscriptions', 'must be made with subscriptions() of @galla/gateway/subscriptions')
  return option.parts as SubscriptionParts
}
