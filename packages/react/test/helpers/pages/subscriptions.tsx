import { paise } from '@galla/contract/money'
import {
  MandateSetup,
  type PlanTerms,
  SubscribeButton,
  SubscriptionPanel,
  storedSubscription,
  useSubscription,
} from '@galla/react/subscriptions'
import { ta } from '@galla/react/subscriptions/ta'
import type { ReactElement } from 'react'
import type { TestProps } from './test-props.ts'

const PLAN: PlanTerms = { name: 'Tea every month', amount: paise(19_900), frequency: 'MONTHLY' }
const TRIAL: PlanTerms = { ...PLAN, trialDays: 7, cycles: 12 }

/** Components for subscriptions, by the name in the URL. */
export const SUBSCRIPTION_COMPONENTS: { readonly [name: string]: (props: TestProps) => ReactElement } = {
  subscribe: ({ payerToken, report }) => (
    <SubscribeButton
      amount={PLAN.amount}
      startSubscription={() => start(payerToken)}
      onApproved={() => report('approved')}
      onError={(error) => report(String(error))}
    />
  ),
  agreement: ({ payerToken, query }) => (
    <MandateSetup
      plan={query.has('trial') ? TRIAL : PLAN}
      maxAmount={paise(49_900)}
      startSubscription={() => start(payerToken)}
      messages={query.has('ta') ? ta : undefined}
    />
  ),
  panel: ({ payerToken, query, report }) => (
    <SubscriptionPanel
      payerToken={payerToken}
      renewMandate={query.has('renew') ? () => start(payerToken) : undefined}
      onStartAgain={() => report('again')}
    />
  ),
  both: (props) => (
    <>
      <State {...props} />
      <SubscriptionPanel payerToken={props.payerToken} />
    </>
  ),
  stored: () => <p>{storedSubscription()}</p>,
}

/** The shop's server, which answers what the test says. */
const start = async (payerToken: string) => {
  const { page } = (await (await fetch('/start-subscription')).json()) as { page?: string }
  return { payerToken, redirectUrl: page }
}

function State({ payerToken }: TestProps): ReactElement {
  return <p data-state={useSubscription(payerToken).subscription?.state} />
}
