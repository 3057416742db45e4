import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type RunningPostgres, startPostgres } from '@galla/postgres'
import { createSandbox } from '@galla/sandbox'
import { Galla, paise } from '@galla/sdk'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGateway, type Gateway, type GatewaySettings } from '../src/index.ts'
import { CART, CLIENT, SECRET } from './helpers/test-gateway.ts'

const BIN = '/usr/lib/postgresql/15/bin'
const KEY = `one:${randomBytes(32).toString('base64')}`
const NEW_KEY = `two:${randomBytes(32).toString('base64')}`
const run = promisify(execFile)

let folder: string
let postgres: RunningPostgres
const opened: Gateway[] = []
const sandbox = createSandbox({ tokenLifeSec: 315_360_000, clock: { frozen: true, startMs: Date.now() } })

const connectionTo = (database: string) => ({ ...postgres.connection, database })
/** As a connection string of PostgreSQL's programs. */
const urlOf = (database: string) =>
  `postgresql://${postgres.connection.user}@/${database}?host=${postgres.connection.host}&port=${postgres.connection.port}`

async function open(database: string, settings: Partial<GatewaySettings>): Promise<Gateway> {
  const gateway = await createGateway({
    ...CLIENT,
    client: ({ tokenStore }) => new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch, tokenStore }),
    callbackCredentials: SECRET,
    clock: sandbox.clock,
    database: connectionTo(database),
    ...settings,
  })
  opened.push(gateway)
  return gateway
}

/** Restores the dump with the command of the deployment guide. */
async function restore(dump: string, database: string): Promise<void> {
  await run(join(BIN, 'createdb'), ['--maintenance-db', urlOf('postgres'), database])
  await run(join(BIN, 'pg_restore'), ['--exit-on-error', '--no-owner', `--dbname=${urlOf(database)}`, dump])
}

const refundOf = (merchantRefundId: string, amount: number) => ({
  merchantRefundId,
  merchantOrderId: 'cart',
  amount: paise(amount),
})

describe.runIf(existsSync(join(BIN, 'pg_dump')))('a database with encrypted columns, restored from pg_dump', () => {
  let dump: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'galla-dump-'))
    postgres = await startPostgres({ folder: join(folder, 'postgres'), bin: BIN, durable: false })
    await run(join(BIN, 'createdb'), ['--maintenance-db', urlOf('postgres'), 'shop'])
    const gateway = await open('shop', { dataKeys: [KEY] })
    await gateway.orders.start({ ...CART, merchantOrderId: 'cart', metaInfo: { udf1: 'zebra' } })
    await sandbox.simulatePayment('cart', { outcome: 'SUCCESS' })
    await gateway.orders.sync('cart')
    await gateway.refunds.request({ ...refundOf('half', CART.amount / 2), note: 'quokka' })
    dump = join(folder, 'galla.dump')
    await run(join(BIN, 'pg_dump'), ['--format=custom', `--file=${dump}`, urlOf('shop')])
    // Sent and completed at the provider after the dump.
    await gateway.runPendingJobs()
    await sandbox.simulateRefund('half', { outcome: 'SUCCESS' })
  })
  afterAll(async () => {
    for (const gateway of opened) await gateway.stop()
    await sandbox.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('has no personal value in clear in the dump', async () => {
    const { stdout } = await run(join(BIN, 'pg_restore'), ['--file=-', dump], { maxBuffer: 64 << 20 })
    expect(stdout).toContain('COPY galla.orders')
    expect(['zebra', 'quokka'].filter((marker) => stdout.includes(marker))).toEqual([])
  })

  it.each([
    ['with its key', 'with_key', { dataKeys: [KEY] }, 'zebra'],
    [
      'without its key, which is lost,',
      'without_key',
      { dataKeys: [NEW_KEY], dataKeysLost: ['one'] },
      '[encrypted with the data key "one", which is missing]',
    ],
  ])('opens %s, sends no second refund, and keeps the limit of refunds', async (_, database, keys, udf1) => {
    await restore(dump, database)
    const gateway = await open(database, keys)
    const { checks } = await gateway.health()
    expect(checks.find(({ name }) => name === 'restore')).toMatchObject({ ok: false })
    expect(await gateway.orders.get('cart')).toMatchObject({ state: 'COMPLETED', metaInfo: { udf1 } })
    await sandbox.clock.advance(60_000)
    await gateway.runPendingJobs()
    expect(await gateway.refunds.get('half')).toMatchObject({ state: 'COMPLETED' })
    expect((await sandbox.order('cart')).refundedAmount).toBe(CART.amount / 2)
    await expect(gateway.refunds.request(refundOf('more', CART.amount / 2 + 100))).rejects.toMatchObject({
      code: 'AMOUNT_TOO_LARGE',
    })
  })

  it('keeps its constraints: a refund cannot be made larger than what is left', async () => {
    await restore(dump, 'constraints')
    const client = new Client(connectionTo('constraints'))
    await client.connect()
    const changed = client.query(`update galla.refunds set "amount" = "amount" * 3`)
    await expect(changed).rejects.toMatchObject({ code: '23001' })
    await client.end()
  })
})
