import { domainTest, source, test } from './edit.mjs'

/** @type {import('../guards.mjs').Guarantee[]} */
export const clocks = [
  {
    row: 'Replicas agree on what is due and on deadlines, however wrong their clocks are',
    rule: 'Lateness is judged by the provider’s clock, leases by the database’s clock, never by a replica’s.',
    mutations: [
      {
        name: 'clock: that of the database',
        edits: [
          source(
            'workers/database-clock.ts',
            `    if (aheadMs < leastMs) aheadMs = Math.round(leastMs + withinMs)
    if (aheadMs > mostMs) aheadMs = Math.round(mostMs - withinMs)\n`,
          ),
        ],
        tests: [
          {
            file: 'packages/gateway/src/workers/database-clock.test.ts',
            test: 'keeps its offset when the database does not answer',
          },
        ],
      },
      {
        name: 'clock: measured before the first use',
        edits: [source('create-context.ts', `  await ours.measure()\n`)],
        tests: [test('clocks', 'does not close an order that can still be paid')],
      },
      {
        name: 'clock: the monotonic clock in between',
        edits: [
          source(
            'workers/database-clock.ts',
            `const now = () => Math.floor(monotonicMs() + aheadMs)`,
            `const startedMs = local.now() - monotonicMs()
  const now = () => Math.floor(local.now() - startedMs + aheadMs)`,
          ),
        ],
        tests: [
          {
            file: 'packages/gateway/src/workers/database-clock.test.ts',
            test: 'of a machine that was suspended moves forward with the next measurement',
          },
        ],
      },
      {
        name: 'clock: measured every ten seconds',
        edits: [source('workers/database-clock.ts', `        await measure().catch(() => {})\n`)],
        tests: [
          {
            file: 'packages/gateway/src/workers/database-clock.test.ts',
            test: 'are made every ten seconds, until they are stopped',
          },
        ],
      },
      {
        name: 'lease: it ends by the database’s clock',
        edits: [
          source(
            'storage/leases.ts',
            '"leasedUntil" <= clock_timestamp())`',
            '"leasedUntil" <= to_timestamp($1::bigint / 1000.0))`',
          ),
        ],
        tests: [test('replicas', 'three replicas send as many status checks per order')],
      },
      {
        name: 'late: by the provider’s times',
        edits: [
          source(
            'domain/orders/decide.ts',
            `return expireAt !== undefined && paidAtMs > expireAt`,
            `return paidAtMs > (order.expiresAtMs ?? 0)`,
          ),
        ],
        tests: [domainTest('orders/reduce', 'is not late by an expiry that the provider did not state')],
      },
    ],
  },
  {
    row: 'The rules above do not depend on what an administrator set for the role or the database',
    mutations: [
      ...[
        ['default_transaction_isolation', `'read committed'`],
        ['array_nulls', `'on'`],
        ['standard_conforming_strings', `'on'`],
        ['idle_session_timeout', '0'],
      ].map(([name, value]) => ({
        name: `setting: ${name}`,
        edits: [source('storage/pool.ts', `    ${name}: ${value},\n`)],
        tests: [test('database-settings', name)],
      })),
      ...[
        ['statement_timeout', 'statementMs'],
        ['lock_timeout', 'lockMs'],
        ['idle_in_transaction_session_timeout', 'idleTransactionMs'],
      ].map(([name, limit]) => ({
        name: `setting: ${name}`,
        edits: [source('storage/pool.ts', `    ${name}: Math.ceil(${limit}),\n`)],
        tests: [test('pools', 'limits statements, locks and idle transactions on every connection')],
      })),
      {
        name: 'setting: transaction_timeout',
        edits: [
          source(
            'storage/pool.ts',
            `set_config('transaction_timeout', '0', false)`,
            `current_setting('transaction_timeout')`,
          ),
        ],
        tests: [test('database-settings', 'transaction_timeout')],
      },
      {
        name: 'setting: transactions are read committed',
        edits: [source('storage/database.ts', `begin isolation level read committed`, `begin`)],
        tests: [test('database-settings', 'a handler’s transaction is read committed, whatever the merchant sets')],
      },
      {
        name: 'setting: a connection is as it was opened after a handler',
        edits: [source('create-context.ts', `, renewHandlerConnection(server.config, policy.handlerLimitMs)`)],
        tests: [test('handler-isolation', 'what a handler cannot do')],
      },
    ],
  },
  {
    row: 'Two releases run side by side on the newer schema',
    rule: 'Old and new release run side by side on the new schema (expand, then contract); a release can be rolled back.',
    mutations: [
      {
        name: 'schema: a newer one that dropped what this release uses is refused',
        edits: [
          source(
            'storage/schema-version.ts',
            `  if (oldest <= own) return\n`,
            `  if (oldest <= own || newer.length > 0) return\n`,
          ),
        ],
        tests: [test('migrations', 'is refused when that schema dropped what it uses')],
      },
      {
        name: 'schema: a newer compatible one is not refused',
        edits: [
          source('storage/schema-version.ts', `  if (oldest <= own) return\n`, `  if (newer.length === 0) return\n`),
        ],
        tests: [test('migrations', 'starts when that schema is compatible with it')],
      },
      {
        name: 'schema: that of another program is refused',
        edits: [
          source('storage/schema-version.ts', `if (expected && expected.name !== name)`, `if (expected && !name)`),
        ],
        tests: [test('migrations', 'is refused when the same version has another name')],
      },
      {
        name: 'migration: one process at a time',
        edits: [source('storage/migrate.ts', `      await lock(client, waitMs)\n`)],
        tests: [test('opening', 'migrates an empty database once when several gateways start')],
      },
      {
        name: 'migration: a statement that a newer schema changed is prepared again',
        edits: [
          source(
            'storage/database.ts',
            `if (statement.name === undefined || !isStale(error)) throw error`,
            `if (statement.name === undefined || isStale(error)) throw error`,
          ),
        ],
        tests: [test('changed-columns', 'repeats a single statement whose column changed its type')],
      },
    ],
  },
]
