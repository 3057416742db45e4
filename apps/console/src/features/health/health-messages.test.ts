import { describe, expect, it } from 'vitest'
import { ageText, checkAdvice, checkLabel, checkResult, healthSummary, queueLabel } from './health-messages.ts'

describe('ageText', () => {
  it.each([
    [-3_000, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [3_599_999, '59 min'],
    [3_600_000, '1 h'],
    [172_799_999, '47 h'],
    [172_800_000, '2 days'],
  ])('formats %i ms as %s', (ms, text) => {
    expect(ageText(ms)).toBe(text)
  })
})

it('says that the gateway works while only decisions are missing', () => {
  const workers = { name: 'workers', ok: false, running: 0 } as const
  const review = { name: 'review', ok: false, waiting: [{ name: 'orders in review', waiting: 1 }] } as const
  const good = { name: 'workers', ok: true, running: 1 } as const
  expect(healthSummary([good, review], false)).toMatchObject({ tone: 'wait', title: expect.stringContaining('works') })
  expect(healthSummary([workers, review], false)).toMatchObject({ tone: 'bad' })
  expect(healthSummary([good], false)).toMatchObject({ tone: 'good', title: 'All checks pass.' })
  expect(healthSummary([good], true)).toMatchObject({ tone: 'good', title: 'The checks of the gateway itself pass.' })
})

it('has advice and a label for each check, and a label for each queue', () => {
  for (const name of [
    'database',
    'clock',
    'workers',
    'queues',
    'subscriptions',
    'refundControls',
    'dataKeys',
    'restore',
    'cardTesting',
    'provider',
    'review',
  ]) {
    expect(checkAdvice(name)).toMatch(/\.$/)
    expect(checkLabel(name)).toMatch(/^[A-Z]/)
  }
  for (const name of [
    'callbacks',
    'replayed callbacks',
    'orders',
    'refunds',
    'refund files',
    'subscriptions',
    'deliveries',
    'failed callbacks',
    'failed deliveries',
    'unclaimed deliveries',
    'orders in review',
    'undecided orders',
    'refunds in review',
    'settlement findings',
    'disputes to answer',
  ])
    expect(queueLabel(name).title).not.toBe(name)
  expect(queueLabel('parcels')).toEqual({ title: 'parcels', text: '' })
  expect(checkAdvice('valueOf')).toBeUndefined()
})

it.each([
  [{ name: 'database', ok: true, tookMs: 3 }, 'Answered in 3 ms.'],
  [{ name: 'database', ok: false }, 'The database does not answer.'],
  [{ name: 'clock', ok: true, offsetMs: 20 }, 'The database and the gateway’s machine agree within a day.'],
  [
    { name: 'clock', ok: false, offsetMs: 3_652 * 86_400_000 },
    'The database is 3652 days ahead of the gateway’s machine.',
  ],
  [
    { name: 'clock', ok: false, offsetMs: -3_652 * 86_400_000 },
    'The database is 3652 days behind the gateway’s machine.',
  ],
  [{ name: 'workers', ok: false, running: 0 }, 'No worker is running.'],
  [
    { name: 'queues', ok: false, overdue: [{ name: 'deliveries', waiting: 1 }] },
    'Overdue for more than two minutes: 1 delivery.',
  ],
  [
    { name: 'subscriptions', ok: false, unclaimed: [{ subscriber: 'mail', event: 'order.failed' }] },
    'No process takes order.failed to mail.',
  ],
  [{ name: 'refundControls', ok: true, differing: [] }, 'All running processes have the same limits.'],
  [
    { name: 'refundControls', ok: false, differing: ['w-1', 'w-2'] },
    'These have different limits than the process that answered: worker w-1, worker w-2.',
  ],
  [{ name: 'dataKeys', ok: true, missing: [] }, 'This process has every key that the database is encrypted with.'],
  [{ name: 'dataKeys', ok: false, missing: ['2026b'] }, 'This process does not have the data key 2026b.'],
  [{ name: 'restore', ok: true }, 'Nothing is left to compare since a restore.'],
  [
    { name: 'restore', ok: false, restoredAtMs: 1, compared: 1_200 },
    'Comparing the orders from before the restore with the provider: 1,200 so far.',
  ],
  [{ name: 'cardTesting', ok: true, payers: 0, mostAttempts: 0 }, 'No payer tried many cards in the last hour.'],
  [
    { name: 'cardTesting', ok: false, payers: 1, mostAttempts: 14 },
    '1 payer tried many cards in the last hour, up to 14 failed attempts each.',
  ],
  [{ name: 'provider', ok: true }, 'The provider reports nothing as down.'],
  [
    { name: 'provider', ok: false, reported: { atMs: 1, overall: 'DOWN', instruments: {} } },
    'The provider reports: the payment gateway down.',
  ],
  [
    { name: 'review', ok: false, waiting: [{ name: 'disputes to answer', waiting: 1 }] },
    'Needs attention: 1 dispute to answer.',
  ],
  [
    {
      name: 'review',
      ok: false,
      waiting: [
        { name: 'failed callbacks', waiting: 2 },
        { name: 'orders in review', waiting: 1 },
      ],
    },
    'Needs attention: 2 failed webhooks, 1 order in review.',
  ],
] as const)('words the check %j', (check, words) => {
  expect(checkResult(check)).toBe(words)
})
