import {
  AMOUNT_TYPES,
  AUTH_WORKFLOW_TYPES,
  FREQUENCIES,
  MAX_MANDATE_YEARS,
  PENNY_DROP_PAISE,
} from '@galla/contract/provider/subscriptions'
import type { SandboxContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import type { MandateDetails, MandateFamily } from '../../domain/mandate.ts'
import type { Order, Product } from '../../domain/order.ts'
import {
  badField,
  duplicateMandate,
  duplicateOrder,
  ok,
  type Reply,
  transactionLimitExceeded,
} from '../../responses/errors.ts'
import { newAttempt, startAttempt } from '../../services/attempts.ts'
import {
  bodyFields,
  checkFields,
  checkId,
  checkPaise,
  checkText,
  type Fields,
  optionalText,
  optionalTime,
} from '../validation.ts'
import { newOrder, openedResponse, pageUrl, parseOrder } from './orders.ts'
import { parseRedirectUrl } from './page-flow.ts'
import { parsePaymentMode } from './payment-mode.ts'
import type { ProviderRequest } from './request.ts'

/** ₹15 000, the most that the hosted page accepts (autopay §6). */
const MAX_HOSTED_PAISE = 1_500_000
/** The highest limit of any category (autopay §6); above it, each debit would need the payer. */
const MAX_PAISE = 10_000_000
const YEAR_MS = 365.25 * 86_400_000
const CUSTOM_SETUP_SEC = 900
const HOSTED_SETUP_SEC = 1200

/** `POST /subscriptions/v2/setup`: a mandate that the payer authorises in a UPI app. */
export function setupMandate({ context, body }: ProviderRequest): Reply {
  const fields = bodyFields(body)
  const flow = checkFields(fields.paymentFlow, 'paymentFlow')
  if (flow.type !== 'SUBSCRIPTION_SETUP') throw badField('paymentFlow.type', 'must be SUBSCRIPTION_SETUP.')
  const mode = parsePaymentMode(checkFields(flow.paymentMode, 'paymentFlow.paymentMode'), context.settings.quirks)
  if (mode.type !== 'UPI_INTENT' && mode.type !== 'UPI_COLLECT') {
    throw badField('paymentFlow.paymentMode.type', 'must be UPI_INTENT or UPI_COLLECT.')
  }
  if (mode.type === 'UPI_INTENT') checkDevice(fields.deviceContext)
  const details = parseDetails(context, fields, flow, 'paymentFlow.', 'custom')
  const order = openSetup(context, 'CUSTOM', fields, details, { expireAtMs: optionalTime(fields.expireAt, 'expireAt') })
  const attempt = newAttempt(context, order, mode, order.createdAtMs)
  startAttempt(context, order, attempt)
  const response = { orderId: order.orderId, state: 'PENDING', expireAt: order.expiresAtMs }
  return ok({ ...response, ...defined({ intentUrl: attempt.intentUrl }) }, { merchantOrderId: order.merchantOrderId })
}

/** `POST /checkout/v2/pay` for a mandate: the payer authorises it on the hosted page. */
export function setupOnPage({ context, body }: ProviderRequest): Reply {
  const order = pageSetup(context, bodyFields(body), 'STANDARD')
  return ok(
    { ...openedResponse(order), redirectUrl: pageUrl(context, order) },
    { merchantOrderId: order.merchantOrderId },
  )
}

/** `POST /checkout/v2/sdk/order` for a mandate. */
export function setupInApp({ context, body }: ProviderRequest): Reply {
  const order = pageSetup(context, bodyFields(body), 'STANDARD_SDK')
  return ok({ ...openedResponse(order), token: order.pageToken }, { merchantOrderId: order.merchantOrderId })
}

function pageSetup(context: SandboxContext, fields: Fields, product: Product): Order {
  const flow = checkFields(fields.paymentFlow, 'paymentFlow')
  const at = 'paymentFlow.subscriptionDetails.'
  const terms = checkFields(flow.subscriptionDetails, at.slice(0, -1))
  if (terms.subscriptionType !== 'RECURRING') throw badField(`${at}subscriptionType`, 'must be RECURRING.')
  const redirectUrl = parseRedirectUrl(flow, product === 'STANDARD')
  const message = optionalText(flow.message, 'paymentFlow.message')
  const details = parseDetails(context, fields, terms, at, 'standard')
  return openSetup(context, product, fields, details, defined({ redirectUrl, message }))
}

/** The terms of a mandate, with the documented bounds (autopay §2.1, §6). */
function parseDetails(
  { ids, clock, store }: SandboxContext,
  body: Fields,
  terms: Fields,
  at: string,
  family: MandateFamily,
): MandateDetails {
  const merchantSubscriptionId = checkId(terms.merchantSubscriptionId, `${at}merchantSubscriptionId`)
  const authWorkflowType = checkChoice(terms.authWorkflowType, `${at}authWorkflowType`, AUTH_WORKFLOW_TYPES)
  const amountType = checkChoice(terms.amountType, `${at}amountType`, AMOUNT_TYPES)
  const frequency = checkChoice(terms.frequency, `${at}frequency`, FREQUENCIES)
  const maxAmount = checkPaise(terms.maxAmount, `${at}maxAmount`, 1)
  const amount = checkPaise(body.amount, 'amount', 100)
  if (authWorkflowType === 'PENNY_DROP' && amount !== PENNY_DROP_PAISE) {
    throw badField('amount', `must be ${PENNY_DROP_PAISE} paise for PENNY_DROP.`)
  }
  if (authWorkflowType === 'TRANSACTION' && amount > maxAmount) throw badField('amount', 'must not exceed maxAmount.')
  if (maxAmount > (family === 'standard' ? MAX_HOSTED_PAISE : MAX_PAISE)) throw transactionLimitExceeded()
  const nowMs = clock.now()
  const latestMs = nowMs + MAX_MANDATE_YEARS * YEAR_MS
  const expiresAtMs = optionalTime(terms.expireAt, `${at}expireAt`) ?? latestMs
  if (expiresAtMs <= nowMs || expiresAtMs > latestMs) {
    throw badField(`${at}expireAt`, `must be in the future, at most ${MAX_MANDATE_YEARS} years from now.`)
  }
  if (store.mandates.get(merchantSubscriptionId)) throw duplicateMandate()
  const subscriptionId = ids.mandate(nowMs)
  return {
    merchantSubscriptionId,
    subscriptionId,
    family,
    authWorkflowType,
    amountType,
    maxAmount,
    frequency,
    expiresAtMs,
  }
}

/** Stores the setup order and its mandate. */
function openSetup(
  context: SandboxContext,
  product: Product,
  fields: Fields,
  mandate: MandateDetails,
  { expireAtMs, redirectUrl, message }: { expireAtMs?: number | undefined; redirectUrl?: string; message?: string },
): Order {
  const hosted = product !== 'CUSTOM'
  const limits = { defaultExpirySec: hosted ? HOSTED_SETUP_SEC : CUSTOM_SETUP_SEC, maxExpirySec: 3600 }
  const input = parseOrder(fields, limits)
  if (context.store.redemptions.get(input.merchantOrderId)) throw duplicateOrder(context.settings.quirks)
  // A mandate is authorised over UPI only, by app or by QR code (autopay §2.2).
  const paymentModeConfig = {
    version: 'V2',
    enabledPaymentModes: [{ type: 'UPI', flows: ['INTENT', 'QR'], instruments: ['BANK_ACCOUNT'] }],
  } as const
  const more = hosted ? { paymentModeConfig } : { retryDisabled: true }
  const created = newOrder(context, product, input, { ...more, ...defined({ redirectUrl, message }) })
  const order: Order = {
    ...created,
    mandate,
    ...(expireAtMs !== undefined && expireAtMs > created.createdAtMs ? { expiresAtMs: expireAtMs } : {}),
  }
  context.mandates.open({
    ...mandate,
    setupOrderId: order.merchantOrderId,
    state: 'ACTIVATION_IN_PROGRESS',
    createdAtMs: order.createdAtMs,
  })
  context.orders.open(order)
  return order
}

function checkChoice<Value extends string>(value: unknown, field: string, choices: readonly Value[]): Value {
  const text = checkText(value, field)
  const found = choices.find((one) => one === text)
  if (found === undefined) throw badField(field, `must be one of ${choices.join(', ')}.`)
  return found
}

function checkDevice(value: unknown): void {
  const deviceOS = checkText(checkFields(value, 'deviceContext').deviceOS, 'deviceContext.deviceOS')
  if (!['ANDROID', 'IOS'].includes(deviceOS.toUpperCase()))
    throw badField('deviceContext.deviceOS', 'must be ANDROID or IOS.')
}
