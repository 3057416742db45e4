import { UPI_INSTRUMENTS, type UpiInstrument } from '@galla/contract/provider/mode-values'
import { createSandbox, type SandboxOrder } from '@galla/sandbox'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Answer, clientOf, collect, customOrder, START_MS, standardOrder } from './helpers.ts'

/** A sample in every run, all of it in the long one. */
const RUNS = process.env.GALLA_LONG === '1' ? 10_000 : 40

type Act =
  | { act: 'standard' | 'custom'; id: number; vpa: string; takes: UpiInstrument[] }
  | { act: 'attempt'; id: number; vpa: string }
  | { act: 'settle'; id: number; outcome: 'SUCCESS' | 'FAILURE' | 'PENDING'; keepOpen: boolean }
  | { act: 'refund'; id: number; refund: number; amount: number }
  | { act: 'settle-refund'; refund: number; outcome: 'SUCCESS' | 'FAILURE' | 'ACCEPTED' | 'PENDING' }
  | { act: 'advance'; ms: number }

const id = fc.nat(3)
const vpa = fc.constantFrom(
  'asha@ybl',
  'success@ybl',
  'failure@ybl',
  'failed@ybl',
  'late@ybl',
  'slow@ybl',
  'credit@ybl',
  'creditline@ybl',
  'savings@ybl',
)
const takes = fc.subarray([...UPI_INSTRUMENTS], { minLength: 1 })
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ act: fc.constantFrom('standard' as const, 'custom' as const), id, vpa, takes }),
  fc.record({ act: fc.constant('attempt' as const), id, vpa }),
  fc.record({
    act: fc.constant('settle' as const),
    id,
    outcome: fc.constantFrom('SUCCESS' as const, 'FAILURE' as const, 'PENDING' as const),
    keepOpen: fc.boolean(),
  }),
  fc.record({
    act: fc.constant('refund' as const),
    id,
    refund: fc.nat(5),
    amount: fc.integer({ min: 100, max: 60_000 }),
  }),
  fc.record({
    act: fc.constant('settle-refund' as const),
    refund: fc.nat(5),
    outcome: fc.constantFrom('SUCCESS' as const, 'FAILURE' as const, 'ACCEPTED' as const, 'PENDING' as const),
  }),
  fc.record({ act: fc.constant('advance' as const), ms: fc.constantFrom(0, 1_000, 5_000, 60_000, 480_000, 3_600_000) }),
)

test('random days: states go forward, sums hold, and the callbacks tell what the status says', {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
      const told = new Map<string, string[]>()
      const sandbox = createSandbox({
        clock: { startMs: START_MS, frozen: true },
        tokenLifeSec: 10_000_000,
        callbacks: { url: 'http://shop.test', username: 'u', password: 'p' },
        deliver: async (_, { body }) => {
          const { payload } = JSON.parse(body)
          const key = payload.merchantRefundId ?? payload.merchantOrderId
          told.set(key, [...(told.get(key) ?? []), payload.state])
          return new Response('ok')
        },
      })
      const client = clientOf(sandbox)
      const pages = new Map<number, Page>()
      const seen = new Map<string, string>()

      for (const one of acts) {
        await perform(one, sandbox, client, pages)
        await sandbox.idle()
        for (const [name, allowed] of await states(client)) {
          const before = seen.get(name)
          if (before !== undefined && before !== allowed.state) expect(allowed.from).toContain(before)
          seen.set(name, allowed.state)
        }
      }

      for (let index = 0; index < 4; index++) {
        const { status, body } = await client.get(`/checkout/v2/order/order-${index}/status?details=true`)
        if (status !== 200) continue
        const order = await sandbox.order(`order-${index}`)
        expect(order.refundedAmount + order.refundableAmount).toBe(body.state === 'COMPLETED' ? body.amount : 0)
        const taken = pages.get(index)?.takes
        if (taken && body.state === 'COMPLETED') expect(taken).toContain(instrumentOf(order))
        const last = (told.get(`order-${index}`) ?? []).at(-1)
        if (body.state !== 'PENDING') expect(last).toBe(body.state)
      }
      await sandbox.close()
    }),
    { numRuns: RUNS, seed: 20_260_101 },
  )
})

interface Page {
  url: string
  /** What may pay the order. */
  takes: UpiInstrument[]
}

type Client = ReturnType<typeof clientOf>

async function perform(one: Act, sandbox: ReturnType<typeof createSandbox>, client: Client, pages: Map<number, Page>) {
  const quietly = async (work: Promise<unknown>) => void (await work.catch(() => undefined))
  if (one.act === 'standard') {
    const paymentModeConfig = { version: 'V2', enabledPaymentModes: [{ type: 'UPI', instruments: one.takes }] }
    const merchantUrls = { redirectUrl: 'https://shop.example/thanks' }
    const paymentFlow = { type: 'PG_CHECKOUT', merchantUrls, paymentModeConfig }
    const { body } = await client.post('/checkout/v2/pay', standardOrder(`order-${one.id}`, { paymentFlow }))
    if (body.redirectUrl) pages.set(one.id, { url: body.redirectUrl, takes: one.takes })
  }
  if (one.act === 'custom') await client.post('/payments/v2/pay', customOrder(`order-${one.id}`, collect(one.vpa)))
  if (one.act === 'attempt') {
    const page = pages.get(one.id)
    if (page) await client.page(page.url).post('/attempts', { paymentMode: { type: 'UPI_COLLECT', vpa: one.vpa } })
  }
  if (one.act === 'settle')
    await quietly(sandbox.simulatePayment(`order-${one.id}`, { outcome: one.outcome, keepOpen: one.keepOpen }))
  if (one.act === 'refund') {
    const body = {
      merchantRefundId: `refund-${one.refund}`,
      originalMerchantOrderId: `order-${one.id}`,
      amount: one.amount,
    }
    await client.post('/payments/v2/refund', body)
  }
  if (one.act === 'settle-refund')
    await quietly(sandbox.simulateRefund(`refund-${one.refund}`, { outcome: one.outcome }))
  if (one.act === 'advance') await sandbox.clock.advance(one.ms)
}

/** What paid, as the wire names it. */
function instrumentOf(order: SandboxOrder): UpiInstrument {
  const paid = order.paymentDetails.find((one) => one.state === 'COMPLETED')?.instrument
  if (paid?.type === 'CREDIT_LINE') return 'CREDIT_LINE'
  return paid?.type === 'ACCOUNT' && paid.accountType === 'CREDIT' ? 'RUPAY_CC' : 'BANK_ACCOUNT'
}

/** Every state as the API tells it, with the states from which it may be reached. */
async function states(client: Client): Promise<[string, { state: string; from: string[] }][]> {
  const found: [string, { state: string; from: string[] }][] = []
  const read = async (name: string, path: string, from: (answer: Answer) => string[]) => {
    const answer = await client.get(path)
    if (answer.status === 200) found.push([name, { state: answer.body.state, from: from(answer) }])
  }
  for (let index = 0; index < 4; index++) {
    const late = ['PENDING', 'FAILED']
    await read(`order-${index}`, `/payments/v2/order/order-${index}/status`, ({ body }) =>
      body.state === 'COMPLETED' ? late : ['PENDING'],
    )
  }
  for (let index = 0; index < 6; index++) {
    await read(`refund-${index}`, `/payments/v2/refund/refund-${index}/status`, ({ body }) =>
      body.state === 'CONFIRMED' ? ['PENDING'] : ['PENDING', 'CONFIRMED'],
    )
  }
  return found
}
