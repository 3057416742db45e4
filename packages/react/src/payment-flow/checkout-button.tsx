import type { Paise } from '@galla/contract/money'
import { type ReactElement, type ReactNode, useState } from 'react'
import { formatAmount } from '../components/amount.tsx'
import { Alert, Button } from '../components/controls.tsx'
import { Root, useGalla } from '../hooks/provider.tsx'
import { type CheckoutResult, type StartedOrder, useCheckout } from '../hooks/use-checkout.ts'
import { formatMessage } from '../i18n/messages.ts'

/** Props of `<CheckoutButton>`. */
export interface CheckoutButtonProps {
  /** Shown on the button, in paise. Your server decides what is charged. */
  amount: Paise
  /** Asks your server to start an order; resolve with what `gateway.orders.start` returned. */
  startOrder: () => Promise<StartedOrder>
  /**
   * `redirect` navigates to the provider's page; `iframe` opens it over yours and needs `<GallaProvider checkoutScript>`.
   * @default 'redirect'
   */
  mode?: 'redirect' | 'iframe' | undefined
  /** Called when the payer has left the provider's page; check the order's status now. */
  onResult?: ((result: CheckoutResult, order: StartedOrder) => void) | undefined
  /** Called when `startOrder` rejects or the page does not open. The payer sees a message in either case. */
  onError?: ((error: unknown) => void) | undefined
  /**
   * The label.
   * @default 'Pay ₹499.00' in the payer's language
   */
  children?: ReactNode
}

/**
 * Starts an order and opens the provider's page. Further clicks are ignored while it opens.
 *
 * @throws Error when there is no `<GallaProvider>` above the component.
 * @example
 * ```tsx
 * <CheckoutButton amount={cart.amount} startOrder={() => postJson('/checkout', { cart: cart.id })} />
 * ```
 */
export function CheckoutButton(props: CheckoutButtonProps): ReactElement {
  return (
    <Root>
      <OpeningButton {...props} />
    </Root>
  )
}

/** Inside of the root, whose boundary ends what the props make it throw. */
function OpeningButton(props: CheckoutButtonProps): ReactElement {
  const { amount, startOrder, mode = 'redirect', onResult, onError, children } = props
  const { messages } = useGalla()
  const { open } = useCheckout({ mode })
  const [status, setStatus] = useState<'ready' | 'opening' | 'failed'>('ready')

  const start = async () => {
    setStatus('opening')
    try {
      const order = await startOrder()
      const result = await open(order)
      setStatus('ready')
      onResult?.(result, order)
    } catch (error) {
      setStatus('failed')
      onError?.(error)
    }
  }
  const label = children ?? formatMessage(messages, 'checkout', { amount: formatAmount(amount) })
  return (
    <>
      {/* Where the button was pressed: below it, the edge of a phone would hide it. */}
      {status === 'failed' && (
        <div ref={scrollIntoView}>
          <Alert tone="error">{messages.checkoutFailed}</Alert>
        </div>
      )}
      <Button busy={status === 'opening'} onClick={() => void start()}>
        {status === 'opening' ? messages.checkoutOpening : label}
      </Button>
    </>
  )
}

const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
