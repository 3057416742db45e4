import type { PageAttempt, PageMandate, PageOrder, PageView } from '@galla/contract/sandbox-api/page-routes'
import type { SandboxContext } from '../../context.ts'
import { findBank } from '../../domain/banks.ts'
import { SAVED_CARDS } from '../../domain/cards.ts'
import { defined } from '../../domain/defined.ts'
import type { MandateDetails } from '../../domain/mandate.ts'
import { type Attempt, canRetry, canStartAttempt, latestAttempt, type Order } from '../../domain/order.ts'
import { paymentMethodsFor } from '../../domain/payment-methods.ts'
import { upiAppId } from '../../domain/upi.ts'
import { SANDBOX_KEY_ID, SANDBOX_PUBLIC_KEY_PEM } from '../../services/card-key.ts'
import { ApiError, type RouteRequest } from '../router.ts'

/**
 * The order of the hosted page. A page token grants access to one order only.
 * @throws ApiError 401 INVALID_PAGE_TOKEN
 */
export function findPageOrder({ context, header }: RouteRequest): Order {
  const order = context.store.orderByPageToken(header('x-page-token') ?? '')
  if (!order) throw new ApiError(401, 'INVALID_PAGE_TOKEN', 'This payment link is not valid.')
  return order
}

/**
 * The order of the hosted page and its pending attempt, which the path names.
 * @throws ApiError 401 INVALID_PAGE_TOKEN, 404 UNKNOWN_ATTEMPT, 409 ATTEMPT_IS_FINAL
 */
export function findPageAttempt(request: RouteRequest): { order: Order; attempt: Attempt } {
  const order = findPageOrder(request)
  const attempt = latestAttempt(order)
  if (!attempt || attempt.transactionId !== request.params.transactionId) {
    throw new ApiError(404, 'UNKNOWN_ATTEMPT', 'This order has no such payment attempt.')
  }
  if (attempt.state !== 'PENDING') throw new ApiError(409, 'ATTEMPT_IS_FINAL', 'This payment attempt has ended.')
  return { order, attempt }
}

/** Poll interval of the page while an attempt is pending, and while the payer is choosing. */
const POLL_PENDING_MS = 1_500
const POLL_IDLE_MS = 5_000
/** Time in which the page polls an expired order: a late payment arrives within minutes. */
const LATE_PAYMENT_POLL_MS = 15 * 60_000

/** Everything that the hosted page shows. */
export function pageView(order: Order, { settings, clock }: SandboxContext): PageView {
  const attempt = latestAttempt(order)
  const pending = attempt?.state === 'PENDING'
  return {
    nowMs: clock.now(),
    ...(clock.frozen ? { frozen: true } : {}),
    merchantName: settings.merchantName,
    ...defined({ merchantLogo: settings.appearance.logo?.path }),
    order: pageOrder(order),
    ...(order.mandate ? { mandate: pageMandate(order.mandate) } : {}),
    ...(attempt ? { attempt: pageAttempt(attempt) } : {}),
    canPay: canStartAttempt(order) && !pending,
    retryAllowed: canRetry(order),
    // The payer of a custom-checkout order has chosen on the merchant's page and comes here for the bank's step only.
    paymentMethods:
      order.product === 'CUSTOM'
        ? {}
        : paymentMethodsFor({
            restrictions: order,
            collectAllowed: settings.collectAllowed,
            encryption: { keyId: SANDBOX_KEY_ID, publicKeyPem: SANDBOX_PUBLIC_KEY_PEM },
            savedCards: SAVED_CARDS,
          }),
    ...defined({ redirectUrl: order.redirectUrl, pollAfterMs: pollAfterMs(order, clock.now()) }),
  }
}

/** `undefined` when the order cannot change any more. */
function pollAfterMs(order: Order, nowMs: number): number | undefined {
  if (order.state === 'PENDING') return latestAttempt(order)?.state === 'PENDING' ? POLL_PENDING_MS : POLL_IDLE_MS
  return order.expired && nowMs < order.expiresAtMs + LATE_PAYMENT_POLL_MS ? POLL_IDLE_MS : undefined
}

function pageOrder(order: Order): PageOrder {
  return {
    merchantOrderId: order.merchantOrderId,
    orderId: order.orderId,
    amount: order.amount,
    state: order.state,
    expiresAtMs: order.expiresAtMs,
    expired: order.expired ?? false,
    ...defined({ message: order.message, phoneNumber: order.phoneNumber }),
    ...order.failure,
  }
}

function pageMandate(details: MandateDetails): PageMandate {
  const { merchantSubscriptionId, authWorkflowType, amountType, maxAmount, frequency, expiresAtMs } = details
  return { merchantSubscriptionId, authWorkflowType, amountType, maxAmount, frequency, expiresAtMs }
}

function pageAttempt(attempt: Attempt): PageAttempt {
  const { payer, mode } = attempt
  return {
    transactionId: attempt.transactionId,
    // To the payer, the link of the PhonePe app is a link like that of any other app.
    type: mode === 'PPE_INTENT' ? 'UPI_INTENT' : mode,
    state: attempt.state,
    startedAtMs: attempt.startedAtMs,
    ...defined({ intentUrl: attempt.intentUrl, targetApp: attempt.targetApp && upiAppId(attempt.targetApp) }),
    ...defined({ vpa: 'vpa' in payer ? payer.vpa : undefined }),
    ...(payer.kind === 'NET_BANKING' ? { bankId: payer.bankId, bankName: findBank(payer.bankId).name } : {}),
    ...(payer.kind === 'CARD' ? { card: { network: payer.card.network, last4: payer.card.last4 } } : {}),
    ...defined({ step: attempt.step, otpTriesLeft: attempt.otpTriesLeft }),
    ...attempt.failure,
  }
}
