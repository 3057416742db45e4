import { cookies } from 'next/headers'
import Link from 'next/link'
import { books } from '../../books.ts'

/** That the payer came back proves nothing, and nothing in the address does: the provider is asked. */
export default async function Thanks() {
  const merchantOrderId = (await cookies()).get('order')?.value
  if (!merchantOrderId) return <p>There is no order here.</p>
  const { orders } = await books()
  const { state } = await orders.sync(merchantOrderId)
  return (
    <>
      <h1>{state === 'COMPLETED' ? 'Paid. Thank you!' : `Not paid: ${state}`}</h1>
      <Link href="/">Back to the shop</Link>
    </>
  )
}
