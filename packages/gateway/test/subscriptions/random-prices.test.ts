import type { Paise } from '@galla/contract/money'
import { inr } from '@galla/sdk'
import { expect, it } from 'vitest'
import { seeded } from '../crash/seeded.ts'
import { DAY_MS, HOUR_MS, inIndia, openSubscriptionShop, START } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'
import { PriceModel } from './price-model.ts'

const createTestGateway = setupTestGateways()
const WEEK_MS = 7 * DAY_MS
const FIRST = inIndia('2027-01-10')
const WEEKS = 6
const MEMBERS = 15
const SEEDS = [1, 2]

it.each(SEEDS)(
  'random changes of prices, refunds and skipped weeks debit what the page of subscriptions promises (seed %i)',
  async (seed) => {
    const random = seeded(seed)
    const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)] as One
    const shop = await openSubscriptionShop(createTestGateway, { plan: { frequency: 'WEEKLY' } })
    const { gateway, sandbox, until, drainJobs, pass, rows } = shop
    const members = Array.from({ length: MEMBERS }, (_, index) => ({
      id: `m-${index}`,
      model: new PriceModel(19_900, 99_900),
      log: [] as string[],
    }))
    for (const { id } of members) {
      await gateway.subscriptions.start({ ...START, subscriptionId: id, maxAmount: inr('999') })
      await sandbox.simulatePayment(`${id}-1-1`, { outcome: 'SUCCESS' })
    }
    await drainJobs()
    await pass(5 * 60_000)
    for (const { model } of members) model.open(1, FIRST, FIRST + WEEK_MS).outcome = 'PAID'

    const wrong: string[] = []
    let refunds = 0
    const act = async ({ id, model, log }: (typeof members)[number]) => {
      const nowMs = sandbox.clock.now()
      const newest = model.cycles.at(-1)
      const kind = pick(['change', 'change', 'prorate', 'prorate', 'prorate', 'refund', 'refund all', 'skip'])
      if (kind === 'change' || kind === 'prorate') {
        const amount = pick([100, 101, 4_900, 9_900, 9_999, 14_900, 19_900, 29_900, 33_333, 49_900])
        const isProrated = kind === 'prorate'
        try {
          await gateway.subscriptions.changeAmount(id, { amount: amount as Paise, prorate: isProrated })
          model.change(amount, isProrated, nowMs)
          log.push(`${kind} to ${amount} at ${(nowMs - FIRST) / WEEK_MS}`)
        } catch (error) {
          log.push(`${kind} to ${amount} refused ${(error as { code?: string }).code}`)
          if ((error as { code?: string }).code !== 'ABOVE_MANDATE') throw error
        }
      } else if (kind === 'skip') {
        if (newest?.outcome !== 'OPEN') return
        await gateway.subscriptions.skip(id, { cycle: newest.number })
        model.leave(newest, 'SKIPPED')
        log.push(`skip ${newest.number}`)
      } else {
        const paid = model.cycles.filter((one) => one.outcome === 'PAID' && one.amount > one.refunded)
        const cycle = paid.length > 0 ? pick(paid) : undefined
        if (!cycle) return
        const left = cycle.amount - cycle.refunded
        const amount = kind === 'refund all' ? left : Math.max(100, Math.floor(left * random()))
        if (amount > left || (left - amount > 0 && left - amount < 100)) return
        refunds += 1
        const [order] = await rows<{ id: string }>(
          `select "merchantOrderId" as "id" from galla.debits where "subscriptionId" = $1 and "cycle" = $2 order by 1 desc limit 1`,
          [id, cycle.number],
        )
        const refund = { merchantOrderId: order?.id ?? '', merchantRefundId: `r-${seed}-${refunds}` }
        try {
          await gateway.refunds.request({ ...refund, amount: amount as Paise })
          cycle.refunded += amount
        } catch (error) {
          // One refund of an order at a time.
          if ((error as { code?: string }).code === 'REFUND_IN_PROGRESS') return
          throw error
        }
        log.push(`refund ${amount} of ${cycle.number}`)
      }
      const { carried } = (await gateway.subscriptions.get(id)) ?? {}
      if (carried !== model.carried())
        wrong.push(`${id}: carried ${carried}, promised ${model.carried()} after: ${log.join('; ')}`)
    }

    for (let week = 1; week <= WEEKS; week += 1) {
      const startMs = FIRST + (week - 1) * WEEK_MS
      // Twice before the announcement of the next week, and once after the announcement.
      for (const share of [0.2 + random() * 0.2, 0.5 + random() * 0.2, 0.86 + random() * 0.1]) {
        await until(startMs + Math.floor(share * WEEK_MS))
        if (share > 0.8) for (const { model } of members) model.open(week + 1, startMs + WEEK_MS, startMs + 2 * WEEK_MS)
        for (const member of members) if (random() < 0.7) await act(member)
      }
      await until(startMs + WEEK_MS + 12 * HOUR_MS)
      for (const { model } of members) {
        const newest = model.cycles.at(-1)
        if (newest?.outcome === 'OPEN') newest.outcome = 'PAID'
      }
    }
    for (const { id, model, log } of members) {
      const billed = await rows<{ number: number; amount: number; outcome: string }>(
        `select "number", "amount"::int, "outcome" from galla.cycles where "subscriptionId" = $1 order by 1`,
        [id],
      )
      const { redemptions } = await sandbox.mandate(`${id}-m1`)
      const debited = redemptions.filter(({ state }) => state === 'COMPLETED').map(({ amount }) => amount)
      const promised = model.cycles.map(({ number, amount, outcome }) => ({ number, amount, outcome }))
      const paid = promised.filter(({ outcome, number }) => outcome === 'PAID' && number > 1).map((one) => one.amount)
      if (JSON.stringify([billed, debited]) !== JSON.stringify([promised, paid]))
        wrong.push(`${id}: ${JSON.stringify({ billed, debited, promised, log }, null, 1)}`)
    }
    expect(wrong).toEqual([])
  },
  280_000,
)
