import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { setUp, standardOrder } from './helpers.ts'

const VECTORS = new URL('../../contract/vectors/wire/settlements.json', import.meta.url)
const { listed, processed, failed, callback } = JSON.parse(readFileSync(VECTORS, 'utf8'))
const DAY_MS = 86_400_000

/** The name and the kind of each field of a JSON text. */
const shapeOf = (body: object) =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? 'array' : typeof value]))

it('settlements of the sandbox have the fields that the provider documents, in the list, the status and the callback', async () => {
  const received: { event: string; payload: object }[] = []
  const { sandbox, get, post } = setUp({
    callbacks: { url: 'http://shop.example/hook' },
    deliver: async (_url, { body }) => {
      received.push(JSON.parse(body))
      return new Response()
    },
  })
  const settle = async (merchantOrderId: string, outcome: 'SUCCESS' | 'FAILURE') => {
    await post('/checkout/v2/pay', standardOrder(merchantOrderId))
    await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    const { settlementId } = await sandbox.settle()
    await sandbox.simulateSettlement(settlementId, { outcome })
    return (await get(`/settlements/v1/${settlementId}/status`)).body
  }
  const paidOut = await settle('order-1', 'SUCCESS')
  const nowMs = sandbox.clock.now()
  const query = new URLSearchParams({ ...listed.query, from: `${nowMs - DAY_MS}`, to: `${nowMs + DAY_MS}` })
  const { body: list } = await get(`/settlements/v1/range?${query}`)
  expect([shapeOf(list), shapeOf(list.settlements[0])]).toEqual([
    shapeOf(listed.response),
    shapeOf(listed.response.settlements[0]),
  ])
  expect([shapeOf(paidOut), paidOut.state]).toEqual([shapeOf(processed), processed.state])
  const refused = await settle('order-2', 'FAILURE')
  expect([shapeOf(refused), refused.state]).toEqual([shapeOf(failed), failed.state])
  await sandbox.idle()
  const { payload, ...envelope } = received.find(({ event }) => event === callback.event) ?? { payload: {} }
  const { payload: documented, ...documentedEnvelope } = callback
  expect([envelope, shapeOf(payload)]).toEqual([documentedEnvelope, shapeOf(documented)])
})
