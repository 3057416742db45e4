import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Gateway, GatewaySettings, Handlers } from '../src/index.ts'
import { completeOrder, delivery, parcels } from './helpers/handled-orders.ts'
import { CALLBACK_URL, CART, SECRET, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

const create = (on: Handlers, gateway: Partial<GatewaySettings> = {}) =>
  createTestGateway({ gateway: { on, ...gateway } })

describe('a handler that ends its own connection', () => {
  it.each([
    ['and throws', false],
    ['and swallows the error', true],
  ])('%s costs an attempt each time and never the payment', async (_, swallow) => {
    let runs = 0
    const testGateway = await create({
      'order.completed': async ({ tx }) => {
        runs += 1
        const ended = tx.query('select pg_terminate_backend(pg_backend_pid())')
        await (swallow ? ended.catch(() => {}) : ended)
      },
    })
    await completeOrder(testGateway, 'one')
    for (let round = 0; round < 19; round += 1) {
      await testGateway.gateway.runPendingJobs()
      expect(await testGateway.gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
      const { attempts = 0 } = (await delivery(testGateway)) ?? {}
      expect(attempts).toBe(Math.min(round + 1, 8))
      await testGateway.sandbox.clock.advance(6 * 3_600_000)
    }
    expect(runs).toBe(8)
    expect(await delivery(testGateway)).toMatchObject({ state: 'failed', attempts: 8 })
  })
})

describe('a handler that calls the gateway', () => {
  it('refunds, reads and syncs its own order, and runs the pending jobs', async () => {
    let gateway: Gateway | undefined
    const states: unknown[] = []
    const testGateway = await create({
      'order.completed': async ({ order: { merchantOrderId, amount }, tx }) => {
        // The foreign key takes a lock on the order's row.
        await tx.query('insert into parcels values ($1)', [merchantOrderId])
        await gateway?.refunds.request({ merchantRefundId: 'at-once', merchantOrderId, amount })
        states.push((await gateway?.orders.sync(merchantOrderId))?.state)
        await gateway?.runPendingJobs()
        states.push((await gateway?.refunds.get('at-once'))?.state)
      },
    })
    gateway = testGateway.gateway
    await testGateway.rows('create table parcels ("merchantOrderId" text references galla.orders)')
    await completeOrder(testGateway, 'one')
    await gateway.runPendingJobs()
    expect(await delivery(testGateway)).toMatchObject({ state: 'done', attempts: 1, lastError: null })
    expect(states).toEqual(['COMPLETED', expect.stringMatching(/PENDING|CONFIRMED|COMPLETED/)])
  })
})

describe('24 handlers that hang', () => {
  it('delay no callback, no status check and no refund', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const testGateway = await create(
      { 'order.completed': () => held, 'refund.completed': () => held },
      { policy: { handlerLimitMs: 60_000 } },
    )
    const { gateway } = testGateway
    for (let n = 0; n < 24; n += 1) await completeOrder(testGateway, `hanging-${n}`)
    let ended = false
    const first = gateway.runPendingJobs().then(() => {
      ended = true
    })
    await waitUntil(async () => {
      const [row] = await testGateway.rows<{ n: number }>(
        `select count(*)::int as n from galla.orders where "state" = 'COMPLETED'`,
      )
      return row?.n === 24
    })
    await gateway.refunds.request({ merchantRefundId: 'r', merchantOrderId: 'hanging-0', amount: CART.amount })
    await completeOrder(testGateway, 'next')
    const body = JSON.stringify({
      event: 'checkout.order.completed',
      payload: { merchantOrderId: 'next', state: 'COMPLETED' },
    })
    const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')
    const headers = { 'content-type': 'application/json', authorization }
    const response = await gateway.fetch(new Request(CALLBACK_URL, { method: 'POST', headers, body }))
    expect(response.status).toBe(200)
    const second = gateway.runPendingJobs()
    await waitUntil(async () => (await gateway.orders.get('next'))?.state === 'COMPLETED')
    await waitUntil(async () => (await gateway.refunds.get('r'))?.state !== 'REQUESTED')
    expect(ended).toBe(false)
    release()
    await Promise.all([first, second])
    const [open] = await testGateway.rows<{ n: number }>(
      `select count(*)::int as n from galla.deliveries where "state" <> 'done'`,
    )
    expect(open).toEqual({ n: 0 })
  })
})

describe('a notifier that hangs', () => {
  it('delays no handler and no other notifier', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const received: string[] = []
    const testGateway = await create(
      { 'order.completed': ({ order }) => void received.push(`handler ${order.merchantOrderId}`) },
      {
        notifiers: [
          { name: 'slow', kinds: ['order.completed'], notify: () => held },
          {
            name: 'fast',
            kinds: ['order.completed'],
            notify: async ({ order }) => void received.push(`fast ${order.merchantOrderId}`),
          },
        ],
      },
    )
    const ids = Array.from({ length: 12 }, (_, n) => `order-${n}`)
    for (const id of ids) await completeOrder(testGateway, id)
    const running = testGateway.gateway.runPendingJobs()
    await waitUntil(() => Promise.resolve(received.length === 24))
    release()
    await running
    expect(received.sort()).toEqual(ids.flatMap((id) => [`fast ${id}`, `handler ${id}`]).sort())
  })
})

describe('what a handler cannot do', () => {
  it.each([
    ['a comment before it', '/* all good */ commit'],
    ['a second statement', 'select 1; commit'],
    ['a line comment before it', '-- all good\n  rollback'],
    ['many comments before it', `${'/* * */ -- /* */\n'.repeat(40)} rollback`],
    ['a comment in a comment', '/* /* */ */ commit'],
    ['words in comments in comments', '/* a /* b */ c */ commit'],
    ['a line that a carriage return ends', '-- all good\rcommit'],
    ['a transaction that may not write', 'set transaction read only'],
    ['another transaction after it', 'commit and chain'],
    ['another transaction after a rollback', 'rollback and chain'],
    ['a transaction that another process may commit', `prepare transaction 'parcels'`],
    ['a block', 'do $$ begin commit; end $$'],
    ['a block that makes its statement', `do $$ begin execute 'com' || 'mit'; end $$`],
    ['a procedure', 'call "finishParcels"()'],
    ['the check of all constraints, which is one of a commit', 'set constraints all immediate'],
  ])('is ending its transaction, also with %s', async (_, statement) => {
    for (const swallow of [false, true]) {
      const testGateway = await create({
        'order.completed': async ({ deliveryId, tx }) => {
          await tx.query('insert into parcels values ($1)', [deliveryId])
          const ended = tx.query(statement)
          await (swallow ? ended.catch(() => {}) : ended)
          // Nothing is committed by itself now, not even by a statement that was sent at once.
          const more = ['insert into parcels values (1)', 'begin', 'insert into parcels values (2)', 'commit']
          for (const text of more) await tx.query(text).catch(() => {})
        },
      })
      await testGateway.rows('create table parcels ("deliveryId" text)')
      await testGateway.rows('create procedure "finishParcels"() language plpgsql as $$ begin commit; end $$')
      await completeOrder(testGateway, 'one')
      await testGateway.gateway.runPendingJobs()
      expect(await delivery(testGateway)).toMatchObject({
        state: 'waiting',
        attempts: 1,
        lastError: expect.stringMatching(/transaction|cannot insert multiple commands/),
      })
      expect(await parcels(testGateway)).toBe(0)
    }
  })

  it('is sending more before the server has ended its transaction', async () => {
    const testGateway = await create({
      'order.completed': async ({ tx }) => {
        const texts = ['insert into parcels values (1)', 'rollback', 'insert into parcels values (2)', 'commit']
        await Promise.allSettled(texts.map((text) => tx.query(text)))
      },
    })
    await testGateway.rows('create table parcels ("deliveryId" text)')
    await completeOrder(testGateway, 'one')
    await testGateway.gateway.runPendingJobs()
    expect(await delivery(testGateway)).toMatchObject({
      state: 'waiting',
      attempts: 1,
      lastError: expect.stringContaining('ended the transaction of its delivery'),
    })
    expect(await parcels(testGateway)).toBe(0)
  })

  it('is ending its transaction once a savepoint is given up, which is no end', async () => {
    const testGateway = await create({
      'order.completed': async ({ deliveryId, tx }) => {
        await tx.query('insert into parcels values ($1)', [deliveryId])
        await tx.query('savepoint "beforePicking"')
        await tx.query('select no_such_column').catch(() => tx.query('rollback to savepoint "beforePicking"'))
        await tx.query('savepoint picking')
        await tx.query(`insert into parcels values ('picked')`)
        await tx.query('release savepoint picking')
      },
    })
    await testGateway.rows('create table parcels ("deliveryId" text)')
    await completeOrder(testGateway, 'one')
    await testGateway.gateway.runPendingJobs()
    expect(await delivery(testGateway)).toMatchObject({ state: 'done', attempts: 1, lastError: null })
    expect(await parcels(testGateway)).toBe(2)
  })

  it('is keeping what it sets for the transaction, and what comments say', async () => {
    const testGateway = await create({
      'order.completed': async ({ tx }) => {
        await tx.query('set local search_path to nowhere')
        await tx.query(
          `select set_config('statement_timeout', '1s', true), pg_advisory_xact_lock(7), coalesce(null, false)`,
        )
        await tx.query(`${'/* commit; set a to b */'.repeat(60)} select 'commit; rollback'`)
      },
    })
    await completeOrder(testGateway, 'one')
    await testGateway.gateway.runPendingJobs()
    expect(await delivery(testGateway)).toMatchObject({ state: 'done', attempts: 1 })
  })

  it.each([
    [
      'a temporary table',
      'create temporary table picked (item text)',
      `select count(*) as "found" from pg_class where relname = 'picked'`,
      0,
    ],
    [
      'a setting that a function makes',
      'select "setTenant"()',
      `select coalesce(current_setting('app.tenant', true), '') as "found"`,
      '',
    ],
    [
      'a lock of the session that a function takes',
      `do $$ begin execute 'select pg_advisory_' || 'lock(7)'; end $$`,
      `select count(*) as "found" from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      0,
    ],
    [
      'a search path',
      'set search_path to nowhere',
      `select current_setting('search_path') as "found"`,
      '"$user", public',
    ],
    [
      'a search path of a function call',
      `select set_config('search_path', lower('NOWHERE'), false)`,
      `select current_setting('search_path') as "found"`,
      '"$user", public',
    ],
    [
      'a time limit, after a comment',
      `/* for this tenant */ SET statement_timeout = '9s'`,
      `select current_setting('statement_timeout') as "found"`,
      '25s',
    ],
    ['no limits', 'reset all', `select current_setting('statement_timeout') as "found"`, '25s'],
    [
      'a lock of the session',
      'select pg_advisory_lock(7)',
      `select count(*) as "found" from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      0,
    ],
    ['a channel', 'listen parcels', 'select count(*) as "found" from pg_listening_channels()', 0],
    [
      'a prepared statement',
      'prepare picked as select 1',
      `select count(*) as "found" from pg_prepared_statements where name = 'picked'`,
      0,
    ],
    [
      'an open cursor',
      'declare picked cursor with hold for select 1',
      `select count(*) as "found" from pg_cursors where name = 'picked'`,
      0,
    ],
    [
      'limits of its own',
      `do $$ begin execute 'set statement_timeout = 60000'; end $$`,
      `select current_setting('statement_timeout') as "found"`,
      '25s',
    ],
  ])('is leaving behind %s', async (_, leave, look, nothing) => {
    const found: unknown[] = []
    const testGateway = await create({
      'order.completed': async ({ order, tx }) => {
        if (order.merchantOrderId === 'one') await tx.query(leave)
        else found.push((await tx.query(look)).rows[0]?.found)
      },
    })
    await testGateway.rows(
      `create function "setTenant"() returns void language sql as $$ select set_config('app.tenant', 'one', false) $$`,
    )
    for (const id of ['one', 'two']) {
      await completeOrder(testGateway, id)
      await testGateway.gateway.runPendingJobs()
    }
    expect(found).toEqual([nothing])
    const done = await testGateway.rows(`select "attempts" from galla.deliveries where "state" = 'done'`)
    expect(done).toEqual([{ attempts: 1 }, { attempts: 1 }])
  })

  it.each([
    ['of a server that takes no writes', Object.assign(new Error('cannot execute UPDATE'), { code: '25006' })],
    ['of a server that does not answer', new Error('Query read timeout')],
  ])('is closing the connections of the gateway with an error of its own database, %s', async (_, error) => {
    const testGateway = await create({
      'order.completed': () => {
        throw error
      },
    })
    const connections = () =>
      testGateway.rows<{ pid: number }>(
        'select pid from pg_stat_activity where datname = current_database() order by pid',
      )
    await completeOrder(testGateway, 'one')
    const before = await connections()
    await testGateway.gateway.runPendingJobs()
    expect(await delivery(testGateway)).toMatchObject({
      attempts: 1,
      lastError: expect.stringContaining(error.message),
    })
    expect(await connections()).toEqual(expect.arrayContaining(before))
  })

  it.each(['deallocate all', `do $$ begin execute 'deallocate all'; end $$`])(
    'is taking the prepared statements of the connection from the next handler: %s',
    async (statement) => {
      const testGateway = await create({
        'order.completed': async ({ order, tx }) => {
          if (order.merchantOrderId === 'one') await tx.query(statement)
        },
      })
      for (const id of ['one', 'two']) {
        await completeOrder(testGateway, id)
        await testGateway.gateway.runPendingJobs()
      }
      const two = await testGateway.rows(
        `select "state", "attempts" from galla.deliveries where "merchantOrderId" = 'two'`,
      )
      expect(two).toEqual([{ state: 'done', attempts: 1 }])
    },
  )

  it.each([
    ['set transaction read only', 'read-only transaction'],
    ['deallocate all', 'mark-delivered'],
    ['set role "noRights"', 'permission denied'],
  ])('is making its delivery impossible to mark unnoticed: %s', async (statement, reason) => {
    const testGateway = await create({
      'order.completed': async ({ order, tx }) => {
        if (order.merchantOrderId === 'two') await tx.query(statement)
      },
    })
    await testGateway.rows('create role "noRights"').catch(() => {})
    // The first delivery prepares the statement that marks.
    for (const id of ['one', 'two']) {
      await completeOrder(testGateway, id)
      await testGateway.gateway.runPendingJobs()
    }
    const [two] = await testGateway.rows(
      `select "state", "attempts", "lastError" from galla.deliveries where "merchantOrderId" = 'two'`,
    )
    expect(two).toMatchObject({
      state: 'waiting',
      attempts: 1,
      lastError: expect.stringMatching(`impossible to mark as done: .*${reason}.*Remove the statement`),
    })
  })

  it('is committing after its limit, even when it blocked the process meanwhile', async () => {
    let runs = 0
    const testGateway = await create(
      {
        'order.completed': async ({ deliveryId, tx }) => {
          await tx.query('insert into parcels values ($1)', [deliveryId])
          runs += 1
          const blockedUntil = performance.now() + 150
          while (runs === 1 && performance.now() < blockedUntil);
        },
      },
      { policy: { handlerLimitMs: 100 } },
    )
    await testGateway.rows('create table parcels ("deliveryId" text)')
    await completeOrder(testGateway, 'one')
    await testGateway.gateway.runPendingJobs()
    expect(await parcels(testGateway)).toBe(0)
    expect(await delivery(testGateway)).toMatchObject({
      attempts: 1,
      lastError: expect.stringContaining('within 100 ms'),
    })
    await testGateway.advance(1_000)
    expect(await parcels(testGateway)).toBe(1)
  })

  it('is writing through tx after it was aborted', async () => {
    let late: Promise<unknown> | undefined
    let release = () => {}
    const testGateway = await create(
      {
        'order.completed': ({ deliveryId, tx }) => {
          const waiting = new Promise<void>((resolve) => {
            release = resolve
          })
          late ??= waiting.then(() => tx.query('insert into parcels values ($1)', [deliveryId]))
          return waiting
        },
      },
      { policy: { handlerLimitMs: 100 } },
    )
    await testGateway.rows('create table parcels ("deliveryId" text)')
    await completeOrder(testGateway, 'one')
    await testGateway.gateway.runPendingJobs()
    release()
    await expect(late).rejects.toThrow(/has ended/)
    expect(await parcels(testGateway)).toBe(0)
  })
})

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5))
}
