import { Amount } from '@galla/react/components'
import { useRef } from 'react'
import { Bill, Stepper } from '../cart/bill.tsx'
import { countOf, quantityOf } from '../cart/cart.ts'
import { useCart } from '../cart/cart-store.tsx'
import { ART, CounterTop } from '../components/illustrations.tsx'
import { Title } from '../components/layout.tsx'
import { fill, useWords } from '../i18n/i18n-provider.tsx'
import { Link } from '../route.tsx'
import { MOST_OF_ONE, PRODUCTS, type Product, sumOf } from './catalogue.ts'

/** The shelf, and the bill beside it; on a phone the bill is one tap away. */
export function StallPage() {
  const words = useWords()
  const { lines } = useCart().cart
  const count = countOf(lines)
  return (
    <>
      <div className="stall-head">
        <div className="stall-words">
          <Title>{words.stallTitle}</Title>
          <p className="soft">{words.stallBody}</p>
        </div>
        <CounterTop />
      </div>
      <div className="stall">
        <div className="shelf">
          {PRODUCTS.map((product) => (
            <ProductOnShelf key={product.productId} {...product} />
          ))}
        </div>
        <aside className="stall-bill" aria-label={words.bill}>
          <Bill />
          {count > 0 && (
            <Link to="/cart" className="button button-main">
              {words.choosePayment}
            </Link>
          )}
        </aside>
      </div>
      {count > 0 && (
        <Link to="/cart" className="tray">
          <span>{fill(words.cartOf, { count })}</span>
          <span className="tray-way">
            {words.toBill} <Amount amount={sumOf(lines)} />
          </span>
        </Link>
      )}
    </>
  )
}

/** One thing on the shelf. */
export function ProductOnShelf({ productId, amount }: Product) {
  const words = useWords()
  const { cart, store } = useCart()
  const place = useRef<HTMLElement>(null)
  const quantity = quantityOf(cart.lines, productId)
  const Drawing = ART[productId]
  const add = () => {
    store.put(productId, 1)
    // The button gives way to the stepper: the keyboard goes on there.
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('.stepper button:last-child')?.focus())
  }
  return (
    <article className="product" ref={place}>
      <div className="product-art">
        <Drawing />
      </div>
      <div className="product-words">
        <h2>{words[productId]}</h2>
        <p className="soft small">{words[`${productId}Note`]}</p>
      </div>
      <div className="product-buy">
        <span className="product-amount">
          <Amount amount={amount} />
        </span>
        {quantity === 0 ? (
          <button
            type="button"
            className="button button-quiet"
            aria-label={fill(words.addNamed, { name: words[productId] })}
            onClick={add}
          >
            {words.add}
          </button>
        ) : (
          <Stepper productId={productId} />
        )}
      </div>
      <p className="product-most small" role="status">
        {quantity >= MOST_OF_ONE && fill(words.mostReached, { count: MOST_OF_ONE })}
      </p>
    </article>
  )
}
