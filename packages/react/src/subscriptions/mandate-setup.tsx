import type { Plan } from '@galla/contract/gateway-api/subscriptions'
import type { Paise } from '@galla/contract/money'
import type { ReactElement } from 'react'
import { formatAmount } from '../components/amount.tsx'
import { Merchant, Root, useGalla } from '../hooks/provider.tsx'
import type { SubscriptionMessages } from './i18n/en.ts'
import { LabelledButton, type SubscribeButtonProps } from './subscribe-button.tsx'
import { Terms } from './terms.tsx'
import { fillMessage, subscriptionMessages } from './wording.ts'

/** The terms of a plan that the payer reads. `gateway.plans.get` returns them. */
export type PlanTerms = Pick<Plan, 'name' | 'amount' | 'frequency'> & Partial<Pick<Plan, 'trialDays' | 'cycles'>>

/** Props of `<MandateSetup>`. */
export interface MandateSetupProps extends Omit<SubscribeButtonProps, 'amount'> {
  /** The plan, as your server read the plan. Your server decides the amount that the payer pays. */
  plan: PlanTerms
  /**
   * Largest debit that the payer permits: the `maxAmount` of your start. In paise.
   * @default the price of the plan
   */
  maxAmount?: Paise | undefined
}

/**
 * The terms of a mandate that the payer agrees to: price, maximum, frequency, first debit, notice, and how to cancel. Below the terms,
 * a button opens the provider's page.
 *
 * @throws Error when there is no `<GallaProvider>` above the component.
 * @example
 * ```tsx
 * <MandateSetup plan={plan} startSubscription={() => postJson('/subscribe', { planId: plan.planId })} />
 * ```
 */
export function MandateSetup({ plan, maxAmount, ...button }: MandateSetupProps): ReactElement {
  return (
    <Root>
      <Merchant />
      <Agreement plan={plan} maxAmount={maxAmount} messages={button.messages} />
      <LabelledButton {...button} amount={plan.amount} />
    </Root>
  )
}

interface AgreementProps {
  plan: PlanTerms
  maxAmount: Paise | undefined
  messages: Partial<SubscriptionMessages> | undefined
}

/** Inside of the root, whose boundary ends what the props make it throw. */
function Agreement({ plan, maxAmount, messages: overrides }: AgreementProps): ReactElement {
  const messages = subscriptionMessages(useGalla().messages.lang, overrides)
  const { name, amount, frequency, trialDays = 0, cycles } = plan
  return (
    <div className="galla-stack galla-agreement">
      <div>
        <h2 className="galla-title">{name}</h2>
        <p className="galla-muted">{messages.setupTitle}</p>
      </div>
      <p>{messages.setupBody}</p>
      <Terms
        rows={[
          [messages.price, fillMessage(messages[frequency], { amount: formatAmount(amount) })],
          [messages.maximum, formatAmount(maxAmount ?? amount)],
          [
            messages.firstDebit,
            trialDays === 0
              ? messages.firstDebitNow
              : fillMessage(messages.firstDebitLater, { days: String(trialDays) }),
          ],
          [
            messages.duration,
            cycles === undefined
              ? messages.untilCancelled
              : fillMessage(messages.numberOfDebits, { count: String(cycles) }),
          ],
          [messages.notice, messages.noticeBody],
          [messages.howToCancel, messages.howToCancelBody],
        ]}
      />
    </div>
  )
}
