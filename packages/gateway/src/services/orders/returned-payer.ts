import type { Order } from '@galla/contract/gateway-api/orders'
import type { OrderMethods, ReturnedPayer, ReturnMethods } from '../../gateway-methods.ts'
import { checkAddress, checkReference, checkStorable } from '../validation.ts'

const PARAMETER = 'order'

/** So many open orders of a cart are asked about when its payer comes back. A cart has more only when its amount changed as often. */
const MAX_CHECKS = 10

interface ReturnTokens {
  signReturn(reference: string): string
  readReturn(signed: string): string | undefined
}

export function returnMethods(tokens: ReturnTokens, orders: Pick<OrderMethods, 'list' | 'sync'>): ReturnMethods {
  return {
    url(page, reference) {
      const address = String(page)
      checkAddress(address, 'page')
      checkReference(reference)
      checkStorable(reference, 'reference')
      const url = new URL(address)
      url.searchParams.set(PARAMETER, tokens.signReturn(reference))
      return url.href
    },
    async read(url) {
      const reference = referenceIn(String(url), tokens)
      if (reference === undefined) return undefined
      const open = await orders.list({ reference, state: 'OPEN', limit: MAX_CHECKS })
      await Promise.all(open.rows.map(({ merchantOrderId }) => orders.sync(merchantOrderId)))
      const [completed, newest] = await Promise.all([
        orders.list({ reference, state: 'COMPLETED' }),
        orders.list({ reference, limit: 1 }),
      ])
      return payerOf(reference, completed.rows, newest.rows[0])
    },
  }
}

function referenceIn(url: string, tokens: ReturnTokens): string | undefined {
  // Frameworks give the path, or the whole address.
  const base = 'http://localhost'
  const signed = URL.canParse(url, base) ? new URL(url, base).searchParams.get(PARAMETER) : null
  return signed === null ? undefined : tokens.readReturn(signed)
}

const isRefunded = ({ resolution }: Order): boolean => resolution === 'duplicate-refund' || resolution === 'late-refund'

/** @param completed of the reference, the newest first; a cart has few, however often its amount changed */
function payerOf(reference: string, completed: readonly Order[], newest: Order | undefined): ReturnedPayer | undefined {
  const order = completed.find(({ resolution }) => resolution === 'fulfil') ?? newest
  if (!order) return undefined
  const refundedPayment = completed.find((one) => one.merchantOrderId !== order.merchantOrderId && isRefunded(one))
  return { reference, order, ...(refundedPayment && { refundedPayment }) }
}
