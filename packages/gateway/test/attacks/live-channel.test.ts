import type { LiveEvent } from '@galla/contract/gateway-api/live-events'
import { Client, Pool } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { createDatabase } from '../../src/storage/database.ts'
import { liveChannel } from '../../src/storage/live-channel.ts'
import { setupDatabases } from '../helpers/template-databases.ts'
import { CART, setupTestGateways } from '../helpers/test-gateway.ts'

const { createTestDatabase } = setupDatabases()
const createTestGateway = setupTestGateways()

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const ORDER = { type: 'order', merchantOrderId: 'order-1', state: 'PENDING', version: 2 } as const

/** A replica that listens, and another client that sends what it likes. */
async function listenOn(channel: string) {
  const connection = await createTestDatabase()
  const pool = new Pool({ ...connection, max: 2 })
  const received: LiveEvent[] = []
  let wake = (): void => {}
  const live = liveChannel(createDatabase(pool), connection, channel)
  live.listen(
    (event) => {
      received.push(event)
      wake()
    },
    () => {},
  )
  const attacker = new Client(connection)
  await attacker.connect()
  closing.push(
    () => pool.end(),
    () => live.close(),
    () => attacker.end(),
  )
  const listens = async (): Promise<boolean> =>
    (await attacker.query(`select 1 from pg_stat_activity where "query" like 'listen%' and "state" = 'idle'`)).rows
      .length > 0
  while (!(await listens()));
  return {
    send: (payload: string) => attacker.query('select pg_notify($1, $2)', [channel, payload]),
    received,
    next: (count: number) =>
      new Promise<void>((resolve) => {
        wake = () => received.length >= count && resolve()
        wake()
      }),
  }
}

describe('messages of other database users', () => {
  it.each([
    ['events that are a number', '{"from":"x","events":5}'],
    ['no JSON', 'not json'],
    ['an empty message', ''],
    ['null', 'null'],
    ['an event that is null', '{"from":"x","events":[null]}'],
    ['an unknown type', '{"from":"x","events":[{"type":"logout"}]}'],
    [
      'an id that is an object',
      '{"from":"x","events":[{"type":"order","merchantOrderId":{},"state":"PENDING","version":1}]}',
    ],
    [
      'a state that does not exist',
      '{"from":"x","events":[{"type":"order","merchantOrderId":"a","state":"PAID","version":1}]}',
    ],
    ['a forged greeting', '{"from":"x","events":[{"type":"hello","cursor":"x-1"}]}'],
    ['an own field', '{"from":"x","events":[{"type":"callback","callbackId":"1","verdict":"accepted","html":"<b>"}]}'],
    ['thousands of events', JSON.stringify({ from: 'x', events: Array.from({ length: 3_000 }, () => 1) })],
  ])('are ignored: %s', async (_, payload) => {
    const { send, next, received } = await listenOn('galla_test')
    await send(payload)
    await send(JSON.stringify({ from: 'another replica', events: [ORDER] }))
    await next(1)
    expect(received).toEqual([ORDER])
  })

  it('reach no replica through a channel name that can be guessed', async () => {
    const { gateway, replica, rows, settings } = await createTestGateway()
    const second = await replica()
    const { order, payerToken } = await gateway.orders.start(CART)
    const headers = { authorization: `Bearer ${payerToken}` }
    const stream = await second.fetch(
      new Request(`http://shop.localhost/orders/${order.merchantOrderId}/live`, { headers }),
    )
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await rows('create role passer_by login')
    const passerBy = new Client({ ...(settings.database as object), user: 'passer_by' })
    await passerBy.connect()
    await passerBy.query(`notify galla_live, '{"from":"x","events":5}'`)
    await passerBy.end()
    const channels = await rows<{ query: string }>(`select "query" from pg_stat_activity where "query" like 'listen %'`)
    expect(channels.map(({ query }) => query)).not.toContain('listen galla_live')
    await reader.cancel()
  })
})
