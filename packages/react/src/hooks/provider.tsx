import { type Context, createContext, type ReactElement, type ReactNode, type Ref, useContext, useMemo } from 'react'
import { type PaymentSession, paymentSession } from '../core/payment-session.ts'
import { en, type Messages } from '../i18n/en.ts'
import { hi } from '../i18n/hi.ts'

/** A built-in language: English or Hindi. */
export type Locale = 'en' | 'hi'

/** Props of `<GallaProvider>`. */
export interface GallaProviderProps {
  /** Path or URL under which the gateway is mounted, for example `/payments`. */
  gatewayUrl: string
  /**
   * The payer's language.
   * @default 'en'
   */
  locale?: Locale | undefined
  /**
   * Messages that replace those of `locale`, by key. A complete table of type `Messages` adds a language: its `lang` and
   * `dir` replace those of `locale` too.
   * @default {}
   */
  messages?: Partial<Messages> | undefined
  /** URL of the provider's browser script. Required for `mode="iframe"`, unused otherwise. */
  checkoutScript?: string | undefined
  /**
   * Sends the requests to the gateway.
   * @default globalThis.fetch
   */
  fetch?: typeof fetch | undefined
  /** Your page. */
  children?: ReactNode
}

export interface GallaContextValue {
  readonly messages: Messages
  readonly checkoutScript: string | undefined
  /** The one session of an order, whatever the number of components that show it. */
  readonly sessionOf: (payerToken: string) => PaymentSession
}

const GallaContext: Context<GallaContextValue | undefined> = createContext<GallaContextValue | undefined>(undefined)

/**
 * Connects all payment components and hooks below it to your gateway and sets their language.
 *
 * @example
 * ```tsx
 * <GallaProvider gatewayUrl="/payments" locale="hi" messages={{ doneBody: 'चाय रास्ते में है।' }}>
 *   <PaymentElement payerToken={payerToken} />
 * </GallaProvider>
 * ```
 */
export function GallaProvider(props: GallaProviderProps): ReactElement {
  const { gatewayUrl, locale = 'en', messages: overrides, checkoutScript, fetch, children } = props
  const messages = useMemo<Messages>(() => ({ ...(locale === 'hi' ? hi : en), ...overrides }), [locale, overrides])
  // A session sends nothing before it has a subscriber, so creating one during render has no side effect.
  const sessionOf = useMemo(() => {
    const sessions = new Map<string, PaymentSession>()
    return (payerToken: string): PaymentSession => {
      const existing = sessions.get(payerToken)
      if (existing) return existing
      const session = paymentSession({ payerToken, gatewayUrl, fetch })
      sessions.set(payerToken, session)
      return session
    }
  }, [gatewayUrl, fetch])
  const value = useMemo<GallaContextValue>(
    () => ({ messages, checkoutScript, sessionOf }),
    [messages, checkoutScript, sessionOf],
  )
  return <GallaContext.Provider value={value}>{children}</GallaContext.Provider>
}

/** @throws Error when there is no `<GallaProvider>` above the component. */
export function useGalla(): GallaContextValue {
  const value = useContext(GallaContext)
  if (!value) throw new Error('@galla/react: wrap the component in <GallaProvider gatewayUrl="/payments">')
  return value
}

/**
 * The root element of every connected component: sets language, direction and the class that scopes the styles. React 18 passes
 * no `ref` to a function component, hence `rootRef`.
 */
export function Root({ children, rootRef }: { children: ReactNode; rootRef?: Ref<HTMLDivElement> }): ReactElement {
  const { messages } = useGalla()
  return (
    <div className="galla" lang={messages.lang} dir={messages.dir} ref={rootRef}>
      {children}
    </div>
  )
}
