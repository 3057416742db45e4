import { createHash } from 'node:crypto'
import type { SandboxOptions } from '@galla/sandbox'
import { describe, expect, it } from 'vitest'
import { setUp } from './helpers.ts'

type Receive = NonNullable<SandboxOptions['deliver']>
type Ask = (merchantOrderId: string) => Promise<unknown>

const CREDENTIALS = { username: 'shop_hook', password: 'Passw0rd99' }
const HASH = createHash('sha256').update('shop_hook:Passw0rd99').digest('hex')
const HOOK = 'http://127.0.0.1:1/hook'

/** A sandbox whose callbacks a shop receives that acts as the test says; it answers correctly in any case. */
function shop(act: (event: { name: string; id: string; state: string }, ask: Ask) => unknown) {
  const receive: Receive = async (_, { headers, body }) => {
    if (headers.authorization !== HASH) return new Response('', { status: 401 })
    const read = (): { event?: string; payload?: { merchantOrderId?: string; state?: string } } => {
      try {
        return JSON.parse(body)
      } catch {
        return {}
      }
    }
    const { event = '', payload } = read()
    await act({ name: event, id: payload?.merchantOrderId ?? '', state: payload?.state ?? '' }, ask)
    return new Response('ok')
  }
  const made = setUp({ callbacks: CREDENTIALS, deliver: receive })
  const ask: Ask = (id) => made.get(`/checkout/v2/order/${id}/status`)
  const paymentFlow = { type: 'PG_CHECKOUT', merchantUrls: { redirectUrl: 'https://shop.example/thanks' } }
  const open = (merchantOrderId: string) =>
    made.post('/checkout/v2/pay', { merchantOrderId, amount: 49_900, paymentFlow })
  return { ...made, open }
}

const find = <Named extends { name: string }>(list: readonly Named[], name: string) =>
  list.find((one) => one.name === name)

describe('the status check of a drill', () => {
  it('passes when the receiver asks for every paid order, before or after its answer', async () => {
    const { sandbox } = shop(({ id, name }, ask) => (name.endsWith('order.completed') ? ask(id) : undefined))
    const { checks, notGraded } = await sandbox.drill(HOOK)
    expect(find(checks, 'status-check')).toMatchObject({ passed: true, saw: 'status checks for 4 of 4 paid orders' })
    expect(notGraded.map(({ name }) => name)).toEqual(['effects'])
    const later = shop(({ id, name }, ask) => {
      if (name.endsWith('order.completed')) setImmediate(() => void ask(id))
    })
    const report = await later.sandbox.drill(HOOK)
    expect(find(report.checks, 'status-check')).toMatchObject({ passed: true })
  })

  it('fails when it asks for some of them', async () => {
    let asked = 0
    const { sandbox } = shop(({ id, name }, ask) => {
      if (!name.endsWith('order.completed')) return undefined
      asked += 1
      return asked === 1 ? ask(id) : undefined
    })
    const report = await sandbox.drill(HOOK, { waitMs: 0 })
    expect(find(report.checks, 'status-check')).toMatchObject({
      passed: false,
      saw: 'status checks for 1 of 4 paid orders',
      fix: expect.stringContaining('read the order status'),
    })
  })

  it('is not graded, and not passed, when it asks for none: the orders may not be its own', async () => {
    const { sandbox } = shop(() => undefined)
    const report = await sandbox.drill(HOOK, { waitMs: 0 })
    expect(find(report.checks, 'status-check')).toBeUndefined()
    expect(find(report.notGraded, 'status-check')?.reason).toContain('none of 4 paid orders')
    expect(report.score).toBeLessThan(100)
  })

  it('fails when it does not ask for its own order', async () => {
    const { sandbox, open } = shop(() => undefined)
    await open('order-1')
    const report = await sandbox.drill(HOOK, { order: 'order-1', waitMs: 0 })
    expect(find(report.checks, 'status-check')).toMatchObject({ passed: false })
  })
})

describe('the own order of a shop', () => {
  it('is paid and reported by the valid, the repeated and the simultaneous callbacks', async () => {
    const received: string[] = []
    const { sandbox, open } = shop(({ id }, ask) => {
      received.push(id)
      return id === 'order-1' ? ask(id) : undefined
    })
    await open('order-1')
    const report = await sandbox.drill(HOOK, { order: 'order-1' })
    expect(received.filter((id) => id === 'order-1')).toHaveLength(11)
    expect((await sandbox.order('order-1')).state).toBe('COMPLETED')
    expect(find(report.checks, 'status-check')).toMatchObject({ passed: true })
    expect(report.orders[0]).toEqual({
      merchantOrderId: 'order-1',
      drill: 'valid',
      mayFulfil: 'once',
      statusChecks: 11,
    })
    // Once more, about the completed order.
    expect(find((await sandbox.drill(HOOK, { order: 'order-1' })).checks, 'status-check')).toMatchObject({
      passed: true,
    })
  })

  it.each([
    ['unknown', 'There is no order unknown.'],
    ['failed', 'Order failed has failed'],
  ])('must exist and be payable: %s', async (order, message) => {
    const { sandbox, open } = shop(() => undefined)
    await open('failed')
    await sandbox.simulatePayment('failed', { outcome: 'FAILURE' })
    await expect(sandbox.drill(HOOK, { order })).rejects.toThrow(message)
  })
})

it('reports forged callbacks about orders that are not paid, so that a status check shows the forgery', async () => {
  const { sandbox } = shop(() => undefined)
  const { orders } = await sandbox.drill(HOOK, { waitMs: 0 })
  const never = orders.filter(({ mayFulfil }) => mayFulfil === 'never')
  expect(never.map(({ drill }) => drill)).toEqual([
    'attempt-failed',
    'order-failed',
    'mandate-events',
    'mandate-events',
    'mandate-events',
    'mandate-id',
    'mandate-unknown-event',
    'tampered',
    'unsigned',
    'wrong-secret',
  ])
  for (const { merchantOrderId } of never) {
    const response = async (kind: string) =>
      (await sandbox.fetch(`http://x/_sandbox/${kind}/${merchantOrderId}`)).json()
    const [order, redemption] = await Promise.all([response('orders'), response('redemptions')])
    expect([order.state, redemption.state]).toContainEqual(expect.any(String))
    expect([order.state, redemption.state]).not.toContain('COMPLETED')
  }
})
