import { describe, expect, it } from 'vitest'
import type { Galla } from '../../src/index.ts'
import { failureOf, recorded } from '../support/client.ts'
import { type Answers, isToken, response } from '../support/recording-fetch.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 1)
const entry = (settlementId: string, more: object = {}) => ({
  settlementId,
  state: 'PROCESSED',
  utr: `UTR-${settlementId}`,
  date: START,
  ...more,
})
const answering = (answers: Answers) => recorded((request) => (isToken(request) ? undefined : answers(request)))
const parameters = (query: string) => Object.fromEntries(new URLSearchParams(query))

describe('the list of settlements', () => {
  it('asks with from, to, limit and offset until no page follows', async () => {
    const pages = [
      { settlements: [entry('a'), entry('b')], hasNext: true },
      { settlements: [entry('c')], hasNext: false },
    ]
    const { galla, wire } = answering(() => response(pages.shift()))
    const list = await galla.settlements.list({ from: START, to: START + DAY })
    expect(list.map(({ settlementId }) => settlementId)).toEqual(['a', 'b', 'c'])
    expect(wire.calls.map(({ method, path, query }) => [method, path, parameters(query)])).toEqual(
      ['0', '2'].map((offset) => [
        'GET',
        '/apis/pg-sandbox/settlements/v1/range',
        { from: `${START}`, to: `${START + DAY}`, limit: '40', offset },
      ]),
    )
  })

  it('reads a longer period in windows of three days that overlap by one, up to its end', async () => {
    const { galla, wire } = answering(() => response({ settlements: [], hasNext: false }))
    await galla.settlements.list({ from: START, to: START + 6 * DAY })
    const windows = wire.calls.map(({ query }) => {
      const { from, to } = parameters(query)
      return [(Number(from) - START) / DAY, (Number(to) - START) / DAY]
    })
    expect(windows).toEqual([
      [0, 3],
      [2, 5],
      [4, 6],
    ])
  })

  it('names a settlement once, with the state of the later reading', async () => {
    const answers = [
      [entry('a', { state: 'INITIATED' }), entry('b')],
      [entry('b'), entry('a'), entry('c')],
    ]
    const { galla } = answering(() => response({ settlements: answers.shift(), hasNext: false }))
    const list = await galla.settlements.list({ from: START, to: START + 4 * DAY })
    expect(list.map(({ settlementId, state }) => [settlementId, state])).toEqual([
      ['a', 'PROCESSED'],
      ['b', 'PROCESSED'],
      ['c', 'PROCESSED'],
    ])
  })

  it.each([
    ['an empty page', []],
    ['a page that was there before', [entry('a')]],
  ])('stops with an error at %s while more follow', async (_title, second) => {
    const pages = [{ settlements: [entry('a')], hasNext: true }]
    const { galla, wire } = answering(() => response(pages.shift() ?? { settlements: second, hasNext: true }))
    const error = await failureOf(galla.settlements.list({ from: START, to: START + DAY }))
    expect([error.kind, error.outcome, error.retryable]).toEqual(['invalid-response', 'unknown', true])
    expect(error.message).toContain('says that more settlements follow')
    expect(wire.calls).toHaveLength(2)
  })

  it.each([
    ['without a list', { hasNext: false }],
    ['with an entry without an id', { settlements: [{ state: 'PROCESSED' }], hasNext: false }],
    ['with an entry that is none', { settlements: [null], hasNext: false }],
  ])('refuses an answer %s', async (_title, answer) => {
    const { galla } = answering(() => response(answer))
    const error = await failureOf(galla.settlements.list({ from: START, to: START + DAY }))
    expect(error.kind).toBe('invalid-response')
  })

  it('keeps unknown fields and states', async () => {
    const { galla } = answering(() =>
      response({ settlements: [entry('a', { state: 'ON_HOLD', bank: 'DEMO' })], hasNext: false }),
    )
    const [only] = await galla.settlements.list({ from: START, to: START + DAY })
    expect(only).toMatchObject({ state: 'UNKNOWN', wireState: 'ON_HOLD', bank: 'DEMO' })
  })

  const BAD: readonly (readonly [string, (settlements: Galla['settlements']) => Promise<unknown>])[] = [
    ['from', (settlements) => settlements.list({ from: START / 1000, to: START })],
    ['to', (settlements) => settlements.list({ from: START, to: new Date() as never })],
    ['to', (settlements) => settlements.list({ from: START, to: START })],
    ['form', (settlements) => settlements.list({ form: START, from: START, to: START + 1 } as never)],
    ['settlementId', (settlements) => settlements.get({ settlementId: '..' })],
    ['input', (settlements) => settlements.get('stl-1' as never)],
  ]
  it.each(BAD)('refuses an invalid %s before anything is sent', async (field, call) => {
    const { galla, wire } = answering(() => undefined)
    expect(await failureOf(call(galla.settlements))).toMatchObject({ kind: 'invalid-request', field })
    expect(wire.requests).toEqual([])
  })
})

describe('one settlement', () => {
  it('is read with its amount in paise, and empty texts count as absent', async () => {
    const body = {
      ...{ settlementId: 'stl/1', state: 'INITIATED', utr: '', amount: '4987300', merchantId: 'M1' },
      ...{ lastAttemptErrorCode: '', lastAttemptErrorDescription: '', lastUpdatedAt: START, accountDetails: { a: 1 } },
    }
    const { galla, wire } = answering(() => response(body))
    expect(await galla.settlements.get({ settlementId: 'stl/1' })).toEqual({
      ...{ settlementId: 'stl/1', state: 'INITIATED', amount: 4_987_300, merchantId: 'M1' },
      ...{ lastUpdatedAt: START, accountDetails: { a: 1 } },
    })
    expect(wire.single().path).toBe('/apis/pg-sandbox/settlements/v1/stl%2F1/status')
  })

  it('that the provider does not know is an error', async () => {
    const { galla } = answering(() => response({ code: 'BAD_REQUEST', message: 'No such settlement' }, 400))
    expect(await failureOf(galla.settlements.get({ settlementId: 'stl-1' }))).toMatchObject({ kind: 'bad-request' })
  })
})

describe('settlementDetails of an order', () => {
  it('are asked for on request, and returned as received', async () => {
    const details = [{ utr: 'U1', anything: true }]
    const { galla, wire } = answering(() => response({ state: 'COMPLETED', settlementDetails: details }))
    const order = await galla.standardCheckout.getOrderStatus({ merchantOrderId: 'order-1', settlementDetails: true })
    expect(order.settlementDetails).toEqual(details)
    expect(wire.single().query).toBe('details=false&settlementDetails=true')
  })

  it('are not asked for by default', async () => {
    const { galla, wire } = answering(() => response({ state: 'COMPLETED' }))
    await galla.customCheckout.getOrderStatus({ merchantOrderId: 'order-1' })
    expect(wire.single().query).toBe('details=false')
  })
})
