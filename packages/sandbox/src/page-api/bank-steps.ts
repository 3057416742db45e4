import type { PageView } from '@galla/contract/sandbox-api/page-routes'
import type { Attempt } from '../domain/attempt.ts'
import { TEST_OTP } from '../domain/cards.ts'
import { CANCELLED, type Failure, failureOf } from '../domain/failure.ts'
import type { Order } from '../domain/order.ts'
import { type Outcome, SUCCESS } from '../domain/outcome.ts'
import { outcomeNamed } from '../domain/outcomes.ts'
import type { Provider } from '../provider.ts'
import { isFields } from '../provider-api/checks.ts'
import { type Asked, RouteRefusal } from '../routes.ts'
import { attemptOfPage } from './open-page.ts'
import { pageView } from './view.ts'

/** `POST /attempts/{id}/otp`: the one-time password of the card's bank. Three wrong ones end the attempt. */
export function enterOtp(asked: Asked): PageView {
  const { order, attempt } = attemptOfPage(asked)
  if (attempt.step !== 'otp') throw notAsked()
  const otp = isFields(asked.body) ? asked.body.otp : undefined
  if (typeof otp !== 'string' || !/^\d{6}$/.test(otp))
    throw new RouteRefusal(400, 'BAD_REQUEST', 'otp must have six digits.')
  if (otp === TEST_OTP) return end(asked.provider, order, attempt, attempt.finish ?? SUCCESS)
  const otpTriesLeft = (attempt.otpTriesLeft ?? 1) - 1
  if (otpTriesLeft <= 0) return end(asked.provider, order, attempt, outcomeNamed('OTP_VALIDATION_FAILURE'))
  const { transactionId } = attempt
  const change = asked.provider.ledger.changeOrder(order.merchantOrderId, {
    type: 'STEP',
    transactionId,
    step: 'otp',
    otpTriesLeft,
  })
  return pageView(change.order, asked.provider)
}

/** `POST /attempts/{id}/resend-otp`: there is one password in the sandbox, so nothing changes; wrong tries stay counted. */
export function resendOtp(asked: Asked): PageView {
  const { order, attempt } = attemptOfPage(asked)
  if (attempt.step !== 'otp') throw notAsked()
  return pageView(order, asked.provider)
}

/** `POST /attempts/{id}/bank`: one of the three buttons of the bank's page. */
export function answerBank(asked: Asked): PageView {
  const { order, attempt } = attemptOfPage(asked)
  if (attempt.step !== 'bank' && attempt.step !== 'otp') throw notAsked()
  const outcome = isFields(asked.body) ? asked.body.outcome : undefined
  if (outcome === 'SUCCESS' || outcome === 'PENDING') return end(asked.provider, order, attempt, outcomeNamed(outcome))
  if (outcome !== 'FAILURE') throw new RouteRefusal(400, 'BAD_REQUEST', 'outcome must be SUCCESS, FAILURE or PENDING.')
  return end(asked.provider, order, attempt, outcomeNamed('TRANSACTION_DECLINED'))
}

/** `POST /attempts/{id}/cancel`: the payer gives this attempt up. */
export function cancelAttempt(asked: Asked): PageView {
  const { order, attempt } = attemptOfPage(asked)
  const failure = attempt.payer.kind === 'CARD' ? cancelledCard() : CANCELLED
  return end(asked.provider, order, attempt, { kind: 'FAILURE', failure })
}

function end(provider: Provider, order: Order, attempt: Attempt, outcome: Outcome): PageView {
  const { transactionId } = attempt
  const change =
    provider.ledger.finish(order.merchantOrderId, transactionId, outcome) ??
    // The bank does not say: nothing is left for the payer to do.
    provider.ledger.changeOrder(order.merchantOrderId, { type: 'STEP', transactionId })
  if (change.refused) throw new RouteRefusal(409, change.refused, 'This payment attempt has ended.')
  return pageView(change.order, provider)
}

function cancelledCard(): Failure {
  return failureOf('CANCELLED_BY_USER') ?? CANCELLED
}

function notAsked(): RouteRefusal {
  return new RouteRefusal(409, 'NOT_ASKED', 'The bank does not ask for this now.')
}
