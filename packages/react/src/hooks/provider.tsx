import type { Appearance } from '@galla/contract/appearance/appearance'
import {
  type Context,
  createContext,
  type ReactElement,
  type ReactNode,
  type Ref,
  useCallback,
  useContext,
  useInsertionEffect,
  useMemo,
} from 'react'
import { ErrorBoundary } from '../components/error-boundary.tsx'
import { FailureNote } from '../components/failure-note.tsx'
import { type ComponentAppearance, componentAppearance } from '../core/appearance.ts'
import { type PaymentSession, paymentSession } from '../core/payment-session.ts'
import { webUrl } from '../core/upi.ts'
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
   * Messages by key, which replace the messages of `locale`. A complete table of type `Messages` adds a language: the table's `lang` and
   * `dir` replace those of `locale` too.
   * @default {}
   */
  messages?: Partial<Messages> | undefined
  /**
   * Your name, logo, accent colour, corner radius and colour scheme. The name and the logo appear above the payment. An accent colour
   * with too little contrast becomes darker or lighter.
   * @throws TypeError that names an invalid field, from `<GallaProvider>`
   * @default the look of `theme.css`, without a name
   */
  appearance?: Appearance | undefined
  /** URL of the provider's browser script. Required for `mode="iframe"`, unused otherwise. */
  checkoutScript?: string | undefined
  /**
   * Changes the URL of a page of the provider or the payer's bank before a payment component opens that page or shows a link. For
   * example, add `#lang=hi` to open the sandbox's page in Hindi. Return an unknown URL unchanged. Pass the same function in every
   * render, for example from `useCallback`.
   * @default every URL stays as the gateway sent it
   */
  pageUrl?: ((url: string) => string) | undefined
  /**
   * Sends the requests to the gateway.
   * @default globalThis.fetch
   */
  fetch?: typeof fetch | undefined
  /** The part of your page with the payment components and hooks. */
  children?: ReactNode
}

export interface GallaContextValue {
  readonly messages: Messages
  readonly checkoutScript: string | undefined
  readonly appearance: ComponentAppearance
  /** The URL of a page to open for the payer; undefined for a text that is no http(s) URL. */
  readonly pageUrlOf: (url: string | undefined) => string | undefined
  /** The one session of an order, whatever the number of components that show it. */
  readonly sessionOf: (payerToken: string) => PaymentSession
  /** The gateway to which the sessions send their requests. The same object until one of the two changes. */
  readonly gateway: GatewayOfSessions
}

export type GatewayOfSessions = Pick<GallaProviderProps, 'gatewayUrl' | 'fetch'>

const GallaContext: Context<GallaContextValue | undefined> = createContext<GallaContextValue | undefined>(undefined)

/**
 * Connects the payment components and hooks inside to your gateway, and sets the language of the components.
 *
 * @example
 * ```tsx
 * <GallaProvider gatewayUrl="/payments" locale="hi" messages={{ doneBody: 'चाय रास्ते में है।' }}>
 *   <PaymentElement payerToken={payerToken} />
 * </GallaProvider>
 * ```
 */
export function GallaProvider(props: GallaProviderProps): ReactElement {
  const { gatewayUrl, locale = 'en', messages: overrides, checkoutScript, pageUrl, fetch, children } = props
  const appearance = useAppearance(props.appearance)
  const messages = useMemo<Messages>(
    () => ({ ...(locale === 'hi' ? hi : en), ...textsOf(overrides) }),
    [locale, overrides],
  )
  // A session sends nothing before it has a subscriber, so creating one during render has no side effect.
  const gateway = useMemo<GatewayOfSessions>(() => ({ gatewayUrl, fetch }), [gatewayUrl, fetch])
  const sessionOf = useMemo(() => {
    const sessions = new Map<string, PaymentSession>()
    return (payerToken: string): PaymentSession => {
      const existing = sessions.get(payerToken)
      if (existing) return existing
      const session = paymentSession({ payerToken, ...gateway })
      sessions.set(payerToken, session)
      return session
    }
  }, [gateway])
  const pageUrlOf = useCallback(
    (url: string | undefined): string | undefined => {
      const page = webUrl(url)
      return page && pageUrl ? webUrl(pageUrl(page)) : page
    },
    [pageUrl],
  )
  const value = useMemo<GallaContextValue>(
    () => ({ messages, checkoutScript, appearance, pageUrlOf, sessionOf, gateway }),
    [messages, checkoutScript, appearance, pageUrlOf, sessionOf, gateway],
  )
  return <GallaContext.Provider value={value}>{children}</GallaContext.Provider>
}

/** A message that is no text, as of a key that a table lacks, replaces none. */
function textsOf(overrides: Partial<Messages> | null | undefined): Partial<Messages> {
  return Object.fromEntries(Object.entries(overrides ?? {}).filter(([, text]) => typeof text === 'string'))
}

const NO_APPEARANCE: Readonly<Appearance> = {}

/**
 * The appearance as values, and its rules in the document. A constructed style sheet passes a policy without `unsafe-inline`, which
 * refuses style elements and the attributes of a server's markup.
 */
function useAppearance(appearance: Appearance = NO_APPEARANCE): ComponentAppearance {
  // By value: a literal in JSX is a new object each time.
  const key = JSON.stringify(appearance)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the appearance
  const resolved = useMemo(() => componentAppearance(appearance), [key])
  const { css } = resolved
  useInsertionEffect(() => {
    // Safari before 16.4 has none: the components keep the look of theme.css.
    if (css === '' || !('adoptedStyleSheets' in document)) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [css])
  return resolved
}

/** @throws Error when there is no `<GallaProvider>` above the component. */
export function useGalla(): GallaContextValue {
  const value = useContext(GallaContext)
  if (!value) throw new Error('@galla/react: wrap the component in <GallaProvider gatewayUrl="/payments">')
  return value
}

interface BoundaryProps {
  children: ReactNode
  /** Renders the content again after a failure when it changes. */
  resetKey?: string | undefined
}

/** Ends what its content throws, so that what is around it stays. */
export function Boundary({ children, resetKey }: BoundaryProps): ReactElement {
  const { messages } = useGalla()
  return (
    <ErrorBoundary resetKey={resetKey} fallback={(failure) => <FailureNote messages={messages} failure={failure} />}>
      {children}
    </ErrorBoundary>
  )
}

interface RootProps extends BoundaryProps {
  /** Not `ref`, which React 18 passes to no function component. */
  rootRef?: Ref<HTMLDivElement>
}

/** The root element of every connected component: sets language, direction and the class that scopes the styles. */
export function Root({ children, rootRef, resetKey }: RootProps): ReactElement {
  const { messages, appearance } = useGalla()
  const { className, scheme } = appearance
  return (
    <div
      className={className ? `galla ${className}` : 'galla'}
      data-theme={scheme}
      lang={messages.lang}
      dir={messages.dir}
      ref={rootRef}
    >
      <Boundary resetKey={resetKey}>{children}</Boundary>
    </div>
  )
}

/** The shop's logo and name above a payment; nothing where the appearance has neither. */
export function Merchant(): ReactElement | null {
  const { merchantName, logo } = useGalla().appearance
  if (merchantName === undefined && logo === undefined) return null
  return (
    <p className="galla-merchant">
      {logo !== undefined && <img src={logo} alt="" />}
      {merchantName !== undefined && <strong translate="no">{merchantName}</strong>}
    </p>
  )
}
