import { Suspense } from 'react'
import { getPayments } from '../../get-payments'

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

async function Result({ searchParams }: Address) {
  const { order = '' } = await searchParams
  return <h1>{(await getPayments().thanks(String(order))) ?? 'There is no order here.'}</h1>
}
