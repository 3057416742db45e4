import { storedOrder, storeOrder } from '@galla/react'
import { useEffect, useState } from 'react'
import { useI18n } from '../i18n/i18n-provider.tsx'
import type { Locale } from '../i18n/locales.ts'
import { callShop, type OrderForPayer, ShopError } from '../shop-api.ts'

/** The order of the page to which the payer returns. `none`: this payer has no order. */
type ReturnedOrder =
  | { readonly state: 'loading' | 'none' | 'failed'; readonly payerToken?: undefined }
  | {
      readonly state: 'found'
      readonly payerToken: string
      readonly unpaid: boolean
      readonly secondPayment?: { readonly payerToken: string }
    }

/**
 * Finds the order of the payer who returns: by the token in the address, which also works in another browser; else the order that
 * this tab has started; else the latest order of this browser.
 */
export function useReturnedOrder(): ReturnedOrder & { tryAgain: () => void } {
  const { locale, setLocale } = useI18n()
  const [returned, setReturned] = useState<ReturnedOrder>({ state: 'loading' })
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another language does not load the order again
  useEffect(() => {
    let current = true
    setReturned({ state: 'loading' })
    findOrder(locale).then(
      (order) => {
        if (!current) return
        if (order?.locale) setLocale(order.locale)
        setReturned(
          order
            ? {
                state: 'found',
                payerToken: order.payerToken,
                unpaid: order.unpaid ?? false,
                ...(order.secondPayment && { secondPayment: order.secondPayment }),
              }
            : { state: 'none' },
        )
      },
      () => current && setReturned({ state: 'failed' }),
    )
    return () => {
      current = false
    }
  }, [tries])
  return { ...returned, tryAgain: () => setTries((before) => before + 1) }
}

/** `unpaid`: the provider was asked. */
type FoundOrder = { payerToken: string; locale?: Locale; unpaid?: boolean; secondPayment?: { payerToken: string } }

async function findOrder(locale: Locale): Promise<FoundOrder | undefined> {
  const returnToken = new URLSearchParams(location.search).get('order')
  const stored = storedOrder()
  if (returnToken !== null) {
    const order = await orIfUnknown(callShop('POST /api/return', { returnToken }))
    // The address stays in the history, in which it is not needed any more.
    history.replaceState(history.state, '', location.pathname)
    if (order) return keep(order)
  }
  if (stored !== undefined) return { payerToken: stored }
  const { orders } = await callShop('GET /api/orders')
  const [latest] = orders
  if (!latest) return undefined
  const { merchantOrderId } = latest
  const order = await orIfUnknown(callShop('POST /api/orders/:merchantOrderId/resume', { locale }, { merchantOrderId }))
  return order && keep(order)
}

function keep<Found extends OrderForPayer>(order: Found): Found {
  storeOrder(order.payerToken)
  return order
}

/** The reply; undefined when the shop does not know the order. @throws ShopError for every other problem */
async function orIfUnknown<Reply>(call: Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ShopError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
