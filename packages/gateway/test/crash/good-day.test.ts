import { loadavg } from 'node:os'
import { serveSandbox } from '@galla/sandbox'
import { Pool } from 'pg'
import { describe, expect, it } from 'vitest'
import { setupDatabases } from '../helpers/template-databases.ts'
import { CLIENT, SECRET } from '../helpers/test-gateway.ts'
import { setupChildProcesses } from './children.ts'

const LONG = process.env.GALLA_LONG === '1'
const ORDERS = LONG ? 3_000 : 60
const PAYERS = 12

const { createTestDatabase } = setupDatabases({ durable: true })
const { start, errors } = setupChildProcesses()

describe('gateway processes without faults', () => {
  it.each(LONG ? [1, 2, 3] : [2])(
    'fulfils each paid order exactly once with %i replicas',
    async (replicas) => {
      const database = await createTestDatabase()
      const pool = new Pool({ ...database, max: 2 })
      await pool.query('create table fulfilments ("deliveryId" text, "reference" text)')
      const addresses: string[] = []
      let turn = 0
      const nextReplica = () => {
        turn += 1
        return addresses[turn % addresses.length] ?? ''
      }
      const sandbox = await serveSandbox({
        tokenLifeSec: 315_360_000,
        callbacks: { url: 'http://shop.localhost/callbacks', mode: 'classic', ...SECRET },
        deliver: (_url, init) => fetch(`${nextReplica()}/callbacks`, init),
      })
      const clock = { startMs: Date.now(), speed: 1 }
      const processes = Array.from({ length: replicas }, (_, n) =>
        start({ database, provider: sandbox.url, clock, seed: n + 1, client: CLIENT, secret: SECRET }),
      )
      for (const { ready } of processes) addresses.push((await ready) ?? '')

      const startedAtMs = performance.now()
      let next = 0
      const payOrders = async (): Promise<void> => {
        while (next < ORDERS) {
          next += 1
          const cart = {
            reference: `cart-${next}`,
            amount: 10_000,
            checkout: 'STANDARD',
            redirectUrl: 'https://shop.example/',
          }
          const response = await fetch(`${nextReplica()}/start`, { method: 'POST', body: JSON.stringify(cart) })
          const { order } = (await response.json()) as { order: { merchantOrderId: string } }
          await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
        }
      }
      await Promise.all(Array.from({ length: PAYERS }, payOrders))
      const fulfilled = async () => {
        const { rows } = await pool.query('select "reference" from fulfilments')
        return rows.map(({ reference }: { reference: string }) => reference)
      }
      while ((await fulfilled()).length < ORDERS) await new Promise((resolve) => setTimeout(resolve, 50))
      const tookSec = (performance.now() - startedAtMs) / 1_000
      const codes = await Promise.all(processes.map((one) => one.terminate()))
      expect(new Set(await fulfilled()).size).toBe(ORDERS)
      expect(await fulfilled()).toHaveLength(ORDERS)
      expect(codes, errors.join('')).toEqual(codes.map(() => 0))
      console.log(
        `${replicas} replicas: ${Math.round(ORDERS / tookSec)} orders per second from start to fulfilment, load average ${loadavg()[0]?.toFixed(1)}`,
      )
      await pool.end()
      await sandbox.close()
    },
    LONG ? 900_000 : 60_000,
  )
})
