import { PRICE } from '../../books.ts'
import { Checkout } from './checkout.tsx'

export default function Page() {
  return (
    <>
      <h1>Pay</h1>
      <Checkout amount={PRICE} />
    </>
  )
}
