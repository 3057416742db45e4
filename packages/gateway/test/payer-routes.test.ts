import type { ErasureResult } from '@galla/contract/gateway-api/payers'
import { describe, expect, it } from 'vitest'
import { dumpSchema, tablesWith } from './helpers/dump.ts'
import { CART, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const PASSWORD = 'two cups of tea'
const KEY = 'a-key-of-the-shop-0123456789-0123456789'
const ORIGIN = 'http://127.0.0.1:3000'
const DAY_MS = 86_400_000
const JSON_TYPE = { 'content-type': 'application/json' }

/** A gateway with a console and a merchant API, and a paid order about whose payer people have written notes. */
async function createGatewayWithNotes() {
  const testGateway = await createTestGateway({
    gateway: { policy: { erasePayerAfterDays: 30 }, console: { password: PASSWORD }, merchant: { keys: KEY } },
  })
  const { gateway, sandbox } = testGateway
  const send = (path: string, init: RequestInit) =>
    gateway.admin.fetch(new Request(`${ORIGIN}${path}`, init), { address: '127.0.0.1' })
  const login = await send('/api/session', {
    method: 'POST',
    body: JSON.stringify({ password: PASSWORD }),
    headers: JSON_TYPE,
  })
  const { csrfToken } = (await login.json()) as { csrfToken: string }
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const atConsole = (method: string, path: string, body?: object) =>
    send(`/api${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
      headers: { ...JSON_TYPE, cookie, 'x-csrf-token': csrfToken },
    })
  const atMerchantApi = (method: string, path: string, body?: object) =>
    gateway.merchant.fetch(
      new Request(`http://127.0.0.1:4600${path}`, {
        method,
        ...(body ? { body: JSON.stringify(body) } : {}),
        headers: { ...JSON_TYPE, authorization: `Bearer ${KEY}` },
      }),
    )

  await gateway.orders.start({ ...CART, merchantOrderId: 'cup', metaInfo: { udf1: 'zebra' } })
  await sandbox.simulatePayment('cup', { outcome: 'SUCCESS' })
  await testGateway.drainJobs()
  const needsReview = JSON.stringify({ reason: 'amount-mismatch', findings: [], sinceMs: 1 })
  await testGateway.rows('update galla.orders set "needsReview" = $1', [needsReview])
  await atConsole('POST', '/orders/cup/resolve-review', {
    note: 'zebra called',
    version: (await gateway.orders.get('cup'))?.version,
  })
  await atConsole('POST', '/orders/cup/refunds', { merchantRefundId: 'r1', amount: 100, note: 'zebra was angry' })
  await testGateway.drainJobs()
  await sandbox.simulateRefund('r1', { outcome: 'SUCCESS' })
  await testGateway.drainJobs()
  await atConsole('GET', '/search?q=zebra')
  await atConsole('POST', '/reveal', { kind: 'order', id: 'cup', path: 'request.metaInfo.udf1', reason: 'asked' })
  const tables = async () => tablesWith(await dumpSchema(testGateway), 'zebra')
  expect(await tables()).toEqual(['audit', 'orders', 'refunds'])
  return { testGateway, atConsole, atMerchantApi, tables }
}

describe('routes of payers', () => {
  it('the console erases notes of people, and records who was erased by digest only', async () => {
    const { testGateway, atConsole, tables } = await createGatewayWithNotes()
    const preview = await atConsole('POST', '/payers/preview', { merchantOrderId: 'cup' })
    expect(await preview.json()).toMatchObject({ orders: 1, held: 0, inUse: 0 })
    const erased = (await (
      await atConsole('POST', '/payers/erase', { merchantOrderId: 'cup' })
    ).json()) as ErasureResult
    expect(erased.erased).toMatchObject({ orders: 1, refunds: 1 })
    expect(erased.erased.audit).toBeGreaterThan(1)
    expect(await tables()).toEqual([])
    const entries = await testGateway.rows<{ what: string }>('select "what" from galla.audit order by "auditId"')
    expect(entries.map(({ what }) => what)).toContain('requested the erasure of 1 order of a payer')
    expect((await atConsole('POST', '/payers/erase', { email: 'x' })).status).toBe(400)
  })

  it('notes of people are erased by age', async () => {
    const { testGateway, tables } = await createGatewayWithNotes()
    await testGateway.advance(31 * DAY_MS)
    expect(await tables()).toEqual([])
  })

  it('the merchant API holds, lists, releases and erases', async () => {
    const { atMerchantApi, tables } = await createGatewayWithNotes()
    const hold = { merchantOrderId: 'cup', reason: 'chargeback 4711', by: 'Meena' }
    const stored = await (await atMerchantApi('POST', '/legal-holds', hold)).json()
    expect(stored).toEqual({ ...hold, sinceMs: expect.any(Number) })
    // Holding it again keeps the first reason.
    expect(await (await atMerchantApi('POST', '/legal-holds', { ...hold, reason: 'other' })).json()).toEqual(stored)
    expect(await (await atMerchantApi('GET', '/legal-holds')).json()).toEqual({ rows: [stored] })
    const erase = async () => (await atMerchantApi('POST', '/payers/erase', { merchantOrderId: 'cup' })).json()
    expect(await erase()).toMatchObject({ orders: 1, held: 1, erased: {} })
    expect(await tables()).toEqual(['audit', 'orders', 'refunds'])
    expect((await atMerchantApi('DELETE', '/legal-holds/cup')).status).toBe(200)
    expect(await erase()).toMatchObject({ orders: 1, held: 0, erased: { orders: 1 } })
    expect(await tables()).toEqual([])
    expect((await atMerchantApi('DELETE', '/legal-holds/cup')).status).toBe(404)
    expect((await atMerchantApi('POST', '/legal-holds', { ...hold, merchantOrderId: 'none' })).status).toBe(404)
    expect((await atMerchantApi('POST', '/legal-holds', { ...hold, reason: ' ' })).status).toBe(400)
  })
})
