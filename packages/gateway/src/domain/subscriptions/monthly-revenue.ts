import type { BillingFrequency } from '@galla/contract/gateway-api/subscriptions'

/** Cycles of a year of 365 days. */
const CYCLES_A_YEAR: { readonly [One in BillingFrequency]: number } = {
  DAILY: 365,
  WEEKLY: 365 / 7,
  FORTNIGHTLY: 365 / 14,
  MONTHLY: 12,
  BIMONTHLY: 6,
  QUARTERLY: 4,
  HALFYEARLY: 2,
  YEARLY: 1,
}

/** A price of a cycle for a twelfth of a year. In paise, not rounded. */
export const monthlyPrice = (amount: number, frequency: BillingFrequency): number =>
  (amount * CYCLES_A_YEAR[frequency]) / 12
