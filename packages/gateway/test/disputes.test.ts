import type { Dispute } from '@galla/contract/gateway-api/disputes'
import type { Page } from '@galla/contract/gateway-api/orders'
import { describe, expect, it } from 'vitest'
import type { OrderEvent } from '../src/index.ts'
import { createPaidOrder, setupConsoles } from './helpers/console-gateway.ts'
import { lastCallback, post } from './helpers/posted-callbacks.ts'
import { CART, type TestGateway } from './helpers/test-gateway.ts'

const { createGatewayWithConsole } = setupConsoles()

const EVENTS = ['created', 'action_required', 'under_review', 'won', 'lost'] as const
const STATES = { created: 'CREATED', action_required: 'ACTION_REQUIRED', under_review: 'UNDER_REVIEW' } as const

/** A paid order, and what its handler received. */
async function openShop() {
  const received: Pick<OrderEvent, 'order' | 'disputes'>[] = []
  const shop = await createGatewayWithConsole({
    gateway: { on: { 'order.disputed': (event) => void received.push(event) } },
  })
  const { testGateway, get } = shop
  const id = await createPaidOrder(testGateway)
  const tell = async (event: (typeof EVENTS)[number], payload: object) => {
    await post(testGateway, `payment.dispute.${event}`, payload)
    await testGateway.drainJobs()
  }
  const queue = async (query = '') => (await get<Page<Dispute>>(`/disputes${query}`)).rows
  return { ...shop, id, received, tell, queue }
}

const reviewOf = async ({ gateway }: TestGateway) =>
  (await gateway.health()).checks.find(({ name }) => name === 'review')

describe('an event about a dispute', () => {
  it.each(EVENTS)('payment.dispute.%s is known, listed, and shown on its order', async (event) => {
    const { testGateway, id, tell, queue, get } = await openShop()
    await tell(event, { disputeId: 'D-1', merchantOrderId: id, transactionId: 'T-1' })
    const state = event === 'won' || event === 'lost' ? event.toUpperCase() : STATES[event]
    const expected = { disputeKey: 'D-1', disputeId: 'D-1', merchantOrderId: id, transactionId: 'T-1', state }
    expect(await queue()).toMatchObject([expected])
    expect(await get(`/orders/${id}`)).toMatchObject({ disputes: [expected] })
    expect(await lastCallback(testGateway)).toMatchObject({ error: null, reason: null })
    expect(await get('/callbacks?unknownEvent=true')).toMatchObject({ rows: [] })
    expect(await get(`/callbacks?event=payment.dispute.${event}`)).toMatchObject({ rows: [{ merchantOrderId: id }] })
  })

  it('changes neither the order nor the ledger', async () => {
    const { testGateway, id, tell } = await openShop()
    const [before, transfers] = [await testGateway.gateway.orders.get(id), 'select * from galla.ledger']
    const booked = await testGateway.rows(transfers)
    await tell('lost', { disputeId: 'D-1', merchantOrderId: id, amount: 49_900 })
    expect(await testGateway.gateway.orders.get(id)).toEqual(before)
    expect(await testGateway.rows(transfers)).toEqual(booked)
  })

  it('keeps the names of all fields of its body, and the values of ids, states and amounts', async () => {
    const { id, tell, queue, get } = await openShop()
    await tell('created', { disputeId: 'D-1', merchantOrderId: id, amount: 49_900, holder: 'a name' })
    const [dispute] = await queue()
    expect(await get(`/callbacks/${dispute?.callbackId}`)).toMatchObject({
      body: { payload: { disputeId: 'D-1', merchantOrderId: id, amount: 49_900, holder: '****' } },
    })
  })

  it('may have numbers as ids', async () => {
    const { id, tell, queue } = await openShop()
    await tell('created', { disputeId: 12_345, merchantOrderId: id })
    await tell('created', { disputeId: 2 ** 60, merchantOrderId: id, transactionId: 'T-1' })
    expect((await queue()).map(({ disputeKey }) => disputeKey).sort()).toEqual(['12345', 'transaction:T-1'])
  })

  it('finds its ids one level down, and its order by the id of the provider', async () => {
    const { testGateway, id, tell, queue } = await openShop()
    const orderId = (await testGateway.gateway.orders.get(id))?.orderId
    await tell('created', { dispute: { disputeId: 'D-1', orderId } })
    expect(await queue()).toMatchObject([{ disputeId: 'D-1', merchantOrderId: id }])
  })

  it('about an order that is not here is listed, and reaches the handler once the order is here', async () => {
    const { testGateway, received, tell, queue } = await openShop()
    await tell('action_required', { disputeId: 'D-1', merchantOrderId: 'later' })
    expect(await lastCallback(testGateway)).toMatchObject({ reason: 'foreign' })
    expect(await queue()).toMatchObject([{ merchantOrderId: 'later', needsAnswer: true }])
    expect(received).toEqual([])
    await testGateway.gateway.orders.start({ ...CART, reference: 'later', merchantOrderId: 'later' })
    await testGateway.advance(60_000)
    expect(received).toMatchObject([{ order: { merchantOrderId: 'later' }, disputes: [{ disputeId: 'D-1' }] }])
  })

  it.each([
    ['without any id', {}, 1],
    ['with a payload that is a list', [1], 1],
    ['with ids that are no texts', { disputeId: 7, merchantOrderId: { a: 1 } }, 1],
  ])('%s is listed alone', async (_, payload, count) => {
    const { testGateway, tell, queue } = await openShop()
    await tell('created', payload)
    expect(await queue()).toHaveLength(count)
    expect(await lastCallback(testGateway)).toMatchObject({ error: null, reason: null, dueAtMs: null })
  })
})

describe('the state of a dispute', () => {
  it.each([
    [['created', 'action_required', 'under_review', 'won'], 'WON'],
    [['action_required', 'created'], 'ACTION_REQUIRED'],
    [['won', 'under_review'], 'WON'],
    [['lost', 'created'], 'LOST'],
    [['under_review', 'action_required'], 'ACTION_REQUIRED'],
    [['lost', 'action_required'], 'ACTION_REQUIRED'],
  ] as const)('after the events %j is %s', async (events, state) => {
    const { id, tell, queue } = await openShop()
    for (const event of events) await tell(event, { disputeId: 'D-1', merchantOrderId: id })
    expect(await queue()).toMatchObject([{ state }])
  })

  it('stays when an older event is replayed', async () => {
    const { testGateway, id, tell, queue, post: send } = await openShop()
    await tell('action_required', { disputeId: 'D-1', merchantOrderId: id })
    const [first] = await queue()
    await tell('won', { disputeId: 'D-1', merchantOrderId: id })
    await send('/callbacks/replay', { callbackIds: [first?.callbackId] })
    await testGateway.drainJobs()
    expect(await queue()).toMatchObject([{ state: 'WON' }])
  })
})

describe('the alert of a dispute', () => {
  it('is an event for the merchant, once for each report that counts', async () => {
    const { testGateway, id, received, tell, post: send, queue } = await openShop()
    await tell('created', { disputeId: 'D-1', merchantOrderId: id })
    const [first] = await queue()
    await send('/callbacks/replay', { callbackIds: [first?.callbackId] })
    await testGateway.drainJobs()
    await tell('created', { disputeId: 'D-1', merchantOrderId: id, again: true })
    expect(received).toMatchObject([
      { order: { merchantOrderId: id }, disputes: [{ disputeId: 'D-1', state: 'CREATED' }] },
    ])
    // Within the same millisecond.
    await tell('lost', { disputeId: 'D-1', merchantOrderId: id })
    expect(received.map(({ disputes }) => disputes?.[0]?.state)).toEqual(['CREATED', 'LOST'])
  })

  it('fails the check review until the provider reports the next state', async () => {
    const { testGateway, id, tell, get } = await openShop()
    await tell('created', { disputeId: 'D-1', merchantOrderId: id })
    expect(await reviewOf(testGateway)).toMatchObject({
      ok: false,
      waiting: [{ name: 'disputes to answer', waiting: 1 }],
    })
    expect(await get('/overview')).toMatchObject({ disputesToAnswer: 1 })
    await tell('under_review', { disputeId: 'D-1', merchantOrderId: id })
    expect(await reviewOf(testGateway)).toMatchObject({ ok: true })
    expect(await get('/overview')).toMatchObject({ disputesToAnswer: 0 })
  })

  it('ends when a person says that the dispute is answered, and comes back with the next request', async () => {
    const { testGateway, id, tell, queue, post: send } = await openShop()
    await tell('action_required', { disputeId: 'D 1/x', merchantOrderId: id })
    const [{ callbackId = '' } = {}] = await queue('?needsAnswer=true')
    const path = `/disputes/${encodeURIComponent('D 1/x')}/answered`
    expect(await send(path, { callbackId })).toMatchObject({ answeredBy: 'admin', state: 'ACTION_REQUIRED' })
    expect(await reviewOf(testGateway)).toMatchObject({ ok: true })
    expect(await queue('?needsAnswer=true')).toEqual([])
    await tell('action_required', { disputeId: 'D 1/x', merchantOrderId: id, again: true })
    expect(await queue('?needsAnswer=true')).toMatchObject([{ state: 'ACTION_REQUIRED' }])
    expect(await send(path, { callbackId })).toMatchObject({ code: 'REVIEW_CHANGED' })
    expect(await send('/disputes/other/answered', { callbackId })).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('an event about a dispute in the bytes of an earlier one', () => {
  const statesOf = (received: readonly Pick<OrderEvent, 'disputes'>[]) =>
    received.map(({ disputes }) => disputes?.[0]?.state)

  it('counts when the provider has reported another state since', async () => {
    const { testGateway, id, received, tell, queue } = await openShop()
    const payload = { disputeId: 'D-1', merchantOrderId: id }
    const told = ['action_required', 'under_review', 'action_required', 'won', 'lost', 'won'] as const
    for (const event of told) {
      await tell(event, payload)
      await testGateway.advance(1)
      if (event === 'action_required') expect(await queue('?needsAnswer=true')).toMatchObject([{ disputeKey: 'D-1' }])
    }
    expect(await queue()).toMatchObject([{ state: 'WON' }])
    const states = ['ACTION_REQUIRED', 'UNDER_REVIEW', 'ACTION_REQUIRED', 'WON', 'LOST', 'WON']
    expect(statesOf(received)).toEqual(states)
  })

  it('brings the alert back after a person has answered', async () => {
    const { testGateway, id, received, tell, queue, post: send } = await openShop()
    const payload = { disputeId: 'D-1', merchantOrderId: id }
    await tell('action_required', payload)
    const [{ callbackId = '' } = {}] = await queue()
    await send('/disputes/D-1/answered', { callbackId })
    expect(await reviewOf(testGateway)).toMatchObject({ ok: true })
    await testGateway.advance(1)
    await tell('action_required', payload)
    expect(await reviewOf(testGateway)).toMatchObject({ ok: false })
    expect(statesOf(received)).toEqual(['ACTION_REQUIRED', 'ACTION_REQUIRED'])
  })

  it.each(EVENTS)('is a repetition when nothing has happened since: payment.dispute.%s', async (event) => {
    const { testGateway, id, received, tell, queue } = await openShop()
    const payload = { disputeId: 'D-1', merchantOrderId: id }
    await tell(event, payload)
    const [first] = await queue()
    await testGateway.advance(1)
    await tell(event, payload)
    expect(await queue()).toMatchObject([{ state: first?.state, updatedAtMs: first?.updatedAtMs }])
    expect(received).toHaveLength(1)
  })

  it('keeps the answer of a person when the news is not a request', async () => {
    const { testGateway, id, tell, queue, post: send } = await openShop()
    const payload = { disputeId: 'D-1', merchantOrderId: id }
    await tell('created', payload)
    const [{ callbackId = '' } = {}] = await queue()
    await send('/disputes/D-1/answered', { callbackId })
    await testGateway.advance(1)
    await tell('created', payload)
    expect(await queue()).toMatchObject([{ state: 'CREATED', answeredBy: 'admin' }])
  })

  it('counts although what came between is processed last', async () => {
    const { testGateway, id, tell, queue } = await openShop()
    const payload = { disputeId: 'D-1', merchantOrderId: id }
    await tell('action_required', payload)
    await post(testGateway, 'payment.dispute.under_review', payload)
    const later = testGateway.sandbox.clock.now() + 60_000
    await testGateway.rows(`update galla.callbacks set "dueAtMs" = ${later} where "processedAtMs" is null`)
    await tell('action_required', payload)
    await testGateway.advance(60_000)
    await testGateway.drainJobs()
    expect(await queue()).toMatchObject([{ state: 'ACTION_REQUIRED', needsAnswer: true }])
    expect(await lastCallback(testGateway)).toMatchObject({ error: null })
  })
})
