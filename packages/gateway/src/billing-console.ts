import type {
  ComingDay,
  ListedPlan,
  ListedSubscription,
  PlanSubscriptionsQuery,
  SubscriptionFigures,
  SubscriptionStory,
} from '@galla/contract/gateway-api/console-subscriptions'
import type { Page } from '@galla/contract/gateway-api/orders'
import type { ParsedQuery } from '@galla/contract/gateway-api/parsed-query'
import type { PlansQuery } from '@galla/contract/gateway-api/subscriptions'

/** A change of a subscription that a person asks for. */
export type SubscriptionChange =
  | { readonly kind: 'pause'; readonly untilMs?: number | undefined }
  | { readonly kind: 'resume' }
  | { readonly kind: 'skip'; readonly cycle?: number | undefined }
  | { readonly kind: 'cancel'; readonly at: 'now' | 'cycle-end' }

/** Subscriptions as the console reads and changes them. */
export interface BillingConsole {
  /** @throws GatewayError INVALID_REQUEST */
  list(query: ParsedQuery<PlanSubscriptionsQuery>): Promise<Page<ListedSubscription>>
  story(subscriptionId: string): Promise<SubscriptionStory | undefined>
  coming(): Promise<ComingDay[]>
  figures(): Promise<SubscriptionFigures>
  /** @throws GatewayError INVALID_REQUEST */
  plans(query: ParsedQuery<PlansQuery>): Promise<Page<ListedPlan>>
  /** Recorded in the audit log. @throws GatewayError as the method of `gateway.subscriptions` */
  change(subscriptionId: string, change: SubscriptionChange): Promise<SubscriptionStory>
}
