import { type ReactElement, type ReactNode, useState } from 'react'
import { Icon, type IconName } from './controls.tsx'

/** Props of `<PaymentMethodItem>`. */
export interface PaymentMethodItemProps {
  /** Icon before the title. */
  icon: IconName
  /** Name of the payment method. */
  title: ReactNode
  /** One line below the title. */
  hint: ReactNode
  /** Items of one group share this name; opening one closes the others. */
  group: string
  /** True to open the item at first. */
  initiallyOpen: boolean
  /**
   * Called when the item opens, and at the start if the item is open then.
   * @default no call
   */
  onOpen?: (() => void) | undefined
  /** Renders the content, from the first opening on. */
  children: () => ReactNode
}

/**
 * One payment method in an accordion. The content is created when the item first opens. The content stays mounted, so that typed text
 * survives a change of the method.
 *
 * @example
 * ```tsx
 * <PaymentMethodItem icon="bank" title="Net banking" hint="Log in to your bank" group="methods" initiallyOpen={false}>
 *   {() => <BankForm {...props} />}
 * </PaymentMethodItem>
 * ```
 */
export function PaymentMethodItem(props: PaymentMethodItemProps): ReactElement {
  const { icon, title, hint, group, initiallyOpen, onOpen, children } = props
  const [wasOpened, setWasOpened] = useState(initiallyOpen)
  return (
    <details
      className="galla-method"
      name={group}
      open={initiallyOpen}
      onToggle={({ currentTarget }) => {
        if (!currentTarget.open) return
        setWasOpened(true)
        onOpen?.()
      }}
    >
      <summary>
        <Icon name={icon} />
        <span className="galla-method-text">
          <span className="galla-method-name">{title}</span>
          <span className="galla-muted">{hint}</span>
        </span>
        <Icon name="chevron" />
      </summary>
      {wasOpened && <div className="galla-method-body galla-stack">{children()}</div>}
    </details>
  )
}
