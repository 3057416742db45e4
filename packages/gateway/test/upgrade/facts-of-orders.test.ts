import type { Pool } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { reduceOrder } from '../../src/domain/orders/reduce.ts'
import { DEFAULT_POLICY } from '../../src/domain/policy.ts'
import { reduceRefund } from '../../src/domain/refunds/reduce.ts'
import { createDatabase, type Database } from '../../src/storage/database.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { readOrders } from '../../src/storage/orders/orders.ts'
import { openPool } from '../../src/storage/pool.ts'
import { dataKeys } from '../../src/storage/privacy/data-keys.ts'
import { refundsOfOrders } from '../../src/storage/refunds/refunds.ts'
import { setupDatabases } from '../helpers/template-databases.ts'
import { MIGRATIONS_FROM_OLD, OLD_KEY, rebindRefunds, restoreOldRelease, STOPPED_AT_MS } from './old-release.ts'

const { createEmptyDatabase } = setupDatabases()

type Row = { readonly [column: string]: unknown }

describe('a migrated order or refund', () => {
  let pool: Pool
  let database: Database
  beforeAll(async () => {
    pool = openPool({ ...(await createEmptyDatabase()), max: 4 }, () => {})
    database = createDatabase(pool, dataKeys([OLD_KEY]))
    await restoreOldRelease(pool)
    await migrate(pool, { migrations: MIGRATIONS_FROM_OLD })
    await rebindRefunds(pool, [OLD_KEY])
    return () => pool.end()
  }, 30_000)
  const read = async (text: string) => (await pool.query<Row>(text)).rows

  it('knows of each order what became of its request', async () => {
    const openings =
      await read(`select "opening", string_agg("merchantOrderId", ' ' order by "merchantOrderId") as "ids" from galla.orders
      where "opening" <> 'sent' group by 1 order by 1`)
    expect(openings).toEqual([
      { opening: 'cancelled', ids: 'given-up-cancelled' },
      { opening: 'never-opened', ids: 'given-up-opened' },
      { opening: 'never-sent', ids: 'given-up-unsent unsent' },
      { opening: 'refused', ids: 'given-up-refused' },
      { opening: 'sending', ids: 'now-sending' },
      { opening: 'unknown', ids: 'id-in-use unknown' },
      { opening: 'unsent', ids: 'now-unsent' },
    ])
  })

  it.each<[string, Row[]]>([
    ['fulfilled', [{ state: 'COMPLETED', amount: 49_900, booked: 49_900 }]],
    [
      'without-attempts',
      [{ transactionId: 'order:without-attempts', state: 'COMPLETED', amount: 49_900, booked: 49_900 }],
    ],
    ['short', [{ transactionId: 'SH-1', state: 'COMPLETED', amount: 40_000 }]],
    ['unreadable-amount', [{ transactionId: 'UA-1', state: 'COMPLETED' }]],
    ['repriced', [{ transactionId: 'RP-1', amount: 60_000, otherAmounts: [49_900], booked: 49_900 }]],
    [
      'twice',
      [
        { transactionId: 'TW-1', amount: 49_900 },
        { transactionId: 'TW-2', amount: 49_900 },
      ],
    ],
    [
      'twice-later',
      [
        { transactionId: 'TL-1', booked: 49_900 },
        { transactionId: 'TL-2', amount: 49_900 },
      ],
    ],
    ['twice-unnamed', [{ transactionId: 'TU-1' }, { transactionId: 'unnamed:twice-unnamed:2', amount: 30_000 }]],
    ['thrice-unnamed', [{ transactionId: 'HU-1', amount: 49_900 }]],
    [
      'accepted',
      [
        { transactionId: 'AC-1', booked: 49_900 },
        { transactionId: 'AC-2', booked: 49_900 },
      ],
    ],
    ['accepted-third', [{ booked: 49_900 }, { booked: 49_900 }, { transactionId: 'AT-3', amount: 49_900 }]],
    [
      'accepted-unnamed',
      [
        { transactionId: 'AU-1', booked: 49_900 },
        { transactionId: 'unnamed:accepted-unnamed:2', amount: 30_000 },
      ],
    ],
    ['accepted-unnamed-2', [{ transactionId: 'AV-1', booked: 49_900 }]],
    [
      'accepted-unreadable',
      [
        { transactionId: 'AX-1', booked: 49_900 },
        { transactionId: 'AX-2', booked: 0 },
      ],
    ],
    [
      'accepted-repriced',
      [{ booked: 49_900 }, { transactionId: 'AP-2', amount: 70_000, otherAmounts: [49_900], booked: 49_900 }],
    ],
    ['accepted-raised', [{ booked: 49_900 }, { transactionId: 'AS-2', amount: 70_000, booked: 70_000 }]],
    ['accepted-taken-back', [{ booked: 49_900 }, { transactionId: 'AB-2', state: 'FAILED', booked: 49_900 }]],
    [
      'accepted-failed',
      [
        { transactionId: 'AF-1', booked: 49_900 },
        { transactionId: 'AF-2', booked: 49_900 },
      ],
    ],
  ])('has the payments of the order %s as facts', async (id, payments) => {
    const [order] = await readOrders(database, [id])
    const named = order?.attempts.filter(({ state, booked }) => state === 'COMPLETED' || booked !== undefined) ?? []
    const fields = ['transactionId', 'state', 'amount', 'otherAmounts', 'booked'] as const
    const facts = named.map((one) =>
      Object.fromEntries(fields.filter((name) => name in one).map((name) => [name, one[name]])),
    )
    expect(facts).toMatchObject(payments)
    for (const name of ['otherAmounts', 'booked'])
      expect(
        facts.map((fact) => name in fact),
        name,
      ).toEqual(payments.map((payment) => name in payment))
  })

  it('asks about the same when nothing new is observed', async () => {
    const ids = (await read('select "merchantOrderId" as "id" from galla.orders')).map(({ id }) => String(id))
    const orders = await readOrders(database, ids)
    for (const order of orders) {
      const nowMs = order.updatedAtMs
      const { order: next } = reduceOrder(order, [{ kind: 'redirect', atMs: nowMs }], { nowMs }, DEFAULT_POLICY)
      expect(next.needsReview, order.merchantOrderId).toEqual(order.needsReview)
      expect(next.state, order.merchantOrderId).toBe(order.state)
    }
    for (const refund of await refundsOfOrders(database, ids)) {
      const observed = { kind: 'status-failed', unknownRefund: false } as const
      const { needsReview, merchantRefundId, state } = refund
      const surroundings = { nowMs: refund.updatedAtMs, available: needsReview?.ours.availableAmount ?? refund.amount }
      const { refund: next } = reduceRefund(refund, observed, surroundings)
      expect(next.needsReview?.reason, merchantRefundId).toBe(needsReview?.reason)
      expect(next.needsReview?.theirs, merchantRefundId).toEqual(needsReview?.theirs)
      // It did not fit, so it counted nothing. Money that has left counts from now on.
      expect(next.state, merchantRefundId).toBe(merchantRefundId === 'r-corrected' ? 'COMPLETED' : state)
    }
  })

  it('makes the keys of findings as the rules make them', async () => {
    const keys =
      await read(`select "merchantOrderId" as "id", jsonb_path_query_array("needsReview", '$.findings[*].key') as "keys" from galla.orders
      where "needsReview" is not null order by 1`)
    const found = Object.fromEntries(keys.map(({ id, keys }) => [id, keys]))
    expect(found).toMatchObject({
      'accepted-repriced': ['short-payment:AP-2:49900:70000'],
      'accepted-taken-back': ['contradiction:AB-2'],
      'accepted-third': ['paid-twice:AT-1:AT-2:AT-3'],
      'accepted-unnamed': ['paid-twice:AU-1:unnamed:accepted-unnamed:2'],
      'amount-mismatch': ['amount-mismatch:100'],
      'amount-unstated': ['amount-mismatch:unstated'],
      'currency-mismatch': ['currency-mismatch:USD'],
      'days-undecided': ['undecided'],
      'doubted-open': ['undecided:COMPLETED'],
      'doubted-review': ['undecided:COMPLETED'],
      'failed-but-paid': ['contradiction:order:FP-1'],
      'id-in-use': ['id-in-use'],
      'late-failed': [expect.stringMatching(/^automatic-refund-failed:late-failed-late:\d+$/)],
      'order-id-mismatch': ['order-id-mismatch:OMO-other'],
      repriced: ['short-payment:RP-1:49900:60000'],
      short: ['short-payment:SH-1:40000'],
      'taken-back': ['contradiction:order'],
      twice: ['paid-twice:TW-1:TW-2'],
      'unknown-state': ['unknown-state:REVERSED'],
      'unreadable-amount': ['short-payment:UA-1:?'],
      'wrong-order': ['wrong-order:somebody-else'],
      'wrong-order-unnamed': ['wrong-order:unnamed'],
    })
    const resolved = await read(
      `select "merchantOrderId" as "id", "resolvedFindings" as "keys" from galla.orders where "resolvedFindings" is not null order by 1`,
    )
    expect(resolved).toEqual([
      { id: 'doubted-waived', keys: ['undecided:COMPLETED'] },
      { id: 'repriced-resolved', keys: ['short-payment:RR-1:49900:60000'] },
    ])
  })

  it('knows when the request of a refund in doubt left, at the latest', async () => {
    const underWay = await read(
      `select "merchantRefundId" as "id", "underWaySinceMs" from galla.refunds where "underWaySinceMs" is not null or "inDoubt" order by 1`,
    )
    expect(underWay).toEqual(
      ['gone-open', 'now-lost', 'now-refused', 'r-doubt', 'r-order-unknown', 'r-refused'].map((id) => ({
        id,
        underWaySinceMs: STOPPED_AT_MS,
      })),
    )
  })
})
