import { type ReactElement, type ReactNode, useMemo } from 'react'
import { paymentSession } from '../core/browser-session.ts'
import type { PaymentSession } from '../core/payment-session.ts'
import { en, type Words } from '../words/en.ts'
import { type Desk, DeskContext } from './desk.ts'

export interface GallaProviderProps {
  /** Where the gateway is mounted on the shop's server, for example `/payments`. */
  gatewayUrl: string
  /** The payer's language; default English. Hindi is in `@galla/react/i18n/hi`. */
  words?: Words
  /** Address of the provider's browser script, needed for `mode: 'iframe'` only. */
  checkoutScript?: string
  /** Default: the browser's. */
  fetch?: typeof fetch
  children?: ReactNode
}

/** Gives the checkout parts below it their server, their language and one session an order. */
export function GallaProvider(props: GallaProviderProps): ReactElement {
  const { gatewayUrl, words = en, checkoutScript, fetch, children } = props
  // A session does nothing until a part listens, so making one while rendering is no effect.
  const sessionOf = useMemo(() => {
    const sessions = new Map<string, PaymentSession>()
    return (payerToken: string): PaymentSession => {
      const known = sessions.get(payerToken)
      if (known) return known
      const session = paymentSession({ payerToken, gatewayUrl, ...(fetch && { fetch }) })
      sessions.set(payerToken, session)
      return session
    }
  }, [gatewayUrl, fetch])
  const desk = useMemo<Desk>(() => ({ words, checkoutScript, sessionOf }), [words, checkoutScript, sessionOf])
  return <DeskContext value={desk}>{children}</DeskContext>
}
