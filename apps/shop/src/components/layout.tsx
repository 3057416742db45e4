import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { countOf } from '../cart/cart.ts'
import { useCart } from '../cart/cart-store.tsx'
import { fill, useSpoken, useWords } from '../i18n/i18n-provider.tsx'
import { arrival, Link } from '../route.tsx'
import { EmptyCup, Mark } from './illustrations.tsx'

const LANGUAGES = [
  { language: 'en', name: 'English' },
  { language: 'hi', name: 'हिन्दी' },
] as const

/** The stall's front: awning, sign, and the ways to cart and orders. */
export function Header() {
  const { words, language: spoken, speak } = useSpoken()
  const count = countOf(useCart().cart.lines)
  return (
    <header className="front">
      <div className="awning" />
      <div className="front-row">
        <Link to="/" className="sign">
          <Mark />
          <span className="sign-words">
            <span className="sign-name">{words.name}</span>
            <span className="small soft">{words.tagline}</span>
          </span>
        </Link>
        <nav className="front-ways">
          <Link to="/orders" className="way">
            {words.orders}
          </Link>
          <Link to="/cart" className="way">
            {words.bill}
            {count > 0 && (
              <span className="count">
                <span aria-hidden="true">{count}</span>
                <span className="unseen">{fill(words.cartOf, { count })}</span>
              </span>
            )}
          </Link>
        </nav>
        <fieldset className="languages">
          <legend className="unseen">{words.language}</legend>
          {LANGUAGES.map(({ language, name }) => (
            <button
              key={language}
              type="button"
              lang={language}
              aria-pressed={language === spoken}
              onClick={() => speak(language)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      </div>
    </header>
  )
}

/** The name of a page, in the page and in the tab. It takes the focus when the payer gets there from another page. */
export function Title({ children, unseen = false }: { children: string; unseen?: boolean }): ReactNode {
  const words = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${children} · ${words.name}`
  }, [children, words])
  useEffect(() => {
    if (arrival()) heading.current?.focus()
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={unseen ? 'unseen' : undefined}>
      {children}
    </h1>
  )
}

/** Nothing to show, and the way to something. */
export function Empty({ title, body }: { title: string; body: string }) {
  const words = useWords()
  return (
    <div className="empty">
      <EmptyCup />
      <h2>{title}</h2>
      <p className="soft">{body}</p>
      <Link to="/" className="button button-main">
        {words.toStall}
      </Link>
    </div>
  )
}

/** Says so while there is no network; what can be done without one still works. */
export function Offline() {
  const words = useWords()
  const online = useSyncExternalStore(watch, () => navigator.onLine)
  return (
    <div role="status" className="offline">
      {!online && <p className="notice notice-wait">{words.offline}</p>}
    </div>
  )
}

function watch(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
