import type { OutcomeRule } from '@galla/contract/sandbox-api/routes'
import { BANKS } from './banks.ts'
import { TEST_CARDS, TEST_OTP, type TestCard } from './cards.ts'
import { findFailure, LATE_PAYMENT, type Outcome, PENDING, SUCCESS } from './outcome.ts'

/** An outcome that the scheduler applies, in milliseconds after the start of the attempt. */
export interface PlannedOutcome {
  readonly outcome: Outcome
  readonly afterMs: number
}

interface Row {
  readonly key: string
  readonly outcome: string
  readonly afterMs?: number
  readonly explains: string
}

/** Exact amounts in paise, in a range that real prices rarely fall into. */
const AMOUNTS: readonly Row[] = [
  { key: '900100', outcome: 'SUCCESS', explains: '₹9,001.00 is paid at once.' },
  { key: '900101', outcome: 'ZM', explains: 'Wrong UPI PIN.' },
  { key: '900102', outcome: 'Z9', explains: 'Insufficient balance.' },
  { key: '900103', outcome: 'Z8', explains: "Above the payer's limit." },
  { key: '900104', outcome: 'ZA', explains: 'The payer cancels.' },
  { key: '900105', outcome: 'U90', explains: 'The bank has a technical problem.' },
  { key: '900106', outcome: 'PENDING', explains: 'Stays pending until it is simulated or expires.' },
  { key: '900107', outcome: 'LATE_PAYMENT', explains: 'Expires; the money arrives one minute later.' },
  { key: '900108', outcome: 'INTERNAL_SECURITY_BLOCK_1', explains: "Blocked by the provider's risk rules." },
  { key: '900109', outcome: 'SUCCESS', afterMs: 60_000, explains: 'Is paid after one minute.' },
]

/** UPI ids by the name before the `@`. */
const VPAS: readonly Row[] = [
  { key: 'success', outcome: 'SUCCESS', explains: 'Is approved at once.' },
  { key: 'credit', outcome: 'SUCCESS', explains: 'Is paid at once with a RuPay credit card linked to UPI.' },
  { key: 'creditline', outcome: 'SUCCESS', explains: 'Is paid at once from a credit line on UPI.' },
  { key: 'savings', outcome: 'SUCCESS', explains: 'Is paid at once from a bank account.' },
  { key: 'slow', outcome: 'SUCCESS', afterMs: 60_000, explains: 'Is approved after one minute.' },
  { key: 'failed', outcome: 'ZM', afterMs: 5_000, explains: 'Fails after five seconds: wrong UPI PIN.' },
  { key: 'failure', outcome: 'ZM', explains: 'Fails at once: wrong UPI PIN.' },
  { key: 'declined', outcome: 'REQUEST_DECLINE_BY_REQUESTEE', explains: 'The payer declines the request.' },
  { key: 'invalid', outcome: 'ZH', explains: 'The UPI id does not exist; UPI validation reports it as invalid.' },
  { key: 'otheraccount', outcome: 'B1', explains: 'Pays from another account than the order requires.' },
  { key: 'pending', outcome: 'PENDING', explains: 'Stays pending until it is simulated or expires.' },
  { key: 'late', outcome: 'LATE_PAYMENT', explains: 'Expires; the money arrives one minute later.' },
]

const REFUND_AMOUNTS: readonly Row[] = [
  { key: '90101', outcome: 'BF_034', explains: "A refund of ₹901.01 fails: the day's balance is too small." },
  { key: '90102', outcome: 'ACCEPTED', explains: 'A refund of ₹901.02 stays accepted until it is simulated.' },
  { key: '90103', outcome: 'PENDING', explains: 'A refund of ₹901.03 stays queued until it is simulated.' },
]

/** Returns the details that a payer enters. With other details the card fails. */
const detailsText = ({ expiry: { month, year }, cvv }: TestCard): string =>
  `Expiry ${month}/${year.slice(-2)}, CVV ${cvv}, one-time password ${TEST_OTP}.`

const ORDER_SUFFIX = /--(success|slow|pending|late|fail(?:-([A-Za-z0-9_]+))?)$/i
const REFUND_SUFFIX = /--(accepted|pending|fail(?:-([A-Za-z0-9_]+))?)$/i
const VPA_CODE = /^fail\.([a-z0-9_]+)$/

const byAmount = outcomesByKey(AMOUNTS)
const byVpaName = outcomesByKey(VPAS)
const byRefundAmount = new Map(REFUND_AMOUNTS.map((row) => [row.key, row.outcome]))

/** The outcome that the table plans for a payment. The order id has precedence over the amount, the amount over the UPI id. */
export function plannedOutcomeFor(payment: {
  merchantOrderId: string
  amount: number
  vpa?: string
}): PlannedOutcome | undefined {
  return byOrderId(payment.merchantOrderId) ?? byAmount.get(String(payment.amount)) ?? byVpa(payment.vpa)
}

function byOrderId(merchantOrderId: string): PlannedOutcome | undefined {
  const match = merchantOrderId.includes('--') ? ORDER_SUFFIX.exec(merchantOrderId) : null
  const suffix = match?.[1]?.toLowerCase()
  if (suffix === undefined) return undefined
  if (suffix.startsWith('fail')) return failsAtOnce(match?.[2] ?? 'ZM')
  if (suffix === 'slow') return { outcome: SUCCESS, afterMs: 60_000 }
  return planned(suffix === 'late' ? 'LATE_PAYMENT' : suffix.toUpperCase(), 0)
}

function byVpa(vpa: string | undefined): PlannedOutcome | undefined {
  const name = vpa?.split('@', 1)[0]?.toLowerCase()
  if (name === undefined) return undefined
  const code = VPA_CODE.exec(name)?.[1]
  return code === undefined ? byVpaName.get(name) : failsAtOnce(code)
}

/** `ACCEPTED`, `PENDING` or a failure code that the table plans for a refund; `undefined` for the ordinary course. */
export function plannedRefundOutcome(merchantRefundId: string, amount: number): string | undefined {
  const match = merchantRefundId.includes('--') ? REFUND_SUFFIX.exec(merchantRefundId) : null
  const suffix = match?.[1]?.toUpperCase()
  if (suffix?.startsWith('FAIL')) return findFailure(match?.[2] ?? 'BF_034')?.detailedErrorCode ?? 'BF_034'
  return suffix ?? byRefundAmount.get(String(amount))
}

/** The whole table, as `GET /_sandbox/outcomes` and the test drawer of the hosted page show it. */
export function outcomeRules(): OutcomeRule[] {
  const rule = (match: OutcomeRule['match'], outcome: string, explains: string): OutcomeRule => ({
    match,
    outcome,
    explains,
  })
  const withCode = 'Fails at once with that detailed error code, for example'
  return [
    rule({ merchantOrderId: '*--success' }, 'SUCCESS', 'Every attempt of an order with such an id is paid at once.'),
    rule({ merchantOrderId: '*--slow' }, 'SUCCESS', 'Is paid after one minute.'),
    rule({ merchantOrderId: '*--pending' }, 'PENDING', 'Stays pending until it is simulated or expires.'),
    rule({ merchantOrderId: '*--late' }, 'LATE_PAYMENT', 'Expires; the money arrives one minute later.'),
    rule({ merchantOrderId: '*--fail' }, 'ZM', 'Fails at once: wrong UPI PIN.'),
    rule({ merchantOrderId: '*--fail-CODE' }, 'CODE', `${withCode} \`--fail-Z9\`.`),
    ...AMOUNTS.map((row) => rule({ amount: Number(row.key) }, row.outcome, row.explains)),
    ...VPAS.map((row) => rule({ vpa: `${row.key}@ybl` }, row.outcome, row.explains)),
    rule({ vpa: 'fail.code@ybl' }, 'CODE', `${withCode} \`fail.z9@ybl\`.`),
    ...TEST_CARDS.map((card) => rule({ card: card.number }, card.outcome, `${card.explains} ${detailsText(card)}`)),
    rule({ card: 'any other' }, 'INVALID_CARD_NUMBER', 'The sandbox knows only the cards of this table.'),
    ...BANKS.filter((bank) => bank.health === 'down').map((bank) =>
      rule({ bankId: bank.bankId }, 'SERVER_UNAVAILABLE', `${bank.name} is down.`),
    ),
    rule({ bankId: 'any other' }, 'CHOICE', "The bank's page has three buttons: success, failure, pending."),
    rule({ merchantRefundId: '*--fail' }, 'BF_034', "The refund fails: the day's balance is too small."),
    rule({ merchantRefundId: '*--fail-CODE' }, 'CODE', 'The refund fails with that detailed error code.'),
    rule({ merchantRefundId: '*--accepted' }, 'ACCEPTED', 'The refund stays accepted until it is simulated.'),
    rule({ merchantRefundId: '*--pending' }, 'PENDING', 'The refund stays queued until it is simulated.'),
    ...REFUND_AMOUNTS.map((row) => rule({ merchantRefundId: '*', amount: Number(row.key) }, row.outcome, row.explains)),
  ]
}

function outcomesByKey(rows: readonly Row[]): ReadonlyMap<string, PlannedOutcome> {
  return new Map(rows.map((row) => [row.key, planned(row.outcome, row.afterMs ?? 0)]))
}

function planned(code: string, afterMs: number): PlannedOutcome {
  return { outcome: outcomeFromCode(code), afterMs }
}

function failsAtOnce(code: string): PlannedOutcome {
  return { outcome: failureWithCode(code), afterMs: 0 }
}

/** The outcome for `SUCCESS`, `PENDING`, `LATE_PAYMENT` or a detailed failure code. */
export function outcomeFromCode(code: string): Outcome {
  if (code === 'SUCCESS') return SUCCESS
  if (code === 'PENDING') return PENDING
  return code === 'LATE_PAYMENT' ? LATE_PAYMENT : failureWithCode(code)
}

/** An unknown code fails with the error code `OTHERS`: the provider's list is open, too. */
function failureWithCode(code: string): Outcome {
  const failure = findFailure(code) ?? { errorCode: 'OTHERS', detailedErrorCode: code.toUpperCase() }
  return { kind: 'FAILURE', failure }
}
