import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../src/storage/database.ts'
import { beginOpening } from '../src/storage/orders/order-openings.ts'
import { markSending, readRefund, saveNextRefundPoll, saveRefund } from '../src/storage/refunds/refunds.ts'
import { seedOrder, seedRefund } from './helpers/seed.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

const AT_MS = 1_700_000_000_000

let test: TestDatabase
let database: Database
beforeAll(async () => {
  test = await startTestDatabase()
  database = test.database
})
beforeEach(() => test.clear())
afterAll(() => test.end())

describe('beginOpening, whatever its caller has read before', () => {
  const unsent = { merchantOrderId: 'one', reference: 'cart-7', checkout: 'CUSTOM', state: 'CREATED', sentAtMs: null }
  const opening = {
    merchantOrderId: 'one',
    sentAtMs: AT_MS,
    sendByMs: AT_MS + 1,
    expiresAtMs: AT_MS + 2,
    nextPollAtMs: AT_MS + 3,
  }

  it('lets one of two callers at the same time send the request', async () => {
    await seedOrder(database, unsent)
    const rows = await Promise.all([beginOpening(database, opening), beginOpening(database, opening)])
    expect(rows.filter((row) => row !== undefined)).toMatchObject([{ merchantOrderId: 'one', sentAtMs: AT_MS }])
  })

  it.each([
    ['begins no order that was sent', { sentAtMs: AT_MS - 1 }],
    ['begins no order that is closed', { state: 'FAILED' }],
    ['begins no order that needs review', { needsReview: { reason: 'contradiction', findings: [], sinceMs: AT_MS } }],
  ])('%s', async (_words, columns) => {
    await seedOrder(database, { ...unsent, ...columns })
    expect(await beginOpening(database, opening)).toBeUndefined()
  })

  it('begins no order of a paid reference', async () => {
    await seedOrder(database, unsent)
    await seedOrder(database, { merchantOrderId: 'paid', reference: 'cart-7', state: 'COMPLETED' })
    expect(await beginOpening(database, opening)).toBeUndefined()
  })
})

const keyOf = async (merchantRefundId: string) => (await readRefund(database, merchantRefundId))?.id ?? 0

describe('markSending, whatever its caller has read before', () => {
  const held = { merchantRefundId: 'r-1', merchantOrderId: 'paid', state: 'REQUESTED', leaseToken: 7 }
  const mark = async (leaseToken: number) =>
    markSending(database, { id: await keyOf('r-1'), leaseToken }, { nowMs: AT_MS, leaseMs: 120_000 })
  beforeEach(() => seedOrder(database, { merchantOrderId: 'paid', state: 'COMPLETED' }))

  it('marks a refund of the own lease as in doubt, counts the request, extends the lease and makes answers from before outdated', async () => {
    await seedRefund(database, held)
    expect(await mark(7)).toBe(true)
    const text = `select "inDoubt", "attempts", "version", "leasedUntil" > clock_timestamp() + interval '100 s' as "held" from galla.refunds`
    expect((await database.query({ text })).rows).toEqual([{ inDoubt: true, attempts: 1, version: 2, held: true }])
  })

  it.each([
    ['marks no refund of another lease', { leaseToken: 8 }],
    ['marks no refund that the provider has reported', { state: 'PENDING' }],
    [
      'marks no refund that needs review',
      { needsReview: { reason: 'undecided', sinceMs: AT_MS, ours: { state: 'REQUESTED', amount: 1 } } },
    ],
    ['marks no refund that was refused', { refusal: { meaning: 'unclear', atMs: AT_MS } }],
    ['marks no refund that waits for approval', { approval: 'waiting', approveByMs: AT_MS, requestedById: 'u1' }],
  ])('%s', async (_words, columns) => {
    await seedRefund(database, { ...held, ...columns })
    expect(await mark(7)).toBe(false)
  })
})

describe('the lease of a refund', () => {
  const NEXT = { nextPollAtMs: AT_MS }
  const isHeld = async () => {
    const text = `select "leasedUntil" is not null as "held" from galla.refunds`
    return (await database.query<{ held: boolean }>({ text })).rows[0]?.held
  }

  it.each<[string, (leaseToken: number | undefined) => Promise<void>]>([
    ['a next poll', async (leaseToken) => saveNextRefundPoll(database, await keyOf('r-1'), { ...NEXT, leaseToken })],
    [
      'an observation',
      async (leaseToken) => {
        const refund = await readRefund(database, 'r-1')
        if (refund) await saveRefund(database, refund, AT_MS, { ...NEXT, leaseToken })
      },
    ],
  ])('is ended by its holder only, when %s is saved', async (_words, save) => {
    await seedOrder(database, { merchantOrderId: 'paid', state: 'COMPLETED' })
    const leasedUntil = new Date(Date.now() + 600_000)
    const leased = { merchantRefundId: 'r-1', merchantOrderId: 'paid', leaseToken: 7, leasedUntil }
    await seedRefund(database, leased)
    // Somebody without a lease, a process whose lease is over, and the holder.
    const held: unknown[] = []
    for (const leaseToken of [undefined, 6, 7]) {
      await save(leaseToken)
      held.push(await isHeld())
    }
    expect(held).toEqual([true, true, false])
  })
})
