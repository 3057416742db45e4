import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Gateway, PayerSelector } from '../src/index.ts'
import { auditOfOrder, checkAudit, listAudit, writeAudit } from '../src/storage/access/audit.ts'
import { createDatabase, type Database } from '../src/storage/database.ts'
import { openPool } from '../src/storage/pool.ts'
import { dataKeys } from '../src/storage/privacy/data-keys.ts'
import { rotateKeys } from '../src/storage/privacy/rotate-keys.ts'
import { insertRefundFile, listFileRows } from '../src/storage/refunds/refund-files.ts'
import { search } from '../src/storage/search.ts'
import { dumpSchema, tablesWith } from './helpers/dump.ts'
import { allCallsLogged, failingHandlers, type PlantedPayer, plantedPayer, plantPayer } from './helpers/plant-payer.ts'
import { CART, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const DAY_MS = 86_400_000
const ASHA = plantedPayer('zebra', '9811122233')
const MEENA = plantedPayer('quokka', '9744455566')
const KEY = `one:${randomBytes(32).toString('base64')}`
const NEXT = `two:${randomBytes(32).toString('base64')}`

const encryptedGateway = (gateway: object = {}) => createTestGateway({ gateway: { dataKeys: [KEY], ...gateway } })

async function withDatabase<Result>(
  { settings }: TestGateway,
  keys: readonly string[],
  run: (database: Database) => Promise<Result>,
): Promise<Result> {
  const pool = openPool({ ...(settings.database as object), max: 1 }, () => {})
  try {
    return await run(createDatabase(pool, dataKeys(keys)))
  } finally {
    await pool.end()
  }
}

const searchIn = (testGateway: TestGateway, query: string, keys = [KEY]) =>
  withDatabase(testGateway, keys, async (database) => (await search(database, query)).map(({ id }) => id))

/** Only `gateway` sees the payer, except for the callbacks that it receives. */
async function plantThrough(gateway: Gateway, testGateway: TestGateway, payer: PlantedPayer) {
  const drainJobs = async () => {
    await testGateway.sandbox.idle()
    await gateway.runPendingJobs()
  }
  await plantPayer({ ...testGateway, gateway, drainJobs }, payer)
}

describe('with data keys', () => {
  it('a dump of the schema has no personal value in clear, and everybody gets what they got', async () => {
    const seen: unknown[] = []
    const testGateway = await encryptedGateway({
      on: {
        ...failingHandlers,
        'refund.completed': ({ refund }: { refund: { note?: string } }) => void seen.push(refund.note),
      },
    })
    const { gateway } = testGateway
    await plantPayer(testGateway, ASHA)
    await gateway.payers.hold({ merchantOrderId: ASHA.standardOrderId, reason: 'zebra sues', by: 'Meena' })
    expect(tablesWith(await dumpSchema(testGateway), ASHA.marker)).toEqual([])
    const log = await withDatabase(testGateway, [KEY], async (database) => ({
      entries: await listAudit(database, { kind: 'order' }),
      ofOrder: await auditOfOrder(database, ASHA.standardOrderId),
      check: await checkAudit(database),
    }))
    expect(log.entries.rows).toMatchObject([{ what: 'put on legal hold', detail: 'zebra sues' }])
    expect(log.ofOrder).toMatchObject([{ detail: 'zebra sues' }])
    expect(log.check.brokenAt).toBeUndefined()

    expect(await gateway.orders.get(ASHA.merchantOrderId)).toMatchObject({
      state: 'COMPLETED',
      metaInfo: { udf1: 'zebra, 3rd floor', udf2: ASHA.phone },
      payerVpa: 'as****a@okzebra',
    })
    expect(await gateway.orders.list({})).toMatchObject({
      rows: expect.arrayContaining([expect.objectContaining({ payerVpa: 'as****a@okzebra' })]),
    })
    expect(await gateway.refunds.get(`refund-${ASHA.phone}`)).toMatchObject({ note: 'zebra broke a cup' })
    expect(seen).toEqual(['zebra broke a cup'])
    expect(await gateway.payers.holds()).toMatchObject([{ reason: 'zebra sues' }])
  })

  it('finds orders by a VPA or its end, also those from before', async () => {
    const before = await createTestGateway()
    await plantPayer(before, MEENA)
    await before.gateway.stop()
    const testGateway = await encryptedGateway({ database: before.settings.database })
    await plantPayer({ ...testGateway, rows: before.rows }, ASHA)
    for (const { marker, vpa, merchantOrderId } of [ASHA, MEENA])
      for (const query of [vpa, `as****a@ok${marker}`, `@ok${marker}`, `a@ok${marker}`])
        expect([query, await searchIn(testGateway, query)]).toEqual([query, [merchantOrderId]])
    expect(await searchIn(testGateway, ASHA.vpa, [NEXT])).toEqual([])
    expect(await searchIn(testGateway, ASHA.vpa, [NEXT, KEY])).toEqual([ASHA.merchantOrderId])
  })

  it('finds a collect request that failed by the end of its VPA, also after a rotation, and erases it by its mask', async () => {
    const testGateway = await encryptedGateway()
    const { orders } = testGateway.gateway
    await orders.start({ ...CART, checkout: 'CUSTOM', merchantOrderId: 'failed' })
    await orders.pay('failed', { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'failure@ybl' } })
    await testGateway.drainJobs()
    const other = await testGateway.replica({ dataKeys: [NEXT, KEY] })
    const find = (keys: string[]) =>
      Promise.all(['@ybl', 'e@ybl', 'failure@ybl'].map((q) => searchIn(testGateway, q, keys)))
    expect(await find([KEY])).toEqual([['failed'], ['failed'], ['failed']])
    expect(tablesWith(await dumpSchema(testGateway), 'fa****e')).toEqual([])
    await other.rotateDataKeys()
    expect(await find([NEXT])).toEqual([['failed'], ['failed'], ['failed']])
    expect(await other.orders.get('failed')).toMatchObject({ state: 'FAILED', payerVpa: 'fa****e@ybl' })
    expect(await other.payers.preview({ vpa: 'fa****e@ybl' })).toMatchObject({
      merchantOrderIds: ['failed'],
      byMaskOnly: 1,
    })
    for (let day = 0; day < 8; day += 1) await testGateway.advance(86_400_000)
    await other.payers.erase({ vpa: 'fa****e@ybl' })
    expect(await other.orders.get('failed')).not.toHaveProperty('payerVpa')
    expect(await find([NEXT])).toEqual([[], [], []])
  })

  const both = [ASHA.merchantOrderId, ASHA.standardOrderId]
  const selectors: [string, PayerSelector, string[], number][] = [
    ['vpa', { vpa: ASHA.vpa.toUpperCase() }, [ASHA.merchantOrderId], 0],
    ['masked vpa', { vpa: 'as****a@okzebra' }, [ASHA.merchantOrderId], 1],
    ['phone', { phone: `+91 ${ASHA.phone}` }, both, 0],
    ['merchantUserId', { merchantUserId: ASHA.merchantUserId }, both, 0],
  ]
  it.each(selectors)('erases by %s what it erased without', async (_, selector, ids, byMaskOnly) => {
    const testGateway = await encryptedGateway({ on: failingHandlers })
    const { payers, orders } = testGateway.gateway
    await plantPayer(testGateway, ASHA)
    await plantPayer(testGateway, MEENA)
    for (let day = 0; day < 8; day += 1) await testGateway.advance(DAY_MS)
    for (const payer of [ASHA, MEENA]) await allCallsLogged(testGateway, payer)
    const encryptedOf = async (phone: string) =>
      (await dumpSchema(testGateway)).filter((line) => line.includes(phone) && line.includes('galla1:')).length
    const kept = await encryptedOf(MEENA.phone)

    expect(await payers.preview(selector)).toMatchObject({ merchantOrderIds: ids, byMaskOnly })
    expect(await payers.erase(selector)).toMatchObject({ erased: { orders: ids.length, deliveries: ids.length } })
    if (ids.length === 1) await payers.erase({ merchantOrderId: ASHA.standardOrderId })
    expect(await encryptedOf(ASHA.phone)).toBe(0)
    expect(await encryptedOf(MEENA.phone)).toBe(kept)
    expect(kept).toBeGreaterThan(5)
    expect(await orders.get(ASHA.merchantOrderId)).toMatchObject({ state: 'COMPLETED', amount: CART.amount })
  })
})

describe('a data key that is lost', () => {
  it('stops neither orders nor refunds nor callbacks, and is named in the place of what it encrypted', async () => {
    const testGateway = await encryptedGateway()
    const { gateway, sandbox } = testGateway
    const cart = { ...CART, merchantOrderId: 'lost', metaInfo: { udf1: 'zebra' } }
    await gateway.orders.start(cart)
    const other = await testGateway.replica({ dataKeys: [NEXT], dataKeysLost: ['one'] })
    await sandbox.simulatePayment('lost', { outcome: 'SUCCESS' })
    await sandbox.idle()
    await other.runPendingJobs()
    const reason = '[encrypted with the data key "one", which is missing]'
    // The callbacks cannot be read; the provider's status can.
    const pollFor = async (hours: number) => {
      for (let hour = 0; hour < hours; hour += 1) {
        await sandbox.clock.advance(3_600_000)
        await other.runPendingJobs()
      }
    }
    await pollFor(8)
    expect(await other.orders.get('lost')).toMatchObject({ state: 'COMPLETED', metaInfo: { udf1: reason } })
    const refund = { merchantRefundId: 'cup', merchantOrderId: 'lost', amount: CART.amount, note: 'quokka' }
    await other.refunds.request(refund)
    await other.runPendingJobs()
    await sandbox.simulateRefund('cup', { outcome: 'SUCCESS' })
    await sandbox.idle()
    await pollFor(24)
    expect(await other.refunds.get('cup')).toMatchObject({ state: 'COMPLETED', note: 'quokka' })
    await expect(other.payers.preview({ phone: ASHA.phone })).rejects.toThrow(reason)
    expect(await other.payers.preview({ merchantOrderId: 'lost' })).toMatchObject({ orders: 1 })
    // Repeated by a process that cannot read the note: not another refund, for which the caller would choose a new id.
    expect(await gateway.refunds.request(refund)).toMatchObject({ state: 'COMPLETED' })
    // The key is back.
    expect(await gateway.orders.get('lost')).toMatchObject({ metaInfo: { udf1: 'zebra' } })
  })
})

describe('a page that cannot be decrypted', () => {
  it('is a page: no second one of the cart is opened, and the error names the key', async () => {
    const testGateway = await encryptedGateway()
    const { gateway, sandbox, rows } = testGateway
    const { order, redirectUrl } = await gateway.orders.start(CART)
    expect(redirectUrl).toBeDefined()
    const other = await testGateway.replica({ dataKeys: [NEXT], dataKeysLost: ['one'] })
    const refusal = {
      code: 'PROVIDER_UNAVAILABLE',
      message: expect.stringContaining('[encrypted with the data key "one", which is missing]'),
    }
    await expect(other.orders.start(CART)).rejects.toMatchObject(refusal)
    const named = { ...CART, merchantOrderId: order.merchantOrderId }
    await expect(other.orders.start(named)).rejects.toMatchObject(refusal)
    expect(await rows('select "merchantOrderId" from galla.orders')).toEqual([
      { merchantOrderId: order.merchantOrderId },
    ])
    // A process that has the key returns the page.
    expect(await gateway.orders.start(CART)).toMatchObject({ redirectUrl })
    await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await other.orders.sync(order.merchantOrderId)
    await expect(other.orders.start(CART)).rejects.toMatchObject({ code: 'REFERENCE_PAID' })
  })
})

describe('a database that somebody wrote to', () => {
  it('shows no value of another row and none that was changed, and payments go on', async () => {
    const testGateway = await encryptedGateway()
    const { gateway, sandbox, rows } = testGateway
    for (const id of ['asha', 'meena'])
      await gateway.orders.start({ ...CART, reference: id, merchantOrderId: id, metaInfo: { udf1: id } })
    await rows(`update galla.orders set "request" = (select "request" from galla.orders where "merchantOrderId" = 'asha')
      where "merchantOrderId" = 'meena'`)
    await sandbox.simulatePayment('meena', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    const changed = '[encrypted with the data key "one", and changed or moved since, or the key has another value]'
    expect(await gateway.orders.get('meena')).toMatchObject({ state: 'COMPLETED', metaInfo: { udf1: changed } })
    expect(await gateway.orders.get('asha')).toMatchObject({ metaInfo: { udf1: 'asha' } })
  })
})

describe('a file of refunds', () => {
  it('has its notes encrypted until its rows are run', async () => {
    const testGateway = await encryptedGateway()
    const file = { fileId: 'file', name: 'may.csv', digest: 'a'.repeat(64), uploadedBy: 'Meena', createdAtMs: 1 }
    const row = { line: 2, merchantOrderId: 'asha', merchantRefundId: 'cup', amount: CART.amount, note: 'zebra called' }
    const read = await withDatabase(testGateway, [KEY], async (database) => {
      await database.transaction((tx) => insertRefundFile(tx, file, [{ ...row, plan: 'refund' }]))
      return listFileRows(database, 'file', {})
    })
    expect(await testGateway.rows('select "note" from galla.refund_file_rows')).toEqual([
      { note: expect.stringMatching(/^galla1:one:/) },
    ])
    expect(read.rows).toMatchObject([{ line: 2, note: 'zebra called' }])
  })
})

describe('rotation of data keys', () => {
  const encryptedBy = async (testGateway: TestGateway, id: string) =>
    tablesWith(await dumpSchema(testGateway), `galla1:${id}:`)

  it('encrypts what was stored before there were keys', async () => {
    const testGateway = await createTestGateway({ gateway: { on: failingHandlers } })
    await plantPayer(testGateway, ASHA)
    const before = await testGateway.gateway.orders.get(ASHA.merchantOrderId)
    await expect(testGateway.gateway.rotateDataKeys()).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    // It writes its log of calls in the background, in clear.
    await testGateway.gateway.stop()
    const other = await testGateway.replica({ dataKeys: [KEY] })
    const progress: string[] = []
    const tables = await other.rotateDataKeys(({ table }) => progress.push(table))
    expect(tablesWith(await dumpSchema(testGateway), ASHA.marker)).toEqual([])
    expect(tables.filter(({ encrypted }) => encrypted > 0).map(({ table }) => table)).toEqual([
      'orders',
      'refunds',
      'callbacks',
      'deliveries',
      'delivery_attempts',
      'calls',
    ])
    expect(progress).toEqual(tables.map(({ table }) => table))
    expect(await other.orders.get(ASHA.merchantOrderId)).toEqual(before)
    expect(await searchIn(testGateway, ASHA.vpa)).toEqual([ASHA.merchantOrderId])
    expect((await other.rotateDataKeys()).some(({ encrypted }) => encrypted > 0)).toBe(false)
  })

  it('replaces a key while gateways with both orders of the keys take payments', async () => {
    const testGateway = await encryptedGateway({ on: failingHandlers })
    const { sandbox } = testGateway
    await plantPayer(testGateway, ASHA)
    const newFirst = await testGateway.replica({ dataKeys: [NEXT, KEY] })
    const oldFirst = await testGateway.replica({ dataKeys: [KEY, NEXT] })
    const pay = async (merchantOrderId: string, at: number) => {
      const [one, two] = at % 2 ? [newFirst, oldFirst] : [oldFirst, newFirst]
      await one.orders.start({ ...CART, reference: merchantOrderId, merchantOrderId, metaInfo: { udf1: 'zebra' } })
      await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
      await sandbox.idle()
      await two.runPendingJobs()
    }
    const ids = Array.from({ length: 12 }, (_, at) => `paid-${at}`)
    await Promise.all([newFirst.rotateDataKeys(), ...ids.map(pay)])
    await newFirst.runPendingJobs()
    for (const id of ids) {
      expect(await oldFirst.orders.get(id)).toMatchObject({ state: 'COMPLETED', metaInfo: { udf1: 'zebra' } })
      expect(await newFirst.orders.get(id)).toMatchObject({ state: 'COMPLETED', metaInfo: { udf1: 'zebra' } })
    }
    expect(tablesWith(await dumpSchema(testGateway), ASHA.marker)).toEqual([])

    // Every replica has the new key first by now.
    await testGateway.gateway.stop()
    await oldFirst.stop()
    await newFirst.rotateDataKeys()
    expect(await encryptedBy(testGateway, 'one')).toEqual([])
    const onlyNew = await testGateway.replica({ dataKeys: [NEXT] })
    expect(await onlyNew.orders.get(ASHA.merchantOrderId)).toMatchObject({ payerVpa: 'as****a@okzebra' })
    expect(await onlyNew.refunds.get(`refund-${ASHA.phone}`)).toMatchObject({ note: 'zebra broke a cup' })
    expect(await searchIn(testGateway, ASHA.vpa, [NEXT])).toEqual([ASHA.merchantOrderId])
  })

  it.each([
    ['with keys', [KEY]],
    ['without', []],
  ])('encrypts a note that reads “erased”, written %s, like any other', async (_, keys) => {
    const testGateway = await createTestGateway()
    const entry = { atMs: 7, what: 'requested refund r-1', kind: 'order', id: 'o', detail: 'erased' } as const
    await withDatabase(testGateway, [...keys], (database) => writeAudit({ database }, entry))
    const rotated = await withDatabase(testGateway, [NEXT, KEY], (database) => rotateKeys(database))
    expect(rotated.find(({ table }) => table === 'audit')).toMatchObject({ read: 1, encrypted: 1, unreadable: 0 })
    const { rows } = await withDatabase(testGateway, [NEXT], (database) => listAudit(database, {}))
    expect(rows).toMatchObject([{ detail: 'erased' }])
  })

  it('encrypts the notes of the audit log with the new key, and leaves its chain as it was', async () => {
    const testGateway = await createTestGateway()
    const write = (keys: string[], ...details: string[]) =>
      withDatabase(testGateway, keys, async (database) => {
        for (const detail of details)
          await writeAudit({ database }, { atMs: 7, what: 'invited', kind: 'user', id: 'u', detail })
        return checkAudit(database)
      })
    const read = (keys: string[]) =>
      withDatabase(testGateway, keys, async (database) => {
        const { rows } = await listAudit(database, {})
        return [rows.map(({ detail }) => detail).reverse(), await checkAudit(database)] as const
      })
    await write([], 'asha', 'galla1:one:ravi')
    const { head } = await write([KEY], 'meena', 'vikram')
    const rotated = await withDatabase(testGateway, [NEXT, KEY], (database) => rotateKeys(database))
    expect(rotated.find(({ table }) => table === 'audit')).toMatchObject({ read: 4, encrypted: 4, unreadable: 0 })

    expect(await read([NEXT])).toEqual([['asha', 'galla1:one:ravi', 'meena', 'vikram'], { entries: 4, head }])
    const stored = await testGateway.rows<object>('select * from galla.audit')
    expect(JSON.stringify(stored)).not.toMatch(/asha|ravi|meena|vikram/)
    const lost = '[encrypted with the data key "two", which is missing]'
    expect(await read([KEY])).toEqual([Array(4).fill(lost), { entries: 4, unreadable: 4, head }])

    // By someone with the rights of the owner: entries 3 and 4 exchange their notes.
    await testGateway.rows(`update galla.audit a set "detail" = b."detail", "detailSalt" = b."detailSalt"
      from galla.audit b where a."auditId" in (3, 4) and b."auditId" = 7 - a."auditId"`)
    expect(await read([NEXT])).toMatchObject([{}, { brokenAt: '3' }])
  })

  it('reads a note that looks encrypted as it was typed, before and after the key that it names is there', async () => {
    const testGateway = await createTestGateway()
    const typed = `galla1:one:${'A'.repeat(60)}`
    const read = (keys: string[]) =>
      withDatabase(testGateway, keys, async (database) => {
        const { rows } = await listAudit(database, {})
        return [rows.map(({ detail }) => detail), await checkAudit(database)] as const
      })
    const head = await withDatabase(testGateway, [], async (database) => {
      await writeAudit({ database }, { atMs: 7, what: 'invited', kind: 'user', id: 'u', detail: typed })
      return (await checkAudit(database)).head
    })
    expect(await read([])).toEqual([[typed], { entries: 1, head }])
    expect(await read([KEY])).toEqual([[typed], { entries: 1, head }])
    const rotated = await withDatabase(testGateway, [KEY], (database) => rotateKeys(database))
    expect(rotated.find(({ table }) => table === 'audit')).toMatchObject({ read: 1, encrypted: 1, unreadable: 0 })
    expect(await read([KEY])).toEqual([[typed], { entries: 1, head }])
    expect(JSON.stringify(await testGateway.rows('select * from galla.audit'))).not.toContain('AAAA')
  })

  it('counts what none of the keys opens, leaves it, and encrypts the rest', async () => {
    const testGateway = await encryptedGateway()
    await plantPayer(testGateway, ASHA)
    const both = await testGateway.replica({ dataKeys: [NEXT, KEY] })
    await plantThrough(both, testGateway, MEENA)
    const other = await testGateway.replica({ dataKeys: [NEXT], dataKeysLost: ['one'] })
    const tables = await other.rotateDataKeys()
    expect(tables.find(({ table }) => table === 'orders')).toMatchObject({ read: 4, unreadable: 2 })
    expect(await testGateway.gateway.refunds.get(`refund-${ASHA.phone}`)).toMatchObject({ note: 'zebra broke a cup' })
    // A backup from before, or the key that was found.
    expect((await both.rotateDataKeys()).every(({ unreadable }) => unreadable === 0)).toBe(true)
    expect(await other.refunds.get(`refund-${ASHA.phone}`)).toMatchObject({ note: 'zebra broke a cup' })
  })
})
