import { type Context, createContext, type ReactElement, type ReactNode, type Ref, useContext, useMemo } from 'react'
import { type PaymentSession, paymentSession } from '../core/payment-session.ts'
import { en, type Words } from '../i18n/en.ts'

/** What the provider hands to every part below it. */
export interface Desk {
  readonly words: Words
  readonly checkoutScript: string | undefined
  /** The one session of an order, however many parts show it. */
  readonly sessionOf: (payerToken: string) => PaymentSession
}

export const DeskContext: Context<Desk | undefined> = createContext<Desk | undefined>(undefined)

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('Checkout parts need <GallaProvider gatewayUrl="/payments"> above them')
  return desk
}

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

/** The ground that a checkout part stands on: its language, its direction, and the reach of its styles. */
export function Root({ children, inside }: { children: ReactNode; inside?: Ref<HTMLDivElement> }): ReactElement {
  const { words } = useDesk()
  return (
    <div className="galla" lang={words.lang} dir={words.dir} ref={inside}>
      {children}
    </div>
  )
}
