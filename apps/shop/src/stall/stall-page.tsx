import { Amount } from '@galla/react/components'
import { CounterTop } from '../art/counter-top.tsx'
import { Bill } from '../cart/bill.tsx'
import { countOf } from '../cart/cart.ts'
import { useCart } from '../cart/use-cart.tsx'
import { PRODUCTS, sumOf } from '../catalogue.ts'
import { Title } from '../frame/title.tsx'
import { Link } from '../route.tsx'
import { fill, useWords } from '../words/use-words.tsx'
import { ProductOnShelf } from './product.tsx'

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
