import { UPI_INSTRUMENTS, type UpiInstrument } from '@galla/contract/provider/mode-values'
import { createSandbox, type SandboxOrder } from '@galla/sandbox'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientOf, collect, customOrder, START_MS, standardOrder, type TestResponse } from './helpers.ts'

/** GALLA_LONG=1 runs more sequences. */
const RUNS = process.env.GALLA_LONG === '1' ? 10_000 : 40

type Act =
  | { act: 'standard' | 'custom'; id: number; vpa: string; accepts: UpiInstrument[] }
  | { act: 'attempt'; id: number; vpa: string }
  | { act: 'simulate'; id: number; outcome: 'SUCCESS' | 'FAILURE' | 'PENDING'; keepOpen: boolean }
  | { act: 'refund'; id: number; refund: number; amount: number }
  | { act: 'simulate-refund'; refund: number; outcome: 'SUCCESS' | 'FAILURE' | 'ACCEPTED' | 'PENDING' }
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
const accepts = fc.subarray([...UPI_INSTRUMENTS], { minLength: 1 })
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ act: fc.constantFrom('standard' as const, 'custom' as const), id, vpa, accepts }),
  fc.record({ act: fc.constant('attempt' as const), id, vpa }),
  fc.record({
    act: fc.constant('simulate' as const),
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
    act: fc.constant('simulate-refund' as const),
    refund: fc.nat(5),
    outcome: fc.constantFrom('SUCCESS' as const, 'FAILURE' as const, 'ACCEPTED' as const, 'PENDING' as const),
  }),
  fc.record({ act: fc.constant('advance' as const), ms: fc.constantFrom(0, 1_000, 5_000, 60_000, 480_000, 3_600_000) }),
)

test('in random sequences of calls, states move forward, sums hold, and the last callback has the state of the status', {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
      const reported = new Map<string, string[]>()
      const sandbox = createSandbox({
        clock: { startMs: START_MS, frozen: true },
        tokenLifeSec: 10_000_000,
        callbacks: { url: 'http://shop.test', username: 'u', password: 'p' },
        deliver: async (_, { body }) => {
          const { payload } = JSON.parse(body)
          const key = payload.merchantRefundId ?? payload.merchantOrderId
          reported.set(key, [...(reported.get(key) ?? []), payload.state])
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
        const accepted = pages.get(index)?.accepts
        if (accepted && body.state === 'COMPLETED') expect(accepted).toContain(instrumentOf(order))
        const last = (reported.get(`order-${index}`) ?? []).at(-1)
        if (body.state !== 'PENDING') expect(last).toBe(body.state)
      }
      await sandbox.close()
    }),
    { numRuns: RUNS, seed: 20_260_101 },
  )
})

interface Page {
  url: string
  /** Instruments that the order accepts. */
  accepts: UpiInstrument[]
}

type Client = ReturnType<typeof clientOf>

async function perform(one: Act, sandbox: ReturnType<typeof createSandbox>, client: Client, pages: Map<number, Page>) {
  const ignoreErrors = async (work: Promise<unknown>) => void (await work.catch(() => undefined))
  if (one.act === 'standard') {
    const paymentModeConfig = { version: 'V2', enabledPaymentModes: [{ type: 'UPI', instruments: one.accepts }] }
    const merchantUrls = { redirectUrl: 'https://shop.example/thanks' }
    const paymentFlow = { type: 'PG_CHECKOUT', merchantUrls, paymentModeConfig }
    const { body } = await client.post('/checkout/v2/pay', standardOrder(`order-${one.id}`, { paymentFlow }))
    if (body.redirectUrl) pages.set(one.id, { url: body.redirectUrl, accepts: one.accepts })
  }
  if (one.act === 'custom') await client.post('/payments/v2/pay', customOrder(`order-${one.id}`, collect(one.vpa)))
  if (one.act === 'attempt') {
    const page = pages.get(one.id)
    if (page) await client.page(page.url).post('/attempts', { paymentMode: { type: 'UPI_COLLECT', vpa: one.vpa } })
  }
  if (one.act === 'simulate')
    await ignoreErrors(sandbox.simulatePayment(`order-${one.id}`, { outcome: one.outcome, keepOpen: one.keepOpen }))
  if (one.act === 'refund') {
    const body = {
      merchantRefundId: `refund-${one.refund}`,
      originalMerchantOrderId: `order-${one.id}`,
      amount: one.amount,
    }
    await client.post('/payments/v2/refund', body)
  }
  if (one.act === 'simulate-refund')
    await ignoreErrors(sandbox.simulateRefund(`refund-${one.refund}`, { outcome: one.outcome }))
  if (one.act === 'advance') await sandbox.clock.advance(one.ms)
}

/** The UPI instrument that paid. */
function instrumentOf(order: SandboxOrder): UpiInstrument {
  const paid = order.paymentDetails.find((one) => one.state === 'COMPLETED')?.instrument
  if (paid?.type === 'CREDIT_LINE') return 'CREDIT_LINE'
  return paid?.type === 'ACCOUNT' && paid.accountType === 'CREDIT' ? 'RUPAY_CC' : 'BANK_ACCOUNT'
}

/** Every state that the API returns, with the states that may precede it. */
async function states(client: Client): Promise<[string, { state: string; from: string[] }][]> {
  const found: [string, { state: string; from: string[] }][] = []
  const read = async (name: string, path: string, from: (answer: TestResponse) => string[]) => {
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
