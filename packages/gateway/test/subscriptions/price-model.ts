/** A model of the prices that `docs/subscriptions.md` promises: written from the page, without the gateway's code. All amounts are in paise. */
export interface ModelCycle {
  readonly number: number
  readonly startMs: number
  readonly endMs: number
  /** Price of the whole cycle, before a surcharge or credit of another cycle. */
  readonly price: number
  /** What the payer pays. */
  readonly amount: number
  /** Surcharges and credits that the bill takes, by the number of the cycle that owes them. */
  readonly taken: Map<number, number>
  outcome: 'OPEN' | 'PAID' | 'FREE' | 'SKIPPED' | 'MISSED'
  refunded: number
  settledPrice: number
  difference: number
  settled: number
}

export class PriceModel {
  readonly cycles: ModelCycle[] = []
  price: number
  readonly max: number

  constructor(price: number, max: number) {
    this.price = price
    this.max = max
  }

  owedOf(cycle: ModelCycle): number {
    const { amount, refunded, difference, settled, price } = cycle
    if (amount > 0 && refunded >= amount) return 0
    return Math.max(difference - settled, Math.min(-(price - refunded) - settled, 0))
  }

  carried(): number {
    return this.cycles.reduce((sum, cycle) => sum + this.owedOf(cycle), 0)
  }

  open(number: number, startMs: number, endMs: number): ModelCycle {
    const due = this.price + this.carried()
    const amount = due < 100 ? 0 : Math.min(due, Math.max(this.price, this.max))
    const taken = new Map<number, number>()
    let left = amount - this.price
    const owing = this.cycles.filter((one) => this.owedOf(one) !== 0)
    for (const [index, one] of owing.entries()) {
      const part = index === owing.length - 1 ? left : this.owedOf(one)
      taken.set(one.number, part)
      left -= part
    }
    for (const [owner, part] of taken) this.of(owner).settled += part
    const cycle: ModelCycle = {
      ...{ number, startMs, endMs, price: this.price, amount, taken },
      ...{ outcome: amount === 0 ? 'FREE' : 'OPEN', refunded: 0, settledPrice: this.price, difference: 0, settled: 0 },
    }
    this.cycles.push(cycle)
    return cycle
  }

  /** Nobody pays the bill: what it took is owed again by the cycles that owed it. */
  leave(cycle: ModelCycle, outcome: 'SKIPPED' | 'MISSED'): void {
    cycle.outcome = outcome
    for (const [owner, part] of cycle.taken) this.of(owner).settled -= part
  }

  change(price: number, isProrated: boolean, atMs: number): void {
    const running = this.cycles.find(({ startMs, endMs }) => startMs <= atMs && atMs < endMs)
    if (isProrated && (running?.outcome === 'PAID' || running?.outcome === 'FREE')) {
      const { startMs, endMs, settledPrice } = running
      running.difference += Math.floor(((price - settledPrice) * (endMs - atMs)) / (endMs - startMs))
      running.settledPrice = price
    }
    this.price = price
  }

  of(number: number): ModelCycle {
    const cycle = this.cycles.find((one) => one.number === number)
    if (!cycle) throw new Error(`The model has no cycle ${number}`)
    return cycle
  }
}
