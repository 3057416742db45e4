import type { PagePaymentMethods, PageView } from '@galla/contract/sandbox-api/page-routes'
import type { Provider } from '../../context.ts'
import { TEST_OTP } from '../../domain/cards.ts'
import type { Attempt, Order } from '../../domain/order.ts'
import { CANCELLED, type Failure, failureOf, type Outcome, SUCCESS } from '../../domain/outcome.ts'
import { outcomeNamed } from '../../domain/outcome-rules.ts'
import { appNamed } from '../../domain/payment-mode-rules.ts'
import { badField } from '../../responses/errors.ts'
import { beginAttempt, type ChosenMode, newAttempt } from '../../services/attempts.ts'
import { parsePaymentMode } from '../provider/payment-mode.ts'
import { type Asked, RouteRefusal } from '../router.ts'
import { checkFields, checkText, type Fields, isFields } from '../validation.ts'
import { attemptOfPage, orderOfPage, pageView } from './view.ts'

/** `POST /attempts`: the payer chose how to pay. */
export function startAttempt(asked: Asked): PageView {
  const { provider } = asked
  const order = orderOfPage(asked)
  const mode = parseChoice(checkFields(isFields(asked.body) ? asked.body.paymentMode : undefined, 'paymentMode'))
  if (!offered(mode, pageView(order, provider).paymentMethods)) {
    throw new RouteRefusal(409, 'NOT_OFFERED', 'This order does not offer that way to pay.')
  }
  const attempt = newAttempt(provider, order, mode, provider.clock.now())
  const change = beginAttempt(provider, order, attempt)
  if (change.refused) throw new RouteRefusal(409, change.refused, 'No further attempt can be made for this order.')
  return pageView(change.order, provider)
}

function parseChoice(choice: Fields): ChosenMode {
  const at = 'paymentMode'
  if (choice.type === 'UPI_COLLECT') {
    return parsePaymentMode({ type: 'UPI_COLLECT', details: { type: 'VPA', vpa: choice.vpa } }, at)
  }
  if (choice.type !== 'SAVED_CARD') return parsePaymentMode(choice, at)
  const encryptionKeyId = choice.encryptionKeyId
  if (typeof encryptionKeyId !== 'number') throw badField(`${at}.encryptionKeyId`, 'must be an integer.')
  return {
    type: 'SAVED_CARD',
    savedCardId: checkText(choice.savedCardId, `${at}.savedCardId`),
    encryptedCvv: checkText(choice.encryptedCvv, `${at}.encryptedCvv`),
    encryptionKeyId,
  }
}

function offered(mode: ChosenMode, offers: PagePaymentMethods): boolean {
  switch (mode.type) {
    case 'UPI_QR':
      return offers.upi?.qr ?? false
    case 'UPI_INTENT':
      return offers.upi?.apps.some((app) => app.id === appNamed(mode.targetApp)) ?? false
    case 'PPE_INTENT':
      return offers.upi?.apps.some((app) => app.id === 'phonepe') ?? false
    case 'UPI_COLLECT':
      return offers.upi?.collect.allowed ?? false
    case 'NET_BANKING':
      return offers.netBanking?.banks.some((bank) => bank.bankId === mode.bankId) ?? false
    case 'CARD':
    case 'TOKEN':
      return offers.cards !== undefined
    case 'SAVED_CARD':
      return offers.savedCards?.some((card) => card.savedCardId === mode.savedCardId) ?? false
  }
}

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
