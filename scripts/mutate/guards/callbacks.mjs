import { edit, schema, source, test } from './edit.mjs'

/** @type {import('../guards.mjs').Guarantee[]} */
export const callbacks = [
  {
    row: 'A callback is answered with 200 only after it is stored',
    rule: 'An acknowledged callback ends as recorded facts or as a finding. Receiving a callback shares no resource with slow work.',
    mutations: [
      {
        name: 'callback: stored before it is answered',
        edits: [
          source(
            'services/callbacks/receive-callback.ts',
            `const { callbackId, verdict } = await write({ ...row, digest })`,
            `void write({ ...row, digest }).catch(() => {})
  const { callbackId, verdict } = { callbackId: '1', verdict: 'accepted' } as InsertedCallback`,
          ),
        ],
        tests: [test('inbox', 'stores each delivery before it answers')],
      },
      {
        name: 'callback: a connection that was idle is asked before it is used',
        edits: [
          source(
            'storage/checked-pool.ts',
            `#wasIdle(client: PoolClient): boolean {`,
            `#wasIdle(client: PoolClient): boolean {\n    return false`,
          ),
        ],
        tests: [test('suspended/suspended', 'stores every callback and starts every order, once')],
      },
      {
        name: 'transaction: begin is repeated on a new connection',
        shows: 'ECONNRESET',
        edits: [source('storage/database.ts', `if (!mayRepeat || !died`, `if (mayRepeat || !died`)],
        tests: [test('dead-connections', 'costs no transaction, because its begin is repeated')],
      },
      {
        name: 'callback: own connections',
        edits: [
          source(
            'services/callbacks/receive-callback.ts',
            `insertAccepted(context.callbackDatabase, callbacks`,
            `insertAccepted(context.database, callbacks`,
          ),
        ],
        tests: [test('pools', 'stores and answers a callback while every other connection waits for a lock')],
      },
      {
        name: 'callback: the pools of a replica share no connections',
        edits: [
          source(
            'create-context.ts',
            `callbackDatabase: createDatabase(pools.callbacks, keys)`,
            `callbackDatabase: createDatabase(pools.main, keys)`,
          ),
        ],
        tests: [test('pools', 'stores and answers a callback while every other connection waits for a lock')],
      },
      {
        name: 'callback: handlers have connections of their own',
        edits: [
          source(
            'create-context.ts',
            `handlerDatabase: createDatabase(pools.handlers, keys,`,
            `handlerDatabase: createDatabase(pools.main, keys,`,
          ),
        ],
        shows: 'The database failed (no connection)',
        tests: [test('pools', 'reads an order while a handler runs, with max: 1')],
      },
      {
        name: 'callback: a repeated body is a duplicate (callbacksByDigest)',
        edits: [
          schema('callbacks', `create unique index "callbacksByDigest"`, `create index "callbacksByDigest"`),
          source(
            'storage/callbacks/received-callbacks.ts',
            `      on conflict ("digest") where "verdict" = 'accepted' do nothing\n`,
          ),
        ],
        tests: [test('inbox', 'stores each delivery before it answers')],
      },
      {
        name: 'callback: its bytes are those of the call',
        edits: [
          edit(
            'packages/contract/src/received-request.ts',
            `new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice()`,
            `new Uint8Array(body.buffer, body.byteOffset, body.byteLength)`,
          ),
        ],
        tests: [test('reused-arguments', 'has the callback stored that it passed in')],
      },
      {
        name: 'callback: a verdict that is known',
        edits: [schema('callbacks', ` check ("verdict" in ('accepted', 'duplicate', 'refused'))`)],
        tests: [test('constraints', 'a callback with a verdict that is not known')],
      },
      {
        name: 'callback: committed on the disk',
        edits: [
          source(
            'storage/callbacks/received-callbacks.ts',
            `from \${source[count]}`,
            `from \${source[count]}, (select set_config('synchronous_commit', 'off', true)) as async_commit`,
          ),
        ],
        tests: [test('async-commit', 'commits synchronously')],
      },
      {
        name: 'callback: done when the order shows what it reports',
        edits: [
          source(
            'workers/callbacks/process-callbacks.ts',
            `if (!isApplied(order, reported, !unanswered))`,
            `if (!row)`,
          ),
        ],
        tests: [test('callback-outcomes', 'is kept while a lagging status does not show the payment')],
      },
      {
        name: 'callback: a failed attempt keeps it due',
        edits: [
          source(
            'storage/callbacks/callbacks.ts',
            `"error" = $2, "reason" = null, "dueAtMs" = $3, "leasedUntil" = null where`,
            `"error" = $2, "reason" = null, "dueAtMs" = case when $3::bigint is null then null end, "leasedUntil" = null where`,
          ),
        ],
        tests: [test('callback-outcomes', 'is kept while the status check fails, and applied')],
      },
      {
        name: 'callback: only its holder marks it',
        edits: [
          source(
            'storage/callbacks/callbacks.ts',
            '"leaseToken" = any($1::bigint[]) and "leasedUntil" is not null',
            '"leaseToken" = any($1::bigint[])',
          ),
        ],
        tests: [test('attacks/callbacks-before-orders', 'a repetition that is answered during the last attempt')],
      },
      {
        name: 'callback: one that was foreign is due again when its order is stored (requeueForeign)',
        edits: [
          schema(
            'callbacks',
            `create trigger "requeueForeign" after insert on galla.orders for each row execute function galla."requeueForeign"();`,
          ),
        ],
        tests: [
          test('attacks/callbacks-before-orders', 'a refund that a callback reported before its order was stored'),
        ],
      },
      {
        name: 'callback: a repetition makes one that was given up due again',
        edits: [
          source(
            'storage/callbacks/received-callbacks.ts',
            `const busy = others.length > 0 ? await requeueForeign(on, others) : new Set()`,
            `const busy = others.length < 0 ? await requeueForeign(on, others) : new Set()`,
          ),
        ],
        tests: [test('attacks/callbacks-before-orders', 'a repetition that is answered during the last attempt')],
      },
      {
        name: 'callback: a repetition of one that is held is not acknowledged',
        edits: [
          source(
            'services/callbacks/receive-callback.ts',
            `  if (verdict === 'busy')
    throw new GatewayError('BUSY', 'The callback that this one repeats is being changed: send it again')\n`,
          ),
        ],
        tests: [test('attacks/held-locks', 'callbacks are received while')],
      },
      {
        name: 'callback: an unsigned one is refused',
        edits: [
          source(
            'services/callbacks/receive-callback.ts',
            `    return refuse(context, delivery, refusal, mayRecord())`,
            `    callback = { ...JSON.parse(new TextDecoder().decode(delivery.body)), kind: 'unknown', verifiedBy: { mode: 'classic', username: '' } }`,
          ),
        ],
        tests: [test('inbox', 'POST /callbacks with an invalid request')],
      },
      {
        name: 'callback: a hint does not decide an order',
        edits: [
          source('domain/orders/observations.ts', 'return status ?? trusted', 'return status ?? callback ?? trusted'),
        ],
        tests: [test('inbox', 'leaves the order to the poller when the status check after a callback fails')],
      },
    ],
  },
  {
    row: 'No acknowledged callback is lost with the machine of the database',
    mutations: [
      {
        name: 'failover: the commit of a callback waits for the standby',
        edits: [
          source(
            'storage/callbacks/received-callbacks.ts',
            `from \${source[count]}`,
            `from \${source[count]}, (select set_config('synchronous_commit', 'off', true)) as async_commit`,
          ),
        ],
        tests: [test('failover', 'acknowledge a callback only when the standby has it')],
      },
    ],
  },
]
