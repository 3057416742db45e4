import { Amount } from '@galla/react/components'
import { formatMessage, useMessages } from '../i18n/i18n-provider.tsx'
import { amountOf, MAX_QUANTITY, type ProductId, totalOf } from '../products/catalogue.ts'
import { quantityOf } from './cart.ts'
import { useCart } from './cart-store.tsx'

/** The cart's lines with their amounts, and the total. */
export function Bill() {
  const messages = useMessages()
  const { lines } = useCart().cart
  return (
    <section className="bill">
      <h2>{messages.bill}</h2>
      {lines.length === 0 ? (
        <p className="muted">{messages.emptyBody}</p>
      ) : (
        <ul>
          {lines.map((line) => (
            <li key={line.productId} className="bill-line">
              <span className="bill-name">{messages[line.productId]}</span>
              <QuantityStepper productId={line.productId} />
              <Amount amount={amountOf(line)} />
            </li>
          ))}
        </ul>
      )}
      <p className="sum" aria-live="polite">
        {lines.length > 0 && (
          <>
            <span>{messages.total}</span>
            <Amount amount={totalOf(lines)} total />
          </>
        )}
      </p>
    </section>
  )
}

/** Buttons for one less and one more, with the quantity between them. */
export function QuantityStepper({ productId }: { productId: ProductId }) {
  const messages = useMessages()
  const { cart, store } = useCart()
  const quantity = quantityOf(cart.lines, productId)
  const name = messages[productId]
  return (
    <div className="stepper">
      <button
        type="button"
        aria-label={formatMessage(messages.less, { name })}
        onClick={() => store.setQuantity(productId, quantity - 1)}
      >
        −
      </button>
      <output className="stepper-count">{quantity}</output>
      <button
        type="button"
        aria-label={formatMessage(messages.more, { name })}
        aria-disabled={quantity >= MAX_QUANTITY || undefined}
        onClick={() => store.setQuantity(productId, quantity + 1)}
      >
        +
      </button>
    </div>
  )
}
