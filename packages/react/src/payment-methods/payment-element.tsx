import type { PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import { type ReactElement, type ReactNode, useState } from 'react'
import type { IconName } from '../components/controls.tsx'
import { lastMethod, type MethodName } from '../core/last-method.ts'
import { Boundary, useGalla } from '../hooks/provider.tsx'
import { useReport } from '../hooks/use-report.ts'
import type { Messages } from '../i18n/en.ts'
import { type MethodPanelProps, PaymentFlow } from '../payment-flow/payment-flow.tsx'
import type { PaymentProps } from '../payment-flow/payment-status.tsx'
import { AmountLine, StepTitle, TimeLeft } from '../payment-flow/step.tsx'
import { type CardFormOptions, CardPanel, requirePciScope, type SavedCardsOptions, SavedCardsPanel } from './card.tsx'
import { MethodAccordion, MethodTabs } from './method-layouts.tsx'
import { NetBankingPanel } from './net-banking.tsx'
import type { Prefill } from './prefill.ts'
import { type UpiOptions, UpiPanel, usableFlows } from './upi.tsx'

/** Options of the payment methods in `<PaymentElement>`. */
export interface MethodOptions {
  /**
   * UPI apps, and ways to pay by UPI.
   * @default all apps and ways
   */
  readonly upi?: UpiOptions | undefined
  /**
   * Offers new cards, if the order allows cards.
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
   * Payment methods to offer, in this order. `card` also needs the option `cards`, and `saved-cards` the option `savedCards`.
   * @default all methods that the order allows
   */
  methods?: readonly MethodName[] | undefined
  /**
   * Layout of the methods. `accordion`: a list of methods with one open form. `tabs`: a button for each method above one form.
   * @default 'accordion'
   */
  layout?: 'accordion' | 'tabs' | undefined
  /**
   * Initial values of the forms, and the method that is open at first.
   * @default empty forms, and the method that was used last on this device
   */
  prefill?: Prefill | undefined
  /**
   * Called with the payment method whose form is open: at the start, and when the payer opens another form.
   * @default no call
   */
  onMethodChange?: ((method: MethodName) => void) | undefined
}

/**
 * A complete custom checkout: all payment methods of the order, then the payment, then the outcome.
 *
 * @throws TypeError when `cards` or `savedCards` lacks `acknowledgesPciScope: true`.
 * @throws Error when there is no `<GallaProvider>` above the component.
 * @example
 * ```tsx
 * <PaymentElement payerToken={payerToken} onStartAgain={newOrder} cards={{ acknowledgesPciScope: true }} />
 * ```
 */
export function PaymentElement(props: PaymentElementProps): ReactElement {
  const { methods, layout, prefill, onMethodChange, upi, cards, savedCards, ...flow } = props
  if (cards !== undefined) requirePciScope('<PaymentElement cards>', cards)
  if (savedCards !== undefined) requirePciScope('<PaymentElement savedCards>', savedCards)
  return (
    <PaymentFlow
      {...flow}
      choose={(panel) => (
        <MethodChoice
          panel={panel}
          options={{ upi, cards, savedCards }}
          methods={methods}
          layout={layout}
          prefill={prefill}
          onMethodChange={onMethodChange}
        />
      )}
    />
  )
}

interface PaymentMethod {
  readonly name: MethodName
  readonly icon: IconName
  readonly title: keyof Messages
  readonly hint: keyof Messages
  readonly isOffered: (methods: PaymentMethods, options: MethodOptions) => boolean
  readonly panel: (props: MethodPanelProps, options: MethodOptions, prefill: Prefill) => ReactNode
}

/** To add a payment method, add its panel in this folder and an entry here. */
const METHODS: readonly PaymentMethod[] = [
  {
    name: 'upi',
    icon: 'upi',
    title: 'upi',
    hint: 'upiHint',
    isOffered: (_, { upi }) => usableFlows(upi).length > 0,
    panel: (props, { upi }, prefill) => <UpiPanel {...props} options={upi} prefill={prefill} />,
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
    panel: (props, { cards }, prefill) =>
      cards && <CardPanel {...props} offersSaving={cards.offersSaving} prefill={prefill} />,
  },
  {
    name: 'net-banking',
    icon: 'bank',
    title: 'netBanking',
    hint: 'netBankingHint',
    isOffered: ({ banks }) => banks.length > 0,
    panel: (props, _, prefill) => <NetBankingPanel {...props} prefill={prefill} />,
  },
]

interface MethodChoiceProps extends Pick<PaymentElementProps, 'methods' | 'layout' | 'prefill' | 'onMethodChange'> {
  panel: MethodPanelProps
  options: MethodOptions
}

function MethodChoice({ panel, options, methods, layout, prefill = {}, onMethodChange }: MethodChoiceProps) {
  const { messages } = useGalla()
  const wanted = methods?.flatMap((name) => METHODS.find((method) => method.name === name) ?? []) ?? METHODS
  // Read once: a choice in another tab must not close what is open here.
  const [last] = useState(lastMethod)
  const [opened, setOpened] = useState<MethodName>()
  const offered = wanted.filter((method) => method.isOffered(panel.view.paymentMethods, options))
  const first = [prefill.method, last, offered[0]?.name].find((name) => offered.some((one) => one.name === name))
  useReport(opened ?? first, onMethodChange)
  const items = offered.map((method) => ({
    name: method.name,
    icon: method.icon,
    title: messages[method.title],
    hint: method.name === last ? `${messages.lastUsed} · ${messages[method.hint]}` : messages[method.hint],
    form: () => <Boundary>{method.panel(panel, options, prefill)}</Boundary>,
  }))
  const Layout = layout === 'tabs' ? MethodTabs : MethodAccordion
  return (
    <div className="galla-stack">
      <StepTitle>{messages.choose}</StepTitle>
      <AmountLine label={messages.amountToPay} amount={panel.view.amount} total />
      <Layout items={items} first={first} onOpen={setOpened} />
      <TimeLeft received={panel} />
    </div>
  )
}
