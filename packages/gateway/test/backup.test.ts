import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGateway, type Gateway } from '../src/index.ts'
import { CART, CLIENT, SECRET } from './parts/world.ts'

let home: string
const sandbox = createSandbox({ tokenLifeSec: 315_360_000 })

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'galla-backup-'))
})
afterAll(async () => {
  await sandbox.close()
  await rm(home, { recursive: true, force: true })
})

function open(folder: string): Promise<Gateway> {
  return createGateway({
    ...CLIENT,
    galla: ({ tokenStore }) => new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch, tokenStore }),
    callbacks: { credentials: [SECRET] },
    database: join(home, folder),
  })
}

it('a folder that was copied while nobody used it is the books as they were, and they catch up', async () => {
  const before = await open('books')
  const { order } = await before.orders.start(CART)
  await before.stop()
  await cp(join(home, 'books'), join(home, 'backup'), { recursive: true, verbatimSymlinks: true })
  await sandbox.settleOrder(order.merchantOrderId, { outcome: 'SUCCESS' })

  await rm(join(home, 'books'), { recursive: true })
  await cp(join(home, 'backup'), join(home, 'books'), { recursive: true, verbatimSymlinks: true })
  const after = await open('books')
  expect((await after.orders.get(order.merchantOrderId))?.state).toBe('PENDING')
  expect((await after.orders.settle(order.merchantOrderId)).state).toBe('COMPLETED')
  await after.stop()
}, 60_000)
