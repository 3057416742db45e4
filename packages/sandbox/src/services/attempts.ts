import type { PaymentMode } from '@galla/contract/provider/payment-mode'
import type { PageChoice } from '@galla/contract/sandbox-api/page-routes'
import type { Provider } from '../context.ts'
import { bankOf } from '../domain/banks.ts'
import { collectPayer, usualPayer } from '../domain/default-payer.ts'
import { type NewAttempt, type Order, OTP_TRIES } from '../domain/order.ts'
import type { OrderChange } from '../domain/order-state-machine.ts'
import type { Outcome } from '../domain/outcome.ts'
import { outcomeNamed, planFor } from '../domain/outcome-rules.ts'
import type { Payer } from '../domain/payer.ts'
import { appNamed, cardRefusal, instrumentOf, instrumentsFor } from '../domain/payment-mode-rules.ts'
import { type ReadCard, readCard, readSavedCard } from './card-decryption.ts'

/** What a payer can choose: the modes of custom checkout, and a card that the hosted page remembers. */
export type ChosenMode = PaymentMode | Extract<PageChoice, { type: 'SAVED_CARD' }>

/** An attempt as it begins: who pays, what the payer must do, and what will come of it by itself. */
export function newAttempt(provider: Provider, order: Order, mode: ChosenMode, nowMs: number): NewAttempt {
  const transactionId = provider.ids.attempt(nowMs)
  const vpa = mode.type === 'UPI_COLLECT' && mode.details.type === 'VPA' ? mode.details.vpa : undefined
  const course = courseOf(provider, order, mode, transactionId)
  const rule = planFor({ ...order, ...(vpa === undefined ? {} : { vpa }) })
  // What the order does not take is not paid, whatever the table says of it.
  const plan =
    provider.decidedNext.read()?.plan ?? atOnce(refusalOf(order, course.payer, mode)) ?? rule ?? atOnce(course.fails)
  const timed =
    !plan || plan.outcome.kind === 'PENDING'
      ? {}
      : {
          plan: {
            outcome: plan.outcome,
            atMs: plan.outcome.kind === 'LATE_PAYMENT' ? order.expiresAtMs : nowMs + plan.afterMs,
          },
        }
  const { fails: _fails, ...rest } = course
  const wireMode = mode.type === 'SAVED_CARD' ? 'TOKEN' : mode.type
  return { transactionId, mode: wireMode, amount: order.amount, startedAtMs: nowMs, ...rest, ...timed }
}

/** Puts an attempt into its order. Only one that was taken uses up what was decided ahead. */
export function beginAttempt(provider: Provider, order: Order, attempt: NewAttempt): OrderChange {
  const change = provider.ledger.changeOrder(order.merchantOrderId, { type: 'START', attempt })
  if (!change.refused) provider.decidedNext.use()
  return change
}

type Course = Pick<NewAttempt, 'payer' | 'step' | 'otpTriesLeft' | 'intentUrl' | 'finish'> & {
  readonly fails?: Outcome
}

function courseOf(provider: Provider, order: Order, mode: ChosenMode, transactionId: string): Course {
  const link = (scheme: 'upi' | 'ppe'): string =>
    intentUrl(scheme, order, transactionId, provider.settings.merchantName)
  switch (mode.type) {
    case 'UPI_QR':
      return { payer: usualPayer(order, 'QR'), step: 'scan', intentUrl: link('upi') }
    case 'PPE_INTENT':
      return { payer: usualPayer(order, 'INTENT', 'phonepe'), step: 'approve', intentUrl: link('ppe') }
    case 'UPI_INTENT': {
      const { targetApp } = mode
      const own = appNamed(targetApp) === 'phonepe'
      return { payer: usualPayer(order, 'INTENT', targetApp), step: 'approve', intentUrl: link(own ? 'ppe' : 'upi') }
    }
    case 'UPI_COLLECT':
      return { payer: collectPayer(order, mode.details), step: 'approve' }
    case 'NET_BANKING': {
      const payer: Payer = { kind: 'NET_BANKING', bankId: mode.bankId }
      if (bankOf(mode.bankId).health === 'down') return { payer, fails: outcomeNamed('SERVER_UNAVAILABLE') }
      return { payer, step: 'bank' }
    }
    case 'CARD':
    case 'TOKEN':
      return cardCourse(readCard(mode, provider.clock.now()))
    case 'SAVED_CARD':
      return cardCourse(readSavedCard(mode))
  }
}

const REFUSED_AT_ONCE: ReadonlySet<string> = new Set(['INVALID_CARD_NUMBER', 'INVALID_CVV_EXPIRY', 'CARD_EXPIRED'])

/** A number that is no card, or does not match its other details, is refused at once; the rest is decided on the bank's page. */
function cardCourse({ card, outcome }: ReadCard): Course {
  const payer: Payer = { kind: 'CARD', card }
  if (REFUSED_AT_ONCE.has(outcome)) return { payer, fails: outcomeNamed(outcome) }
  return { payer, step: 'otp', otpTriesLeft: OTP_TRIES, finish: outcomeNamed(outcome) }
}

/** The provider's code at once, where the payer is none that the order takes. */
function refusalOf(order: Order, payer: Payer, mode: ChosenMode): Outcome | undefined {
  if (payer.kind === 'CARD') {
    const code = cardRefusal(order, payer.card)
    return code === undefined ? undefined : outcomeNamed(code)
  }
  const instrument = instrumentOf(payer)
  if (instrument === undefined) return undefined
  const flow = mode.type === 'UPI_QR' ? 'QR' : mode.type === 'UPI_COLLECT' ? 'COLLECT' : 'INTENT'
  const targetApp = mode.type === 'UPI_INTENT' ? mode.targetApp : undefined
  return instrumentsFor(order, flow, targetApp).includes(instrument) ? undefined : outcomeNamed('B3')
}

function atOnce(outcome: Outcome | undefined): { outcome: Outcome; afterMs: number } | undefined {
  return outcome && { outcome, afterMs: 0 }
}

/** The link that a QR holds or a UPI app opens. Rupees with two decimals, as UPI wants them. */
export function intentUrl(scheme: 'upi' | 'ppe', order: Order, transactionId: string, payee: string): string {
  const query = new URLSearchParams({
    pa: 'galla.sandbox@ybl',
    pn: payee,
    am: `${Math.floor(order.amount / 100)}.${String(order.amount % 100).padStart(2, '0')}`,
    cu: 'INR',
    mc: '5499',
    tr: transactionId,
    tn: noteOf(order),
  })
  // UPI apps read %20, not the plus sign of web forms.
  return `${scheme}://${scheme === 'upi' ? 'pay' : 'transact'}?${query.toString().replaceAll('+', '%20')}`
}

/** UPI takes eighty characters of note; more of them would leave no room in a QR code. */
const LONGEST_NOTE = 80

function noteOf({ message, merchantOrderId }: Order): string {
  return [...(message ?? `Payment for ${merchantOrderId}`)].slice(0, LONGEST_NOTE).join('')
}
