import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../finance/indian-time.ts'
import { BillingModel, type Choose } from './billing-model.ts'
import { isOpenDebit } from './debit-steps.ts'
import { periodOf } from './periods.ts'
import { DEFAULT_BILLING_POLICY, isSubscriptionEnded } from './subscription.ts'

/** Every sequence of choices, up to a number of choices that are not the first option. */
function* sequences(limit: number): Generator<{ choose: Choose; taken: number[] }> {
  const waiting: number[][] = [[]]
  for (let prefix = waiting.pop(); prefix; prefix = waiting.pop()) {
    const taken: number[] = []
    const options: number[] = []
    const given = prefix
    const choose: Choose = (count) => {
      const value = given[taken.length] ?? 0
      taken.push(value)
      options.push(count)
      return value
    }
    yield { choose, taken }
    const others = given.filter((one) => one !== 0).length
    if (others >= limit) continue
    for (let place = given.length; place < taken.length; place += 1)
      for (let value = 1; value < (options[place] as number); value += 1)
        waiting.push([...taken.slice(0, place), value])
  }
}

const DISTURBANCES = [
  () => undefined,
  (model: BillingModel) => model.payer('pause', true),
  (model: BillingModel) => model.payer('pause', false),
  (model: BillingModel) => model.payer('unpause', true),
  (model: BillingModel) => model.payer('revoke', true),
  (model: BillingModel) => model.payer('revoke', false),
  (model: BillingModel) => {
    if (!isSubscriptionEnded(model.subscription))
      model.subscription = { ...model.subscription, cancel: { at: 'now', sinceMs: model.nowMs } }
  },
  (model: BillingModel) => {
    if (!isSubscriptionEnded(model.subscription) && !model.subscription.cancel)
      model.subscription = { ...model.subscription, cancel: { at: 'cycle-end', sinceMs: model.nowMs } }
  },
  (model: BillingModel) => {
    const { state } = model.subscription
    if (state === 'ACTIVE' || state === 'PAST_DUE')
      model.subscription = {
        ...model.subscription,
        state: 'PAUSED',
        pause: { by: 'merchant', sinceMs: model.nowMs, untilMs: model.nowMs + 2 * DAY_MS },
      }
  },
  (model: BillingModel) => {
    const cycle = model.cycles.at(-1)
    if (cycle && cycle.outcome === undefined) cycle.isSkipped = true
  },
  (model: BillingModel) => {
    for (const one of model.debits) if (!isOpenDebit(one)) one.needsReview = true
  },
]

/** Disturbances that last, and cause many steps: for random runs. */
const LASTING = [
  (model: BillingModel) => model.forget(),
  (model: BillingModel) => {
    model.isRefusing = !model.isRefusing
  },
]

/** Delays of the next step, because no worker ran: into a peak hour, past the window of a debit, past a cycle. Milliseconds. */
const OUTAGES_MS = [11 * 3_600_000, 2 * DAY_MS, 33 * DAY_MS]

/** Times at which something happens next: the next step, something in the middle of the wait, or the next step after an outage. Epoch milliseconds. */
const TIMES: readonly ((nowMs: number, nextMs: number) => number)[] = [
  (_, nextMs) => nextMs,
  (nowMs, nextMs) => Math.floor((nowMs + nextMs) / 2),
  ...OUTAGES_MS.map((ms) => (_: number, nextMs: number) => nextMs + ms),
]

/** Runs a subscription to the end of its cycles, with what may disturb it before each step. */
function run(model: BillingModel, choose: Choose, cycles: number, disturbances = DISTURBANCES): void {
  const { startsOn, frequency } = model.subscription
  const endMs = periodOf(startsOn, frequency, cycles).endMs + 40 * DAY_MS
  for (;;) {
    disturbances[choose(disturbances.length, 'disturbance')]?.(model)
    const next = model.settle()
    if (model.faults.length > 0 || next === undefined || next > endMs) return
    model.advanceTo(TIMES[choose(TIMES.length, 'time')]?.(model.nowMs, next) ?? next)
  }
}

/** The things that are open after every due step was taken; nothing may be open. Meanwhile announced orders expire, and debits end, by themselves. */
function forgotten(model: BillingModel, cycles: number): string[] {
  model.advanceTo(model.nowMs + 5 * DAY_MS)
  const { subscription, mandate } = model
  const open = model.cycles.filter((one) => one.outcome === undefined)
  const found: string[] = []
  if (!isSubscriptionEnded(subscription)) found.push(`the subscription is ${subscription.state}`)
  if (open.length > 0) found.push(`cycle ${open[0]?.number} is open`)
  for (const order of model.orders.values())
    if (order.state === 'COMPLETED' && model.cycles.find((one) => one.number === order.cycle)?.outcome !== 'PAID')
      found.push(`cycle ${order.cycle} was debited and is not PAID`)
  if (subscription.state === 'COMPLETED' && model.cycles.at(-1)?.number !== cycles) found.push('a cycle is missing')
  if (isSubscriptionEnded(subscription) && mandate.state === 'ACTIVE') found.push('the mandate is left')
  return found
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe('the protocol of a billing cycle', () => {
  it.each([
    { frequency: 'MONTHLY', startsOn: '2027-01-31', cycles: 2, limit: 2 },
    { frequency: 'WEEKLY', startsOn: '2027-02-01', cycles: 2, limit: 2 },
    { frequency: 'DAILY', startsOn: '2028-02-28', cycles: 3, limit: 2 },
  ] as const)(
    'debits each $frequency cycle at most once and forgets none, whatever disturbs it',
    ({ limit, ...start }) => {
      let runs = 0
      for (const { choose, taken } of sequences(limit)) {
        const model = new BillingModel(start, DEFAULT_BILLING_POLICY, choose)
        run(model, choose, start.cycles)
        const found = [...model.faults, ...forgotten(model, start.cycles)]
        if (found.length > 0) expect({ found, taken, log: model.log }).toEqual({ found: [] })
        runs += 1
      }
      expect(runs).toBeGreaterThan(1_000)
    },
    120_000,
  )

  it.each(Array.from({ length: 20 }, (_, seed) => seed + 1))(
    'debits each cycle at most once in a year with many disturbances: seed %i',
    (seed) => {
      const random = generator(seed)
      const found: unknown[] = []
      for (let count = 0; count < 50; count += 1) {
        const choose: Choose = (options) => (random() < 0.75 ? 0 : Math.floor(random() * options))
        const model = new BillingModel({ startsOn: '2027-08-31', cycles: 12 }, DEFAULT_BILLING_POLICY, choose)
        run(model, choose, 12, [...DISTURBANCES, ...LASTING])
        const faults = [...model.faults, ...forgotten(model, 12)]
        if (faults.length > 0) found.push({ faults, log: model.log })
      }
      expect(found.slice(0, 1)).toEqual([])
    },
  )

  it('collects every cycle of an undisturbed year on its first day', () => {
    const model = new BillingModel({ startsOn: '2027-01-31', cycles: 12 }, DEFAULT_BILLING_POLICY, () => 0)
    run(model, () => 0, 12)
    expect(model.cycles.map(({ number, outcome }) => `${number} ${outcome}`)).toEqual(
      Array.from({ length: 12 }, (_, index) => `${index + 1} PAID`),
    )
    expect(model.subscription.state).toBe('COMPLETED')
  })
})
