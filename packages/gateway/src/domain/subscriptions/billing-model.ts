import type { Paise } from '@galla/contract/money'
import { DAY_MS, indianDay } from '../finance/indian-time.ts'
import { type Action, sooner, WAIT } from './action.ts'
import { applyAction } from './apply-action.ts'
import { currentCycle, endOfSubscription } from './cancellation.ts'
import { isInFlight } from './debit-steps.ts'
import { nextAction, takeBackMandate } from './next-action.ts'
import { firstUnknownAtMs } from './obstacles.ts'
import { nextDebitTime, periodOf } from './periods.ts'
import {
  type BillingFacts,
  type BillingPolicy,
  type CycleRecord,
  type DebitRecord,
  type DebitTry,
  isSubscriptionEnded,
  type MandateRecord,
  type SubscriptionRecord,
} from './subscription.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const TAKEN_MS = 90 * MINUTE_MS

/** Chooses one of `options` things: every choice is tried by an exhaustive test, or drawn by a random one. */
export type Choose = (options: number, what: string) => number

/** An order as the provider keeps it. */
interface ProviderOrder {
  readonly cycle: number
  readonly notifiedAtMs: number
  readonly validUntilMs: number
  state: 'NOTIFIED' | 'COMPLETED' | 'FAILED'
  attempts: { sentAtMs: number; endsAtMs: number; state: 'PENDING' | 'FAILED' | 'COMPLETED' }[]
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/**
 * A subscription, the provider and the payer in one clock, without a database. The model holds what the gateway stores apart from what the provider
 * does, so that replies are lost and answers are late.
 */
export class BillingModel {
  nowMs: number
  subscription: SubscriptionRecord
  mandate: Mutable<MandateRecord>
  cycles: Mutable<CycleRecord>[] = []
  debits: (Mutable<DebitRecord> & { cycle: number })[] = []
  /** The orders of the provider, by the merchant's id. */
  readonly orders = new Map<string, ProviderOrder>()
  provider: { state: MandateRecord['state']; pausedAtMs?: number; pauseEndsAtMs?: number }
  /** The provider refuses to announce debits. */
  isRefusing = false
  readonly log: string[] = []
  readonly faults: string[] = []

  private readonly policy: BillingPolicy
  private readonly choose: Choose

  constructor(
    start: {
      readonly startsOn: string
      readonly frequency?: SubscriptionRecord['frequency']
      readonly cycles?: number
    },
    policy: BillingPolicy,
    choose: Choose,
  ) {
    this.policy = policy
    this.choose = choose
    const { startsOn, frequency = 'MONTHLY', cycles } = start
    this.nowMs = periodOf(startsOn, frequency, 1).startMs - 3 * DAY_MS
    this.subscription = {
      subscriptionId: 'tea',
      state: 'CREATED',
      amount: 19_900 as Paise,
      frequency,
      startsOn,
      ...(cycles !== undefined && { cycles }),
    }
    this.mandate = {
      merchantSubscriptionId: 'tea-m1',
      state: 'ACTIVE',
      amountType: 'VARIABLE',
      maxAmount: 50_000 as Paise,
      setupEndsAtMs: this.nowMs + 20 * MINUTE_MS,
      approvedAtMs: this.nowMs,
      checkedAtMs: this.nowMs,
    }
    this.provider = { state: 'ACTIVE' }
  }

  get facts(): BillingFacts {
    const cycle = this.cycles.at(-1)
    const debits = this.debits.filter((one) => one.cycle === cycle?.number)
    const { subscription, mandate } = this
    const number = currentCycle(subscription, this.nowMs)
    const current = this.cycles.find((one) => one.number === number)
    return { subscription, mandate, carried: 0, ...(cycle && { cycle }), ...(current && { current }), debits }
  }

  /** Does what is due until nothing is, and returns the time of the next step; undefined when only news or a person goes on. */
  settle(): number | undefined {
    for (let steps = 0; steps < 60; steps += 1) {
      const ofMandate = isSubscriptionEnded(this.subscription) ? takeBackMandate(this.mandate, this.nowMs) : WAIT
      const action = sooner(nextAction(this.facts, this.policy, this.nowMs), ofMandate)
      if (action.kind === 'wait') {
        if (action.untilMs !== undefined && action.untilMs <= this.nowMs) this.faults.push('waits for the past')
        if (this.waitsPastEnd(action.untilMs)) this.faults.push('goes on after the end of its cancellation')
        return action.untilMs
      }
      this.log.push(`${indianDay(this.nowMs)} ${JSON.stringify(action)}`)
      this.run(action)
    }
    this.faults.push(`goes on without end: ${this.log.slice(-6).join('; ')}`)
    return undefined
  }

  /** True when a cancelled subscription waits longer than until its end, and no debit is under way. */
  private waitsPastEnd(untilMs = Number.POSITIVE_INFINITY): boolean {
    const endMs = endOfSubscription(this.facts)
    if (endMs === undefined || isSubscriptionEnded(this.subscription)) return false
    return untilMs > endMs && !this.facts.debits.some(isInFlight)
  }

  /** Moves the clock, and what the provider does by itself. */
  advanceTo(atMs: number): void {
    this.nowMs = Math.max(this.nowMs, atMs)
    const { pauseEndsAtMs } = this.provider
    if (this.provider.state === 'PAUSED' && pauseEndsAtMs !== undefined && pauseEndsAtMs <= this.nowMs)
      this.provider = { ...this.provider, state: 'ACTIVE' }
    for (const [id, order] of this.orders) {
      for (const attempt of order.attempts.filter(
        ({ state, endsAtMs }) => state === 'PENDING' && endsAtMs <= this.nowMs,
      )) {
        attempt.state = this.choose(2, 'payer has the money') === 0 ? 'COMPLETED' : 'FAILED'
        if (attempt.state === 'COMPLETED') order.state = 'COMPLETED'
        this.log.push(`${indianDay(this.nowMs)} ${id} ${attempt.state}`)
      }
      if (order.state === 'NOTIFIED' && order.validUntilMs <= this.nowMs) order.state = 'FAILED'
    }
    for (const number of new Set([...this.orders.values()].map(({ cycle }) => cycle))) {
      const paid = [...this.orders.values()].filter((one) => one.cycle === number && one.state === 'COMPLETED')
      if (paid.length > 1) this.faults.push(`cycle ${number} was debited ${paid.length} times`)
    }
  }

  /** The provider does not know the mandate for a time. */
  forget(): void {
    if (this.provider.state === 'ACTIVE') this.provider = { state: 'UNKNOWN' }
    else if (this.provider.state === 'UNKNOWN') this.provider = { state: 'ACTIVE' }
  }

  payer(does: 'pause' | 'unpause' | 'revoke', isTold: boolean): void {
    const { state } = this.provider
    if (does === 'pause' && state === 'ACTIVE')
      this.provider = { state: 'PAUSED', pausedAtMs: this.nowMs, pauseEndsAtMs: this.nowMs + 5 * DAY_MS }
    if (does === 'unpause' && state === 'PAUSED') this.provider = { ...this.provider, state: 'ACTIVE' }
    if (does === 'revoke' && (state === 'ACTIVE' || state === 'PAUSED')) this.provider = { state: 'REVOKED' }
    if (isTold) delete this.mandate.checkedAtMs
  }

  private run(action: Action): void {
    switch (action.kind) {
      case 'check-mandate':
        this.mandate = {
          ...this.mandate,
          ...this.provider,
          checkedAtMs:
            this.provider.state === 'UNKNOWN' && this.mandate.state !== 'UNKNOWN'
              ? firstUnknownAtMs(this.nowMs)
              : this.nowMs,
        }
        break
      case 'cancel-mandate':
        this.provider = { ...this.provider, state: 'CANCELLED' }
        this.mandate.state = 'CANCEL_IN_PROGRESS'
        this.mandate.checkedAtMs = this.nowMs
        break
      case 'check-debit':
        this.check(action.merchantOrderId)
        break
      case 'open-cycle':
        this.cycles.push({ number: action.number, amount: this.subscription.amount })
        break
      case 'miss-cycles':
        this.cycles.push({ number: action.until, amount: 0 as Paise, outcome: 'MISSED' })
        break
      case 'notify':
        this.notify(action)
        break
      case 'redeem':
        this.redeem(action.merchantOrderId, action.tryNumber)
        break
      case 'close-cycle': {
        const cycle = this.cycles.at(-1)
        if (cycle?.outcome !== undefined || cycle?.number !== action.number) this.faults.push('closes a closed cycle')
        if (cycle) cycle.outcome = action.outcome
        this.checkTold(action.outcome)
        break
      }
      case 'end':
        if (this.cycles.at(-1)?.outcome === undefined && this.facts.debits.some((one) => one.isFulfilled))
          this.faults.push('ends before the payment of its cycle is told')
        break
      default:
    }
    this.subscription = applyAction(this.subscription, action)
  }

  /** A subscription that goes on has missed no cycle because of refused announcements. */
  private checkTold(outcome: CycleRecord['outcome']): void {
    const { state } = this.subscription
    const refusals = this.facts.debits.slice(-2).filter((one) => one.isRefused).length
    const isSilent = refusals === 2 && outcome === 'MISSED' && (state === 'ACTIVE' || state === 'PAST_DUE')
    if (isSilent || (outcome === 'FAILED' && state === 'ACTIVE')) this.faults.push('stops without a halt')
  }

  private notify({ cycle, number, expireAtMs }: Extract<Action, { kind: 'notify' }>): void {
    const merchantOrderId = `tea-${cycle}-${number}`
    if (this.orders.has(merchantOrderId)) this.faults.push(`announces ${merchantOrderId} twice`)
    if (this.debits.some((one) => one.cycle === cycle && (one.state === 'CREATED' || one.state === 'PENDING')))
      this.faults.push(`announces a second debit of cycle ${cycle}`)
    const isRefused = this.isRefusing || this.provider.state !== 'ACTIVE'
    const isKnown = !isRefused && this.choose(4, 'the notice arrives') !== 3
    this.debits.push({
      cycle,
      merchantOrderId,
      merchantSubscriptionId: this.mandate.merchantSubscriptionId,
      state: isKnown ? 'PENDING' : 'FAILED',
      isFulfilled: false,
      needsReview: false,
      isSetup: false,
      createdAtMs: this.nowMs,
      expiresAtMs: expireAtMs,
      tries: [],
      ...(!isKnown && { endedAtMs: this.nowMs, isRefused }),
    })
    if (isKnown)
      this.orders.set(merchantOrderId, {
        cycle,
        notifiedAtMs: this.nowMs,
        validUntilMs: expireAtMs,
        state: 'NOTIFIED',
        attempts: [],
      })
  }

  private redeem(merchantOrderId: string, tryNumber: number): void {
    const debit = this.debits.find((one) => one.merchantOrderId === merchantOrderId)
    const order = this.orders.get(merchantOrderId)
    if (!debit || !order) throw new Error(`${merchantOrderId} was never announced`)
    if (debit.tries.length !== tryNumber - 1) this.faults.push('counts the tries wrongly')
    const last = order.attempts.at(-1)
    const isEarly =
      this.nowMs < order.notifiedAtMs + DAY_MS ||
      this.nowMs < periodOf(this.subscription.startsOn, this.subscription.frequency, order.cycle).startMs
    if (isEarly) this.faults.push('debits before its time')
    if (this.nowMs >= order.validUntilMs) this.faults.push('debits after its window')
    if (nextDebitTime(this.nowMs) !== this.nowMs) this.faults.push('debits in a peak hour')
    if (this.facts.debits.some((one) => one.needsReview)) this.faults.push('debits while an order needs review')
    if (order.attempts.length >= 4) this.faults.push('debits a fifth time')
    if (last && this.nowMs - last.endsAtMs < TAKEN_MS) this.faults.push('repeats a debit too early')
    if (last && last.state !== 'FAILED') this.faults.push('debits while a debit is open')
    if ((this.provider.pausedAtMs ?? 0) >= order.notifiedAtMs && this.provider.pausedAtMs === this.mandate.pausedAtMs)
      this.faults.push('debits on a void notice')
    ;(debit.tries as DebitTry[]).push({ sentAtMs: this.nowMs })
    const isReceived =
      order.state === 'NOTIFIED' && this.provider.state === 'ACTIVE' && this.choose(3, 'the debit arrives') !== 2
    if (isReceived) order.attempts.push({ sentAtMs: this.nowMs, endsAtMs: this.nowMs + MINUTE_MS, state: 'PENDING' })
  }

  /** The provider's answer about an order. A request that never arrived is known to have failed when an hour later nothing is known of it. */
  private check(merchantOrderId: string): void {
    const debit = this.debits.find((one) => one.merchantOrderId === merchantOrderId)
    const order = this.orders.get(merchantOrderId)
    if (!debit || !order) throw new Error(`${merchantOrderId} was never announced`)
    debit.checkedAtMs = this.nowMs
    debit.notifiedAtMs = order.notifiedAtMs
    debit.validAfterMs = order.notifiedAtMs + DAY_MS
    debit.validUntilMs = order.validUntilMs
    debit.tries = debit.tries.map((one) => {
      const attempt = order.attempts.find(({ sentAtMs }) => sentAtMs === one.sentAtMs)
      const isLost = attempt === undefined && this.nowMs - one.sentAtMs >= HOUR_MS
      return attempt?.state === 'FAILED' || isLost
        ? { ...one, failedAtMs: one.failedAtMs ?? attempt?.endsAtMs ?? this.nowMs }
        : one
    })
    if (order.state === 'NOTIFIED') return
    debit.state = order.state
    debit.isFulfilled = order.state === 'COMPLETED'
    debit.endedAtMs = this.nowMs
  }
}
