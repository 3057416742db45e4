import { expect, it } from 'vitest'
import { NO_TRACING } from '../observability/tracing.ts'
import type { Queries, Statement } from '../storage/database.ts'
import { NO_DATA_KEYS } from '../storage/privacy/data-keys.ts'
import { type DueWork, type JobContext, processDue } from './process-due.ts'

interface Row {
  readonly id: string
  readonly leaseToken: number
}

/** Rows that are due, a database that records statements, and timers that the test fires. */
function createQueue(ids: readonly string[], overrides: Partial<JobContext> = {}) {
  const due = [...ids]
  const claims: number[] = []
  const statements: Statement[] = []
  const timers: { ms: number; run: () => void }[] = []
  let token = 0
  const database: Queries = {
    dataKeys: NO_DATA_KEYS,
    query: async (statement) => {
      statements.push(statement)
      const tokens = statement.values?.[0] as number[]
      return { rows: tokens.map((leaseToken) => ({ leaseToken })) as never[], rowCount: tokens.length }
    },
  }
  const context = {
    database,
    clock: { now: () => 0 },
    closing: () => false,
    policy: { leaseMs: 30_000 },
    tracing: NO_TRACING,
    log: { info() {}, warn() {}, error() {} },
    after: (ms: number, run: () => void) => {
      timers.push({ ms, run })
      return () => {}
    },
    ...overrides,
  } as unknown as JobContext
  const work = (concurrency: number, run: (row: Row) => Promise<void>): DueWork<Row> => ({
    job: 'inbox',
    table: 'callbacks',
    concurrency,
    claim: async ({ limit }) => {
      claims.push(limit)
      return due.splice(0, limit).map((id) => {
        token += 1
        return { id, leaseToken: token }
      })
    },
    keyOf: ({ id }) => id,
    work: run,
    failed: () => {},
  })
  return { context, due, claims, statements, timers, work }
}

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}

it('lets no slow row delay the others, which share a claim', async () => {
  const { context, claims, work } = createQueue(['slow', ...Array.from({ length: 20 }, (_, n) => `row-${n}`)])
  const slow = gate()
  const done: string[] = []
  const all = gate()
  let running = 0
  let most = 0
  const processing = processDue(
    context,
    work(3, async ({ id }) => {
      running += 1
      most = Math.max(most, running)
      if (id === 'slow') await slow.opened
      else await Promise.resolve()
      running -= 1
      if (done.push(id) === 20) all.open()
    }),
  )
  await all.opened
  expect([done.includes('slow'), most, Math.max(...claims)]).toEqual([false, 3, 6])
  slow.open()
  expect(await processing).toBe(21)
  // 21 rows, and the claim that found no more.
  expect(claims.length).toBeLessThanOrEqual(6)
})

it('claims what becomes due while a row is slow, as soon as it is woken', async () => {
  const slow = gate()
  const late = gate()
  let wake = () => {}
  const wakes = { count: () => 0, next: () => new Promise<void>((resolve) => (wake = resolve)) }
  const { context, due, work } = createQueue(['slow'], { wakes } as never)
  const started = gate()
  const processing = processDue(
    context,
    work(3, async ({ id }) => {
      started.open()
      if (id === 'slow') await slow.opened
      else late.open()
    }),
  )
  await started.opened
  due.push('late')
  await new Promise(setImmediate)
  wake()
  await late.opened
  slow.open()
  expect(await processing).toBe(2)
})

it('renews the leases of rows in progress three times per lease', async () => {
  const { context, statements, timers, work } = createQueue(['one', 'two'])
  const slow = gate()
  const processing = processDue(
    context,
    work(2, () => slow.opened),
  )
  await new Promise(setImmediate)
  expect(timers.map(({ ms }) => ms)).toEqual([10_000])
  timers[0]?.run()
  await new Promise(setImmediate)
  expect(statements.at(-1)).toMatchObject({ name: 'renew-callbacks', values: [[1, 2], 30_000] })
  expect(timers).toHaveLength(2)
  slow.open()
  await processing
})

it('gives a row that is due again at once five turns, and then releases it', async () => {
  const { context, due, statements, work } = createQueue(['again', 'other'])
  const turns = { again: 0, other: 0 }
  const run = async ({ id }: Row) => {
    turns[id as 'again'] += 1
    if (id === 'again') due.push('again')
  }
  const shared = { ...context, turns: new Map<string, number>() }
  let runs = 0
  while ((await processDue(shared, work(2, run))) > 0) runs += 1
  expect(turns).toEqual({ again: 5, other: 1 })
  expect(runs).toBeLessThanOrEqual(5)
  expect(statements.at(-1)?.name).toBe('release-callbacks')
})

it('releases such a row after some seconds when the run of a worker does not end', async () => {
  const wakes = { count: () => 0, next: () => new Promise<void>((resolve) => setImmediate(resolve)) }
  const { context, due, statements, timers, work } = createQueue(['slow', 'again'], { wakes } as never)
  const slow = gate()
  let turns = 0
  const processing = processDue(
    context,
    work(2, async ({ id }) => {
      if (id === 'slow') return slow.opened
      turns += 1
      due.push('again')
    }),
  )
  for (let n = 0; n < 50; n += 1) await new Promise(setImmediate)
  expect(turns).toBe(5)
  due.push('again')
  timers.find(({ ms }) => ms === 5_000)?.run()
  for (let n = 0; n < 50; n += 1) await new Promise(setImmediate)
  expect(statements.map(({ name }) => name)).toEqual(['release-callbacks'])
  expect(turns).toBe(10)
  slow.open()
  await processing
})

it('claims nothing during a shutdown, releases what waits, and finishes what is in progress', async () => {
  let closing = false
  const { context, due, statements, work } = createQueue(['one', 'two', 'three'], { closing: () => closing })
  const slow = gate()
  const started = gate()
  const processing = processDue(
    context,
    work(1, () => {
      started.open()
      return slow.opened
    }),
  )
  await started.opened
  closing = true
  slow.open()
  expect(await processing).toBe(1)
  expect(due).toEqual(['three'])
  expect(statements.map(({ name, values }) => [name, values])).toEqual([['release-callbacks', [[2]]]])
})

it('finishes what is in progress and rejects when claiming fails', async () => {
  const { context, work } = createQueue(['one', 'two', 'three', 'four'])
  const slow = gate()
  let finished = false
  const due = work(2, async () => {
    await slow.opened
    finished = true
  })
  const claim = due.claim.bind(due)
  let claims = 0
  const processing = processDue(context, {
    ...due,
    claim: async (limits) => {
      claims += 1
      if (claims > 1) throw new Error('The database is away')
      return claim(limits)
    },
  })
  await new Promise(setImmediate)
  slow.open()
  await expect(processing).rejects.toThrow('The database is away')
  expect(finished).toBe(true)
})
