import { Mark } from '../art/mark.tsx'
import { countOf } from '../cart/cart.ts'
import { useCart } from '../cart/use-cart.tsx'
import { Link } from '../route.tsx'
import { fill, useSpoken } from '../words/use-words.tsx'

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
