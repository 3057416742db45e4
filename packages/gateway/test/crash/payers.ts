import type { ServedSandbox } from '@galla/sandbox'

/** What the shop answered with a 200: from then on it must be in the database. */
export interface Promised {
  readonly orders: Set<string>
  readonly refunds: Set<string>
}

export interface Shopping {
  readonly sandbox: ServedSandbox
  /** Address of some replica; undefined when none is up. */
  readonly someone: () => string | undefined
  readonly random: () => number
  readonly open: () => boolean
  readonly promised: Promised
}

/** Buys, pays, changes its mind; whatever the shop answers, or not. */
export async function shop({ sandbox, someone, random, open, promised }: Shopping, payer: number): Promise<void> {
  const say = async (path: string, body: object): Promise<object | undefined> => {
    const address = someone()
    if (address === undefined) return undefined
    const init = { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(5_000) }
    return fetch(address + path, init).then(
      (reply) => (reply.ok ? (reply.json() as Promise<object>) : undefined),
      () => undefined,
    )
  }
  const giveBack = async (merchantOrderId: string, name: string, amount: number): Promise<void> => {
    const merchantRefundId = `${merchantOrderId}-${name}`
    if (await say('/refund', { merchantOrderId, merchantRefundId, amount })) promised.refunds.add(merchantRefundId)
  }
  for (let cart = 0; open(); cart += 1) {
    const reference = `cart-${payer}-${cart}`
    const orders = random() < 0.2 ? 2 : 1
    for (let n = 0; n < orders; n += 1) {
      const amount = 10_000 + cart
      const wanted = {
        reference,
        amount,
        checkout: 'STANDARD',
        redirectUrl: 'https://shop.example/',
        expireAfter: 300,
      }
      const started = (await say('/start', wanted)) as { order: { merchantOrderId: string } } | undefined
      if (!started) {
        await pause(20)
        continue
      }
      const { merchantOrderId } = started.order
      promised.orders.add(merchantOrderId)
      const outcome = random() < 0.75 ? 'SUCCESS' : random() < 0.5 ? 'FAILURE' : 'PENDING'
      await sandbox.simulatePayment(merchantOrderId, { outcome }).catch(() => {})
      if (outcome === 'SUCCESS' && random() < 0.5) {
        await pause(random() * 150)
        // A double click, and somebody else at the same moment who would give back more than is left.
        const half = Math.ceil(amount / 2)
        await Promise.all([
          giveBack(merchantOrderId, 'r', half),
          giveBack(merchantOrderId, 'r', half),
          giveBack(merchantOrderId, 'again', half + 1),
        ])
      }
    }
    await pause(random() * 40)
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
