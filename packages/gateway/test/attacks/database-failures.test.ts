import { createHash } from 'node:crypto'
import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { isGatewayError, type Log } from '../../src/index.ts'
import { createPaidOrder, setupConsoles } from '../helpers/console-gateway.ts'
import { CART, SECRET, type TestGateway } from '../helpers/test-gateway.ts'

const { createTestGateway, createGatewayWithConsole } = setupConsoles()
const AUTHORIZATION = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')

/** Errors of a server that is full, cancels, closes, or refuses the row; the detail of the last one holds what is in it. */
const FAILURES = ['53100', '57014', '40P01', '25006', '57P01', '23505', 'P0001']

/** Each write of this kind to the table fails with the SQLSTATE. */
const failWrites = ({ rows }: TestGateway, table: string, write: 'insert' | 'update', sqlState: string) =>
  rows(`create or replace function public.fail() returns trigger language plpgsql as $$
    begin raise exception 'no such luck' using errcode = '${sqlState}', detail = 'Key (payer)=(asha@ybl) of kettle-and-cups'; end $$;
    create trigger "fail" before ${write} on galla.${table} for each statement execute function public.fail()`)

const allowWrites = ({ rows }: TestGateway, table: string) => rows(`drop trigger "fail" on galla.${table}`)

const failed = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('The call did not fail'),
    (error: unknown) => {
      if (!isGatewayError(error)) throw error
      return error
    },
  )

describe.each(FAILURES)('a database that answers %s', (sqlState) => {
  const DATABASE_FAILED = {
    code: 'DATABASE_FAILED',
    status: 503,
    message: expect.stringContaining(sqlState),
    cause: expect.objectContaining({ code: sqlState }),
  }

  it('before the order is stored: nothing is sent, and the same call starts it', async () => {
    const lines: object[] = []
    const log: Log = { info() {}, warn() {}, error: (fields) => void lines.push(fields) }
    const testGateway = await createTestGateway({ gateway: { log } })
    const { gateway, sandbox } = testGateway
    await failWrites(testGateway, 'orders', 'insert', sqlState)
    const error = await failed(gateway.orders.start({ ...CART, merchantOrderId: 'one' }))
    expect(error).toMatchObject(DATABASE_FAILED)
    expect(`${error.message} ${JSON.stringify(lines)}`).not.toMatch(/asha|kettle/)
    expect(lines).toEqual([expect.objectContaining({ reason: sqlState })])
    expect(sandbox.journal({ name: 'pay', kind: 'api' })).toEqual([])
    await allowWrites(testGateway, 'orders')
    expect(await gateway.orders.start({ ...CART, merchantOrderId: 'one' })).toMatchObject({
      redirectUrl: expect.any(String),
    })
  })

  it('when the reply of the provider is stored: the same call sends nothing, and the status decides', async () => {
    const testGateway = await createTestGateway()
    const { gateway, sandbox } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'one', checkout: 'CUSTOM' })
    await failWrites(testGateway, 'decisions', 'insert', sqlState)
    const paying = () => gateway.orders.pay('one', { type: 'UPI_QR' })
    expect(await failed(paying())).toMatchObject(DATABASE_FAILED)
    await allowWrites(testGateway, 'decisions')
    await testGateway.advance(61_000)
    expect(await paying()).toMatchObject({ order: { state: 'PENDING' } })
    expect(sandbox.journal({ name: 'customPay', kind: 'api' })).toHaveLength(1)
    await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    expect(await gateway.orders.sync('one')).toMatchObject({ state: 'COMPLETED' })
  })

  it('while a refund is requested: the same request is stored once', async () => {
    const testGateway = await createTestGateway()
    const { gateway, sandbox } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    const request = () =>
      gateway.refunds.request({ merchantRefundId: 'r-1', merchantOrderId: 'one', amount: 10_000 as Paise })
    await failWrites(testGateway, 'ledger', 'insert', sqlState)
    expect(await failed(request())).toMatchObject(DATABASE_FAILED)
    expect(await gateway.refunds.get('r-1')).toBeUndefined()
    await allowWrites(testGateway, 'ledger')
    expect(await request()).toMatchObject({ state: 'REQUESTED' })
    expect(await gateway.orders.get('one')).toMatchObject({ refundableAmount: CART.amount - 10_000 })
  })
})

describe('a database that is away', () => {
  it('is a DATABASE_FAILED of callbacks.receive and runPendingJobs as well, which the caller can tell from a bug', async () => {
    const testGateway = await createTestGateway()
    const { gateway } = testGateway
    await failWrites(testGateway, 'callbacks', 'insert', '57P01')
    const body = new TextEncoder().encode('{"event":"checkout.order.completed","payload":{"merchantOrderId":"one"}}')
    const headers = { authorization: AUTHORIZATION }
    expect(await failed(gateway.callbacks.receive({ headers, body }))).toMatchObject({
      code: 'DATABASE_FAILED',
      status: 503,
    })
    await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    await testGateway.rows('alter table galla.orders rename to "ordersAway"')
    expect(await failed(gateway.runPendingJobs())).toMatchObject({ code: 'DATABASE_FAILED' })
    await testGateway.rows('alter table galla."ordersAway" rename to orders')
  })

  it('a callback whose statement does not answer in time is BUSY', async () => {
    const { gateway, rows } = await createTestGateway()
    await rows(`create function public.slow() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return null; end $$;
      create trigger "slow" before insert on galla.callbacks for each statement execute function public.slow()`)
    const body = new TextEncoder().encode('{"event":"checkout.order.completed","payload":{"merchantOrderId":"one"}}')
    const receiving = gateway.callbacks.receive({ headers: { authorization: AUTHORIZATION }, body })
    await expect(receiving).rejects.toMatchObject({ code: 'BUSY', status: 503 })
  })

  // A transaction that was rolled back because of another one, or of the ledger's clock, succeeds as well when it is repeated.
  it.each(['57P01', '57014', '40001'])(
    'is answered 503 by the console, so that a person repeats it: %s',
    async (sqlState) => {
      const { testGateway, request } = await createGatewayWithConsole()
      const id = await createPaidOrder(testGateway)
      await failWrites(testGateway, 'ledger', 'insert', sqlState)
      const response = await request('POST', `/orders/${id}/refunds`, { merchantRefundId: 'r-1', amount: 100 })
      expect([response.status, await response.json()]).toEqual([
        503,
        expect.objectContaining({ code: 'DATABASE_FAILED', message: expect.stringContaining('Repeat the call') }),
      ])
    },
  )
})

describe.each(['40P01', '40001', '23505'])('one %s', (sqlState) => {
  /** The first write of this kind to the table fails, as one that lost against another transaction. */
  const failOnce = ({ rows }: TestGateway, table: string, write: 'insert' | 'update') =>
    rows(`create sequence public.tries;
      create function public.fail() returns trigger language plpgsql as $$
      begin if nextval('public.tries') = 1 then raise exception 'once' using errcode = '${sqlState}'; end if; return new; end $$;
      create trigger "fail" before ${write} on galla.${table} for each row execute function public.fail()`)

  it.each(['orders', 'decisions'])('while %s are stored does not keep an order from its page', async (table) => {
    const testGateway = await createTestGateway()
    const { gateway, sandbox } = testGateway
    await failOnce(testGateway, table, 'insert')
    const started = await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    expect(started).toMatchObject({ order: { state: 'PENDING' }, redirectUrl: expect.any(String) })
    expect(sandbox.journal({ name: 'standardPay', kind: 'api' })).toHaveLength(1)
  })

  it('while a payment begins does not keep the payer from paying', async () => {
    const testGateway = await createTestGateway()
    const { gateway, sandbox } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'one', checkout: 'CUSTOM' })
    await failOnce(testGateway, 'orders', 'update')
    expect(await gateway.orders.pay('one', { type: 'UPI_QR' })).toMatchObject({ payment: { type: 'UPI_QR' } })
    expect(sandbox.journal({ name: 'customPay', kind: 'api' })).toHaveLength(1)
  })

  it('while a refund is requested does not keep it from being stored', async () => {
    const testGateway = await createTestGateway()
    const { gateway, sandbox } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    await failOnce(testGateway, 'ledger', 'insert')
    await gateway.refunds.request({ merchantRefundId: 'r-1', merchantOrderId: 'one', amount: 10_000 as Paise })
    expect(await gateway.orders.get('one')).toMatchObject({ refundableAmount: CART.amount - 10_000 })
  })
})
