import { type ReactElement, useId } from 'react'
import { MethodFold } from '../parts/method-fold.tsx'
import { useDesk } from '../skin/desk.ts'
import { TimeLeft } from '../skin/time-left.tsx'
import { type ElementProps, Stage } from '../stage/stage.tsx'
import { Sum } from '../stage/sum.tsx'
import { Title } from '../stage/title.tsx'
import type { PanelProps } from './panel.ts'
import { requirePciScope } from './pci-scope.ts'
import { METHODS, type MethodName, type MethodOptions } from './registry.tsx'

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
