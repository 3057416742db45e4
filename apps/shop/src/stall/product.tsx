import { Amount } from '@galla/react/components'
import { useRef } from 'react'
import { ART } from '../art/art.ts'
import { quantityOf } from '../cart/cart.ts'
import { useCart } from '../cart/use-cart.tsx'
import { MOST_OF_ONE, type Product } from '../catalogue.ts'
import { fill, useWords } from '../words/use-words.tsx'
import { Stepper } from './stepper.tsx'

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
