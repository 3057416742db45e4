import { PayChoice } from '../checkout/payment-choice.tsx'
import { Empty, Title } from '../components/layout.tsx'
import { fill, useWords } from '../i18n/i18n-provider.tsx'
import { Link } from '../route.tsx'
import { Bill } from './bill.tsx'
import { useCart } from './cart-store.tsx'

/** The bill, and where to pay it. */
export function CartPage() {
  const words = useWords()
  const { cart, gone } = useCart()
  return (
    <>
      <Title unseen>{words.bill}</Title>
      {gone > 0 && (
        <p className="notice notice-wait" role="status">
          {gone === 1 ? words.goneOne : fill(words.goneMany, { count: gone })}
        </p>
      )}
      {cart.lines.length === 0 ? (
        <Empty title={words.empty} body={words.emptyBody} />
      ) : (
        <div className="sheet">
          <Bill />
          <PayChoice />
        </div>
      )}
      {cart.lines.length > 0 && (
        <p className="back">
          <Link to="/" className="link">
            {words.toStall}
          </Link>
        </p>
      )}
    </>
  )
}
