import type { ReturnedPayer } from '@galla/gateway'
import Link from 'next/link'
import { Suspense } from 'react'
import { getGateway } from '../../gateway'

interface Address {
  readonly searchParams: Promise<{ readonly order?: string | string[] }>
}

/** The page is sent at once, and the result when the provider has answered. */
export default function Thanks({ searchParams }: Address) {
  return (
    <Suspense fallback={<p>Checking your payment…</p>}>
      <Result searchParams={searchParams} />
    </Suspense>
  )
}

/** The return of the payer proves nothing: the signed address names the cart, in whichever browser, and the provider is asked for the status. */
async function Result({ searchParams }: Address) {
  const { order = '' } = await searchParams
  const { returns } = await getGateway()
  const payer = await returns.read(`?${new URLSearchParams({ order: String(order) })}`)
  if (!payer) return <p>There is no order here.</p>
  return (
    <>
      <h1>{thanksFor(payer)}</h1>
      <Link href="/">Back to the shop</Link>
    </>
  )
}

/** What the payer reads. COMPLETED means that money came in, not that the cart is sold: `resolution` says what the money is for. */
function thanksFor({
  order: { state, resolution, amount, refundedAmount, needsReview },
  refundedPayment,
}: ReturnedPayer): string {
  if (refundedPayment && resolution === 'fulfil') return 'Paid. Thank you! Your other payment of this cart is refunded.'
  if (refundedPayment) return 'The cart has changed since your payment. Your payment is refunded.'
  if (needsReview) return 'We are checking your payment and will write to you.'
  if (state === 'FAILED') return 'Not paid.'
  // The payer may have paid already: the bank or the provider is not done yet.
  if (state !== 'COMPLETED') return 'We are checking your payment.'
  if (resolution === 'duplicate-refund') return 'This cart was paid already. Your second payment is refunded.'
  if (resolution === 'late-refund') return 'Your payment came too late. It is refunded.'
  if (refundedAmount >= amount) return 'Refunded.'
  return refundedAmount > 0 ? 'Paid, and refunded in part.' : 'Paid. Thank you!'
}
