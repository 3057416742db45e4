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
import { amountText, dateOf, dayText, LOCALE, shortDayText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import type { StateIconName, Tone } from '../../i18n/terms.ts'
import { verdictEnglish } from './english-verdict.ts'
import { isEnded } from './permitted-actions.ts'

const t = messages('subscriptions/verdict', verdictEnglish)

const FREQUENCY_TEXTS: { readonly [One in BillingFrequency]: string } = t.frequencies

/** `₹199 a month` */
export const priceText = (amount: number, frequency: BillingFrequency): string =>
  `${amountText(amount)} ${FREQUENCY_TEXTS[frequency]}`

const MONTH = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', month: 'long' })

/** A period in words: `January` for a whole month, `10 Jan to 9 Feb`, `3 Feb` for a day; of a year, with the years. */
export function periodText({ startsAtMs, endsAtMs }: Pick<SubscriptionCycle, 'startsAtMs' | 'endsAtMs'>): string {
  const [first, end] = [dateOf(startsAtMs), dateOf(endsAtMs)]
  const isMonth = first.endsWith('-01') && end === nextMonth(first)
  if (isMonth) return MONTH.format(Date.parse(first))
  const last = endsAtMs - 1
  const isYear = first.slice(4) === end.slice(4)
  const dayOf = isYear ? dayText : shortDayText
  return dateOf(last) === first ? shortDayText(startsAtMs) : t.span(dayOf(startsAtMs), dayOf(last))
}

function nextMonth(first: string): string {
  const [year = 0, month = 1] = first.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}

const HALT_TEXTS: {
  readonly [Reason in HaltReason]: { readonly short: string; readonly why: string; readonly todo: string }
} = t.halts

/** The reason for a failed debit, in a few words: `Not enough money`. */
export const failedDebitText = (failed: Pick<FailedDebit, 'errorCode' | 'detailedErrorCode'>): string =>
  shortReason(failureCode(failed))

/** The reason why money is missing, in a few words: `Not enough money, 4 tries`. */
export function reasonText({ haltedFor, failedDebit }: ListedSubscription): string {
  // A refused announcement has no try.
  const tries = failedDebit && failedDebit.failedTries > 0 ? `, ${t.tries(failedDebit.failedTries)}` : ''
  const failed = failedDebit && failedDebitText(failedDebit) + tries
  if (haltedFor === undefined || (haltedFor === 'debits-failed' && failed)) return failed ?? t.debitFailed
  return HALT_TEXTS[haltedFor].short
}

export interface Verdict {
  readonly tone: Tone
  readonly icon: StateIconName
  readonly title: string
  /** Code is in backquotes. */
  readonly text: string
}

/** Key of a subscription's state in `STATES`: one that somebody has cancelled is ending until it has ended. */
export const subscriptionState = ({ state, cancel }: Pick<ListedSubscription, 'state' | 'cancel'>): string =>
  cancel && !isEnded(state) ? 'ENDING' : state

type Told = Pick<SubscriptionStory, 'subscription' | 'cycles' | 'isDebitUnderWay'>

/** The state of a subscription in words: the newest period first, then what comes next. After a cancellation, the end comes next. */
export function verdictOf(story: Told): Verdict {
  const { state, cancel } = story.subscription
  if (!cancel || isEnded(state)) return verdictOfState(story)
  // A period after the end may have been open for its announcement: nobody left it out.
  const { endsAtMs = Number.POSITIVE_INFINITY } = cancel
  const cycles = story.cycles.filter(({ startsAtMs }) => startsAtMs < endsAtMs)
  return { ...verdictOfState({ ...story, cycles }), text: endingText(cancel, story.isDebitUnderWay) }
}

function verdictOfState({ subscription, cycles }: Told): Verdict {
  const { state, nextDebit, pause, haltedFor } = subscription
  const next = nextDebit ? t.nextDebit(amountText(nextDebit.amount), dayText(nextDebit.atMs)) : ''
  switch (state) {
    case 'CREATED':
      return verdict('neutral', 'ring', t.created.title, t.created.text)
    case 'ACTIVE':
      // The provider tries a debit up to four times before it has failed.
      if (subscription.failedDebit)
        return verdict('wait', 'half', paidText(cycles), `${failureSentence(subscription)} ${nextTry(subscription)}`)
      return verdict('good', 'check', paidText(cycles), next)
    case 'PAST_DUE':
      return verdict(
        'bad',
        'warning',
        unpaidText(subscription),
        `${failureSentence(subscription)} ${nextTry(subscription)}`,
      )
    case 'PAUSED':
      return verdict('wait', 'clock', t.paused.title, pause ? pauseText(pause) : t.paused.byPayer)
    case 'HALTED': {
      const { why, todo } = HALT_TEXTS[haltedFor ?? 'debits-failed']
      return verdict('bad', 'cross', t.halted, `${why} ${todo}`)
    }
    case 'CANCELLED':
      return verdict('neutral', 'slash', t.cancelled.title, t.cancelled.text)
    case 'COMPLETED':
      return verdict('neutral', 'check', t.completed.title, t.completed.text)
    case 'EXPIRED':
      return verdict('neutral', 'clock', t.expired.title, t.expired.text)
  }
}

const verdict = (tone: Tone, icon: StateIconName, title: string, text: string): Verdict => ({ tone, icon, title, text })

/** The newest period that is settled; a subscription without one is in its trial. */
function paidText(cycles: readonly CycleStory[]): string {
  const settled = cycles.find(({ outcome }) => outcome !== undefined)
  if (!settled) return t.trial
  const period = periodText(settled)
  if (settled.outcome === 'PAID') return t.paid(period)
  if (settled.outcome === 'FREE') return t.free(period)
  return settled.outcome === 'SKIPPED' ? t.skipped(period) : t.missed(period)
}

function endingText({ endsAtMs }: NonNullable<ListedSubscription['cancel']>, isDebitUnderWay = false): string {
  if (endsAtMs === undefined) return t.ending.now
  return t.ending[isDebitUnderWay ? 'afterDebit' : 'at'](dayText(endsAtMs - 1))
}

const unpaidText = ({ cycle }: ListedSubscription): string => (cycle ? t.unpaid(periodText(cycle)) : t.notPaid)

const failureSentence = ({ failedDebit }: ListedSubscription): string =>
  failedDebit ? t.lastFailed(failedDebitText(failedDebit)) : t.someFailed

const nextTry = ({ nextDebit }: ListedSubscription): string =>
  nextDebit ? t.nextTry(amountText(nextDebit.amount), dayText(nextDebit.atMs)) : t.noTry

function pauseText({ by, untilMs }: NonNullable<ListedSubscription['pause']>): string {
  if (untilMs !== undefined) return t.pause.until(dayText(untilMs))
  const who = by === 'payer' ? t.pause.byPayer : ''
  return `${who}${t.pause.open}`
}

const STEP_TEXTS: { readonly [Kind in SubscriptionStepKind]: string } = t.steps

/** The next step of the gateway in words: `asks the provider whether the mandate is active`. */
export const stepText = (kind: SubscriptionStepKind): string => STEP_TEXTS[kind]

const EVENT_TONES: { readonly [Event in SubscriptionEventRecord['event']]: Tone } = {
  'subscription.activated': 'good',
  'subscription.charge_upcoming': 'neutral',
  'subscription.charge_completed': 'good',
  'subscription.charge_failed': 'bad',
  'subscription.paused': 'wait',
  'subscription.resumed': 'neutral',
  'subscription.halted': 'bad',
  'subscription.cancelled': 'neutral',
  'subscription.expired': 'neutral',
  'subscription.completed': 'neutral',
  'subscription.updated': 'neutral',
}

const isKnown = (event: string): event is SubscriptionEventRecord['event'] => Object.hasOwn(EVENT_TONES, event)

/** An event of a subscription in words. One that this version does not know keeps its name. */
export const eventText = (event: string): { readonly text: string; readonly tone: Tone } =>
  isKnown(event) ? { text: t.events[event], tone: EVENT_TONES[event] } : { text: event, tone: 'neutral' }

/** A line of a subscription's timeline. */
export interface TimelineLine extends Pick<SubscriptionEventRecord, 'atMs'> {
  readonly text: string
  readonly tone: Tone
  /** The order of a debit. */
  readonly merchantOrderId?: string
}

/** The timeline of a subscription, the newest line first: its events, a request to cancel it at the end of a cycle, and its start. */
export function timelineOf({
  subscription: { cancel, createdAtMs },
  events,
}: Pick<SubscriptionStory, 'subscription' | 'events'>): TimelineLine[] {
  const lines: TimelineLine[] = events.map(({ event, atMs, merchantOrderId }) => ({
    atMs,
    ...eventText(event),
    ...(event.includes('charge') && { merchantOrderId }),
  }))
  if (cancel?.at === 'cycle-end') {
    const older = lines.findIndex(({ atMs }) => atMs <= cancel.sinceMs)
    lines.splice(older < 0 ? lines.length : older, 0, { atMs: cancel.sinceMs, text: t.askedToEnd, tone: 'neutral' })
  }
  return [...lines, { atMs: createdAtMs, text: t.startedByShop, tone: 'neutral' }]
}

/** `2027-02` as `Feb 2027` */
export const monthText = (month: string): string => dayText(Date.parse(`${month}-01T12:00:00Z`)).replace(/^1 /, '')
