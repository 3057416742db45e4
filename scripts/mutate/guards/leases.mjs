import { schema, source, test } from './edit.mjs'

/** @type {import('../guards.mjs').Guarantee[]} */
export const leases = [
  {
    row: 'A refund is paid out at most once.',
    rule: 'One request in flight per refund and per order, across processes: a lease with a fencing token, taken before and kept while sending.',
    mutations: [
      {
        name: 'lease: a row that another process holds is not claimed',
        edits: [
          source(
            'storage/leases.ts',
            `where "\${due}" <= $1 and \${FREE} and \${where}`,
            `where "\${due}" <= $1 and \${where}`,
          ),
        ],
        tests: [
          test('refund-sending', 'has one request in flight'),
          test('replicas', 'three replicas poll each order once'),
        ],
      },
      {
        name: 'lease: a row that is being claimed is skipped',
        edits: [
          source(
            'storage/leases.ts',
            `order by "\${due}", "\${key}" limit $3 for no key update skip locked)
      returning`,
            `order by "\${due}", "\${key}" limit $3)
      returning`,
          ),
        ],
        tests: [test('lease-renewal', 'leaves a row that another process is claiming alone')],
      },
      {
        name: 'lease: each claim has a new token',
        edits: [
          source(
            'storage/leases.ts',
            `set "leaseToken" = galla."nextLeaseToken"(), "leasedUntil"`,
            `set "leaseToken" = coalesce("leaseToken", galla."nextLeaseToken"()), "leasedUntil"`,
          ),
        ],
        tests: [test('refund-sending', 'leaves the refund to the process that')],
      },
      {
        name: 'lease: no token is given again after a crash',
        edits: [
          schema(
            'workers',
            `select ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1577836800000) * 4096 + (nextval('galla."leaseTokens"') & 4095)`,
            `select nextval('galla."leaseTokens"')`,
          ),
        ],
        tests: [test('lease-renewal', 'gives no token again')],
      },
      {
        name: 'lease: two claims of one millisecond have two tokens',
        edits: [schema('workers', ` * 4096 + (nextval('galla."leaseTokens"') & 4095)`, ` * 4096`)],
        tests: [test('lease-renewal', 'gives each of many rows')],
      },
      {
        name: 'lease: it is renewed while the work takes long',
        edits: [
          source(
            'storage/leases.ts',
            `set "leasedUntil" = greatest("leasedUntil", clock_timestamp() + $2::float8 * interval '1 millisecond') from`,
            `set "leasedUntil" = case when $2::float8 is null then null else "leasedUntil" end from`,
          ),
        ],
        tests: [test('lease-renewal', 'renews the leases of long deliveries')],
      },
      {
        name: 'lease: only its holder ends it',
        edits: [
          source(
            'storage/refunds/refunds.ts',
            `"leasedUntil" = case when "leaseToken" = \${token}::bigint then null else "leasedUntil" end`,
            `"leasedUntil" = case when \${token}::bigint is not null then null::timestamptz end`,
          ),
        ],
        tests: [test('send-claims', 'is ended by its holder only, when')],
      },
    ],
  },
]
