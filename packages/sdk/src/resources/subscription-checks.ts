import {
  AMOUNT_TYPES,
  AUTH_WORKFLOW_TYPES,
  FREQUENCIES,
  MAX_MANDATE_YEARS,
  MIN_FIRST_DEBIT_PAISE,
  NOTICE_MS,
  PENNY_DROP_PAISE,
} from '@galla/contract/provider/subscriptions'
import {
  invalidRequest,
  optionalString,
  requireObject,
  requireString,
  validateAmount,
  validateNewId,
} from '../validation/fields.ts'
import { validateOrder } from '../validation/requests.ts'
import type { CustomMandateSetup, MandateSetup, Notice } from './subscriptions.ts'

/** Times before 2001 in milliseconds are times of today in seconds. */
const MIN_EPOCH_MS = 1e12
const YEAR_MS = 365.25 * 86_400_000

function oneOf(value: unknown, field: string, values: readonly string[]): void {
  if (!values.some((one) => one === value)) throw invalidRequest(field, `must be one of ${values.join(', ')}`)
}

/** A time in the future, in the unit that is not confused with seconds. */
function validateTime(value: unknown, field: string, nowMs: number, maxMs = Number.POSITIVE_INFINITY): void {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw invalidRequest(field, 'must be an integer: epoch milliseconds')
  }
  if (value < MIN_EPOCH_MS) throw invalidRequest(field, 'must be epoch milliseconds; this looks like seconds')
  if (value <= nowMs) throw invalidRequest(field, 'must be in the future')
  if (value > maxMs) throw invalidRequest(field, `must be at most ${MAX_MANDATE_YEARS} years from now`)
}

/** The fields that all setups share (autopay §2.1, §6). */
export function validateTerms(setup: MandateSetup & { subscriptionExpireAt?: unknown }, nowMs: number): void {
  validateOrder(setup)
  validateNewId(setup.merchantSubscriptionId, 'merchantSubscriptionId')
  oneOf(setup.authWorkflowType, 'authWorkflowType', AUTH_WORKFLOW_TYPES)
  oneOf(setup.amountType, 'amountType', AMOUNT_TYPES)
  oneOf(setup.frequency, 'frequency', FREQUENCIES)
  validateAmount(setup.maxAmount, 'maxAmount')
  const { authWorkflowType, amount, maxAmount, subscriptionExpireAt } = setup
  if (authWorkflowType === 'PENNY_DROP') {
    if (amount !== PENNY_DROP_PAISE)
      throw invalidRequest('amount', 'must be 200 paise for PENNY_DROP: they are returned')
  } else {
    if (amount < MIN_FIRST_DEBIT_PAISE) throw invalidRequest('amount', 'must be at least 100 paise for TRANSACTION')
    if (amount > maxAmount) throw invalidRequest('amount', 'must be at most maxAmount')
  }
  if (subscriptionExpireAt !== undefined) {
    validateTime(subscriptionExpireAt, 'subscriptionExpireAt', nowMs, nowMs + MAX_MANDATE_YEARS * YEAR_MS)
  }
}

export function validateCustomSetup(setup: CustomMandateSetup, nowMs: number): void {
  validateTerms(setup, nowMs)
  const { expireAt, deviceContext, paymentMode } = setup
  if (expireAt !== undefined) validateTime(expireAt, 'expireAt', nowMs)
  const { deviceOS } = requireObject(deviceContext, 'deviceContext') as CustomMandateSetup['deviceContext']
  oneOf(deviceOS, 'deviceContext.deviceOS', ['ANDROID', 'IOS'])
  const mode = requireObject(paymentMode, 'paymentMode') as CustomMandateSetup['paymentMode']
  if (mode.type === 'UPI_INTENT') requireString(mode.targetApp, 'paymentMode.targetApp')
  else if (mode.type === 'UPI_COLLECT') {
    const { type, vpa } = requireObject(mode.details, 'paymentMode.details') as { type?: unknown; vpa?: unknown }
    oneOf(type, 'paymentMode.details.type', ['VPA'])
    requireString(vpa, 'paymentMode.details.vpa')
    optionalString(mode.message, 'paymentMode.message')
  } else {
    throw invalidRequest('paymentMode.type', 'must be UPI_INTENT or UPI_COLLECT; for a QR code draw intentUrl')
  }
}

export function validateNotice(notice: Notice, nowMs: number): void {
  validateOrder(notice)
  validateNewId(notice.merchantSubscriptionId, 'merchantSubscriptionId')
  const {
    autoDebit = false,
    redemptionRetryStrategy = 'STANDARD',
    expireAt,
  }: Partial<Record<keyof Notice, unknown>> = notice
  if (typeof autoDebit !== 'boolean') throw invalidRequest('autoDebit', 'must be true or false')
  oneOf(redemptionRetryStrategy, 'redemptionRetryStrategy', autoDebit ? ['STANDARD'] : ['STANDARD', 'CUSTOM'])
  if (expireAt === undefined) return
  validateTime(expireAt, 'expireAt', nowMs)
  if (Number(expireAt) <= nowMs + NOTICE_MS) {
    throw invalidRequest('expireAt', 'must be later than 24 hours from now: a debit is not possible before')
  }
}
