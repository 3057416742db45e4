import { schema, source, test } from './edit.mjs'

/** @type {import('../guards.mjs').Guarantee[]} */
export const events = [
  {
    row: 'Each subscriber gets each event, whichever process recorded it',
    rule: 'An event’s deliveries are recorded from what is subscribed in the database. A process claims only what it has code for; unclaimed deliveries raise an alert.',
    mutations: [
      {
        name: 'event: recorded with a delivery for each subscription',
        edits: [
          source(
            'storage/events/events.ts',
            `from recorded r join galla.subscriptions s on s."event" = r."event"\``,
            `from recorded r join galla.subscriptions s on s."event" = r."event" and s."subscriber" = 'handlers'\``,
          ),
        ],
        tests: [test('event-subscriptions', 'of a refund are delivered to each subscriber')],
      },
      {
        name: 'event: recorded in a batch with a delivery for each subscription',
        edits: [
          schema(
            'batch-functions',
            `from "recorded" r join galla.subscriptions s on s."event" = r."event"`,
            `from "recorded" r join galla.subscriptions s on s."event" = r."event" and s."subscriber" = 'handlers'`,
          ),
        ],
        tests: [test('event-subscriptions', 'deliver an event to the handler and the notifier of the other process')],
      },
      {
        name: 'event: a process adds its subscriptions',
        edits: [
          source(
            'storage/events/subscriptions.ts',
            `from unnest($2::text[]) event on conflict do nothing`,
            `from unnest($2::text[]) event where false on conflict do nothing`,
          ),
        ],
        tests: [test('event-subscriptions', 'deliver an event to the handler and the notifier of the other process')],
      },
      {
        name: 'event: its id starts with the kind of its subject',
        edits: [
          schema(
            'events',
            `,
  check ("eventId" like split_part("event", '.', 1) || ':%')`,
          ),
        ],
        tests: [test('constraints', 'an event whose id is of another kind')],
      },
      {
        name: 'delivery: one per event and subscriber',
        edits: [
          schema(
            'events',
            `  "deliveryId" text primary key generated always as ("eventId" || ':' || "subscriber") stored,`,
            `  "deliveryId" text primary key default gen_random_uuid()::text,`,
          ),
          schema('events', `  unique ("eventId", "subscriber"),\n`),
        ],
        tests: [test('constraints', 'a second delivery of an event to a subscriber')],
      },
      {
        name: 'event: it is of an order that exists',
        edits: [schema('events', `"merchantOrderId" text references galla.orders`, `"merchantOrderId" text`)],
        tests: [test('constraints', 'an event of no order')],
      },
      {
        name: 'delivery: it is of an event that exists',
        edits: [schema('events', `"eventId" text not null references galla.events`, `"eventId" text not null`)],
        tests: [test('constraints', 'a delivery of no event')],
      },
      {
        name: 'delivery: a state that is known',
        edits: [schema('events', ` check ("state" in ('waiting', 'done', 'failed', 'cancelled'))`)],
        tests: [test('constraints', 'a delivery with a state that is not known')],
      },
      {
        name: 'delivery: waits exactly while it has a next attempt',
        edits: [schema('events', `  check (("state" = 'waiting') = ("nextAttemptAtMs" is not null)),\n`)],
        tests: [test('constraints', 'a delivery that waits without a next attempt')],
      },
      {
        name: 'delivery: done exactly when it has a time',
        edits: [
          schema(
            'events',
            `,
  check (("state" = 'done') = ("doneAtMs" is not null))
);
-- Each subscriber`,
            `
);
-- Each subscriber`,
          ),
        ],
        tests: [test('constraints', 'a delivery that is done at no time')],
      },
      {
        name: 'delivery: a process claims the events that it has code for',
        edits: [
          source(
            'storage/events/deliveries.ts',
            `"subscriber" = $4 and "event" = any($5::text[])\`,`,
            `"subscriber" = $4 and $5::text[] is not null\`,`,
          ),
        ],
        tests: [test('event-subscriptions', 'deliver an event of which each has a part of the handlers')],
      },
      {
        name: 'delivery: a process claims for the subscribers that it has code for',
        edits: [
          source(
            'storage/events/deliveries.ts',
            `"subscriber" = $4 and "event" = any($5::text[])\`,`,
            `$4::text is not null and "event" = any($5::text[])\`,`,
          ),
        ],
        tests: [test('event-subscriptions', 'deliver an event to the handler and the notifier of the other process')],
      },
      {
        name: 'delivery: one that no process takes raises an alert',
        edits: [
          source(
            'storage/events/deliveries.ts',
            `"nextAttemptAtMs" <= \${now}::bigint - \${UNCLAIMED_MS} and`,
            `"nextAttemptAtMs" <= \${now}::bigint - \${UNCLAIMED_MS} - 1e15 and`,
          ),
        ],
        tests: [test('event-subscriptions', 'raises an alert when no process has its code any more')],
      },
      {
        name: 'subscription: not removed under a running process',
        edits: [source('storage/events/subscriptions.ts', `  if (running > 0) return { running }\n`)],
        tests: [test('event-subscriptions', 'a handler whose code a running process has')],
      },
      {
        name: 'subscription: no process registers during a removal',
        edits: [
          source(
            'storage/events/subscriptions.ts',
            `  await tx.query({ text: 'lock table galla.subscriptions in share row exclusive mode' })\n`,
          ),
        ],
        tests: [test('event-subscriptions', 'is not removed while the heartbeat of a process')],
      },
    ],
  },
  {
    row: 'What a handler writes through `tx` is committed exactly once',
    rule: 'State commits first; a handler then runs in its own transaction together with its delivery row; its attempt is counted before it starts.',
    mutations: [
      {
        name: 'handler fence: the lease token of the process that runs it',
        shows: 'tx is in',
        edits: [
          source(
            'storage/events/deliveries.ts',
            `set "leaseToken" = "leaseToken" where "deliveryId" = $1 and "leaseToken" = $2 and "state" = 'waiting'`,
            `set "leaseToken" = "leaseToken" where "deliveryId" = $1 and $2::bigint is not null and "state" = 'waiting'`,
          ),
        ],
        tests: [test('delivery-attempts', 'begin and end for a claim that still holds the delivery')],
      },
      {
        name: 'handler fence: a delivery that is done is not run again',
        edits: [
          source(
            'storage/events/deliveries.ts',
            `set "leaseToken" = "leaseToken" where "deliveryId" = $1 and "leaseToken" = $2 and "state" = 'waiting'`,
            `set "leaseToken" = "leaseToken" where "deliveryId" = $1 and "leaseToken" = $2`,
          ),
        ],
        tests: [test('delivery-attempts', 'begin and end for a claim that still holds the delivery')],
      },
      {
        name: 'handler: its delivery is locked while it runs',
        edits: [
          source(
            'storage/events/deliveries.ts',
            `update galla.deliveries set "leaseToken" = "leaseToken" where "deliveryId" = $1 and "leaseToken" = $2 and "state" = 'waiting'
      returning pg_backend_pid() as "pid", pg_current_xact_id()::text as "transactionId"\``,
            `select pg_backend_pid() as "pid", pg_current_xact_id()::text as "transactionId" from galla.deliveries where "deliveryId" = $1 and "leaseToken" = $2 and "state" = 'waiting'\``,
          ),
        ],
        tests: [test('delivery-attempts', 'begin and end for a claim that still holds the delivery')],
      },
      {
        name: 'handler: its writes and its delivery are one transaction',
        edits: [
          source(
            'services/events/run-handler.ts',
            `const isMarked = await markDelivered(tx, delivery, clock.now(), transaction).catch(`,
            `const isMarked = await markDelivered(context.database, delivery, clock.now()).catch(`,
          ),
        ],
        tests: [test('handlers', 'rolls back the writes of a handler that throws')],
      },
      {
        name: 'handler: one that ended its transaction is not done',
        edits: [
          source(
            'storage/events/deliveries.ts',
            `
        and ($4::text is null or $4::text = pg_current_xact_id_if_assigned()::text) \${ENDED})`,
            `
        and ($4::text is null or true) \${ENDED})`,
          ),
        ],
        tests: [test('delivery-attempts', 'begin and end for a claim that still holds the delivery')],
      },
      {
        name: 'handler: a commit is refused while its delivery is not done',
        edits: [
          schema(
            'events',
            `
create constraint trigger "handledOnce" after update of "leaseToken" on galla.deliveries deferrable initially deferred
  for each row when (new."leaseToken" = old."leaseToken") execute function galla."refuseOwnCommit"();`,
          ),
        ],
        tests: [test('handlers', 'rejects COMMIT in a handler')],
      },
      {
        name: 'handler: nothing is sent after a commit that was refused',
        edits: [
          source(
            'services/events/handler-tx.ts',
            `      if (sqlState(error) !== undefined) isOver = !(await goesOn(tx, transaction))\n`,
          ),
        ],
        tests: [test('handler-transaction', 'is ending its transaction, also with')],
      },
      {
        name: 'handler: nothing is sent after a rollback',
        edits: [source('services/events/handler-tx.ts', `new Set(['COMMIT', 'ROLLBACK'])`, `new Set(['COMMIT'])`)],
        tests: [test('handler-transaction', 'is ending its transaction, also with')],
      },
      {
        name: 'handler: a statement waits for the one before it',
        edits: [source('services/events/handler-tx.ts', `    await last\n`)],
        tests: [test('handler-transaction', 'is sending more before the server has ended its transaction')],
      },
      {
        name: 'handler: a connection with other prepared statements is closed',
        edits: [
          source(
            'storage/pool.ts',
            `      throw new Error('A handler changed the prepared statements of its connection')`,
            `      client.listenerCount('error')`,
          ),
        ],
        tests: [test('handler-transaction', 'is leaving behind')],
      },
      {
        name: 'delivery: done by the process that holds it',
        edits: [
          source(
            'storage/events/deliveries.ts',
            `"lastError" = null
      where "deliveryId" = $1 and "leaseToken" = $2 and "state" = 'waiting'`,
            `"lastError" = null
      where "deliveryId" = $1 and $2::bigint is not null and "state" = 'waiting'`,
          ),
        ],
        shows: 'violates unique constraint "delivery_attempts_pkey"',
        tests: [test('delivery-attempts', 'are those of claims that still hold the delivery')],
      },
      {
        name: 'delivery: failed by the process that holds it',
        edits: [
          source(
            'storage/events/deliveries.ts',
            `
      where "deliveryId" = $1 and "leaseToken" = $2 and "state" = 'waiting' \${ENDED})
      \${recordAttempt('failed'`,
            `
      where "deliveryId" = $1 and $2::bigint is not null and "state" = 'waiting' \${ENDED})
      \${recordAttempt('failed'`,
          ),
        ],
        tests: [test('delivery-attempts', 'begin and end for a claim that still holds the delivery')],
      },
      {
        name: 'delivery: an attempt is counted before it starts',
        edits: [source('storage/events/deliveries.ts', `    set: '"attempts" = "attempts" + 1',\n`)],
        tests: [test('handlers', 'sets the delivery to failed after 8 failed attempts')],
      },
      {
        name: 'delivery: the count of an attempt is on the disk before it starts',
        edits: [source('storage/events/deliveries.ts', `    durable: true,\n`)],
        tests: [test('async-commit', 'commits synchronously')],
      },
      {
        name: 'delivery: an attempt is recorded once',
        edits: [
          schema(
            'events',
            `  "leaseToken" bigint primary key,
  "deliveryId" text not null references galla.deliveries,`,
            `  "leaseToken" bigint,
  "deliveryId" text not null references galla.deliveries,`,
          ),
        ],
        tests: [test('constraints', 'a second attempt of one claim of a delivery')],
      },
      {
        name: 'delivery: an attempt is never changed',
        edits: [
          schema(
            'events',
            `create trigger "appendOnly" before update of "leaseToken", "deliveryId", "merchantOrderId", "createdAtMs", "attempt", "startedAtMs", "tookMs",
    "result", "nextAttemptAtMs" on galla.delivery_attempts
  for each statement execute function galla."refuseChange"('attempts of deliveries are append-only');`,
          ),
        ],
        tests: [test('constraints', 'a change of an attempt of a delivery')],
      },
    ],
  },
]
