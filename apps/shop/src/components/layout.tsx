import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { countOf } from '../cart/cart.ts'
import { useCart } from '../cart/cart-store.tsx'
import { formatMessage, useI18n, useMessages } from '../i18n/i18n-provider.tsx'
import { isLocale, LOCALES, nameOf } from '../i18n/locales.ts'
import { Link, navigationState } from '../router.tsx'
import { EmptyCup, Logo } from './illustrations.tsx'

/** Logo, navigation and language switch. */
export function Header() {
  const { messages, locale: current, setLocale, notLoaded } = useI18n()
  const count = countOf(useCart().cart.lines)
  return (
    <header className="site-header">
      <div className="awning" />
      <div className="site-header-row">
        <Link to="/" className="brand">
          <Logo />
          <span className="brand-text">
            <span className="brand-name">{messages.name}</span>
            <span className="small muted">{messages.tagline}</span>
          </span>
        </Link>
        <nav className="site-nav">
          <Link to="/orders" className="nav-link">
            {messages.orders}
          </Link>
          <Link to="/cart" className="nav-link">
            {messages.bill}
            {count > 0 && (
              <span className="cart-count">
                <span aria-hidden="true">{count}</span>
                <span className="visually-hidden">{formatMessage(messages.cartCount, { count })}</span>
              </span>
            )}
          </Link>
        </nav>
        <label className="language-switch">
          <span className="visually-hidden">{messages.language}</span>
          <span className="language-name" aria-hidden="true">
            {nameOf(current)}
          </span>
          <select value={current} onChange={({ target }) => isLocale(target.value) && setLocale(target.value)}>
            {LOCALES.map(({ locale, name }) => (
              <option key={locale} value={locale} lang={locale}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div role="status">{notLoaded && <p className="notice notice-wait">{messages.languageNotLoaded}</p>}</div>
    </header>
  )
}

/** The page's heading and the document's title. Receives the focus after navigation from another page of the shop. */
export function Title({ children, visuallyHidden = false }: { children: string; visuallyHidden?: boolean }): ReactNode {
  const messages = useMessages()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${children} · ${messages.name}`
  }, [children, messages])
  useEffect(() => {
    if (navigationState()) heading.current?.focus()
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={visuallyHidden ? 'visually-hidden' : undefined}>
      {children}
    </h1>
  )
}

/** Shown until a page has what it shows. Meanwhile the footer is hidden, so that nothing moves when the content arrives. */
export function Loading() {
  return <p className="muted loading">{useMessages().loading}</p>
}

/** An empty list, with a link to the products. */
export function EmptyState({ title, body }: { title: string; body: string }) {
  const messages = useMessages()
  return (
    <div className="empty">
      <EmptyCup />
      <h2>{title}</h2>
      <p className="muted">{body}</p>
      <Link to="/" className="button button-primary">
        {messages.backToShop}
      </Link>
    </div>
  )
}

/** Why a payment was not started, above the button that was pressed: on a phone, what is below it may be out of sight. */
export function RefusedNotice({ children }: { children: string }) {
  return (
    <p ref={scrollIntoView} className="notice notice-bad" role="alert">
      {children}
    </p>
  )
}

const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

/** A message while the device is offline. */
export function OfflineNotice() {
  const messages = useMessages()
  const online = useSyncExternalStore(subscribeOnline, () => navigator.onLine)
  return (
    <div role="status" className="offline">
      {!online && <p className="notice notice-wait">{messages.offline}</p>}
    </div>
  )
}

function subscribeOnline(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
