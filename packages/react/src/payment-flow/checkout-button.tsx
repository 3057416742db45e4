import type { Paise } from '@galla/contract/money'
import { type ReactElement, type ReactNode, useState } from 'react'
import { amountText } from '../components/amount.tsx'
import { Button, Note } from '../components/controls.tsx'
import { Root, useDesk } from '../hooks/provider.tsx'
import { type CheckoutResult, type OpenedOrder, useCheckout } from '../hooks/use-checkout.ts'
import { fill } from '../i18n/messages.ts'

export interface CheckoutButtonProps {
  /** What the button says; what is charged is decided by the server. */
  amount: Paise
  /** Asks the shop's server to open an order for what is in the cart. */
  startOrder: () => Promise<OpenedOrder>
  /** Default `redirect`. */
  mode?: 'redirect' | 'iframe'
  /** The frame was left: ask the server what became of the order. */
  onResult?: (result: CheckoutResult, order: OpenedOrder) => void
  /** `startOrder` failed, or the page did not open. The payer is told either way. */
  onError?: (error: unknown) => void
  /** Default: “Pay ₹…”. */
  children?: ReactNode
}

/** One button that opens an order and takes the payer to the provider's page. A second press does nothing. */
export function CheckoutButton(props: CheckoutButtonProps): ReactElement {
  const { amount, startOrder, mode = 'redirect', onResult, onError, children } = props
  const { words } = useDesk()
  const { open } = useCheckout({ mode })
  const [stand, setStand] = useState<'ready' | 'busy' | 'lost'>('ready')

  const go = async () => {
    setStand('busy')
    try {
      const order = await startOrder()
      const result = await open(order)
      setStand('ready')
      onResult?.(result, order)
    } catch (error) {
      setStand('lost')
      onError?.(error)
    }
  }
  return (
    <Root>
      <Button busy={stand === 'busy'} onClick={() => void go()}>
        {stand === 'busy' ? words.checkoutOpen : (children ?? fill(words, 'checkout', { amount: amountText(amount) }))}
      </Button>
      {stand === 'lost' && <Note tone="bad">{words.checkoutLost}</Note>}
    </Root>
  )
}
