import { type ReactElement, type ReactNode, useState } from 'react'
import { Alert, Button } from '../components/controls.tsx'
import { useGalla } from '../hooks/provider.tsx'
import { returnFromHistory } from '../hooks/use-checkout.ts'
import type { SubscriptionMessages } from './i18n/en.ts'
import { storeSubscription } from './stored-subscription.ts'

/** The part of the result of `gateway.subscriptions.start` and `renewMandate` that the payer's browser needs. */
export interface MandateToApprove {
  /** Token that gives the browser access to this subscription only. */
  readonly payerToken: string
  /** URL of the provider's page on which the payer approves the mandate; undefined after the approval. */
  readonly redirectUrl?: string | undefined
}

/** Props of the components that open the page of a mandate. */
export interface OpeningOptions {
  /** Called when the mandate is already approved and has no page to open. Show the subscription. */
  onApproved?: ((mandate: MandateToApprove) => void) | undefined
  /** Called when your server refuses or the page does not open. The component shows the payer a message in both cases. */
  onError?: ((error: unknown) => void) | undefined
}

interface OpeningButtonProps extends OpeningOptions {
  messages: SubscriptionMessages
  start: () => Promise<MandateToApprove>
  children: ReactNode
}

/** Asks the merchant's server for the page of a mandate, and opens the page. Further clicks are ignored meanwhile. */
export function OpeningButton({ messages, start, onApproved, onError, children }: OpeningButtonProps): ReactElement {
  const { pageUrlOf } = useGalla()
  const [status, setStatus] = useState<'ready' | 'opening' | 'failed'>('ready')

  const open = async () => {
    setStatus('opening')
    try {
      const mandate = await start()
      storeSubscription(mandate.payerToken)
      if (mandate.redirectUrl === undefined) {
        setStatus('ready')
        return onApproved?.(mandate)
      }
      const page = pageUrlOf(mandate.redirectUrl)
      if (!page) throw new TypeError('redirectUrl must be the http(s) URL that gateway.subscriptions.start returned')
      const returned = returnFromHistory()
      location.assign(page)
      await returned
      setStatus('ready')
    } catch (error) {
      setStatus('failed')
      onError?.(error)
    }
  }
  return (
    <>
      {/* Where the button was pressed: below it, the edge of a phone would hide it. */}
      {status === 'failed' && (
        <div ref={scrollIntoView}>
          <Alert tone="error">{messages.subscribeFailed}</Alert>
        </div>
      )}
      <Button busy={status === 'opening'} onClick={() => void open()}>
        {status === 'opening' ? messages.subscribeOpening : children}
      </Button>
    </>
  )
}

/** Shows an element that has just appeared, as a ref. */
export const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
