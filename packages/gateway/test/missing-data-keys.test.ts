import { randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { inspectDatabase, isGatewayError } from '../src/index.ts'
import { CART, REDIRECT_URL, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const keyOf = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const [KEY, NEXT] = [keyOf('2026a'), keyOf('2026b')]
const PERSONAL = { message: 'for Asha, 3rd floor', metaInfo: { udf1: 'Asha' } }

const encryptedGateway = () => createTestGateway({ gateway: { dataKeys: [KEY] } })
const messageOf = (error: unknown) => (error as Error).message
const refusal = ({ replica }: TestGateway, settings: object) => replica(settings).then(() => 'started', messageOf)
const start = (gateway: TestGateway['gateway'], reference: string) =>
  gateway.orders.start({ ...CART, ...PERSONAL, reference, redirectUrl: `${REDIRECT_URL}?who=Asha` })

/** Orders whose personal data is stored in clear. */
const inClear = async ({ rows }: TestGateway) =>
  (await rows<{ reference: string }>(`select "reference" from galla.orders where "request"::text like '%Asha%'`)).map(
    ({ reference }) => reference,
  )

describe('a database with encrypted columns', () => {
  it.each([{}, { dataKeys: undefined }])('is not opened without data keys (%j)', async (settings) => {
    const testGateway = await encryptedGateway()
    const { dataKeys: _, ...without } = testGateway.settings
    const refused = await refusal(testGateway, { ...without, dataKeys: undefined, ...settings })
    expect(refused).toContain('encrypted with the data key "2026a"')
    expect(refused).toContain('dataKeys (GALLA_DATA_KEYS)')
    expect(refused).toContain(`dataKeysLost: ['2026a'] (GALLA_DATA_KEYS_LOST=2026a)`)
  })

  it('is not opened with other keys than the one that it was written with, which stay out of the message', async () => {
    const testGateway = await encryptedGateway()
    const refused = await refusal(testGateway, { dataKeys: [NEXT] })
    expect(refused).toContain('"2026a", which dataKeys (GALLA_DATA_KEYS) does not have')
    for (const key of [KEY, NEXT]) expect(refused).not.toContain(key.split(':')[1])
    // A start that was refused changes nothing for the others.
    await testGateway.replica({ dataKeys: [KEY] })
  })

  it('is not opened without keys when an earlier release of the gateway has written it', async () => {
    const testGateway = await encryptedGateway()
    await testGateway.rows(`delete from galla.meta where "key" like 'written with data key %'`)
    expect(await refusal(testGateway, { dataKeys: undefined })).toContain('"2026a"')
  })

  it('needs a key that decrypts only while something is written with it, and none that was rotated away', async () => {
    const testGateway = await encryptedGateway()
    await start(testGateway.gateway, 'cart-1')
    const second = await testGateway.replica({ dataKeys: [KEY, NEXT] })
    // The second key has encrypted nothing.
    await testGateway.replica({ dataKeys: [KEY] })
    await second.stop()
    const both = await testGateway.replica({ dataKeys: [NEXT, KEY] })
    expect(await refusal(testGateway, { dataKeys: [KEY] })).toContain('"2026b"')
    await both.rotateDataKeys()
    const onlyNew = await testGateway.replica({ dataKeys: [NEXT] })
    expect((await onlyNew.orders.list({})).rows).toMatchObject([{ metaInfo: { udf1: 'Asha' } }])
    expect(await refusal(testGateway, { dataKeys: [KEY] })).toContain('"2026b"')
  })

  it('still needs the key of rows that a rotation could not read', async () => {
    const testGateway = await encryptedGateway()
    const { order } = await start(testGateway.gateway, 'cart-1')
    const values = [order.merchantOrderId]
    const changed = `jsonb_set("request", '{$encrypted}', to_jsonb('galla1:2026a:' || repeat('A', 60)))`
    await testGateway.rows(`update galla.orders set "request" = ${changed} where "merchantOrderId" = $1`, values)
    const both = await testGateway.replica({ dataKeys: [NEXT, KEY] })
    await both.rotateDataKeys()
    expect(await refusal(testGateway, { dataKeys: [NEXT] })).toContain('"2026a"')
  })

  it('needs no key that a rotation has replaced, although the rows of a lost key stay unreadable', async () => {
    const testGateway = await encryptedGateway()
    await start(testGateway.gateway, 'cart-1')
    const second = await testGateway.replica({ dataKeys: [NEXT], dataKeysLost: ['2026a'] })
    await start(second, 'cart-2')
    await testGateway.gateway.stop()
    const LAST = keyOf('2026c')
    const third = await testGateway.replica({ dataKeys: [LAST, NEXT] })
    expect((await third.rotateDataKeys()).find(({ table }) => table === 'orders')).toMatchObject({ unreadable: 1 })
    const only = await testGateway.replica({ dataKeys: [LAST] })
    expect(await only.orders.list({ reference: 'cart-2' })).toMatchObject({ rows: [{ metaInfo: { udf1: 'Asha' } }] })
  })
})

it('a key that a rotation has replaced is needed again while another process goes on writing with it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const testGateway = await createTestGateway({ gateway: { dataKeys: [KEY, NEXT] } })
  const rotating = await testGateway.replica({ dataKeys: [NEXT, KEY] })
  await rotating.rotateDataKeys()
  await start(testGateway.gateway, 'cart-1')
  vi.advanceTimersByTime(10_000)
  await expect.poll(() => refusal(testGateway, { dataKeys: [NEXT] })).toContain('"2026a"')
})

describe('a key whose rows a rotation cannot read', () => {
  /** A process wrote with the first key after another one had replaced it, and ended before it said so. */
  const writtenSinceTheRotation = async () => {
    const testGateway = await createTestGateway({ gateway: { dataKeys: [KEY, NEXT] } })
    const rotating = await testGateway.replica({ dataKeys: [NEXT, KEY] })
    await rotating.rotateDataKeys()
    await start(testGateway.gateway, 'cart-1')
    await testGateway.gateway.stop()
    const withoutKey = await testGateway.replica({ dataKeys: [NEXT] })
    const ofOrders = (await withoutKey.rotateDataKeys()).find(({ table }) => table === 'orders')
    expect(ofOrders).toMatchObject({ unreadable: 1 })
    return testGateway
  }

  it('is needed again, although an earlier rotation had replaced the key', async () => {
    const testGateway = await writtenSinceTheRotation()
    expect(await refusal(testGateway, { dataKeys: [NEXT] })).toContain('"2026a"')
    await (await testGateway.replica({ dataKeys: [NEXT, KEY] })).rotateDataKeys()
    expect(await refusal(testGateway, { dataKeys: [NEXT] })).toBe('started')
  })

  it('is not needed once it was given up as lost, until somebody has it again', async () => {
    const testGateway = await writtenSinceTheRotation()
    const lost = await testGateway.replica({ dataKeys: [NEXT], dataKeysLost: ['2026a'] })
    await lost.rotateDataKeys()
    expect(await refusal(testGateway, { dataKeys: [NEXT] })).toBe('started')
    await (await testGateway.replica({ dataKeys: [NEXT, KEY] })).stop()
    await (await testGateway.replica({ dataKeys: [NEXT] })).rotateDataKeys()
    expect(await refusal(testGateway, { dataKeys: [NEXT] })).toContain('"2026a"')
  })
})

describe('a data key that is lost', () => {
  it('is given up by its id, once for all replicas, and what comes is encrypted with a new one', async () => {
    const testGateway = await encryptedGateway()
    await start(testGateway.gateway, 'cart-1')
    await testGateway.gateway.stop()
    const other = await testGateway.replica({ dataKeys: [NEXT], dataKeysLost: ['2026a'] })
    await start(other, 'cart-2')
    expect(await inClear(testGateway)).toEqual([])
    expect((await other.orders.list({ reference: 'cart-1' })).rows).toMatchObject([
      { metaInfo: { udf1: '[encrypted with the data key "2026a", which is missing]' } },
    ])
    expect((await other.health()).checks).toContainEqual({ name: 'dataKeys', ok: true, missing: [] })
    await testGateway.replica({ dataKeys: [NEXT] })
  })

  it('needs a new one: nothing is written in clear because keys are lost', async () => {
    const testGateway = await encryptedGateway()
    const refused = await refusal(testGateway, { dataKeys: undefined, dataKeysLost: ['2026a'] })
    expect(refused).toMatch(/^dataKeysLost needs dataKeys/)
  })

  it.each([
    [['2026b'], '"2026a"'],
    [['2026a:secret'], 'dataKeysLost must be the ids of keys'],
    ['2026a', 'dataKeysLost must be the ids of keys'],
    [['next'], 'dataKeysLost names "next", which is in dataKeys'],
  ])('is not any other: with dataKeysLost %j a gateway does not start', async (dataKeysLost, reason) => {
    const testGateway = await encryptedGateway()
    const refused = await refusal(testGateway, { dataKeys: [keyOf('next')], dataKeysLost })
    expect(refused).toContain(reason)
    expect(refused).not.toContain('secret')
  })
})

describe('a process without data keys, when another one encrypts the database', () => {
  const running = async () => {
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
    const testGateway = await createTestGateway({ gateway: { log } })
    await start(testGateway.gateway, 'before')
    const withKey = await testGateway.replica({ dataKeys: [KEY] })
    return { ...testGateway, withKey, log }
  }

  it('is not ready, fails the check of its health, and says so once in the log', async () => {
    const { gateway, withKey, log } = await running()
    expect(await gateway.isReady()).toBe(false)
    expect(await gateway.isReady()).toBe(false)
    const { ok, checks } = await gateway.health()
    expect(ok).toBe(false)
    expect(checks).toContainEqual({ name: 'dataKeys', ok: false, missing: ['2026a'] })
    expect(log.error.mock.calls.filter(([, message]) => /data keys/.test(message))).toEqual([
      [{ reason: 'missing: 2026a' }, expect.stringContaining('dataKeys (GALLA_DATA_KEYS)')],
    ])
    expect(await withKey.isReady()).toBe(true)
    expect((await withKey.health()).checks).toContainEqual({ name: 'dataKeys', ok: true, missing: [] })
  })

  it('stores nothing more from its next check on, and says so to who calls', async () => {
    const testGateway = await running()
    const { gateway, withKey } = testGateway
    await gateway.isReady()
    const error: unknown = await start(gateway, 'after').catch((failed: unknown) => failed)
    expect(isGatewayError(error) && [error.code, error.status]).toEqual(['DATA_KEYS_MISSING', 503])
    const body = Buffer.from('{}')
    await expect(gateway.callbacks.receive({ headers: {}, body })).rejects.toMatchObject({ status: 503 })
    const response = await gateway.fetch(new Request('http://shop.localhost/callbacks', { method: 'POST', body }))
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'DATA_KEYS_MISSING' })
    await expect(gateway.runPendingJobs()).rejects.toMatchObject({ code: 'DATA_KEYS_MISSING' })
    await start(withKey, 'with keys')
    expect(await inClear(testGateway)).toEqual(['before'])
  })

  it('notices it by itself, within ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { gateway } = await running()
    await start(gateway, 'not noticed yet')
    vi.advanceTimersByTime(10_000)
    const code = () =>
      gateway.orders.get('any').then(
        () => undefined,
        ({ code }: { code?: string }) => code,
      )
    await expect.poll(code).toBe('DATA_KEYS_MISSING')
  })

  it('writes nothing in clear in work that was under way', async () => {
    const log = { info() {}, warn() {}, error() {} }
    let whileCalling: () => Promise<unknown> = async () => {}
    const testGateway = await createTestGateway({
      gateway: { log },
      wrapProvider: (provider) => async (input, init) => {
        if (String(input instanceof Request ? input.url : input).includes('/pay')) await whileCalling()
        return provider(input, init)
      },
    })
    whileCalling = async () => {
      await testGateway.replica({ dataKeys: [KEY] })
      await testGateway.gateway.isReady()
    }
    const started = start(testGateway.gateway, 'under way').catch((error: unknown) => error)
    expect(await started).toMatchObject({ code: 'DATA_KEYS_MISSING' })
    const opened = await testGateway.rows<{ opened: unknown }>('select "opened" from galla.orders')
    expect(opened).toEqual([{ opened: null }])
  })
})

it('a process whose keys lack one that another process writes with stays ready, and its health names the key', async () => {
  const testGateway = await encryptedGateway()
  await testGateway.replica({ dataKeys: [NEXT, KEY] })
  expect(await testGateway.gateway.isReady()).toBe(true)
  const { checks } = await testGateway.gateway.health()
  expect(checks).toContainEqual({ name: 'dataKeys', ok: false, missing: ['2026b'] })
  await start(testGateway.gateway, 'cart-1')
  expect(await inClear(testGateway)).toEqual([])
})

it('an inspection names the keys that a database needs, also while it holds no rows', async () => {
  const { settings } = await encryptedGateway()
  const found = await inspectDatabase(settings.database)
  expect(found?.contents?.encryption).toMatchObject({ read: 0, writtenWith: ['2026a'] })
})
