import type { CycleStory, ListedSubscription } from '@galla/contract/gateway-api/console-subscriptions'
import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { permittedActions } from './permitted-actions.ts'
import {
  eventText,
  monthText,
  periodText,
  priceText,
  reasonText,
  stepText,
  subscriptionState,
  timelineOf,
  verdictOf,
} from './subscription-messages.ts'

const inIndia = (day: string) => Date.parse(`${day}T00:00:00+05:30`)

const PAID: CycleStory = {
  number: 1,
  startsAtMs: inIndia('2027-01-01'),
  endsAtMs: inIndia('2027-02-01'),
  amount: 19_900 as Paise,
  outcome: 'PAID',
  openedAtMs: 1,
  orders: [],
}

const subscription = (more: Partial<ListedSubscription> = {}): ListedSubscription => ({
  subscriptionId: 'sub-7',
  planId: 'tea',
  planName: 'Tea every month',
  state: 'ACTIVE',
  amount: 19_900 as Paise,
  carried: 0,
  frequency: 'MONTHLY',
  startsOn: '2027-01-01',
  mandate: { merchantSubscriptionId: 'sub-7-m1', state: 'ACTIVE', amountType: 'FIXED', maxAmount: 19_900 as Paise },
  createdAtMs: 1,
  ...more,
})

const nextDebit = { atMs: inIndia('2027-02-10'), amount: 19_900 as Paise, cycle: 2 }
const failedDebit = { merchantOrderId: 'sub-7-2-1', detailedErrorCode: 'Z9', failedTries: 4 }
const verdict = (more: Partial<ListedSubscription>, cycles: CycleStory[] = [PAID], isDebitUnderWay?: true) => {
  const { tone, title, text } = verdictOf({
    subscription: subscription(more),
    cycles,
    ...(isDebitUnderWay && { isDebitUnderWay }),
  })
  return `${tone}: ${title} ${text}`
}

describe('the verdict', () => {
  it.each([
    [
      'names the paid period and the next debit',
      { nextDebit },
      'good: Paid for January. Next debit ₹199.00 on 10 Feb 2027.',
    ],
    [
      'names the last day of a subscription that ends with its period',
      { cancel: { at: 'cycle-end', sinceMs: 1, endsAtMs: inIndia('2027-02-01') } },
      'good: Paid for January. It ends after 31 Jan 2027: somebody has cancelled it.',
    ],
    [
      'names a failed try of a debit that goes on',
      { nextDebit, failedDebit },
      'wait: Paid for January. The last debit failed: Not enough money. Next try: ₹199.00 on 10 Feb 2027.',
    ],
    [
      'names the reason and the next try of what is past due',
      { state: 'PAST_DUE', nextDebit, failedDebit, cycle: { ...PAID, merchantOrderIds: [] } },
      'bad: Not paid for January. The last debit failed: Not enough money. Next try: ₹199.00 on 10 Feb 2027.',
    ],
    [
      'says who ends a pause of the payer',
      { state: 'PAUSED' },
      'wait: Paused. The payer paused the mandate in the UPI app, and ends the pause there.',
    ],
    [
      'says that the payer paused in the shop',
      { state: 'PAUSED', pause: { by: 'payer', sinceMs: 1 } },
      'wait: Paused. The payer paused the subscription in your shop. Nothing is debited until somebody resumes it.',
    ],
    [
      'names the last day of a paused subscription that ends with its period',
      {
        state: 'PAUSED',
        pause: { by: 'merchant', sinceMs: 1 },
        cancel: { at: 'cycle-end', sinceMs: 1, endsAtMs: inIndia('2027-02-01') },
      },
      'wait: Paused. It ends after 31 Jan 2027: somebody has cancelled it.',
    ],
    [
      'names no new mandate to ask for after a halted subscription is cancelled',
      {
        state: 'HALTED',
        haltedFor: 'mandate-ended',
        cancel: { at: 'cycle-end', sinceMs: 1, endsAtMs: inIndia('2027-02-01') },
      },
      'bad: Halted: nothing is billed. It ends after 31 Jan 2027: somebody has cancelled it.',
    ],
    [
      'names no next try of a debit that failed before the cancellation',
      {
        state: 'PAST_DUE',
        failedDebit,
        cycle: { ...PAID, merchantOrderIds: [] },
        cancel: { at: 'now', sinceMs: 1 },
      },
      'bad: Not paid for January. It is being cancelled.',
    ],
    [
      'names the end of a pause',
      { state: 'PAUSED', pause: { by: 'merchant', sinceMs: 1, untilMs: inIndia('2027-05-01') } },
      'wait: Paused. It resumes automatically on 1 May 2027.',
    ],
  ] as const)('%s', (_, more, text) => {
    expect(verdict(more as Partial<ListedSubscription>)).toBe(text)
  })

  it('of a cancelled subscription names no period after the end', () => {
    const cancel = { at: 'cycle-end', sinceMs: 1, endsAtMs: inIndia('2027-02-01') } as const
    const next: CycleStory = {
      ...PAID,
      number: 2,
      startsAtMs: inIndia('2027-02-01'),
      endsAtMs: inIndia('2027-03-01'),
      outcome: 'SKIPPED',
    }
    expect(verdict({ cancel }, [next, PAID])).toMatch(/^good: Paid for January\. It ends after 31 Jan 2027/)
    expect(verdict({ cancel }, [next])).toMatch(/^good: In the trial\. It ends after 31 Jan 2027/)
  })

  it('says that a debit under way decides when a cancelled subscription ends', () => {
    const cancel = { at: 'cycle-end', sinceMs: 1, endsAtMs: inIndia('2027-03-01') } as const
    expect(verdict({ cancel, failedDebit }, [PAID], true)).toBe(
      'wait: Paid for January. Somebody has cancelled it while a debit is under way. It ends after 28 Feb 2027 if the debit succeeds, or else at once.',
    )
  })

  it.each(['debits-failed', 'mandate-ended', 'mandate-expires', 'above-mandate'] as const)(
    'says what to do about a halt for %s',
    (haltedFor) => {
      expect(verdict({ state: 'HALTED', haltedFor })).toMatch(
        /^bad: Halted: nothing is billed\. .*(?:resume|subscriptions\.)/,
      )
    },
  )

  it('of a subscription in its trial names the first debit', () => {
    expect(verdict({ nextDebit }, [])).toBe('good: In the trial. Next debit ₹199.00 on 10 Feb 2027.')
  })
})

it('a period is a month, some days, a day, or a year', () => {
  const period = (from: string, to: string) => periodText({ startsAtMs: inIndia(from), endsAtMs: inIndia(to) })
  expect(period('2027-12-01', '2028-01-01')).toBe('December')
  expect(period('2027-01-10', '2027-02-10')).toBe('10 Jan to 9 Feb')
  expect(period('2027-01-10', '2027-01-11')).toBe('10 Jan')
  expect(period('2027-03-08', '2028-03-08')).toBe('8 Mar 2027 to 7 Mar 2028')
})

it('a subscription that somebody has cancelled is ending until it has ended, even while it is paused or halted', () => {
  const cancel = { at: 'cycle-end', sinceMs: 1 } as const
  expect(subscriptionState({ state: 'ACTIVE', cancel })).toBe('ENDING')
  expect(subscriptionState({ state: 'PAUSED', cancel })).toBe('ENDING')
  expect(subscriptionState({ state: 'HALTED', cancel })).toBe('ENDING')
  expect(subscriptionState({ state: 'PAST_DUE', cancel })).toBe('ENDING')
  expect(subscriptionState({ state: 'PAUSED' })).toBe('PAUSED')
  expect(subscriptionState({ state: 'CANCELLED', cancel })).toBe('CANCELLED')
})

it('the timeline has the request to cancel between the events before and after it', () => {
  const events = [
    { event: 'subscription.cancelled', atMs: 40, merchantOrderId: 'sub-7-1-1' },
    { event: 'subscription.charge_completed', atMs: 20, merchantOrderId: 'sub-7-1-1' },
  ] as const
  const lines = (more: Partial<ListedSubscription>) =>
    timelineOf({ subscription: subscription({ createdAtMs: 10, ...more }), events: [...events] }).map(
      ({ atMs, text, merchantOrderId }) => [atMs, text, merchantOrderId],
    )
  expect(lines({ cancel: { at: 'cycle-end', sinceMs: 30 } })).toEqual([
    [40, 'Cancelled', undefined],
    [30, 'Cancellation at the end of the period requested', undefined],
    [20, 'Period paid', 'sub-7-1-1'],
    [10, 'Started by your shop', undefined],
  ])
  expect(lines({ cancel: { at: 'cycle-end', sinceMs: 15 } })[2]).toEqual([
    15,
    'Cancellation at the end of the period requested',
    undefined,
  ])
  expect(lines({ cancel: { at: 'now', sinceMs: 40 } })).toHaveLength(3)
})

it('the queue names the reason in a few words', () => {
  expect(reasonText(subscription({ state: 'PAST_DUE', failedDebit }))).toBe('Not enough money, 4 tries')
  const refused = { ...failedDebit, failedTries: 0 }
  expect(reasonText(subscription({ state: 'PAST_DUE', failedDebit: refused }))).toBe('Not enough money')
  expect(reasonText(subscription({ state: 'HALTED', haltedFor: 'debits-failed', failedDebit }))).toBe(
    'Not enough money, 4 tries',
  )
  expect(reasonText(subscription({ state: 'HALTED', haltedFor: 'mandate-ended', failedDebit }))).toBe('Mandate ended')
})

it('prices, steps, events and months have words; an unknown event keeps its name', () => {
  expect(priceText(19_900, 'QUARTERLY')).toBe('₹199.00 every 3 months')
  expect(stepText('notify')).toBe('announces the debit to the payer')
  expect(eventText('subscription.halted')).toEqual({ text: 'Halted', tone: 'bad' })
  expect(eventText('subscription.new')).toEqual({ text: 'subscription.new', tone: 'neutral' })
  expect(monthText('2027-02')).toBe('Feb 2027')
})

it.each([
  ['CREATED', {}, 'cancel'],
  ['ACTIVE', {}, 'pause skip cancel'],
  ['PAST_DUE', {}, 'pause skip cancel'],
  ['PAUSED', { pause: { by: 'merchant', sinceMs: 1 } }, 'resume cancel'],
  ['PAUSED', {}, 'cancel'],
  ['HALTED', {}, 'resume cancel'],
  ['HALTED', { mandate: { ...subscription().mandate, state: 'REVOKED' } }, 'cancel'],
  ['ACTIVE', { cancel: { at: 'now', sinceMs: 1 } }, ''],
  ['CANCELLED', {}, ''],
] as const)('while it is %s with %j, a person can ask for: %s', (state, more, actions) => {
  expect(permittedActions(subscription({ state, ...(more as Partial<ListedSubscription>) })).join(' ')).toBe(actions)
})
