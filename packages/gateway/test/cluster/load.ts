import { setTimeout as pause } from 'node:timers/promises'
import { createSandbox, type Sandbox } from '@galla/sandbox'
import { Galla, paise } from '@galla/sdk'
import type { PoolConfig } from 'pg'
import { createGateway, type Gateway } from '../../src/index.ts'
import { CART, CLIENT, digestOfCallback, SECRET } from '../helpers/test-gateway.ts'
import type { Success } from './service-times.ts'

/** Payers who buy, pay and send back, at gateways that may lose their database at any moment. */
export interface Load {
  readonly sandbox: Sandbox
  /** What the gateways have answered with success: it must be in the database from then on. */
  readonly acknowledged: {
    readonly orders: ReadonlySet<string>
    readonly refunds: ReadonlySet<string>
    /** Digests. */
    readonly callbacks: ReadonlySet<string>
  }
  readonly successes: readonly Success[]
  /** Failed calls by name, code and message, and how many. */
  readonly failures: ReadonlyMap<string, number>
  /** Payers finish their carts and buy no more. Gateways go on. */
  finish(): Promise<void>
  close(): Promise<void>
}

const PAYERS = 64
/** A payer buys once in this time: bounds the load. Milliseconds. */
const PERIOD_MS = 8_000
/** Before a failed call is repeated. Milliseconds. */
const REPEAT_MS = 500

/** Starts one gateway for each database address, and the payers. Kinds of work for each gateway: start, callback, refund. */
export async function startLoad(databases: readonly PoolConfig[]): Promise<Load> {
  const acknowledged = { orders: new Set<string>(), refunds: new Set<string>(), callbacks: new Set<string>() }
  const successes: Success[] = []
  const failures = new Map<string, number>()
  const gateways: Gateway[] = []
  let turn = 0
  let isOpen = true

  const next = (): { gateway: Gateway; succeeded(kind: Success['kind']): void } => {
    turn += 1
    const n = turn % gateways.length
    const gateway = gateways[n]
    if (!gateway) throw new Error('No gateway was started')
    return {
      gateway,
      succeeded: (kind) => void successes.push({ gateway: `gateway ${n + 1}`, kind, atMs: performance.now() }),
    }
  }
  const sandbox = createSandbox({
    tokenLifeSec: 315_360_000,
    callbacks: { url: 'http://shop.localhost/callbacks', mode: 'classic', ...SECRET },
    deliver: async (url, init) => {
      const request = new Request(url, init)
      const body = Buffer.from(await request.clone().arrayBuffer())
      const { gateway, succeeded } = next()
      const response = await gateway.fetch(request)
      if (response.status === 200) {
        acknowledged.callbacks.add(digestOfCallback(body))
        succeeded('callback')
      }
      return response
    },
  })
  for (const database of databases) {
    const gateway = await createGateway({
      ...CLIENT,
      client: ({ tokenStore }) => new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch, tokenStore }),
      callbackCredentials: SECRET,
      database,
      migrate: false,
      on: {
        'order.completed': async ({ order, deliveryId, tx }) => {
          await tx.query('insert into fulfilments values ($1, $2)', [deliveryId, order.reference])
        },
      },
    })
    gateways.push(gateway)
    await gateway.start()
  }

  /** Repeats the call at the other gateway until it succeeds, as a merchant does who wants to know. */
  const insist = async <Result>(
    kind: Success['kind'],
    call: (gateway: Gateway) => Promise<Result>,
  ): Promise<Result> => {
    for (;;) {
      const { gateway, succeeded } = next()
      try {
        const result = await call(gateway)
        succeeded(kind)
        return result
      } catch (error) {
        const { name, message, code } = error as Error & { code?: string }
        const failure = `${kind}: ${name} ${code ?? ''} ${message}`.replaceAll(/cart-[\d-]+|order[-_]\S+/g, '…')
        failures.set(failure, (failures.get(failure) ?? 0) + 1)
      }
      await pause(REPEAT_MS)
    }
  }
  const buy = async (reference: string): Promise<void> => {
    const { order } = await insist('start', (gateway) => gateway.orders.start({ ...CART, reference }))
    const { merchantOrderId } = order
    acknowledged.orders.add(merchantOrderId)
    await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' }).catch(() => {})
    // Half of the payment, with one id however often it is asked for.
    const refund = { merchantOrderId, merchantRefundId: `${merchantOrderId}-r`, amount: paise(CART.amount / 2) }
    await insist('refund', async (gateway) => {
      // Only what was paid can go back, and a callback may be on its way.
      while ((await gateway.orders.get(merchantOrderId))?.state !== 'COMPLETED') await pause(REPEAT_MS)
      return gateway.refunds.request(refund)
    })
    acknowledged.refunds.add(refund.merchantRefundId)
  }
  const pay = async (payer: number): Promise<void> => {
    // A payer keeps a place within each period: payers whom an outage held up do not buy in step afterwards.
    const place = (payer * PERIOD_MS) / PAYERS
    for (let cart = 0; isOpen; cart += 1) {
      const now = performance.now()
      await pause((((place - now) % PERIOD_MS) + PERIOD_MS) % PERIOD_MS)
      await buy(`cart-${payer}-${cart}`)
    }
  }
  const payers = Promise.all(Array.from({ length: PAYERS }, (_, n) => pay(n)))
  return {
    sandbox,
    acknowledged,
    successes,
    failures,
    async finish() {
      isOpen = false
      await payers
    },
    async close() {
      isOpen = false
      await Promise.all(gateways.map((one) => one.stop()))
      await sandbox.close()
    },
  }
}
