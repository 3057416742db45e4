import type { ServedSandbox } from '@galla/sandbox'

/** Ids of the requests that the gateway answered with 200: they must be in the database from then on. */
export interface Acknowledged {
  readonly orders: Set<string>
  readonly refunds: Set<string>
}

export interface PayerOptions {
  readonly sandbox: ServedSandbox
  /** URL of a running replica; undefined if none runs. */
  readonly pickReplica: () => string | undefined
  readonly random: () => number
  readonly isOpen: () => boolean
  readonly acknowledged: Acknowledged
}

/** Starts orders, pays them and requests refunds until `isOpen` returns false; failed requests are ignored. */
export async function simulatePayer(
  { sandbox, pickReplica, random, isOpen, acknowledged }: PayerOptions,
  payer: number,
): Promise<void> {
  const post = async (path: string, body: object): Promise<object | undefined> => {
    const address = pickReplica()
    if (address === undefined) return undefined
    const init = { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(5_000) }
    return fetch(address + path, init).then(
      (response) => (response.ok ? (response.json() as Promise<object>) : undefined),
      () => undefined,
    )
  }
  const requestRefund = async (merchantOrderId: string, name: string, amount: number): Promise<void> => {
    const merchantRefundId = `${merchantOrderId}-${name}`
    if (await post('/refund', { merchantOrderId, merchantRefundId, amount })) acknowledged.refunds.add(merchantRefundId)
  }
  for (let cart = 0; isOpen(); cart += 1) {
    const reference = `cart-${payer}-${cart}`
    const orders = random() < 0.2 ? 2 : 1
    for (let n = 0; n < orders; n += 1) {
      const amount = 10_000 + cart
      const terms = { reference, amount, expireAfter: 300 }
      const checkout = random() < 0.7 ? 'STANDARD' : 'MOBILE'
      const started = (await (random() < 0.25
        ? post('/link', { ...terms, customer: { phoneNumber: '9000000001' } })
        : post('/start', { ...terms, checkout, redirectUrl: 'https://shop.example/' }))) as
        | { order: { merchantOrderId: string } }
        | undefined
      if (!started) {
        await pause(20)
        continue
      }
      const { merchantOrderId } = started.order
      acknowledged.orders.add(merchantOrderId)
      const outcome = random() < 0.75 ? 'SUCCESS' : random() < 0.5 ? 'FAILURE' : 'PENDING'
      await sandbox.simulatePayment(merchantOrderId, { outcome }).catch(() => {})
      if (outcome === 'SUCCESS' && random() < 0.5) {
        await pause(random() * 150)
        // A double click, and at the same time a second refund of more than the remaining amount.
        const half = Math.ceil(amount / 2)
        await Promise.all([
          requestRefund(merchantOrderId, 'r', half),
          requestRefund(merchantOrderId, 'r', half),
          requestRefund(merchantOrderId, 'second', half + 1),
        ])
      }
    }
    await pause(random() * 40)
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
