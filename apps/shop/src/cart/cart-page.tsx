import { Empty } from '../frame/empty.tsx'
import { Title } from '../frame/title.tsx'
import { PayChoice } from '../pay/pay-choice.tsx'
import { Link } from '../route.tsx'
import { fill, useWords } from '../words/use-words.tsx'
import { Bill } from './bill.tsx'
import { useCart } from './use-cart.tsx'

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
