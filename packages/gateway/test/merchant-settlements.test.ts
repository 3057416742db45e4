import type { ApiKeyScope } from '@galla/contract/gateway-api/api-keys'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { payOrder } from './helpers/paid-order.ts'
import { setupTestGateways } from './helpers/test-gateway.ts'
import { untilEndedOrWaiting } from './helpers/until-waiting.ts'

const createTestGateway = setupTestGateways()

/** A shop with one settlement, and the merchant API with a stored key of some scopes. */
async function openApi(...scopes: ApiKeyScope[]) {
  const testGateway = await createTestGateway({
    gateway: { merchant: { keys: ['the-key-of-the-shop-0123456789abcdef'], path: '/merchant' } },
  })
  const { gateway, sandbox } = testGateway
  await payOrder(testGateway, 'order-1')
  const { settlementId } = await sandbox.settle()
  await sandbox.simulateSettlement(settlementId, { outcome: 'SUCCESS' })
  await testGateway.drainJobs()
  const { utr = '', amount = 0 } = (await gateway.settlements.get(settlementId)) ?? {}
  const { key } = await gateway.apiKeys.create({ name: 'erp', scopes })
  const call = async (route: string, body?: object) => {
    const [method = '', path = ''] = route.split(' ')
    const request = new Request(`http://127.0.0.1:4600/merchant${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const response = await gateway.merchant.fetch(request, { address: '127.0.0.1' })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const audit = () =>
    testGateway.rows(
      `select "who", "what", "kind", "id", "detail", "after" from galla.audit where "kind" <> 'key' order by "auditId"`,
    )
  return { ...testGateway, settlementId, utr, amount, call, audit }
}

const BY_KEY = { who: 'key:erp' }

describe('the merchant API of settlements', () => {
  it('previews and imports a settlement report, lists the import, and takes the import back', async () => {
    const { call, sandbox, settlementId, amount, audit } = await openApi('read', 'settlements')
    const file = { name: 'november.csv', text: await sandbox.settlementReport() }
    expect(await call('POST /settlements/reports', { ...file, preview: true })).toMatchObject({
      ...{ status: 200, body: { stored: 0, known: 0, rows: 1, settlements: [{ settlementId, sum: amount, amount }] } },
    })
    expect((await call('GET /settlements/reports')).body).toEqual({ rows: [] })
    expect((await call('POST /settlements/reports', file)).body).toMatchObject({ stored: 1, known: 0 })
    expect((await call('POST /settlements/reports', file)).body).toMatchObject({ stored: 0, known: 1 })
    expect((await call(`GET /settlements/${settlementId}`)).body).toMatchObject({ lines: 1, amount })
    expect((await call('GET /settlements/reports')).body).toMatchObject({
      rows: [{ rows: 0 }, { name: 'november.csv', rows: 1, importedBy: 'key:erp' }],
    })
    expect(await call('POST /settlements/reports/1/undo')).toEqual({ status: 200, body: { rows: 1 } })
    expect(await call('POST /settlements/reports/1/undo')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await call('POST /settlements/reports/first/undo')).toMatchObject({ status: 400 })
    const report = { ...BY_KEY, kind: 'settlement-report' }
    expect(await audit()).toMatchObject([
      { ...report, what: 'imported', id: '1', detail: 'november.csv', after: { rows: 1 } },
      { ...report, what: 'imported', id: '2' },
      { ...report, what: 'took an import back', id: '1' },
    ])
  })

  it('previews and imports a bank statement, compares the statement with the settlements, and removes the statement', async () => {
    const { call, utr, amount, audit } = await openApi('read', 'settlements')
    const text = `Date,Narration,Debit,Credit\n09/01/26,NEFT ${utr} PHONEPE LIMITED,,${amount / 100}\n`
    const file = { name: 'bank.csv', text }
    const credited = { count: 1, amount }
    expect((await call('POST /bank-statements', { ...file, preview: true })).body).toMatchObject({
      comparison: { credited },
    })
    expect((await call('GET /bank-statements')).body).toMatchObject({ statements: [] })
    expect((await call('POST /bank-statements', file)).body).toMatchObject({ stored: 1, comparison: { credited } })
    const { statements } = (await call('GET /bank-statements')).body
    const [{ statementId } = { statementId: 0 }] = statements as { statementId: number }[]
    expect(await call(`DELETE /bank-statements/${statementId}`)).toEqual({ status: 200, body: { removed: true } })
    expect(await call(`DELETE /bank-statements/${statementId}`)).toMatchObject({ status: 404 })
    const statement = { ...BY_KEY, kind: 'bank-statement', id: String(statementId), detail: 'bank.csv' }
    expect(await audit()).toMatchObject([
      { ...statement, what: 'imported' },
      { ...statement, what: 'removed' },
    ])
  })

  it('reads the body of a file of 8 MiB, and refuses a larger file, a larger body and a body of another route', async () => {
    const { call } = await openApi('orders', 'settlements')
    const fileOf = (bytes: number) => ({ name: 'large.csv', text: 'x'.repeat(bytes) })
    expect(await call('POST /settlements/reports', fileOf(8 << 20))).toMatchObject({
      ...{ status: 400, body: { field: 'text', message: expect.stringContaining('nothing was read') } },
    })
    expect(await call('POST /bank-statements', fileOf((8 << 20) + 1))).toMatchObject({
      body: { field: 'text', message: expect.stringContaining('must have at most 8 MiB') },
    })
    expect(await call('POST /settlements/reports', fileOf(17 << 20))).toMatchObject({ status: 413 })
    expect(await call('POST /orders', fileOf(70_000))).toMatchObject({ status: 413 })
  })

  it('imports one file at a time, lets two more of a key wait, and refuses further ones', async () => {
    const { call, rows, settings } = await openApi('read', 'settlements')
    const holder = new Client(settings.database as object)
    await holder.connect()
    // The import that runs cannot end.
    await holder.query('begin; lock table galla.settlement_reports in access exclusive mode')
    const report = {
      name: 'a.csv',
      text: 'merchant_order_id,transaction_type,transaction_amount\norder-1,PAYMENT,499.00',
    }
    const running = call('POST /settlements/reports', report)
    await untilEndedOrWaiting(running, rows)
    const further = [report, report, report].map((file) => call('POST /settlements/reports', file))
    // Whichever comes last: the other two wait.
    const refused = await Promise.race(further)
    const statement = await call('POST /bank-statements', {
      name: 'b.csv',
      text: 'Date,Narration,Debit,Credit\n08/01/26,X,,1',
    })
    for (const one of [refused, statement]) expect(one).toMatchObject({ status: 503, body: { code: 'BUSY' } })
    await holder.query('commit')
    await holder.end()
    const statuses = (await Promise.all([running, ...further])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 200, 503])
  })

  it('refuses a key without the scope settlements, before a file is read', async () => {
    const { call, audit } = await openApi('read')
    for (const route of ['POST /settlements/reports', 'POST /bank-statements'])
      expect(await call(route, { name: 'large.csv', text: 'x'.repeat(17 << 20) })).toMatchObject({
        ...{ status: 403, body: { code: 'SCOPE_MISSING', message: expect.stringContaining('the scope settlements') } },
      })
    for (const route of ['POST /settlements/reports/1/undo', 'DELETE /bank-statements/1'])
      expect(await call(route)).toMatchObject({ status: 403, body: { code: 'SCOPE_MISSING' } })
    expect(await call('GET /settlements/summary')).toMatchObject({ status: 200 })
    expect(await audit()).toEqual([])
  })
})
