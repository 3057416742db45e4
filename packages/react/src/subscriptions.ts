export type {
  NextDebit,
  PayerChange,
  PayerPause,
  PayerSubscription,
} from '@galla/contract/gateway-api/payer-subscriptions'
export { en, type SubscriptionMessages } from './subscriptions/i18n/en.ts'
export { MandateSetup, type MandateSetupProps, type PlanTerms } from './subscriptions/mandate-setup.tsx'
export type { MandateToApprove, OpeningOptions } from './subscriptions/opening-button.tsx'
export { storedSubscription, storeSubscription } from './subscriptions/stored-subscription.ts'
export { SubscribeButton, type SubscribeButtonProps } from './subscriptions/subscribe-button.tsx'
export { SubscriptionPanel, type SubscriptionPanelProps } from './subscriptions/subscription-panel.tsx'
export type { SubscriptionSession, SubscriptionState } from './subscriptions/subscription-session.ts'
export { type UseSubscriptionResult, useSubscription } from './subscriptions/use-subscription.ts'
