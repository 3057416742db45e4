import { describe, expect, it } from 'vitest'
import type { Handlers } from '../src/index.ts'
import { completeOrder, delivery, parcels } from './helpers/handled-orders.ts'
import { setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

const create = (on: Handlers) => createTestGateway({ gateway: { on } })

describe('what a handler cannot do with its connection', () => {
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
})

describe('what a handler can do in its transaction', () => {
  it('use savepoints, also to go on after a statement that failed', async () => {
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

  it('set what its transaction needs, and write any comment', async () => {
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
})
