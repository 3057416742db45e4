import type { PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import { type ReactElement, type ReactNode, useId } from 'react'
import type { IconName } from '../components/controls.tsx'
import { MethodFold } from '../components/payment-method-item.tsx'
import { useDesk } from '../hooks/provider.tsx'
import type { Words } from '../i18n/en.ts'
import { type ElementProps, type PanelProps, Stage } from '../payment-flow/payment-flow.tsx'
import { Sum, TimeLeft, Title } from '../payment-flow/step.tsx'
import { type CardFormOptions, CardPanel, requirePciScope, type SavedCardsOptions, SavedCardsPanel } from './card.tsx'
import { NetBankingPanel } from './net-banking.tsx'
import { UpiPanel } from './upi.tsx'

export interface PaymentElementProps extends ElementProps, MethodOptions {
  /** Which ways to offer, in which order; default all that the order allows. Cards need `cards` as well. */
  methods?: readonly MethodName[]
}

/** The whole of a custom checkout: every way to pay that the order allows, then the payment, then its end. */
export function PaymentElement(props: PaymentElementProps): ReactElement {
  const { methods, cards, savedCards, ...element } = props
  if (cards !== undefined) requirePciScope('<PaymentElement cards>', cards)
  if (savedCards !== undefined) requirePciScope('<PaymentElement savedCards>', savedCards)
  return (
    <Stage {...element} choose={(panel) => <Choice panel={panel} options={{ cards, savedCards }} names={methods} />} />
  )
}

interface ChoiceProps {
  panel: PanelProps
  options: MethodOptions
  names: readonly MethodName[] | undefined
}

function Choice({ panel, options, names }: ChoiceProps): ReactElement {
  const { words } = useDesk()
  const group = useId()
  const wanted = names?.flatMap((name) => METHODS.find((method) => method.name === name) ?? []) ?? METHODS
  const offered = wanted.filter((method) => method.offered(panel.view.paymentMethods, options))
  return (
    <div className="galla-stack">
      <Title>{words.choose}</Title>
      <Sum label={words.amountToPay} amount={panel.view.amount} total />
      <div className="galla-methods">
        {offered.map((method, index) => (
          <MethodFold
            key={method.name}
            icon={method.icon}
            title={words[method.title]}
            hint={words[method.hint]}
            group={group}
            first={index === 0}
          >
            {() => method.panel(panel, options)}
          </MethodFold>
        ))}
      </div>
      <TimeLeft known={panel} />
    </div>
  )
}

export type MethodName = 'upi' | 'saved-cards' | 'card' | 'net-banking'

/** What a method needs from the shop beside the order. */
export interface MethodOptions {
  readonly cards?: CardFormOptions | undefined
  readonly savedCards?: SavedCardsOptions | undefined
}

export interface Method {
  readonly name: MethodName
  readonly icon: IconName
  readonly title: keyof Words
  readonly hint: keyof Words
  readonly offered: (offers: PaymentMethods, options: MethodOptions) => boolean
  readonly panel: (props: PanelProps, options: MethodOptions) => ReactNode
}

/** Every way to pay. A new one is a folder here and an entry in this list. */
export const METHODS: readonly Method[] = [
  {
    name: 'upi',
    icon: 'upi',
    title: 'upi',
    hint: 'upiHint',
    offered: () => true,
    panel: (props) => <UpiPanel {...props} />,
  },
  {
    name: 'saved-cards',
    icon: 'saved',
    title: 'savedCards',
    hint: 'savedCardsHint',
    offered: ({ savedCards, cardEncryption }, options) =>
      savedCards.length > 0 && cardEncryption !== undefined && options.savedCards !== undefined,
    panel: (props, { savedCards }) => savedCards && <SavedCardsPanel {...props} {...savedCards} />,
  },
  {
    name: 'card',
    icon: 'card',
    title: 'card',
    hint: 'cardHint',
    offered: ({ cardEncryption }, { cards }) => cardEncryption !== undefined && cards !== undefined,
    panel: (props, { cards }) => cards && <CardPanel {...props} {...cards} />,
  },
  {
    name: 'net-banking',
    icon: 'bank',
    title: 'netBanking',
    hint: 'netBankingHint',
    offered: ({ banks }) => banks.length > 0,
    panel: (props) => <NetBankingPanel {...props} />,
  },
]
