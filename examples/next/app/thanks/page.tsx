import Link from 'next/link'
import { Suspense } from 'react'
import { thanksFor } from '../../../starter/answers.ts'
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
