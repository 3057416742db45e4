import { Amount, formatAmount } from '@galla/react/components'
import { useRef } from 'react'
import { Bill, QuantityStepper } from '../cart/bill.tsx'
import { countOf, quantityOf } from '../cart/cart.ts'
import { useCart } from '../cart/cart-store.tsx'
import { CounterIllustration, PRODUCT_ILLUSTRATIONS } from '../components/illustrations.tsx'
import { Title } from '../components/layout.tsx'
import { formatMessage, useMessages } from '../i18n/i18n-provider.tsx'
import { useOrders } from '../orders/orders-provider.tsx'
import { ResumeButton } from '../orders/resume-payment.tsx'
import { Link } from '../router.tsx'
import type { OrderSummary } from '../shop-api.ts'
import { MAX_QUANTITY, PRODUCTS, type Product, totalOf } from './catalogue.ts'

/** All products, with the bill beside them; on a phone a bar at the bottom links to the bill. */
export function ProductsPage() {
  const messages = useMessages()
  const { lines } = useCart().cart
  const { orders, hadOpen } = useOrders()
  const count = countOf(lines)
  const open = orders?.find((order) => order.resumable)
  const isLoading = !orders && hadOpen
  // To continue the payment of what is in the cart comes before the bill of it.
  const isSame = isLoading || (open !== undefined && (count === 0 || open.amount === totalOf(lines)))
  const billAction = isSame ? 'button-secondary' : 'button-primary'
  return (
    <>
      <div className="intro">
        <div className="intro-text">
          <Title>{messages.introTitle}</Title>
          <p className="muted">{messages.introBody}</p>
        </div>
        <CounterIllustration />
      </div>
      {(open || isLoading) && <OpenPayment open={open} isPrimary={isSame} />}
      <div className="products">
        <div className="product-list">
          {PRODUCTS.map((product) => (
            <ProductCard key={product.productId} {...product} />
          ))}
        </div>
        <aside className="products-bill" aria-label={messages.bill}>
          <Bill />
          {count > 0 && (
            <Link to="/cart" className={`button ${billAction}`}>
              {messages.choosePayment}
            </Link>
          )}
        </aside>
      </div>
      <p className="row">
        <Link to="/subscribe" className="link">
          {messages.teaMonthly}
        </Link>
        <Link to="/subscription" className="link">
          {messages.subscription}
        </Link>
      </p>
      {count > 0 && (
        <Link to="/cart" className={`cart-bar ${isSame ? 'cart-bar-secondary' : ''}`}>
          <span>{formatMessage(messages.cartCount, { count })}</span>
          <span className="cart-bar-total">
            {messages.toBill} <Amount amount={totalOf(lines)} />
          </span>
        </Link>
      )}
    </>
  )
}

/** A payment that was started and can still be paid. While the orders load, it keeps its place: the products below do not move. */
function OpenPayment({ open, isPrimary }: { open: OrderSummary | undefined; isPrimary: boolean }) {
  const messages = useMessages()
  const { lines } = useCart().cart
  const amount = formatAmount(open?.amount ?? totalOf(lines))
  return (
    <div className={`notice notice-wait open-payment${open ? '' : ' open-payment-loading'}`} role="status">
      <p>{formatMessage(open?.bankPending ? messages.bankPending : messages.openPayment, { amount })}</p>
      {open ? (
        <ResumeButton order={open} primary={isPrimary} />
      ) : (
        <span className="button button-secondary">{messages.resume}</span>
      )}
    </div>
  )
}

function ProductCard({ productId, amount }: Product) {
  const messages = useMessages()
  const { cart, store } = useCart()
  const card = useRef<HTMLElement>(null)
  const quantity = quantityOf(cart.lines, productId)
  const Illustration = PRODUCT_ILLUSTRATIONS[productId]
  const add = () => {
    store.setQuantity(productId, 1)
    // The stepper replaces this button: move the keyboard focus to it.
    requestAnimationFrame(() => card.current?.querySelector<HTMLElement>('.stepper button:last-child')?.focus())
  }
  return (
    <article className="product" ref={card}>
      <div className="product-picture">
        <Illustration />
      </div>
      <div className="product-text">
        <h2>{messages[productId]}</h2>
        <p className="muted small">{messages[`${productId}Note`]}</p>
      </div>
      <div className="product-buy">
        <span className="product-amount">
          <Amount amount={amount} />
        </span>
        {quantity === 0 ? (
          <button
            type="button"
            className="button button-secondary"
            aria-label={formatMessage(messages.addNamed, { name: messages[productId] })}
            onClick={add}
          >
            {messages.add}
          </button>
        ) : (
          <QuantityStepper productId={productId} />
        )}
      </div>
      <p className="product-limit small" role="status">
        {quantity >= MAX_QUANTITY && formatMessage(messages.maxReached, { count: MAX_QUANTITY })}
      </p>
    </article>
  )
}
