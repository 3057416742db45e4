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
        name: 'links: the pause between reminders is measured by the clock of the database',
        edits: [
          source(
            'storage/orders/link-reminders.ts',
            `(select (extract(epoch from clock_timestamp()) * 1000)::bigint as "nowMs")`,
            `(select $2::bigint as "nowMs")`,
          ),
        ],
        tests: [test('links-in-doubt', 'is measured by the clock of the database')],
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
        name: 'links: a link that may have been created gets no second one later',
        edits: [source('services/orders/start-decision.ts', `isLink || start.times`, `start.times`)],
        tests: [test('links-in-doubt', 'no second link is sent')],
      },
      {
        name: 'links: not found closes a link only once its request can no longer arrive',
        edits: [source('domain/orders/record.ts', `sentAtMs + FLIGHT_MS`, `sentAtMs - unknownOrderGraceMs`)],
        tests: [test('links-in-doubt', 'gets no second link while the provider may still receive the request')],
      },
      {
        name: 'links: a link in review is not cancelled',
        edits: [
          source(
            'services/orders/links.ts',
            `  // A link in review may be of another shop on the same account.\n  checkPayable(row)\n`,
            `  if (row.state === 'COMPLETED') checkPayable(row)\n`,
          ),
        ],
        tests: [test('links-in-doubt', 'is not cancelled as a link')],
      },
    ],
  },
]
