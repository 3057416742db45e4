import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, inIndia, openSubscriptionShop, START } from '../helpers/subscription-shop.ts'
import { setupTestGateways, type TestGatewayOptions } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const SECOND = inIndia('2027-02-10')
type Answer = (url: string) => Response | undefined

/** A shop whose provider answers some requests in a way of the test. */
async function openShop(options: Parameters<typeof openSubscriptionShop>[1] = {}) {
  const says: { answer: Answer | undefined } = { answer: undefined }
  const wrapProvider: TestGatewayOptions['wrapProvider'] = (provider) => async (input, init) =>
    says.answer?.(String(input)) ?? provider(input, init)
  const shop = await openSubscriptionShop(createTestGateway, { wrapProvider, ...options })
  return { ...shop, says }
}

const outcomesOf = (cycles: readonly { outcome: string | null }[]) => cycles.map(({ outcome }) => outcome)

it('a provider that is away for forty days is followed by the bill of the running month, once', async () => {
  const { activate, until, says, cycles, sandbox, advance } = await openShop()
  await activate()
  await until(SECOND - 3 * DAY_MS)
  says.answer = (url) => (/subscriptions\//.test(url) ? new Response('', { status: 503 }) : undefined)
  while (sandbox.clock.now() < inIndia('2027-03-20')) await advance(DAY_MS)
  says.answer = undefined
  await until(inIndia('2027-04-12'))
  expect(outcomesOf(await cycles())).toEqual(['PAID', 'MISSED', 'PAID', 'PAID'])
})

it('handlers and notifiers that always throw do not stop the billing', async () => {
  const fail = () => {
    throw new Error('never')
  }
  const { activate, until, cycles } = await openShop({
    gateway: {
      on: {
        'subscription.charge_completed': fail,
        'subscription.charge_upcoming': fail,
        'subscription.activated': fail,
      },
    },
  })
  await activate()
  await until(inIndia('2027-03-10', '09:00'))
  expect(outcomesOf(await cycles())).toEqual(['PAID', 'PAID', 'PAID'])
})

it('one subscription that the provider answers with nonsense does not keep the others from being billed', async () => {
  const { gateway, sandbox, drainJobs, pass, until, says, rows } = await openShop()
  const ids = Array.from({ length: 8 }, (_, index) => `sub-${index}`)
  for (const id of ids) {
    await gateway.subscriptions.start({ ...START, subscriptionId: id })
    await sandbox.simulatePayment(`${id}-1-1`, { outcome: 'SUCCESS' })
  }
  await drainJobs()
  await pass(5 * 60_000)
  const nonsense = [
    () => Response.json(null),
    () => Response.json({ state: 7 }),
    () => new Response('<html>', { status: 200 }),
  ]
  let asked = 0
  says.answer = (url) => (/sub-[012][-/]/.test(url) ? nonsense[asked++ % 3]?.() : undefined)
  const paid = async () => (await rows(`select 1 from galla.cycles where "number" = 2 and "outcome" = 'PAID'`)).length
  await until(SECOND + DAY_MS)
  expect(await paid()).toBe(5)
  says.answer = undefined
  await until(SECOND + 4 * DAY_MS)
  expect(await paid()).toBe(8)
})

it.each([-5, 5])(
  'a gateway whose clock differs by %i hours from the provider debits each cycle once',
  async (hours) => {
    const clocks: { now?: () => number } = {}
    const clock = { now: () => (clocks.now?.() ?? inIndia('2027-01-10', '11:00')) + hours * HOUR_MS }
    const { gateway, sandbox, debited, cycles, advance, drainJobs } = await openShop({
      gateway: { clock: clock as never },
    })
    clocks.now = () => sandbox.clock.now()
    await gateway.subscriptions.start(START)
    await sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
    await drainJobs()
    for (let minute = 0; minute < 5; minute += 1) await advance(60_000)
    while (sandbox.clock.now() < SECOND - 3 * DAY_MS) await advance(2 * DAY_MS)
    while (sandbox.clock.now() < SECOND + DAY_MS) await advance(2 * HOUR_MS)
    expect(await debited()).toEqual(['sub-7-2-1'])
    expect(outcomesOf(await cycles())).toEqual(['PAID', 'PAID'])
  },
)

it('a request to debit that got no answer before all processes paused for forty days counts once', async () => {
  const { activate, until, sandbox, debited, cycles, drainJobs, rows } = await openShop()
  await activate()
  await until(SECOND - HOUR_MS)
  await sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['subscriptionRedeem'], times: 1 }] })
  while ((await rows('select 1 from galla.debit_tries')).length === 0) await until(sandbox.clock.now() + 10 * 60_000)
  await sandbox.clock.advance(40 * DAY_MS)
  await drainJobs()
  await until(inIndia('2027-05-01'))
  const paid = (await cycles()).filter(({ outcome }) => outcome === 'PAID').length
  expect((await debited()).length).toBe(paid - 1)
  expect((await cycles())[1]).toMatchObject({ outcome: 'PAID' })
})

it('a debit whose outcome the provider never reports does not stop the later cycles', async () => {
  const { activate, until, sandbox, cycles } = await openShop()
  await activate()
  await until(SECOND - HOUR_MS)
  await sandbox.queueOutcome({ outcome: 'PENDING', next: 1 } as never)
  await until(inIndia('2027-04-12'))
  expect((await cycles()).length).toBeGreaterThan(2)
})

it('a payer who refuses each announced debit is not billed, and the merchant is told', async () => {
  const { activate, until, sandbox, heard } = await openShop()
  await activate()
  const before = heard.length
  while (sandbox.clock.now() < inIndia('2027-03-12')) {
    await until(sandbox.clock.now() + 12 * HOUR_MS)
    await sandbox.simulateMandate('sub-7-m1', { action: 'OPT_OUT' } as never).catch(() => undefined)
  }
  const told = heard.slice(before).some((one) => /halted|charge_failed/.test(one))
  expect(told).toBe(true)
})
