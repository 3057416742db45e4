import { source, test } from './edit.mjs'

/** @type {import('../guards.mjs').Guarantee[]} */
export const links = [
  {
    row: 'The payer of a payment link gets one message for each reminder',
    rule: 'A message to a person is stored before its request leaves; a lost response repeats nothing, and creates no second link.',
    mutations: [
      {
        name: 'links: a reminder is stored once within its pause',
        edits: [
          source(
            'storage/orders/link-reminders.ts',
            ` and (o."remindedAtMs" is null or o."remindedAtMs" + $3 <= t."nowMs")`,
            ` and $3 > 0`,
          ),
        ],
        tests: [test('payment-links', 'is one message, however often somebody clicks')],
      },
      {
        name: 'links: a reminder whose response was lost keeps its time',
        edits: [
          source(
            'services/orders/links.ts',
            `if (failure.outcome !== 'unknown') await endReminder`,
            `await endReminder`,
          ),
        ],
        tests: [test('payment-links', 'is not repeated when its reply is lost')],
      },
      {
        name: 'links: a link whose response was lost gets no second one',
        edits: [source('services/orders/start-decision.ts', `isLink ? 1 : MAX_LOST_ORDERS`, `MAX_LOST_ORDERS`)],
        tests: [test('payment-links', 'is found by its status in the same call')],
      },
      {
        name: 'links: a link that the provider knows gets no second one later',
        edits: [source('services/orders/start-decision.ts', `isLink || start.times.nowMs`, `start.times.nowMs`)],
        tests: [test('payment-links', 'gets its URL from the reply to a reminder')],
      },
    ],
  },
]
