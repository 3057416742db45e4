import { explore, type Model } from '@galla/testkit/explore'
import { describe, expect, it } from 'vitest'
import { LARGE, type Letter, SMALL } from './alphabet.ts'
import { type Limits, type OrderWorld, orderModel } from './order-world.ts'

const isLong = process.env.GALLA_LONG === '1'
const LIMIT_MS = isLong ? 1_800_000 : 120_000

/** Prints what was visited, or the shortest story of a fault. */
function visitAll<World>(name: string, model: Model<World>): void {
  const startedMs = performance.now()
  const { story, ...visited } = explore(model)
  const seconds = Math.round((performance.now() - startedMs) / 100) / 10
  console.info(`${name}: ${visited.worlds} states, ${visited.steps} steps, depth ${visited.depth}, ${seconds} s`)
  expect(story?.map((line, at) => `${at + 1}. ${line}`).join('\n')).toBeUndefined()
  expect(visited.isClosed).toBe(true)
}

/** One answer of a person, and nothing odd; the time before the expiry and after it. */
const PLAIN = { letters: SMALL, answers: 1, times: 2, odd: 0, latePayment: 'refund' } as const

describe('every history of an order keeps the promises about money', () => {
  it('while nothing odd is reported', { timeout: LIMIT_MS }, () => visitAll('an order', orderModel(PLAIN)))

  it.runIf(isLong).each<[string, Partial<Limits>]>([
    ['until it is undecided', { times: 4 }],
    ['until it is undecided, with late payments fulfilled', { times: 4, latePayment: 'fulfil' }],
    ['with one odd statement of the provider', { letters: LARGE, odd: 1 }],
    ['with two answers of persons', { answers: 2 }],
  ])('%s', { timeout: LIMIT_MS }, (name, more) => visitAll(`an order ${name}`, orderModel({ ...PLAIN, ...more })))
})

/** Fewer statuses than of one order, whose own histories are visited above: each state, and up to two payments. */
const IN_CART =
  /^(the reply opens it|the reply is lost|status COMPLETED: (OM1 paid|OM1 and OM2 paid)|status (PENDING|FAILED): no payments)$/

/** Two orders of one cart. Who decides about one of them sees, under the lock of the reference, what the other one is. */
function cartModel(isLocked: boolean): Model<readonly [OrderWorld, OrderWorld]> {
  const letters = SMALL.filter(({ label }: Letter) => IN_CART.test(label))
  const one = orderModel({ ...PLAIN, letters })
  return {
    initial: [one.initial, one.initial],
    *steps(cart) {
      for (const at of [0, 1] as const) {
        const other = cart[1 - at] as OrderWorld
        const isOtherPaid = isLocked && other.order.resolution === 'fulfil'
        const time = Math.max(cart[0].time, cart[1].time)
        for (const { label, to, fault } of one.steps({ ...cart[at], time, isOtherPaid })) {
          if (label.startsWith('another order')) continue
          const both = to.order.resolution === 'fulfil' && other.order.resolution === 'fulfil'
          yield {
            label: `order ${at + 1}: ${label}`,
            to: at === 0 ? [to, other] : [other, to],
            fault: fault ?? (both ? 'Both orders of the cart are fulfilled' : undefined),
          }
        }
      }
    },
    keyOf: (cart) => {
      const time = Math.max(cart[0].time, cart[1].time)
      return cart
        .map((world) => one.keyOf({ ...world, time, isOtherPaid: false }))
        .sort()
        .join()
    },
    show: ([first, second]) => `${one.show?.(first)} | ${one.show?.(second)}`,
  }
}

describe('every history of a cart of two orders', () => {
  it('fulfils at most one of them', { timeout: LIMIT_MS }, () => visitAll('a cart', cartModel(true)))

  it('fulfils both when who decides does not see the other one: the lock of the reference is needed', () => {
    expect(explore(cartModel(false)).story?.at(-1)).toBe('Both orders of the cart are fulfilled')
  })
})
