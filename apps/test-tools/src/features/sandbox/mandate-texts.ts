import { amountText } from '@galla/console/i18n/format.ts'
import type { Frequency, MandateState, MandateTerms } from '@galla/contract/provider/subscriptions'
import type { SandboxMandate, SandboxRedemption } from '@galla/contract/sandbox-api/mandates'

export const FREQUENCY_LABELS: { readonly [Name in Frequency]: string } = {
  DAILY: 'every day',
  WEEKLY: 'every week',
  FORTNIGHTLY: 'every two weeks',
  MONTHLY: 'every month',
  BIMONTHLY: 'every two months',
  QUARTERLY: 'every three months',
  HALFYEARLY: 'every six months',
  YEARLY: 'every year',
  ON_DEMAND: 'on demand',
}

/** `₹199.00 every month`, `up to ₹999.00 on demand` */
export function termsText({ amountType, maxAmount, frequency }: MandateTerms): string {
  return `${amountType === 'FIXED' ? '' : 'up to '}${amountText(maxAmount)} ${FREQUENCY_LABELS[frequency]}`
}

/** Key of a debit's state in `STATES`. */
export const debitState = (debit: Pick<SandboxRedemption, 'state' | 'void'>): string =>
  debit.void && debit.state !== 'COMPLETED' && debit.state !== 'FAILED' ? 'VOID' : debit.state

type Debit = Pick<SandboxRedemption, 'merchantOrderId' | 'state' | 'amount' | 'debitAtMs' | 'paymentFlow'>

/** The debit that comes next, with its time. */
export function nextDebit({
  redemptions,
}: {
  redemptions: readonly Debit[]
}): (Debit & { debitAtMs: number }) | undefined {
  return redemptions
    .filter((debit): debit is Debit & { debitAtMs: number } => debit.debitAtMs !== undefined)
    .sort((one, other) => one.debitAtMs - other.debitAtMs)[0]
}

const LIVING: readonly MandateState[] = ['ACTIVATION_IN_PROGRESS', 'ACTIVE', 'PAUSED']

/** Returns the text in place of the next debit when no debit can come. */
export const noDebitText = ({ state }: Pick<SandboxMandate, 'state'>): string =>
  LIVING.includes(state) ? 'not announced' : 'none'

/** How long the sandbox's bank takes, and a little more. Milliseconds. */
const BANK_MS = 5_000

/** True when the sandbox debits without another redeem: with `autoDebit`, or after the redeem. */
export const debitsByItself = ({ state, paymentFlow }: Pick<Debit, 'state' | 'paymentFlow'>): boolean =>
  state === 'PENDING' || ('autoDebit' in paymentFlow && paymentFlow.autoDebit === true)

/** How far the clock has to go to the next debit: to its end where the sandbox debits, otherwise to the first time for a redeem. */
export function advanceToDebit(debit: Debit & { debitAtMs: number }, nowMs: number): number {
  return Math.max(0, Math.ceil(debit.debitAtMs - nowMs)) + (debitsByItself(debit) ? BANK_MS : 0)
}

/** Tries that fail before a debit does: four of the provider, or one of the merchant's. */
export function triesToFail(mandate: Pick<SandboxMandate, 'redemptions'>): number {
  const flow = nextDebit(mandate)?.paymentFlow
  return flow && 'redemptionRetryStrategy' in flow && flow.redemptionRetryStrategy === 'CUSTOM' ? 1 : 4
}
