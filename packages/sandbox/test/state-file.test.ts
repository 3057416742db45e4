import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxOptions } from '@galla/sandbox'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clientOf, START_MS, setUp, standardOrder } from './helpers.ts'

let folder = ''
let state = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galla-state-'))
  state = join(folder, 'state.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true }))

const at = (startMs: number, more: SandboxOptions = {}) => setUp({ state, clock: { startMs, frozen: true }, ...more })

test('orders, refunds and callbacks survive a restart, and overdue jobs run at the start', async () => {
  const down = {
    callbacks: { url: 'http://shop.test', username: 'u', password: 'p' },
    deliver: () => Promise.reject(new Error('down')),
  }
  const first = at(START_MS, { ...down, refundTiming: { acceptAfterMs: 1_000, completeAfterMs: 30_000 } })
  const paid = await first.post('/checkout/v2/pay', standardOrder('paid'))
  await first.post('/checkout/v2/pay', standardOrder('open'))
  await first.sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
  await first.post('/payments/v2/refund', { merchantRefundId: 'r-1', originalMerchantOrderId: 'paid', amount: 100 })
  await first.sandbox.idle()
  await first.sandbox.close()

  const received: string[] = []
  const deliver = async (_: string, { body }: { body: string }) => {
    received.push(JSON.parse(body).event)
    return new Response('ok')
  }
  const second = at(START_MS + 3_600_000, { ...down, deliver })
  await second.sandbox.idle()
  expect((await second.sandbox.order('paid')).state).toBe('COMPLETED')
  expect((await second.sandbox.order('open')).state).toBe('FAILED')
  expect((await second.get('/payments/v2/refund/r-1/status')).body.state).toBe('COMPLETED')
  expect(received.sort()).toEqual([
    'checkout.order.completed',
    'checkout.order.failed',
    'pg.refund.accepted',
    'pg.refund.completed',
  ])
  const view = await second.page(paid.body.redirectUrl).get('/view')
  expect(view.body.order.merchantOrderId).toBe('paid')
  const next = await second.post('/checkout/v2/pay', standardOrder('next'))
  expect(next.body.orderId).not.toBe(paid.body.orderId)
  await second.sandbox.close()
})

test('an access token stays valid across a restart', async () => {
  const first = at(START_MS)
  const authorization = await first.token()
  await first.sandbox.close()
  const second = at(START_MS + 1_000)
  const response = await second.sandbox.fetch('http://x/checkout/v2/order/none/status', { headers: { authorization } })
  expect(response.status).toBe(400)
})

test('an incomplete last line is dropped, another broken line is named, and a foreign file is not changed', async () => {
  const first = at(START_MS)
  await first.post('/checkout/v2/pay', standardOrder('order-1'))
  await first.sandbox.close()
  appendFileSync(state, '{"t":"orders","n":9,"v":{"merchantOr')
  const second = at(START_MS)
  expect((await second.sandbox.order('order-1')).state).toBe('PENDING')
  await second.sandbox.close()
  writeFileSync(state, readFileSync(state, 'utf8').replace('{"t":"orders"', '{"t":"nonsense"'))
  expect(() => at(START_MS)).toThrow(/line \d+ cannot be read/)
  writeFileSync(state, 'a foreign file\n')
  expect(() => at(START_MS)).toThrow(/is not a state file/)
  expect(readFileSync(state, 'utf8')).toBe('a foreign file\n')
})

test('the file is readable by its owner only, and reset rewrites it', async () => {
  const { sandbox, post } = at(START_MS)
  await post('/checkout/v2/pay', standardOrder('order-1'))
  expect(statSync(state).mode & 0o077).toBe(0)
  const { snapshotId } = await sandbox.snapshot()
  sandbox.reset()
  expect(readFileSync(state, 'utf8').trim().split('\n')).toHaveLength(1)
  await clientOf(sandbox).post('/checkout/v2/pay', standardOrder('order-2'))
  await expect(sandbox.restore(snapshotId)).rejects.toThrow(/no snapshot/)
  await sandbox.close()
  expect(readFileSync(state, 'utf8')).toContain('order-2')
})

test('the file of a sandbox in another process is refused, that of a killed one is taken over', async () => {
  const lock = `${state}.lock`
  writeFileSync(lock, String(process.ppid))
  expect(() => at(START_MS)).toThrow(`is used by the sandbox of process ${process.ppid}`)
  expect(existsSync(state)).toBe(false)

  writeFileSync(lock, String(spawnSync(process.execPath, ['--version']).pid))
  const { sandbox } = at(START_MS)
  expect(readFileSync(lock, 'utf8')).toBe(String(process.pid))
  await sandbox.close()
  expect(existsSync(lock)).toBe(false)
})

test('a link that another user has put beside the file is not followed', async () => {
  const theirs = join(folder, 'theirs')
  writeFileSync(theirs, 'untouched')
  symlinkSync(theirs, `${state}.new`)
  await at(START_MS).sandbox.close()
  expect(readFileSync(theirs, 'utf8')).toBe('untouched')
})
