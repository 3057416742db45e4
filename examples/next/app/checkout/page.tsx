import { PRICE } from '../../gateway'
import { Checkout } from './checkout'

export default function Page() {
  return (
    <>
      <h1>Checkout</h1>
      <Checkout amount={PRICE} />
    </>
  )
}
