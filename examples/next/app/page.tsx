import { Amount, Button } from '@galla/react/components'
import Link from 'next/link'
import { PRICE } from '../gateway'

export default function Cart() {
  return (
    <>
      <h1>Your cart</h1>
      <p className="line">
        Darjeeling, first flush <Amount amount={PRICE} />
      </p>
      <form method="post" action="/buy" className="galla-stack">
        <input type="hidden" name="cart" value="cart-7" />
        <Button type="submit">Pay on the provider’s page</Button>
        <Link className="galla-button galla-button-secondary" href="/checkout">
          Pay on our own
        </Link>
      </form>
    </>
  )
}
