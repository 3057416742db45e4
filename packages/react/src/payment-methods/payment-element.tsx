import type { PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import { type ReactElement, type ReactNode, useId, useState } from 'react'
import type { IconName } from '../components/controls.tsx'
import { PaymentMethodItem } from '../components/payment-method-item.tsx'
import { lastMethod, type MethodName } from '../core/last-method.ts'
import { Boundary, useGalla } from '../hooks/provider.tsx'
import type { Messages } from '../i18n/en.ts'
import { type MethodPanelProps, PaymentFlow } from '../payment-flow/payment-flow.tsx'
import type { PaymentProps } from '../payment-flow/payment-status.tsx'
import { AmountLine, StepTitle, TimeLeft } from '../payment-flow/step.tsx'
import { type CardFormOptions, CardPanel, requirePciScope, type SavedCardsOptions, SavedCardsPanel } from './card.tsx'
import { NetBankingPanel } from './net-banking.tsx'
import { UpiPanel } from './upi.tsx'

/** Options of the payment methods that need more than the order. */
export interface MethodOptions {
  /**
   * Offers cards, where the order allows them.
   * @default no cards
   */
  readonly cards?: CardFormOptions | undefined
  /**
   * Offers the order's saved cards.
   * @default no saved cards
   */
  readonly savedCards?: SavedCardsOptions | undefined
}

/** Props of `<PaymentElement>`. */
export interface PaymentElementProps extends PaymentProps, MethodOptions {
  /**
   * Payment methods to offer, in this order. Cards need `cards` or `savedCards` as well.
   * @default all that the order allows
   */
  methods?: readonly MethodName[] | undefined
}

/**
 * A complete custom checkout: all payment methods of the order, then the payment, then its outcome.
 *
 * @throws TypeError when `cards` or `savedCards` lacks `acknowledgesPciScope: true`.
 * @throws Error when there is no `<GallaProvider>` above the component.
 * @example
 * ```tsx
 * <PaymentElement payerToken={payerToken} onStartAgain={newOrder} cards={{ acknowledgesPciScope: true }} />
 * ```
 */
export function PaymentElement(props: PaymentElementProps): ReactElement {
  const { methods, cards, savedCards, ...flow } = props
  if (cards !== undefined) requirePciScope('<PaymentElement cards>', cards)
  if (savedCards !== undefined) requirePciScope('<PaymentElement savedCards>', savedCards)
  return (
    <PaymentFlow
      {...flow}
      choose={(panel) => <MethodChoice panel={panel} options={{ cards, savedCards }} names={methods} />}
    />
  )
}

interface PaymentMethod {
  readonly name: MethodName
  readonly icon: IconName
  readonly title: keyof Messages
  readonly hint: keyof Messages
  readonly isOffered: (methods: PaymentMethods, options: MethodOptions) => boolean
  readonly panel: (props: MethodPanelProps, options: MethodOptions) => ReactNode
}

/** To add a payment method, add its panel in this folder and an entry here. */
const METHODS: readonly PaymentMethod[] = [
  {
    name: 'upi',
    icon: 'upi',
    title: 'upi',
    hint: 'upiHint',
    isOffered: () => true,
    panel: (props) => <UpiPanel {...props} />,
  },
  {
    name: 'saved-cards',
    icon: 'saved',
    title: 'savedCards',
    hint: 'savedCardsHint',
    isOffered: ({ savedCards, cardEncryption }, options) =>
      savedCards.length > 0 && cardEncryption !== undefined && options.savedCards !== undefined,
    panel: (props, { savedCards }) =>
      savedCards && <SavedCardsPanel {...props} getCardToken={savedCards.getCardToken} />,
  },
  {
    name: 'card',
    icon: 'card',
    title: 'card',
    hint: 'cardHint',
    isOffered: ({ cardEncryption }, { cards }) => cardEncryption !== undefined && cards !== undefined,
    panel: (props, { cards }) => cards && <CardPanel {...props} offersSaving={cards.offersSaving} />,
  },
  {
    name: 'net-banking',
    icon: 'bank',
    title: 'netBanking',
    hint: 'netBankingHint',
    isOffered: ({ banks }) => banks.length > 0,
    panel: (props) => <NetBankingPanel {...props} />,
  },
]

interface MethodChoiceProps {
  panel: MethodPanelProps
  options: MethodOptions
  names: readonly MethodName[] | undefined
}

function MethodChoice({ panel, options, names }: MethodChoiceProps) {
  const { messages } = useGalla()
  const group = useId()
  const wanted = names?.flatMap((name) => METHODS.find((method) => method.name === name) ?? []) ?? METHODS
  // Read once: a choice in another tab must not close what is open here.
  const [last] = useState(lastMethod)
  const offered = wanted.filter((method) => method.isOffered(panel.view.paymentMethods, options))
  const remembered = offered.find(({ name }) => name === last)
  return (
    <div className="galla-stack">
      <StepTitle>{messages.choose}</StepTitle>
      <AmountLine label={messages.amountToPay} amount={panel.view.amount} total />
      <div className="galla-methods">
        {offered.map((method) => (
          <PaymentMethodItem
            key={method.name}
            icon={method.icon}
            title={messages[method.title]}
            hint={method === remembered ? `${messages.lastUsed} · ${messages[method.hint]}` : messages[method.hint]}
            group={group}
            initiallyOpen={method === (remembered ?? offered[0])}
          >
            {() => <Boundary>{method.panel(panel, options)}</Boundary>}
          </PaymentMethodItem>
        ))}
      </div>
      <TimeLeft received={panel} />
    </div>
  )
}
