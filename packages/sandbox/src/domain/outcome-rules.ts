import type { OutcomeRule } from '@galla/contract/sandbox-api/routes'
import { BANKS } from './banks.ts'
import { TEST_CARDS } from './cards.ts'
import { failureOf, LATE_PAYMENT, type Outcome, PENDING, SUCCESS } from './outcome.ts'

/** An outcome that comes by itself, so many milliseconds after the attempt began. */
export interface Plan {
  readonly outcome: Outcome
  readonly afterMs: number
}

interface Line {
  readonly key: string
  readonly outcome: string
  readonly afterMs?: number
  readonly explains: string
}

/** Exact amounts in paise, in a band that no shop's prices fall into by accident. */
const AMOUNTS: readonly Line[] = [
  { key: '900100', outcome: 'SUCCESS', explains: '₹9,001.00 is paid at once.' },
  { key: '900101', outcome: 'ZM', explains: 'Wrong UPI PIN.' },
  { key: '900102', outcome: 'Z9', explains: 'Not enough money.' },
  { key: '900103', outcome: 'Z8', explains: "Above the payer's limit." },
  { key: '900104', outcome: 'ZA', explains: 'The payer cancels.' },
  { key: '900105', outcome: 'U90', explains: 'The bank has technical trouble.' },
  { key: '900106', outcome: 'PENDING', explains: 'Stays open until it is settled or expires.' },
  { key: '900107', outcome: 'LATE_PAYMENT', explains: 'Expires; the money arrives a minute later.' },
  { key: '900108', outcome: 'INTERNAL_SECURITY_BLOCK_1', explains: "The provider's risk rules block it." },
  { key: '900109', outcome: 'SUCCESS', afterMs: 60_000, explains: 'Is paid after one minute.' },
]

/** What stands before the `@`. */
const VPAS: readonly Line[] = [
  { key: 'success', outcome: 'SUCCESS', explains: 'Is approved at once.' },
  { key: 'credit', outcome: 'SUCCESS', explains: 'Is paid at once by a RuPay credit card linked to UPI.' },
  { key: 'creditline', outcome: 'SUCCESS', explains: 'Is paid at once from a credit line on UPI.' },
  {
    key: 'savings',
    outcome: 'SUCCESS',
    explains: 'Is paid at once from a bank account, whatever else the order takes.',
  },
  { key: 'slow', outcome: 'SUCCESS', afterMs: 60_000, explains: 'Is approved after one minute.' },
  { key: 'failed', outcome: 'ZM', afterMs: 5_000, explains: 'Fails after five seconds: wrong UPI PIN.' },
  { key: 'failure', outcome: 'ZM', explains: 'Fails at once: wrong UPI PIN.' },
  { key: 'declined', outcome: 'REQUEST_DECLINE_BY_REQUESTEE', explains: 'The payer declines the request.' },
  { key: 'invalid', outcome: 'ZH', explains: 'There is no such UPI id; validation says so too.' },
  { key: 'otheraccount', outcome: 'B1', explains: 'Pays from another account than the one that the order demands.' },
  { key: 'pending', outcome: 'PENDING', explains: 'Stays open until it is settled or expires.' },
  { key: 'late', outcome: 'LATE_PAYMENT', explains: 'Expires; the money arrives a minute later.' },
]

const REFUND_AMOUNTS: readonly Line[] = [
  { key: '90101', outcome: 'BF_034', explains: "A refund of ₹901.01 fails: the day's balance is too small." },
  { key: '90102', outcome: 'ACCEPTED', explains: 'A refund of ₹901.02 is accepted and stays so until it is settled.' },
  { key: '90103', outcome: 'PENDING', explains: 'A refund of ₹901.03 stays queued until it is settled.' },
]

const ORDER_SUFFIX = /--(success|slow|pending|late|fail(?:-([A-Za-z0-9_]+))?)$/i
const REFUND_SUFFIX = /--(accepted|pending|fail(?:-([A-Za-z0-9_]+))?)$/i
const VPA_CODE = /^fail\.([a-z0-9_]+)$/

const byAmount = index(AMOUNTS)
const byVpa = index(VPAS)
const byRefundAmount = new Map(REFUND_AMOUNTS.map((line) => [line.key, line.outcome]))

/** What a payment does by itself: the order's id speaks first, then its amount, then the payer's UPI id. */
export function planFor(facts: { merchantOrderId: string; amount: number; vpa?: string }): Plan | undefined {
  return byOrderId(facts.merchantOrderId) ?? byAmount.get(String(facts.amount)) ?? vpaPlan(facts.vpa)
}

function byOrderId(merchantOrderId: string): Plan | undefined {
  const match = merchantOrderId.includes('--') ? ORDER_SUFFIX.exec(merchantOrderId) : null
  const word = match?.[1]?.toLowerCase()
  if (word === undefined) return undefined
  if (word.startsWith('fail')) return failing(match?.[2] ?? 'ZM')
  if (word === 'slow') return { outcome: SUCCESS, afterMs: 60_000 }
  return plan(word === 'late' ? 'LATE_PAYMENT' : word.toUpperCase(), 0)
}

function vpaPlan(vpa: string | undefined): Plan | undefined {
  const name = vpa?.split('@', 1)[0]?.toLowerCase()
  if (name === undefined) return undefined
  const code = VPA_CODE.exec(name)?.[1]
  return code === undefined ? byVpa.get(name) : failing(code)
}

/** What a refund does instead of its ordinary course. */
export function refundOutcome(merchantRefundId: string, amount: number): string | undefined {
  const match = merchantRefundId.includes('--') ? REFUND_SUFFIX.exec(merchantRefundId) : null
  const word = match?.[1]?.toUpperCase()
  if (word?.startsWith('FAIL')) return failureOf(match?.[2] ?? 'BF_034')?.detailedErrorCode ?? 'BF_034'
  return word ?? byRefundAmount.get(String(amount))
}

/** The whole table, as `GET /_sandbox/outcomes` and the page's drawer show it. */
export function outcomeRules(): OutcomeRule[] {
  const row = (match: OutcomeRule['match'], outcome: string, explains: string): OutcomeRule => ({
    match,
    outcome,
    explains,
  })
  return [
    row({ merchantOrderId: '*--success' }, 'SUCCESS', 'Any attempt of an order with such an id is paid at once.'),
    row({ merchantOrderId: '*--slow' }, 'SUCCESS', 'Is paid after one minute.'),
    row({ merchantOrderId: '*--pending' }, 'PENDING', 'Stays open until it is settled or expires.'),
    row({ merchantOrderId: '*--late' }, 'LATE_PAYMENT', 'Expires; the money arrives a minute later.'),
    row({ merchantOrderId: '*--fail' }, 'ZM', 'Fails at once: wrong UPI PIN.'),
    row(
      { merchantOrderId: '*--fail-CODE' },
      'CODE',
      'Fails at once with that detailed error code, for example `--fail-Z9`.',
    ),
    ...AMOUNTS.map((line) => row({ amount: Number(line.key) }, line.outcome, line.explains)),
    ...VPAS.map((line) => row({ vpa: `${line.key}@ybl` }, line.outcome, line.explains)),
    row({ vpa: 'fail.code@ybl' }, 'CODE', 'Fails at once with that detailed error code, for example `fail.z9@ybl`.'),
    ...TEST_CARDS.map((card) => row({ card: card.number }, card.outcome, card.explains)),
    row({ card: 'any other' }, 'INVALID_CARD_NUMBER', 'Only the cards of this table exist here.'),
    ...BANKS.filter((bank) => bank.health === 'down').map((bank) =>
      row({ bankId: bank.bankId }, 'SERVER_UNAVAILABLE', `${bank.name} is down.`),
    ),
    row({ bankId: 'any other' }, 'CHOICE', "The bank's page has three buttons: success, failure, pending."),
    row({ merchantRefundId: '*--fail' }, 'BF_034', "The refund fails: the day's balance is too small."),
    row({ merchantRefundId: '*--fail-CODE' }, 'CODE', 'The refund fails with that detailed error code.'),
    row({ merchantRefundId: '*--accepted' }, 'ACCEPTED', 'The refund is accepted and stays so until it is settled.'),
    row({ merchantRefundId: '*--pending' }, 'PENDING', 'The refund stays queued until it is settled.'),
    ...REFUND_AMOUNTS.map((line) =>
      row({ merchantRefundId: '*', amount: Number(line.key) }, line.outcome, line.explains),
    ),
  ]
}

function index(lines: readonly Line[]): ReadonlyMap<string, Plan> {
  return new Map(lines.map((line) => [line.key, plan(line.outcome, line.afterMs ?? 0)]))
}

function plan(word: string, afterMs: number): Plan {
  return { outcome: outcomeNamed(word), afterMs }
}

function failing(code: string): Plan {
  return { outcome: outcomeFailing(code), afterMs: 0 }
}

/** `SUCCESS`, `PENDING`, `LATE_PAYMENT`, or a failure's detailed code. */
export function outcomeNamed(word: string): Outcome {
  if (word === 'SUCCESS') return SUCCESS
  if (word === 'PENDING') return PENDING
  return word === 'LATE_PAYMENT' ? LATE_PAYMENT : outcomeFailing(word)
}

/** A code that the provider does not have fails as an unspecified error: the list is open on the wire too. */
function outcomeFailing(code: string): Outcome {
  const failure = failureOf(code) ?? { errorCode: 'OTHERS', detailedErrorCode: code.toUpperCase() }
  return { kind: 'FAILURE', failure }
}
