import { quantityOf } from '../cart/cart.ts'
import { useCart } from '../cart/use-cart.tsx'
import { MOST_OF_ONE, type ProductId } from '../catalogue.ts'
import { fill, useWords } from '../words/use-words.tsx'

/** One less, how many, one more. */
export function Stepper({ productId }: { productId: ProductId }) {
  const words = useWords()
  const { cart, store } = useCart()
  const quantity = quantityOf(cart.lines, productId)
  const name = words[productId]
  return (
    <div className="stepper">
      <button type="button" aria-label={fill(words.less, { name })} onClick={() => store.put(productId, quantity - 1)}>
        −
      </button>
      <output className="stepper-count">{quantity}</output>
      <button
        type="button"
        aria-label={fill(words.more, { name })}
        aria-disabled={quantity >= MOST_OF_ONE || undefined}
        onClick={() => store.put(productId, quantity + 1)}
      >
        +
      </button>
    </div>
  )
}
