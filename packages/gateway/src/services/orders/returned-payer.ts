import type { Order } from '@galla/contract/gateway-api/orders'
import type { OrderMethods, ReturnedPayer, ReturnMethods } from '../../gateway-methods.ts'
import { checkAddress, checkReference, checkStorable } from '../validation.ts'

const PARAMETER = 'order'

/** So many open orders of a cart are asked about when its payer comes back. A cart has more only when its amount changed as often. */
const MAX_CHECKS = 3

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
      return payerOf(reference, (await orders.list({ reference })).rows)
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

/** @param stored orders of the reference, the newest first */
function payerOf(reference: string, stored: readonly Order[]): ReturnedPayer | undefined {
  const paid = stored.find(({ resolution }) => resolution === 'fulfil')
  const order = paid ?? stored[0]
  if (!order) return undefined
  const refundedPayment = stored.find((one) => one !== order && isRefunded(one))
  return { reference, order, ...(refundedPayment && { refundedPayment }) }
}
