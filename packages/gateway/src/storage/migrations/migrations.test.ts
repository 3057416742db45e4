import { describe, expect, it } from 'vitest'
import { pendingSteps } from '../schema-version.ts'
import { longLocksOf } from './lock-rules.ts'
import { MIGRATIONS, type Migration, type Step } from './migrations.ts'
import { problemsOf } from './rules.ts'

const after = (migration: Partial<Migration>): readonly Migration[] => [
  ...MIGRATIONS,
  { version: MIGRATIONS.length + 1, name: 'next', compatibleFrom: 1, steps: [], ...migration },
]

describe('MIGRATIONS', () => {
  it('expand first and contract a release later', () => expect(problemsOf(MIGRATIONS)).toEqual([]))

  it.each<[string, Partial<Migration>]>([
    ['a gap', { version: MIGRATIONS.length + 2 }],
    ['a removal that the release before would notice', { compatibleFrom: MIGRATIONS.length + 1 }],
    ['a dropped column in an expansion', { steps: [{ sql: 'alter table galla.orders drop column "utr"' }] }],
    ['another type in an expansion', { steps: [{ sql: 'alter table galla.orders alter column "utr" type bigint' }] }],
    [
      'two tables in a step',
      {
        steps: [{ sql: 'alter table galla.orders add column "a" text; alter table galla.refunds add column "a" text' }],
      },
    ],
    [
      'a trigger on a second table',
      {
        steps: [
          {
            sql: 'alter table galla.orders add column "a" text; create trigger "t" before insert on galla.refunds execute function f()',
          },
        ],
      },
    ],
    ['two locks', { steps: [{ sql: 'lock table galla.orders, galla.refunds' }] }],
    ['an index that locks its table', { steps: [{ sql: 'create index "x" on galla.orders ("utr")' }] }],
  ])('would fail this test with %s', (_, migration) => {
    expect(problemsOf(after(migration))).toHaveLength(1)
  })

  it.each<Partial<Migration>>([
    { steps: [{ sql: 'alter table galla.orders add column "fee" bigint not null default 0' }] },
    { steps: [{ index: 'x', on: 'galla.orders ("utr")' }] },
    { steps: [{ batch: 'update galla.orders set "fee" = 0 where "fee" is null' }] },
    {
      steps: [
        {
          sql: 'lock table galla.orders; lock table galla.refunds in access exclusive mode nowait; alter table galla.orders add column "a" text',
        },
      ],
    },
  ])('may expand: %o', (migration) => expect(problemsOf(after(migration))).toEqual([]))
})

describe('a migration holds up no statement for more than a second', () => {
  const stepsOf = (...steps: readonly Step[]) => longLocksOf(after({ steps }))
  const orders = (action: string) => ({ sql: `alter table galla.orders ${action}` })

  it('as those of this release do not', () => expect(longLocksOf(MIGRATIONS)).toEqual([]))

  it.each([
    ['a constraint that is checked at once', orders('add constraint "c" check ("fee" >= 0)')],
    [
      'a constraint beside another',
      orders('add constraint "c" check ("a" > 0) not valid, add constraint "d" check ("b" > 0)'),
    ],
    ['a constraint without a name', orders('add foreign key ("fee") references galla.fees')],
    ['a unique constraint that builds its index', orders('add constraint "c" unique ("fee")')],
    ['a check of a new column', orders('add column "fee" bigint check ("fee" >= 0)')],
    ['a reference of a new column', orders('add column "a" text, add column "fee" text references galla.fees')],
    ['a validation under the lock of another alteration', orders('validate constraint "c"')],
    ['a default that differs between rows', orders('add column "token" uuid default gen_random_uuid()')],
    ['a generated column', orders('add column "double" bigint generated always as ("amount" * 2) stored')],
    ['another type', orders('alter column "utr" type bigint')],
    ['a column that is not null, without a proof', orders('alter column "utr" set not null')],
    ['an update of all rows', { sql: 'update galla.orders set "fee" = 0' }],
    [
      'an update behind an alteration',
      { sql: 'alter table galla.orders add column "a" text; delete from galla.calls' },
    ],
    ['a block', { sql: 'do $$ begin update galla.orders set "fee" = 0; end $$' }],
    ['a limit of its own', { sql: 'alter table galla.orders add column "a" text', limitMs: 30_000 }],
  ])('would fail this test with %s', (_, step) => expect(stepsOf(step)).toHaveLength(1))

  it('would fail this test with a column that is set not null by the statement that drops the proof', () => {
    const proof = orders('add constraint "c" check ("fee" is not null) not valid')
    const both = orders('alter column "fee" set not null, drop constraint "c"')
    expect(stepsOf(proof, { validate: 'c', on: 'galla.orders' }, both)).toHaveLength(1)
  })

  it.each<[string, readonly Step[]]>([
    ['a column with a constant default', [orders(`add column "fee" bigint not null default 0`)]],
    ['a column with the time of the migration', [orders('add column "seenAt" timestamptz default now()')]],
    [
      'a constraint that is validated later, and then proves that a column is not null',
      [
        orders('add constraint "c" check ("fee" is not null) not valid'),
        { validate: 'c', on: 'galla.orders' },
        orders('alter column "fee" set not null'),
        orders('drop constraint "c"'),
      ],
    ],
    ['a unique constraint of an index', [orders('add constraint "c" unique using index "ordersByFee"')]],
    [
      'a new table, and a function that updates',
      [
        {
          sql: `create table galla.fees ("id" uuid primary key default gen_random_uuid(), "a" text check ("a" <> ';'));
            create function galla."f"() returns trigger language plpgsql as $$ begin update galla.orders set "fee" = 0; end $$`,
        },
      ],
    ],
  ])('may have %s', (_, steps) => expect(stepsOf(...steps)).toEqual([]))
})

describe('pendingSteps', () => {
  const [a, b, c] = [{ sql: 'select 1' }, { sql: 'select 2' }, { index: 'i', on: 'galla.orders ("a")' }]
  const migrations: readonly Migration[] = [
    { version: 1, name: 'one', compatibleFrom: 1, steps: [a] },
    { version: 2, name: 'two', compatibleFrom: 1, steps: [b, c] },
  ]
  const stored = (version: number, name: string, steps: number, finished: boolean, compatibleFrom = 1) => ({
    version,
    name,
    steps,
    finished,
    compatibleFrom,
  })
  const at = (rows: Parameters<typeof pendingSteps>[0]) =>
    pendingSteps(rows, migrations).map((pending) => `${pending.migration.version}.${pending.at}`)

  it('are all those of an empty database, and those after the last one that is done', () => {
    expect(at([])).toEqual(['1.0', '2.0', '2.1'])
    expect(at([stored(1, 'one', 1, true)])).toEqual(['2.0', '2.1'])
    expect(at([stored(1, 'one', 1, true), stored(2, 'two', 1, false)])).toEqual(['2.1'])
    expect(at([stored(1, 'one', 1, true), stored(2, 'two', 2, true)])).toEqual([])
  })

  it('ignore a newer schema that this release can run beside, and refuse another', () => {
    const current = [stored(1, 'one', 1, true), stored(2, 'two', 2, true)]
    expect(at([...current, stored(3, 'three', 1, true, 2)])).toEqual([])
    expect(() => at([...current, stored(3, 'three', 0, false, 3)])).toThrow(/schema version 3/)
    expect(() => at([...current, stored(3, 'three', 1, true, 3), stored(4, 'four', 1, true, 3)])).toThrow(
      /schema version 4.*from schema version 3 on/,
    )
  })
})
