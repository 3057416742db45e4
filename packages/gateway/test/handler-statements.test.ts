import { describe, expect, it } from 'vitest'
import type { HandlerStatement, HandlerTx } from '../src/index.ts'
import { completeOrder, delivery } from './helpers/handled-orders.ts'
import { setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

/** Completes an order whose handler does this once. */
async function handle(work: (tx: HandlerTx) => unknown) {
  const testGateway = await createTestGateway({
    gateway: {
      on: {
        'order.completed': async ({ tx }) => {
          await work(tx)
        },
      },
    },
  })
  await completeOrder(testGateway, 'one')
  await testGateway.gateway.runPendingJobs()
  return delivery(testGateway)
}

const DELIVERED = { state: 'done', lastError: null }

describe('the transaction of a handler', () => {
  it('takes a statement as a client of pg takes it, and answers as one', async () => {
    const seen: unknown[] = []
    const done = await handle(async (tx) => {
      const text = 'select $1::text as "item", 7::bigint as "count", true as "isPacked"'
      seen.push(await tx.query({ text, values: ['tea'], name: 'parcel' }))
      seen.push(await tx.query({ text, name: 'parcel' }, ['cups']))
      const types = { getTypeParser: (oid: number) => (value: string) => `${oid} ${value}` }
      seen.push(await tx.query({ text, values: ['tea'], rowMode: 'array', types }))
    })
    expect(done).toMatchObject(DELIVERED)
    const fields = [
      { name: 'item', dataTypeID: 25 },
      { name: 'count', dataTypeID: 20 },
      { name: 'isPacked', dataTypeID: 16 },
    ]
    const result = { command: 'SELECT', rowCount: 1, fields }
    expect(seen).toMatchObject([
      { ...result, rows: [{ item: 'tea', count: 7, isPacked: true }] },
      { ...result, rows: [{ item: 'cups', count: 7, isPacked: true }] },
      { ...result, rows: [['25 tea', '20 7', '16 t']] },
    ])
  })

  it.each<[string, readonly unknown[], RegExp]>([
    ['a callback', ['select 1', () => {}], /takes no callback: it returns a promise/],
    ['a callback after values', ['select 1', [], () => {}], /takes no callback/],
    ['a cursor', [{ text: 'select 1', submit() {} }], /no cursor and no stream/],
    ['no text', [], /needs the text of a statement/],
    ['an empty text', [{ text: ' ' }], /needs the text of a statement/],
    ['values that are no list', ['select $1', 'tea'], /values of tx.query must be an array/],
    ['types without parsers', [{ text: 'select 1', types: {} }], /must be an object with the function getTypeParser/],
    ['types that are a number', [{ text: 'select 1', types: 5 }], /must be an object with the function getTypeParser/],
  ])('refuses %s at once', async (_, given, message) => {
    let thrown: unknown
    const failed = await handle((tx) => {
      try {
        Reflect.apply(tx.query, tx, given)
      } catch (error) {
        thrown = error
        throw error
      }
    })
    expect(thrown).toMatchObject({ message: expect.stringMatching(message) })
    expect(failed).toMatchObject({ state: 'waiting', attempts: 1, lastError: expect.stringMatching(message) })
  })

  it.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new Error('no such type')
      },
      'no such type',
    ],
    ['returns no function', () => undefined, 'getTypeParser of tx.query returned no function for the type 23'],
  ])('rejects a query whose getTypeParser %s, and goes on', async (_, getTypeParser, message) => {
    let rejection: unknown
    const done = await handle(async (tx) => {
      const types = { getTypeParser } as HandlerStatement['types']
      await tx.query({ text: 'select 1::int4', types }).catch((error: unknown) => {
        rejection = error
      })
    })
    expect(rejection).toMatchObject({ message })
    expect(done).toMatchObject(DELIVERED)
  })

  it.each(['begin', 'start transaction', '-- mine\nbegin'])('refuses another transaction in it (%j)', async (text) => {
    const failed = await handle((tx) => tx.query(text))
    expect(failed).toMatchObject({ state: 'waiting', lastError: expect.stringContaining('use no begin') })
  })
})
