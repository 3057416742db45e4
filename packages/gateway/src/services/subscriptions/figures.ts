import type {
  ListedPlan,
  SubscriptionFigures,
  SubscriptionMonth,
} from '@galla/contract/gateway-api/console-subscriptions'
import { SUBSCRIPTION_STATES } from '@galla/contract/gateway-api/subscriptions'
import type { Paise } from '@galla/contract/money'
import { dayStartMs, indianDay } from '../../domain/finance/indian-time.ts'
import { monthlyPrice } from '../../domain/subscriptions/monthly-revenue.ts'
import type { Queries } from '../../storage/database.ts'
import {
  countByPlan,
  countEnded,
  countFailedCycles,
  countLifetimes,
  type FailedCycles,
  type Lifetimes,
  type PlanState,
} from '../../storage/subscriptions/figures.ts'

/** Months of the figures, with this one. */
const MONTHS = 6

const isActive = ({ state }: Pick<PlanState, 'state'>) => state === 'ACTIVE' || state === 'PAST_DUE'
const sum = <One>(of: readonly One[], value: (one: One) => number): number =>
  of.reduce((total, one) => total + value(one), 0)

/** Active subscriptions among these, and their revenue of a month. */
export function monthlyRevenueOf(counts: readonly PlanState[]): Pick<ListedPlan, 'active' | 'monthlyRevenue'> {
  const active = counts.filter(isActive)
  const revenue = sum(active, ({ amount, frequency }) => monthlyPrice(amount, frequency))
  return { active: sum(active, ({ subscriptions }) => subscriptions), monthlyRevenue: Math.round(revenue) as Paise }
}

/** Reads the figures of all subscriptions. */
export async function readFigures(on: Queries, nowMs: number): Promise<SubscriptionFigures> {
  const today = indianDay(nowMs)
  const months = lastMonths(today)
  const sinceMs = dayStartMs(`${months[0]}-01`) as number
  const [counts, ended, lifetimes, failed] = await Promise.all([
    countByPlan(on, today),
    countEnded(on),
    countLifetimes(on, sinceMs),
    countFailedCycles(on, sinceMs),
  ])
  const all = [...counts, ...ended]
  return {
    states: SUBSCRIPTION_STATES.map((state) => ({
      state,
      subscriptions: sum(
        all.filter((one) => one.state === state),
        ({ subscriptions }) => subscriptions,
      ),
    })),
    ...monthlyRevenueOf(counts),
    trials: sum(counts.filter(isActive), ({ trials }) => trials),
    ending: sum(counts.filter(isActive), ({ ending }) => ending),
    months: months.map((month) => monthOf(month, lifetimes, failed)),
  }
}

/** This month and those before it, the oldest first: `2027-02`. */
function lastMonths(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, at) =>
    new Date(Date.UTC(year, month - MONTHS + at, 1)).toISOString().slice(0, 7),
  )
}

function monthOf(month: string, lifetimes: readonly Lifetimes[], failures: readonly FailedCycles[]): SubscriptionMonth {
  const { failed = 0, recovered = 0, open = 0, recoveredAmount = 0 } = failures.find((one) => one.month === month) ?? {}
  return {
    month,
    before: sum(
      lifetimes.filter(({ from, until }) => from < month && (until === null || until >= month)),
      ({ subscriptions }) => subscriptions,
    ),
    cancelled: sum(
      lifetimes.filter(({ until, state }) => until === month && state === 'CANCELLED'),
      ({ subscriptions }) => subscriptions,
    ),
    failed,
    recovered,
    open,
    recoveredAmount: recoveredAmount as Paise,
  }
}
