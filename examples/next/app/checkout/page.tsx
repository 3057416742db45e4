import { PRICE } from '../../gateway.ts'
import { Checkout } from './checkout.tsx'

export default function Page() {
  return (
    <>
      <h1>Checkout</h1>
      <Checkout amount={PRICE} />
    </>
  )
}
