import type { Paise } from '@galla/contract/money'
import { type ReactElement, type ReactNode, useState } from 'react'
import { formatAmount } from '../components/amount.tsx'
import { Alert, Button } from '../components/controls.tsx'
import { Root, useGalla } from '../hooks/provider.tsx'
import { type CheckoutResult, type StartedOrder, useCheckout } from '../hooks/use-checkout.ts'
import { formatMessage } from '../i18n/messages.ts'

/** Props of `<CheckoutButton>`. */
export interface CheckoutButtonProps {
  /** Amount on the button, in paise. Your server decides the amount that the payer pays. */
  amount: Paise
  /** Asks your server to start an order. Resolve with the result of `gateway.orders.start`. */
  startOrder: () => Promise<StartedOrder>
  /**
   * `redirect` navigates to the provider's page. `iframe` opens the page in a frame over yours and needs `<GallaProvider checkoutScript>`.
   * @default 'redirect'
   */
  mode?: 'redirect' | 'iframe' | undefined
  /** Called when the payer has left the provider's page. Then check the order's status. */
  onResult?: ((result: CheckoutResult, order: StartedOrder) => void) | undefined
  /** Called when `startOrder` rejects or the page does not open. The component shows the payer a message in both cases. */
  onError?: ((error: unknown) => void) | undefined
  /**
   * Label of the button.
   * @default 'Pay ₹499.00' in the payer's language
   */
  children?: ReactNode
}

/**
 * Button that starts an order and opens the provider's page. The button ignores further clicks while the page opens.
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
