/** A model of the prices that `docs/subscriptions.md` promises: written from the page, without the gateway's code. All amounts are in paise. */
export interface ModelCycle {
  readonly number: number
  readonly startMs: number
  readonly endMs: number
  /** Price of the whole cycle, before a surcharge or credit of another cycle. */
  readonly price: number
  /** The amount that the payer pays. */
  readonly amount: number
  /** Surcharges and credits that the bill takes, by the number of the cycle that owes them. */
  readonly taken: ReadonlyMap<number, number>
  outcome: 'OPEN' | 'PAID' | 'FREE' | 'SKIPPED' | 'FAILED'
  refunded: number
  settledPrice: number
  difference: number
}

export class PriceModel {
  readonly cycles: ModelCycle[] = []
  price: number
  readonly max: number

  constructor(price: number, max: number) {
    this.price = price
    this.max = max
  }

  /** The difference that a cycle still leaves to later bills. A bill that nobody pays has taken nothing. */
  owedOf({ number, amount, refunded, difference, price }: ModelCycle): number {
    if (amount > 0 && refunded >= amount) return 0
    const settled = this.cycles
      .filter(({ outcome }) => outcome !== 'SKIPPED' && outcome !== 'FAILED')
      .reduce((sum, { taken }) => sum + (taken.get(number) ?? 0), 0)
    return Math.max(difference - settled, Math.min(-(price - refunded) - settled, 0))
  }

  carried(): number {
    return this.cycles.reduce((sum, cycle) => sum + this.owedOf(cycle), 0)
  }

  open(number: number, startMs: number, endMs: number): ModelCycle {
    const due = this.price + this.carried()
    const amount = due < 100 ? 0 : Math.min(due, Math.max(this.price, this.max))
    const cycle: ModelCycle = {
      ...{ number, startMs, endMs, price: this.price, amount, taken: this.takenBy(amount - this.price, due - amount) },
      ...{ outcome: amount === 0 ? 'FREE' : 'OPEN', refunded: 0, settledPrice: this.price, difference: 0 },
    }
    this.cycles.push(cycle)
    return cycle
  }

  /** Oldest first: all but those of which a part is left, then as much of these as the bill can contain. */
  private takenBy(adjustment: number, left: number): Map<number, number> {
    const owing = this.cycles
      .map((cycle) => ({ number: cycle.number, owed: this.owedOf(cycle) }))
      .filter(({ owed }) => owed !== 0)
    const isLeft = (owed: number): boolean => Math.sign(owed) === Math.sign(left)
    const taken = new Map(owing.map(({ number, owed }) => [number, isLeft(owed) ? 0 : owed]))
    let room = adjustment - [...taken.values()].reduce((sum, part) => sum + part, 0)
    for (const { number, owed } of owing.filter((one) => isLeft(one.owed))) {
      const part = left < 0 ? Math.max(owed, room) : Math.max(Math.min(owed, room), 0)
      taken.set(number, part)
      room -= part
    }
    // A rest below ₹1 that is not debited is owed by the newest.
    const newest = owing.at(-1)
    if (newest) taken.set(newest.number, (taken.get(newest.number) ?? 0) + room)
    return new Map([...taken].filter(([, part]) => part !== 0))
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
}
