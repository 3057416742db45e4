import type { PaymentMode } from '@galla/contract/provider/payment-mode'
import type { PageChoice } from '@galla/contract/sandbox-api/page-routes'
import type { SandboxContext } from '../context.ts'
import { findBank } from '../domain/banks.ts'
import { collectPayer, defaultUpiPayer } from '../domain/default-payer.ts'
import { defined } from '../domain/defined.ts'
import { MAX_OTP_TRIES, type NewAttempt, type Order } from '../domain/order.ts'
import type { OrderChange } from '../domain/order-state-machine.ts'
import type { Outcome } from '../domain/outcome.ts'
import { outcomeFromCode, type PlannedOutcome, plannedOutcomeFor } from '../domain/outcome-rules.ts'
import type { Payer } from '../domain/payer.ts'
import { acceptedUpiInstruments, cardRejectionCode, upiInstrumentOf } from '../domain/payment-mode-rules.ts'
import { ANY_UPI_APP, upiAppId } from '../domain/upi.ts'
import { type CardReading, readCard, readSavedCard } from './card-decryption.ts'

/** Payment mode of custom checkout, or saved card of the hosted page, that a payer can choose. */
export type ChosenMode = PaymentMode | Extract<PageChoice, { type: 'SAVED_CARD' }>

/**
 * A new attempt: who pays, the payer's next step, and the outcome that the scheduler applies. Precedence of the outcome: the
 * outcome queue, a restriction of the order that the payer violates, the outcome table, an immediate failure of the mode itself.
 */
export function newAttempt(context: SandboxContext, order: Order, mode: ChosenMode, nowMs: number): NewAttempt {
  const transactionId = context.ids.attempt(nowMs)
  const { immediateFailure, ...setup } = setupFor(context, order, mode, transactionId)
  const { merchantOrderId, amount } = order
  const vpa = mode.type === 'UPI_COLLECT' && mode.details.type === 'VPA' ? mode.details.vpa : undefined
  const planned =
    context.outcomeQueue.planFor(merchantOrderId) ??
    atOnce(rejectionFor(order, setup.payer, mode)) ??
    plannedOutcomeFor({ merchantOrderId, amount, ...defined({ vpa }) }) ??
    atOnce(immediateFailure)
  return {
    transactionId,
    mode: mode.type === 'SAVED_CARD' ? 'TOKEN' : mode.type,
    amount,
    startedAtMs: nowMs,
    ...setup,
    ...defined({ plan: planFor(planned, order, nowMs) }),
  }
}

/** Adds an attempt to its order. Only an accepted attempt counts against the outcome queue. */
export function startAttempt(context: SandboxContext, order: Order, attempt: NewAttempt): OrderChange {
  const change = context.orders.apply(order.merchantOrderId, { type: 'START', attempt })
  if (!change.refused) context.outcomeQueue.consume(order.merchantOrderId)
  return change
}

function planFor(planned: PlannedOutcome | undefined, order: Order, nowMs: number): NewAttempt['plan'] {
  if (!planned || planned.outcome.kind === 'PENDING') return undefined
  const { outcome, afterMs } = planned
  return { outcome, atMs: outcome.kind === 'LATE_PAYMENT' ? order.expiresAtMs : nowMs + afterMs }
}

type Setup = Pick<NewAttempt, 'payer' | 'step' | 'otpTriesLeft' | 'intentUrl' | 'targetApp' | 'stepOutcome'> & {
  readonly immediateFailure?: Outcome
}

function setupFor(context: SandboxContext, order: Order, mode: ChosenMode, transactionId: string): Setup {
  const link = (scheme: 'upi' | 'ppe'): string => intentUrl(scheme, order, transactionId, context.settings.merchantName)
  switch (mode.type) {
    case 'UPI_QR':
      return { payer: defaultUpiPayer(order, 'QR'), step: 'scan', intentUrl: link('upi') }
    case 'PPE_INTENT':
      return { payer: defaultUpiPayer(order, 'INTENT', 'phonepe'), step: 'approve', intentUrl: link('ppe') }
    case 'UPI_INTENT': {
      const { targetApp = ANY_UPI_APP } = mode
      const scheme = upiAppId(targetApp) === 'phonepe' ? 'ppe' : 'upi'
      return { payer: defaultUpiPayer(order, 'INTENT', targetApp), step: 'approve', intentUrl: link(scheme), targetApp }
    }
    case 'UPI_COLLECT':
      return { payer: collectPayer(order, mode.details), step: 'approve' }
    case 'NET_BANKING': {
      const payer: Payer = { kind: 'NET_BANKING', bankId: mode.bankId }
      if (findBank(mode.bankId).health === 'down')
        return { payer, immediateFailure: outcomeFromCode('SERVER_UNAVAILABLE') }
      return { payer, step: 'bank' }
    }
    case 'CARD':
    case 'TOKEN':
      return cardSetup(readCard(mode, context.clock.now()))
    case 'SAVED_CARD':
      return cardSetup(readSavedCard(mode))
  }
}

/** Failures that precede the bank's page: an unknown number, or details that do not match it. */
const IMMEDIATE_FAILURES: ReadonlySet<string> = new Set(['INVALID_CARD_NUMBER', 'INVALID_CVV_EXPIRY', 'CARD_EXPIRED'])

function cardSetup({ card, outcome }: CardReading): Setup {
  const payer: Payer = { kind: 'CARD', card }
  if (IMMEDIATE_FAILURES.has(outcome)) return { payer, immediateFailure: outcomeFromCode(outcome) }
  return { payer, step: 'otp', otpTriesLeft: MAX_OTP_TRIES, stepOutcome: outcomeFromCode(outcome) }
}

/** The failure of a payer that the order does not accept; `undefined` for an accepted payer. */
function rejectionFor(order: Order, payer: Payer, mode: ChosenMode): Outcome | undefined {
  if (payer.kind === 'CARD') {
    const code = cardRejectionCode(order, payer.card)
    return code === undefined ? undefined : outcomeFromCode(code)
  }
  const instrument = upiInstrumentOf(payer)
  if (instrument === undefined) return undefined
  const flow = mode.type === 'UPI_QR' ? 'QR' : mode.type === 'UPI_COLLECT' ? 'COLLECT' : 'INTENT'
  const targetApp = mode.type === 'UPI_INTENT' ? mode.targetApp : undefined
  return acceptedUpiInstruments(order, flow, targetApp).includes(instrument) ? undefined : outcomeFromCode('B3')
}

function atOnce(outcome: Outcome | undefined): PlannedOutcome | undefined {
  return outcome && { outcome, afterMs: 0 }
}

/** The link of a QR code or of a UPI app, of a payment or of a mandate (autopay §2.1). Its amount is in rupees with two decimals, as the UPI linking specification asks. */
export function intentUrl(scheme: 'upi' | 'ppe', order: Order, transactionId: string, payee: string): string {
  const payment = { pa: 'galla.sandbox@ybl', pn: payee, am: rupees(order.amount) }
  const query = new URLSearchParams(
    order.mandate
      ? { ...payment, mam: rupees(order.mandate.maxAmount), tr: transactionId }
      : { ...payment, cu: 'INR', mc: '5499', tr: transactionId, tn: transactionNote(order) },
  )
  const action = order.mandate ? 'upi://mandate' : scheme === 'upi' ? 'upi://pay' : 'ppe://transact'
  // UPI apps decode %20, not the plus sign of web forms.
  return `${action}?${query.toString().replaceAll('+', '%20')}`
}

const rupees = (paise: number): string => `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`

/** The limit of UPI. A longer note would also not fit into a QR code. */
const MAX_NOTE_CHARS = 80

function transactionNote({ message, merchantOrderId }: Order): string {
  return [...(message ?? `Payment for ${merchantOrderId}`)].slice(0, MAX_NOTE_CHARS).join('')
}
