import type { Paise } from '@galla/contract/money'
import type { ReactElement, ReactNode } from 'react'
import { formatAmount } from '../components/amount.tsx'
import { Root, useGalla } from '../hooks/provider.tsx'
import type { SubscriptionMessages } from './i18n/en.ts'
import { type MandateToApprove, OpeningButton, type OpeningOptions } from './opening-button.tsx'
import { fillMessage, subscriptionMessages } from './wording.ts'

/** Props of `<SubscribeButton>`. */
export interface SubscribeButtonProps extends OpeningOptions {
  /** Price of a cycle, shown on the button, in paise. Your server decides the plan. */
  amount: Paise
  /** Asks your server to start a subscription. Resolve with the result of `gateway.subscriptions.start`. */
  startSubscription: () => Promise<MandateToApprove>
  /**
   * Messages by key, which replace the built-in messages in English and Hindi.
   * @default {}
   */
  messages?: Partial<SubscriptionMessages> | undefined
  /**
   * Label of the button.
   * @default 'Subscribe for ₹199.00' in the payer's language
   */
  children?: ReactNode
}

/**
 * Button that starts a subscription and opens the provider's page on which the payer approves the mandate. `<MandateSetup>` is this button
 * below the terms of the mandate.
 *
 * @throws Error when there is no `<GallaProvider>` above the component.
 * @example
 * ```tsx
 * <SubscribeButton amount={plan.amount} startSubscription={() => postJson('/subscribe', { planId: plan.planId })} />
 * ```
 */
export function SubscribeButton(props: SubscribeButtonProps): ReactElement {
  return (
    <Root>
      <LabelledButton {...props} />
    </Root>
  )
}

/** Inside of the root, whose boundary ends what the props make it throw. */
export function LabelledButton({
  amount,
  startSubscription,
  messages: overrides,
  children,
  ...options
}: SubscribeButtonProps): ReactElement {
  const messages = subscriptionMessages(useGalla().messages.lang, overrides)
  return (
    <OpeningButton messages={messages} start={startSubscription} {...options}>
      {children ?? fillMessage(messages.subscribe, { amount: formatAmount(amount) })}
    </OpeningButton>
  )
}
