import type { Order } from '@galla/gateway'
import { cookies } from 'next/headers'
import Link from 'next/link'
import { Suspense } from 'react'
import { getGateway } from '../../gateway'

/** The page is sent at once, and the result when the provider has answered. */
export default function Thanks() {
  return (
    <Suspense fallback={<p>Checking your payment…</p>}>
      <Result />
    </Suspense>
  )
}

/** The return of the payer proves nothing, and neither does the URL: sync() checks the status with the provider. */
async function Result() {
  const merchantOrderId = (await cookies()).get('order')?.value
  if (!merchantOrderId) return <p>There is no order here.</p>
  const { orders } = await getGateway()
  const order = await orders.sync(merchantOrderId)
  return (
    <>
      <h1>{thanksFor(order)}</h1>
      <Link href="/">Back to the shop</Link>
    </>
  )
}

/** What the payer reads. COMPLETED means that money came in, not that the cart is sold: `resolution` says what the money is for. */
function thanksFor({ state, resolution, amount, refundedAmount, needsReview }: Order): string {
  if (needsReview) return 'We are checking your payment and will write to you.'
  if (state === 'FAILED') return 'Not paid.'
  // The payer may have paid already: the bank or the provider is not done yet.
  if (state !== 'COMPLETED') return 'We are checking your payment.'
  if (resolution === 'duplicate-refund') return 'This cart was paid already. Your second payment is refunded.'
  if (resolution === 'late-refund') return 'Your payment came too late. It is refunded.'
  if (refundedAmount >= amount) return 'Refunded.'
  return refundedAmount > 0 ? 'Paid, and refunded in part.' : 'Paid. Thank you!'
}
