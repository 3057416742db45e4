import { inr, paise } from '@galla/sdk'
import { expect, it } from 'vitest'
import { subscriptions } from '../../src/subscriptions.ts'
import { DAY_MS, HOUR_MS, inIndia, openSubscriptionShop, START } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'
import { below, createRandom, pick } from '../model/random.ts'
import { PriceModel } from './price-model.ts'

const createTestGateway = setupTestGateways()
const WEEK_MS = 7 * DAY_MS
const FIRST = inIndia('2027-01-10')
const SEED = Number(process.env.GALLA_SEED ?? 1)
const WEEKS = Number(process.env.GALLA_WEEKS ?? 6)
const MEMBERS = Number(process.env.GALLA_MEMBERS ?? 8)
const PRICES = [100, 101, 4_900, 9_900, 9_999, 14_900, 19_900, 29_900, 33_333, 49_900] as const
const KINDS = ['change', 'prorate', 'prorate', 'prorate', 'refund a part', 'refund all', 'skip', 'fail'] as const

interface Member {
  readonly id: string
  readonly model: PriceModel
  /** The calls so far, for the message of a failure. */
  readonly log: string[]
}

/** Weekly subscriptions that random calls change. The models beside them change in the same way. */
async function openMembers() {
  const random = createRandom(SEED)
  const shop = await openSubscriptionShop(createTestGateway, {
    plan: { frequency: 'WEEKLY' },
    gateway: { subscriptions: subscriptions({ retryAfterDays: [] }) },
  })
  const { gateway, sandbox, drainJobs, pass } = shop
  const members = Array.from(
    { length: MEMBERS },
    (_, index): Member => ({ id: `m-${index}`, model: new PriceModel(19_900, 99_900), log: [] }),
  )
  for (const { id } of members) {
    await gateway.subscriptions.start({ ...START, subscriptionId: id, maxAmount: inr('999') })
    await sandbox.simulatePayment(`${id}-1-1`, { outcome: 'SUCCESS' })
  }
  await drainJobs()
  await pass(5 * 60_000)
  for (const { model } of members) model.open(1, FIRST, FIRST + WEEK_MS).outcome = 'PAID'

  /** The call of a person is refused for this reason; undefined: it is done. */
  const refusalOf = (call: Promise<unknown>, ...permitted: string[]): Promise<string | undefined> =>
    call.then(
      () => undefined,
      (error: { code?: string }) => {
        if (permitted.includes(error.code ?? '')) return error.code
        throw error
      },
    )

  const changePrice = async ({ id, model, log }: Member, prorate: boolean) => {
    const amount = pick(random, PRICES)
    const change = gateway.subscriptions.changeAmount(id, { amount: paise(amount), prorate })
    const refusal = await refusalOf(change, 'ABOVE_MANDATE')
    if (refusal === undefined) model.change(amount, prorate, sandbox.clock.now())
    log.push(`${prorate ? 'prorate' : 'change'} to ${amount} ${refusal ?? 'done'}`)
  }
  const refund = async ({ id, model, log }: Member, isWhole: boolean) => {
    const paid = model.cycles.filter((one) => one.outcome === 'PAID' && one.amount > one.refunded)
    if (paid.length === 0) return
    const cycle = pick(random, paid)
    const left = cycle.amount - cycle.refunded
    const amount = isWhole ? left : Math.max(100, below(random, left))
    if (amount !== left && amount > left - 100) return
    const given = { merchantOrderId: `${id}-${cycle.number}-1`, merchantRefundId: `${id}-r${log.length}` }
    const call = gateway.refunds.request({ ...given, amount: paise(amount) })
    // An order has one refund at a time.
    if (await refusalOf(call, 'REFUND_IN_PROGRESS')) return
    cycle.refunded += amount
    log.push(`refund ${amount} of ${cycle.number}`)
  }
  const skip = async ({ id, model, log }: Member) => {
    const newest = model.cycles.at(-1)
    if (newest?.outcome !== 'OPEN') return
    await gateway.subscriptions.skip(id, { cycle: newest.number })
    newest.outcome = 'SKIPPED'
    log.push(`skip ${newest.number}`)
  }
  const fail = async ({ id, model, log }: Member) => {
    const number = model.cycles.at(-1)?.number ?? 0
    if (model.cycles.at(-1)?.outcome !== 'OPEN') return
    await sandbox.queueOutcome({ merchantOrderId: `${id}-${number}-1`, outcome: 'FAILURE', errorCode: 'Z9', next: 4 })
    log.push(`fail ${number}`)
  }
  const act = async (member: Member) => {
    const kind = pick(random, KINDS)
    if (kind === 'skip') await skip(member)
    else if (kind === 'fail') await fail(member)
    else if (kind === 'refund all' || kind === 'refund a part') await refund(member, kind === 'refund all')
    else await changePrice(member, kind === 'prorate')
  }
  /** The bills of the week that has begun are paid or have failed. */
  const endBills = async () => {
    for (const { id, model, log } of members) {
      const newest = model.cycles.at(-1)
      if (newest?.outcome !== 'OPEN') continue
      const hasFailed = log.includes(`fail ${newest.number}`)
      newest.outcome = hasFailed ? 'FAILED' : 'PAID'
      if (hasFailed) await gateway.subscriptions.resume(id)
    }
  }
  return { ...shop, random, members, act, endBills }
}

it(`random changes of prices, refunds, skipped weeks and failed bills settle each difference once (GALLA_SEED=${SEED})`, async () => {
  const { random, members, act, endBills, until, rows, read, sandbox } = await openMembers()
  for (let week = 1; week <= WEEKS; week += 1) {
    const startMs = FIRST + (week - 1) * WEEK_MS
    // Twice before the announcement of the next week, and once after the announcement.
    for (const share of [0.2, 0.5, 0.86]) {
      await until(startMs + Math.floor((share + random() * 0.1) * WEEK_MS))
      if (share > 0.8) for (const { model } of members) model.open(week + 1, startMs + WEEK_MS, startMs + 2 * WEEK_MS)
      for (const member of members) if (random() < 0.7) await act(member)
      for (const { id, model, log } of members)
        expect((await read(id)).carried, `${id}: ${log.join('; ')}`).toBe(model.carried())
    }
    await until(startMs + WEEK_MS + 12 * HOUR_MS)
    await endBills()
  }
  for (const { id, model, log } of members) {
    const billed = await rows(
      `select "number", "amount"::int, "outcome" from galla.cycles where "subscriptionId" = $1 order by 1`,
      [id],
    )
    const taken = await rows(
      `select "bill", "cycle", "amount"::int from galla.taken_differences where "subscriptionId" = $1 order by 1, 2`,
      [id],
    )
    const { redemptions } = await sandbox.mandate(`${id}-m1`)
    const debited = redemptions.filter(({ state }) => state === 'COMPLETED').map(({ amount }) => amount)
    const promised = model.cycles.map(({ number, amount, outcome }) => ({ number, amount, outcome }))
    expect({ billed, taken, debited }, `${id}: ${log.join('; ')}`).toEqual({
      billed: promised,
      taken: model.cycles.flatMap(({ number: bill, taken: parts }) =>
        [...parts].sort(([a], [b]) => a - b).map(([cycle, amount]) => ({ bill, cycle, amount })),
      ),
      debited: promised.filter(({ outcome, number }) => outcome === 'PAID' && number > 1).map(({ amount }) => amount),
    })
  }
}, 280_000)
