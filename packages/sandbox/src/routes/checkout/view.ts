import type { PageAttempt, PageOrder, PageView } from '@galla/contract/sandbox-api/page-routes'
import type { Provider } from '../../context.ts'
import { bankOf } from '../../domain/banks.ts'
import { KEPT_CARDS } from '../../domain/cards.ts'
import { type Attempt, latestAttempt, mayRetry, mayStart, type Order } from '../../domain/order.ts'
import { explain } from '../../domain/outcome.ts'
import { offersFor } from '../../domain/payment-methods.ts'
import { SANDBOX_KEY_ID, SANDBOX_PUBLIC_KEY_PEM } from '../../services/card-key.ts'
import { type Asked, RouteRefusal } from '../router.ts'

/** The order whose page this is. Its token opens this one order and nothing else. */
export function orderOfPage({ provider, header }: Asked): Order {
  const order = provider.store.orderByPageToken(header('x-page-token') ?? '')
  if (!order) throw new RouteRefusal(401, 'INVALID_PAGE_TOKEN', 'This payment link is not valid.')
  return order
}

/** The order and its attempt under way, as the address names it. */
export function attemptOfPage(asked: Asked): { order: Order; attempt: Attempt } {
  const order = orderOfPage(asked)
  const attempt = latestAttempt(order)
  if (!attempt || attempt.transactionId !== asked.params.transactionId) {
    throw new RouteRefusal(404, 'UNKNOWN_ATTEMPT', 'There is no such payment attempt in this order.')
  }
  if (attempt.state !== 'PENDING') throw new RouteRefusal(409, 'ATTEMPT_IS_FINAL', 'This payment attempt has ended.')
  return { order, attempt }
}

/** How soon the page asks again: while something is under way, and while the payer is still choosing. */
const POLL_UNDER_WAY_MS = 1_500
const POLL_IDLE_MS = 5_000
/** How long after its expiry an order is still asked about: money that is late comes within minutes. */
const LATE_WATCH_MS = 15 * 60_000

/** Everything the page draws, in one piece. */
export function pageView(order: Order, { settings, clock }: Provider): PageView {
  const attempt = latestAttempt(order)
  const underWay = attempt?.state === 'PENDING'
  const custom = order.product === 'CUSTOM'
  const offers = offersFor({
    terms: order,
    collectAllowed: settings.collectAllowed,
    encryption: { keyId: SANDBOX_KEY_ID, publicKeyPem: SANDBOX_PUBLIC_KEY_PEM },
    kept: KEPT_CARDS,
  })
  return {
    nowMs: clock.now(),
    ...(clock.frozen ? { frozen: true } : {}),
    merchantName: settings.merchantName,
    order: pageOrder(order),
    ...(attempt ? { attempt: pageAttempt(attempt) } : {}),
    canPay: mayStart(order) && !underWay,
    retryAllowed: mayRetry(order),
    // A custom payment was chosen on the merchant's own page: here is only its bank's step.
    paymentMethods: custom ? {} : offers,
    ...(order.redirectUrl === undefined ? {} : { redirectUrl: order.redirectUrl }),
    ...pollAfter(order, clock.now()),
  }
}

function pollAfter(order: Order, nowMs: number): Pick<PageView, 'pollAfterMs'> {
  if (order.state === 'PENDING') {
    return { pollAfterMs: latestAttempt(order)?.state === 'PENDING' ? POLL_UNDER_WAY_MS : POLL_IDLE_MS }
  }
  return order.expired && nowMs < order.expiresAtMs + LATE_WATCH_MS ? { pollAfterMs: POLL_IDLE_MS } : {}
}

function pageOrder(order: Order): PageOrder {
  return {
    merchantOrderId: order.merchantOrderId,
    orderId: order.orderId,
    amount: order.amount,
    state: order.state,
    expiresAtMs: order.expiresAtMs,
    expired: order.expired ?? false,
    ...(order.message === undefined ? {} : { message: order.message }),
    ...(order.phoneNumber === undefined ? {} : { phoneNumber: order.phoneNumber }),
    ...(order.failure ? { ...order.failure, explains: explain(order.failure) } : {}),
  }
}

function pageAttempt(attempt: Attempt): PageAttempt {
  const { payer, mode } = attempt
  return {
    transactionId: attempt.transactionId,
    // The PhonePe app's own link is a link to an app like any other to the payer.
    type: mode === 'PPE_INTENT' ? 'UPI_INTENT' : mode,
    state: attempt.state,
    startedAtMs: attempt.startedAtMs,
    ...(attempt.intentUrl === undefined ? {} : { intentUrl: attempt.intentUrl }),
    ...('vpa' in payer && payer.vpa !== undefined ? { vpa: payer.vpa } : {}),
    ...(payer.kind === 'NET_BANKING' ? { bankId: payer.bankId, bankName: bankOf(payer.bankId).name } : {}),
    ...(payer.kind === 'CARD' ? { card: { network: payer.card.network, last4: payer.card.last4 } } : {}),
    ...(attempt.step === undefined ? {} : { step: attempt.step }),
    ...(attempt.otpTriesLeft === undefined ? {} : { otpTriesLeft: attempt.otpTriesLeft }),
    ...(attempt.failure ? { ...attempt.failure, explains: explain(attempt.failure) } : {}),
  }
}
