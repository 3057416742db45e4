import { Amount } from '@galla/react/components'
import { fill, useWords } from '../i18n/i18n-provider.tsx'
import { amountOf, MOST_OF_ONE, type ProductId, sumOf } from '../products/catalogue.ts'
import { quantityOf } from './cart.ts'
import { useCart } from './cart-store.tsx'

/** The page of the ledger: lines, amounts at the right edge, and the double rule under the total. */
export function Bill() {
  const words = useWords()
  const { lines } = useCart().cart
  return (
    <section className="bill">
      <h2>{words.bill}</h2>
      {lines.length === 0 ? (
        <p className="soft">{words.emptyBody}</p>
      ) : (
        <ul>
          {lines.map((line) => (
            <li key={line.productId} className="bill-line">
              <span className="bill-name">{words[line.productId]}</span>
              <Stepper productId={line.productId} />
              <Amount amount={amountOf(line)} />
            </li>
          ))}
        </ul>
      )}
      <p className="sum" aria-live="polite">
        {lines.length > 0 && (
          <>
            <span>{words.total}</span>
            <Amount amount={sumOf(lines)} total />
          </>
        )}
      </p>
    </section>
  )
}

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
