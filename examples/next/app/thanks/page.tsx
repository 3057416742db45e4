import { cookies } from 'next/headers'
import Link from 'next/link'
import { getGateway } from '../../gateway.ts'

/** The return of the payer proves nothing, and neither does the URL: sync() checks the status with the provider. */
export default async function Thanks() {
  const merchantOrderId = (await cookies()).get('order')?.value
  if (!merchantOrderId) return <p>There is no order here.</p>
  const { orders } = await getGateway()
  const { state } = await orders.sync(merchantOrderId)
  return (
    <>
      <h1>{state === 'COMPLETED' ? 'Paid. Thank you!' : `Not paid: ${state}`}</h1>
      <Link href="/">Back to the shop</Link>
    </>
  )
}
