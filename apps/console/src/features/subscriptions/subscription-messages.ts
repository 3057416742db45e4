import type {
  CycleStory,
  FailedDebit,
  ListedSubscription,
  SubscriptionEventRecord,
  SubscriptionStepKind,
  SubscriptionStory,
} from '@galla/contract/gateway-api/console-subscriptions'
import type { BillingFrequency, HaltReason, SubscriptionCycle } from '@galla/contract/gateway-api/subscriptions'
import { shortReason } from '../../i18n/failure-messages.ts'
import { failureCode } from '../../i18n/failures.ts'
import { amountText, dateOf, dayText, shortDayText } from '../../i18n/format.ts'
import { countText } from '../../i18n/plural.ts'
import type { StateIconName, Tone } from '../../i18n/terms.ts'

const FREQUENCY_TEXTS: { readonly [One in BillingFrequency]: string } = {
  DAILY: 'a day',
  WEEKLY: 'a week',
  FORTNIGHTLY: 'every 14 days',
  MONTHLY: 'a month',
  BIMONTHLY: 'every 2 months',
  QUARTERLY: 'every 3 months',
  HALFYEARLY: 'every 6 months',
  YEARLY: 'a year',
}

/** `₹199 a month` */
export const priceText = (amount: number, frequency: BillingFrequency): string =>
  `${amountText(amount)} ${FREQUENCY_TEXTS[frequency]}`

const MONTH = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', month: 'long' })

/** A period in words: `January` for a whole month, `10 Jan to 9 Feb`, `3 Feb` for a day. */
export function periodText({ startsAtMs, endsAtMs }: Pick<SubscriptionCycle, 'startsAtMs' | 'endsAtMs'>): string {
  const [first, end] = [dateOf(startsAtMs), dateOf(endsAtMs)]
  const isMonth = first.endsWith('-01') && end === nextMonth(first)
  if (isMonth) return MONTH.format(Date.parse(first))
  const last = endsAtMs - 1
  return dateOf(last) === first ? shortDayText(startsAtMs) : `${shortDayText(startsAtMs)} to ${shortDayText(last)}`
}

function nextMonth(first: string): string {
  const [year = 0, month = 1] = first.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}

const HALT_TEXTS: {
  readonly [Reason in HaltReason]: { readonly short: string; readonly why: string; readonly todo: string }
} = {
  'debits-failed': {
    short: 'Every debit failed',
    why: 'Every debit of the cycle failed.',
    todo: 'Ask the payer to put money into the account, then resume the subscription.',
  },
  'mandate-ended': {
    short: 'Mandate ended',
    why: 'The payer or the bank has ended the mandate.',
    todo: 'Only a new mandate bills again: your shop asks for one with subscriptions.renewMandate.',
  },
  'mandate-expires': {
    short: 'Mandate expires',
    why: 'The mandate ends before the next debit.',
    todo: 'Only a new mandate bills again: your shop asks for one with subscriptions.renewMandate.',
  },
  'above-mandate': {
    short: 'Price above the mandate',
    why: 'The price is larger than the mandate permits.',
    todo: 'Lower the price with subscriptions.changeAmount, or ask for a larger mandate with subscriptions.renewMandate.',
  },
}

/** The reason for a failed debit, in a few words: `Not enough money`. */
export const failedDebitText = (failed: Pick<FailedDebit, 'errorCode' | 'detailedErrorCode'>): string =>
  shortReason(failureCode(failed))

const triesText = (tries: number): string => (tries === 1 ? '1 try' : `${countText(tries)} tries`)

/** The reason why money is missing, in a few words: `Not enough money, 4 tries`. */
export function reasonText({ haltedFor, failedDebit }: ListedSubscription): string {
  const failed = failedDebit && `${failedDebitText(failedDebit)}, ${triesText(failedDebit.failedTries)}`
  if (haltedFor === undefined || (haltedFor === 'debits-failed' && failed)) return failed ?? 'A debit failed'
  return HALT_TEXTS[haltedFor].short
}

export interface Verdict {
  readonly tone: Tone
  readonly icon: StateIconName
  readonly title: string
  readonly text: string
}

/** The state of a subscription in words: the newest period first, then what comes next. */
export function verdictOf({ subscription, cycles }: Pick<SubscriptionStory, 'subscription' | 'cycles'>): Verdict {
  const { state, nextDebit, cancel, pause, haltedFor } = subscription
  const next = nextDebit ? `Next debit ${amountText(nextDebit.amount)} on ${dayText(nextDebit.atMs)}.` : ''
  switch (state) {
    case 'CREATED':
      return verdict(
        'neutral',
        'ring',
        'Waiting for the payer.',
        'The payer has not approved the mandate yet. Nothing is debited before.',
      )
    case 'ACTIVE':
      // The provider tries a debit up to four times before it has failed.
      if (subscription.failedDebit)
        return verdict('wait', 'half', paidText(cycles), `${failureSentence(subscription)} ${nextTry(subscription)}`)
      return verdict('good', 'check', paidText(cycles), cancel ? endText(cancel.at) : next)
    case 'PAST_DUE':
      return verdict(
        'bad',
        'warning',
        unpaidText(subscription),
        `${failureSentence(subscription)} ${nextTry(subscription)}`,
      )
    case 'PAUSED':
      return verdict(
        'wait',
        'clock',
        'Paused.',
        pause ? pauseText(pause) : 'The payer paused the mandate in the UPI app, and ends the pause there.',
      )
    case 'HALTED': {
      const { why, todo } = HALT_TEXTS[haltedFor ?? 'debits-failed']
      return verdict('bad', 'cross', 'Halted: nothing is billed.', `${why} ${todo}`)
    }
    case 'CANCELLED':
      return verdict('neutral', 'slash', 'Cancelled.', 'Nothing is debited any more.')
    case 'COMPLETED':
      return verdict('neutral', 'check', 'Completed.', 'The last cycle of the plan is over.')
    case 'EXPIRED':
      return verdict('neutral', 'clock', 'Not approved.', 'The payer never approved the mandate. Nothing was debited.')
  }
}

const verdict = (tone: Tone, icon: StateIconName, title: string, text: string): Verdict => ({ tone, icon, title, text })

/** The newest period that is settled; a subscription without one is in its trial. */
function paidText(cycles: readonly CycleStory[]): string {
  const settled = cycles.find(({ outcome }) => outcome !== undefined)
  if (!settled) return 'In the trial.'
  const period = periodText(settled)
  if (settled.outcome === 'PAID') return `Paid for ${period}.`
  if (settled.outcome === 'FREE') return `Free for ${period}.`
  return settled.outcome === 'SKIPPED' ? `Active. ${period} is left out.` : `Active. ${period} was not paid.`
}

const unpaidText = ({ cycle }: ListedSubscription): string =>
  cycle ? `Not paid for ${periodText(cycle)}.` : 'Not paid.'

const failureSentence = ({ failedDebit }: ListedSubscription): string =>
  failedDebit ? `The last debit failed: ${failedDebitText(failedDebit)}.` : 'A debit failed.'

const nextTry = ({ nextDebit }: ListedSubscription): string =>
  nextDebit
    ? `Next try: ${amountText(nextDebit.amount)} on ${dayText(nextDebit.atMs)}.`
    : 'No further debit is planned for this period.'

const endText = (at: 'now' | 'cycle-end'): string =>
  at === 'now' ? 'It is being cancelled.' : 'It ends with this period: somebody has cancelled it.'

function pauseText({ by, untilMs }: NonNullable<ListedSubscription['pause']>): string {
  if (untilMs !== undefined) return `It resumes automatically on ${dayText(untilMs)}.`
  const who = by === 'payer' ? 'The payer paused the subscription in your shop. ' : ''
  return `${who}Nothing is debited until somebody resumes it.`
}

const STEP_TEXTS: { readonly [Kind in SubscriptionStepKind]: string } = {
  'check-mandate': 'asks the provider whether the mandate is active',
  'check-debit': 'asks the provider what became of the debit',
  activate: 'activates the subscription',
  'past-due': 'marks the subscription as past due',
  pause: 'pauses the subscription',
  resume: 'ends the pause',
  'open-cycle': 'opens the next period and fixes its price',
  'miss-cycles': 'closes the periods that have passed',
  notify: 'announces the debit to the payer',
  redeem: 'debits the payer',
  'return-payment': 'refunds the first bill',
  'close-cycle': 'closes the period',
  halt: 'halts the subscription',
  'cancel-mandate': 'cancels the mandate at the provider',
  'switch-mandate': 'debits the new mandate from now on',
  end: 'ends the subscription',
}

/** The next step of the gateway in words: `asks the provider whether the mandate is active`. */
export const stepText = (kind: SubscriptionStepKind): string => STEP_TEXTS[kind]

const EVENT_TEXTS: {
  readonly [Event in SubscriptionEventRecord['event']]: { readonly text: string; readonly tone: Tone }
} = {
  'subscription.activated': { text: 'The payer approved the mandate', tone: 'good' },
  'subscription.charge_upcoming': { text: 'Debit announced to the payer', tone: 'neutral' },
  'subscription.charge_completed': { text: 'Period paid', tone: 'good' },
  'subscription.charge_failed': { text: 'Debit failed', tone: 'bad' },
  'subscription.paused': { text: 'Paused', tone: 'wait' },
  'subscription.resumed': { text: 'Resumed', tone: 'neutral' },
  'subscription.halted': { text: 'Halted', tone: 'bad' },
  'subscription.cancelled': { text: 'Cancelled', tone: 'neutral' },
  'subscription.expired': { text: 'Nobody approved the mandate', tone: 'neutral' },
  'subscription.completed': { text: 'Last period over', tone: 'neutral' },
  'subscription.updated': { text: 'Price or mandate changed', tone: 'neutral' },
}

/** An event of a subscription in words. One that this version does not know keeps its name. */
export const eventText = (event: string): { readonly text: string; readonly tone: Tone } =>
  (EVENT_TEXTS as { readonly [name: string]: { text: string; tone: Tone } | undefined })[event] ?? {
    text: event,
    tone: 'neutral',
  }

/** `2027-02` as `Feb 2027` */
export const monthText = (month: string): string => dayText(Date.parse(`${month}-01T12:00:00Z`)).replace(/^1 /, '')
