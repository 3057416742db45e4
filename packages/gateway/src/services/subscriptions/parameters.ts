import {
  BILLING_FREQUENCIES,
  type CancelSubscription,
  type ChangeAmount,
  type CreatePlan,
  type ImportMandate,
  type PauseSubscription,
  type RenewMandate,
  type SkipCycle,
  type StartSubscription,
  type SubscriptionPayer,
} from '@galla/contract/gateway-api/subscriptions'
import { copyOf } from '../../domain/copy.ts'
import { DAY_MS, dayStartMs, indianDay } from '../../domain/finance/indian-time.ts'
import { MAX_SUBSCRIPTION_ID } from '../../domain/subscriptions/ids.ts'
import { invalid } from '../../errors.ts'
import {
  checkAddress,
  checkAmount,
  checkFields,
  checkFuture,
  checkId,
  checkOneLine,
  checkStorable,
  MAIL_ADDRESS,
  readPhoneNumber,
} from '../validation.ts'

/** Least amount of a bill, and most of a mandate of the hosted page: above, each debit needs the payer's PIN (autopay §6). Paise. */
const MIN_AMOUNT = 100
const MAX_MANDATE = 1_500_000

const MAX_CYCLES = 3_650
const MAX_TRIAL_DAYS = 365

/** Compared with the interfaces: a missing or an extra name is a type error. */
const PLAN_FIELDS = Object.keys({
  planId: true,
  name: true,
  amount: true,
  frequency: true,
  trialDays: true,
  cycles: true,
} satisfies { [Name in keyof Required<CreatePlan>]: true })
const START_FIELDS = Object.keys({
  subscriptionId: true,
  planId: true,
  redirectUrl: true,
  payer: true,
  maxAmount: true,
} satisfies { [Name in keyof Required<StartSubscription>]: true })
const IMPORT_FIELDS = Object.keys({
  subscriptionId: true,
  planId: true,
  merchantSubscriptionId: true,
  setupOrderId: true,
  nextCycleOn: true,
  cyclesLeft: true,
  payer: true,
} satisfies { [Name in keyof Required<ImportMandate>]: true })
const PAYER_FIELDS = Object.keys({ name: true, email: true, phoneNumber: true } satisfies {
  [Name in keyof Required<SubscriptionPayer>]: true
})

/** @throws GatewayError INVALID_REQUEST */
export function checkSubscriptionId(id: unknown): asserts id is string {
  checkId(id, 'subscriptionId', MAX_SUBSCRIPTION_ID)
}

function checkBill(amount: unknown, field: string): void {
  try {
    checkAmount(amount)
  } catch {
    throw invalid(field, `must be an integer number of paise, from ${MIN_AMOUNT} to ${MAX_MANDATE}: 19900 is ₹199.00`)
  }
  if (amount < MIN_AMOUNT || amount > MAX_MANDATE)
    throw invalid(field, `must be from ${MIN_AMOUNT} to ${MAX_MANDATE} paise: a larger debit needs the payer's PIN`)
}

function checkWhole(value: unknown, field: string, [from, until]: readonly [number, number]): void {
  if (!Number.isInteger(value) || Number(value) < from || Number(value) > until)
    throw invalid(field, `must be a whole number from ${from} to ${until}`)
}

function checkObject(given: unknown, name: string): asserts given is object {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw invalid(name, 'must be an object')
}

/** @throws GatewayError INVALID_REQUEST naming the field that is wrong */
export function readPlanToCreate(given: CreatePlan): CreatePlan {
  checkObject(given, 'plan')
  checkFields(given, PLAN_FIELDS)
  const plan = copyOf(given)
  const { planId, name, amount, frequency, trialDays = 0, cycles } = plan
  checkId(planId, 'planId', MAX_SUBSCRIPTION_ID)
  if (typeof name !== 'string' || name.trim() === '' || name.length > 100)
    throw invalid('name', 'must be a text of 1 to 100 characters, which the payer sees')
  checkStorable(name, 'name')
  checkOneLine(name, 'name')
  checkBill(amount, 'amount')
  if (!BILLING_FREQUENCIES.includes(frequency))
    throw invalid('frequency', `must be one of ${BILLING_FREQUENCIES.join(', ')}`)
  checkWhole(trialDays, 'trialDays', [0, MAX_TRIAL_DAYS])
  // A debit is announced more than a day before.
  if (trialDays === 1)
    throw invalid('trialDays', 'must be 0, or 2 or more: a debit is announced more than a day before')
  if (cycles !== undefined) checkWhole(cycles, 'cycles', [1, MAX_CYCLES])
  return plan
}

/** @throws GatewayError INVALID_REQUEST naming the field that is wrong */
export function readStart(given: StartSubscription): StartSubscription {
  checkObject(given, 'subscription')
  checkFields(given, START_FIELDS)
  const start = copyOf(given)
  const { subscriptionId, planId, redirectUrl, payer, maxAmount } = start
  if (subscriptionId !== undefined) checkSubscriptionId(subscriptionId)
  checkId(planId, 'planId', MAX_SUBSCRIPTION_ID)
  checkAddress(redirectUrl, 'redirectUrl')
  checkStorable(redirectUrl, 'redirectUrl')
  if (maxAmount !== undefined) checkBill(maxAmount, 'maxAmount')
  return payer === undefined ? start : { ...start, payer: readPayer(payer) }
}

/** The next cycle of a mandate begins within a year; more is a mistake in the year. Milliseconds. */
const MAX_AHEAD_MS = 400 * DAY_MS

/** @throws GatewayError INVALID_REQUEST naming the field that is wrong */
export function readImport(given: ImportMandate, nowMs: number): ImportMandate {
  checkObject(given, 'mandate')
  checkFields(given, IMPORT_FIELDS)
  const wanted = copyOf(given)
  const { subscriptionId, planId, merchantSubscriptionId, setupOrderId, nextCycleOn, cyclesLeft, payer } = wanted
  checkSubscriptionId(subscriptionId)
  checkId(planId, 'planId', MAX_SUBSCRIPTION_ID)
  checkId(merchantSubscriptionId, 'merchantSubscriptionId')
  checkId(setupOrderId, 'setupOrderId')
  const startMs = typeof nextCycleOn === 'string' ? dayStartMs(nextCycleOn) : undefined
  if (startMs === undefined || nextCycleOn < indianDay(nowMs) || startMs > nowMs + MAX_AHEAD_MS)
    throw invalid('nextCycleOn', `must be a day in India from today on, within 400 days: ${indianDay(nowMs + DAY_MS)}`)
  if (cyclesLeft !== undefined) checkWhole(cyclesLeft, 'cyclesLeft', [1, MAX_CYCLES])
  return payer === undefined ? wanted : { ...wanted, payer: readPayer(payer) }
}

function readPayer(payer: SubscriptionPayer): SubscriptionPayer {
  checkObject(payer, 'payer')
  checkFields(payer, PAYER_FIELDS, 'payer.')
  for (const [name, value] of Object.entries(payer)) {
    if (value === undefined) continue
    if (typeof value !== 'string' || value.trim() === '' || value.length > 255)
      throw invalid(`payer.${name}`, 'must be a text of 1 to 255 characters')
    checkStorable(value, `payer.${name}`)
  }
  if (payer.name !== undefined) checkOneLine(payer.name, 'payer.name')
  if (payer.email !== undefined && !MAIL_ADDRESS.test(payer.email))
    throw invalid('payer.email', 'must be an e-mail address')
  const { phoneNumber } = payer
  return phoneNumber === undefined
    ? payer
    : { ...payer, phoneNumber: readPhoneNumber(phoneNumber, 'payer.phoneNumber') }
}

/** @throws GatewayError INVALID_REQUEST naming the field that is wrong */
export function readRenewal(given: RenewMandate): RenewMandate {
  checkObject(given, 'renewal')
  checkFields(given, ['redirectUrl', 'maxAmount'] satisfies (keyof RenewMandate)[])
  const { redirectUrl, maxAmount } = given
  checkAddress(redirectUrl, 'redirectUrl')
  checkStorable(redirectUrl, 'redirectUrl')
  if (maxAmount !== undefined) checkBill(maxAmount, 'maxAmount')
  return { ...given }
}

/** @throws GatewayError INVALID_REQUEST naming the field that is wrong */
export function readChangeOfAmount(given: ChangeAmount): ChangeAmount {
  checkObject(given, 'change')
  checkFields(given, ['amount', 'prorate'] satisfies (keyof ChangeAmount)[])
  const { amount, prorate } = given
  checkBill(amount, 'amount')
  if (prorate !== undefined && typeof prorate !== 'boolean') throw invalid('prorate', 'must be true or false')
  return { ...given }
}

/** @throws GatewayError INVALID_REQUEST naming the field that is wrong */
export function readPause(given: PauseSubscription, nowMs: number): PauseSubscription {
  checkObject(given, 'pause')
  checkFields(given, ['untilMs'] satisfies (keyof PauseSubscription)[])
  const { untilMs } = given
  if (untilMs === undefined) return {}
  checkFuture(untilMs, 'untilMs', nowMs)
  return { untilMs }
}

/** @throws GatewayError INVALID_REQUEST naming the field that is wrong */
export function readSkip(given: SkipCycle): SkipCycle {
  checkObject(given, 'skipped')
  checkFields(given, ['cycle'] satisfies (keyof SkipCycle)[])
  const { cycle } = given
  if (cycle !== undefined) checkWhole(cycle, 'cycle', [1, MAX_CYCLES])
  return { ...given }
}

/** Returns when the subscription is to end. @throws GatewayError INVALID_REQUEST naming the field that is wrong */
export function readCancellation(given: CancelSubscription): 'now' | 'cycle-end' {
  checkObject(given, 'cancellation')
  checkFields(given, ['at'] satisfies (keyof CancelSubscription)[])
  const { at = 'now' } = given
  if (at !== 'now' && at !== 'cycle-end') throw invalid('at', "must be 'now' or 'cycle-end'")
  return at
}
