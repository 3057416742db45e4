import type { PagePaymentMethods, PageView } from '@galla/contract/sandbox-api/page-routes'
import type { SandboxContext } from '../../context.ts'
import { TEST_OTP } from '../../domain/cards.ts'
import { defined } from '../../domain/defined.ts'
import { type Attempt, latestAttempt, type NewAttempt, type Order } from '../../domain/order.ts'
import type { OrderChange } from '../../domain/order-state-machine.ts'
import { CANCELLED, type Failure, findFailure, type Outcome, SUCCESS } from '../../domain/outcome.ts'
import { outcomeFromCode } from '../../domain/outcome-rules.ts'
import { ANY_UPI_APP, upiAppId } from '../../domain/upi.ts'
import { badField } from '../../responses/errors.ts'
import { type ChosenMode, newAttempt, startAttempt } from '../../services/attempts.ts'
import { parsePaymentMode } from '../provider/payment-mode.ts'
import { ApiError, badRequest, type RouteRequest } from '../router.ts'
import { checkFields, checkText, type Fields, isFields } from '../validation.ts'
import { findPageAttempt, findPageOrder, pageView } from './view.ts'

/** `POST /attempts`: the payer has chosen a payment method. */
export function createAttempt(request: RouteRequest): PageView {
  const { context } = request
  const order = findPageOrder(request)
  const choice = checkFields(isFields(request.body) ? request.body.paymentMode : undefined, 'paymentMode')
  const mode = parseChoice(choice)
  if (!isOffered(mode, pageView(order, context).paymentMethods)) {
    throw new ApiError(409, 'NOT_OFFERED', 'This order does not accept that payment method.')
  }
  const attempt = newAttempt(context, order, mode, context.clock.now())
  const live = choice.type === 'UPI_QR' && choice.live === true
  const change = live ? showLiveQr(context, order, attempt) : startAttempt(context, order, scanned(order, attempt))
  if (change.refused) throw new ApiError(409, change.refused, 'This order accepts no further payment attempt.')
  return pageView(change.order, context)
}

/**
 * The code that the page shows on arrival. Nobody has scanned it, so it decides nothing and counts for no queued outcome; an
 * attempt that is already pending stays, as two tabs may show the page.
 */
function showLiveQr(context: SandboxContext, order: Order, { plan: _, ...attempt }: NewAttempt): OrderChange {
  if (latestAttempt(order)?.state === 'PENDING') return { order, events: [] }
  return context.orders.apply(order.merchantOrderId, { type: 'START', attempt })
}

/** The attempt of the code that is shown, once a payer scans it; any other attempt as it is. */
function scanned(order: Order, attempt: NewAttempt): NewAttempt {
  const shown = latestAttempt(order)
  if (attempt.mode !== 'UPI_QR' || shown?.state !== 'PENDING' || shown.step !== 'scan' || shown.plan) return attempt
  const { state: _, ...unscanned } = shown
  return { ...unscanned, ...defined({ plan: attempt.plan }) }
}

function parseChoice(choice: Fields): ChosenMode {
  const at = 'paymentMode'
  if (choice.type === 'UPI_QR') return { type: 'UPI_QR' }
  const strict = { targetAppRequired: true }
  if (choice.type === 'UPI_COLLECT') {
    return parsePaymentMode({ type: 'UPI_COLLECT', details: { type: 'VPA', vpa: choice.vpa } }, strict, at)
  }
  if (choice.type !== 'SAVED_CARD') return parsePaymentMode(choice, strict, at)
  const encryptionKeyId = choice.encryptionKeyId
  if (typeof encryptionKeyId !== 'number') throw badField(`${at}.encryptionKeyId`, 'must be an integer.')
  return {
    type: 'SAVED_CARD',
    savedCardId: checkText(choice.savedCardId, `${at}.savedCardId`),
    encryptedCvv: checkText(choice.encryptedCvv, `${at}.encryptedCvv`),
    encryptionKeyId,
  }
}

function isOffered(mode: ChosenMode, { upi, cards, netBanking, savedCards }: PagePaymentMethods): boolean {
  switch (mode.type) {
    case 'UPI_QR':
      return upi?.qr ?? false
    case 'UPI_INTENT':
      return upi?.apps.some((app) => app.id === upiAppId(mode.targetApp ?? ANY_UPI_APP)) ?? false
    case 'PPE_INTENT':
      return upi?.apps.some((app) => app.id === 'phonepe') ?? false
    case 'UPI_COLLECT':
      return upi?.collect.allowed ?? false
    case 'NET_BANKING':
      return netBanking?.banks.some((bank) => bank.bankId === mode.bankId) ?? false
    case 'CARD':
    case 'TOKEN':
      return cards !== undefined
    case 'SAVED_CARD':
      return savedCards?.some((card) => card.savedCardId === mode.savedCardId) ?? false
  }
}

/** `POST /attempts/{transactionId}/otp`: the one-time password of the card's bank. The third wrong one fails the attempt. */
export function enterOtp(request: RouteRequest): PageView {
  const { order, attempt } = findPageAttempt(request)
  if (attempt.step !== 'otp') throw stepNotExpected()
  const otp = isFields(request.body) ? request.body.otp : undefined
  if (typeof otp !== 'string' || !/^\d{6}$/.test(otp)) throw badRequest('otp must have six digits.')
  if (otp === TEST_OTP) return finish(request.context, order, attempt, attempt.stepOutcome ?? SUCCESS)
  const otpTriesLeft = (attempt.otpTriesLeft ?? 1) - 1
  if (otpTriesLeft <= 0) return finish(request.context, order, attempt, outcomeFromCode('OTP_VALIDATION_FAILURE'))
  const { transactionId } = attempt
  const command = { type: 'STEP', transactionId, step: 'otp', otpTriesLeft } as const
  return pageView(request.context.orders.apply(order.merchantOrderId, command).order, request.context)
}

/** `POST /attempts/{transactionId}/resend-otp`: changes nothing, since the sandbox has one password and wrong tries still count. */
export function resendOtp(request: RouteRequest): PageView {
  const { order, attempt } = findPageAttempt(request)
  if (attempt.step !== 'otp') throw stepNotExpected()
  return pageView(order, request.context)
}

/** `POST /attempts/{transactionId}/bank`: a button of the bank's page. */
export function answerBank(request: RouteRequest): PageView {
  const { order, attempt } = findPageAttempt(request)
  if (attempt.step !== 'bank' && attempt.step !== 'otp') throw stepNotExpected()
  const outcome = isFields(request.body) ? request.body.outcome : undefined
  if (outcome !== 'SUCCESS' && outcome !== 'PENDING' && outcome !== 'FAILURE')
    throw badRequest('outcome must be SUCCESS, FAILURE or PENDING.')
  const code = outcome === 'FAILURE' ? 'TRANSACTION_DECLINED' : outcome
  return finish(request.context, order, attempt, outcomeFromCode(code))
}

/** `POST /attempts/{transactionId}/cancel`: the payer cancels the attempt. */
export function cancelAttempt(request: RouteRequest): PageView {
  const { order, attempt } = findPageAttempt(request)
  const failure = attempt.payer.kind === 'CARD' ? cardCancelled() : CANCELLED
  return finish(request.context, order, attempt, { kind: 'FAILURE', failure })
}

/** The view after an attempt ended; a pending outcome takes its next step away. */
export function finish(context: SandboxContext, order: Order, attempt: Attempt, outcome: Outcome): PageView {
  const { transactionId } = attempt
  const change =
    context.orders.finishAttempt(order.merchantOrderId, transactionId, outcome) ??
    // The attempt stays pending without a next step: the payer can only wait.
    context.orders.apply(order.merchantOrderId, { type: 'STEP', transactionId })
  if (change.refused) throw new ApiError(409, change.refused, 'This payment attempt has ended.')
  return pageView(change.order, context)
}

function cardCancelled(): Failure {
  return findFailure('CANCELLED_BY_USER') ?? CANCELLED
}

function stepNotExpected(): ApiError {
  return new ApiError(409, 'STEP_NOT_EXPECTED', 'The bank does not expect this step now.')
}
