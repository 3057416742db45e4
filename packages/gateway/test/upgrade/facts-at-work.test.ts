import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, type Sandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContext } from '../../src/create-context.ts'
import { createGateway, type Gateway, type GatewaySettings, type OrderEvent } from '../../src/index.ts'
import { resolveReview } from '../../src/services/orders/console-orders.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { openPool } from '../../src/storage/pool.ts'
import { auditLedger } from '../helpers/audit-ledger.ts'
import { setupDatabases } from '../helpers/template-databases.ts'
import { CALLBACK_URL, CLIENT, SECRET } from '../helpers/test-gateway.ts'
import {
  MIGRATIONS_FROM_OLD,
  OLD_KEY,
  oldAnswers,
  rebindRefunds,
  restoreOldRelease,
  STOPPED_AT_MS,
  squash,
  writeOldProvider,
} from './old-release.ts'

const { createEmptyDatabase } = setupDatabases()
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * The refunded sums by the provider's statements, where the provider's own record differs: refunds of the dashboard in callbacks only, and
 * changed answers.
 */
const SAID: { readonly [merchantOrderId: string]: number } = {
  'o-x-done': 20_000,
  'o-x-both': 20_000,
  'o-x-too-much': 70_000,
  'o-r-corrected': 50_000,
  'o-r-amount-pending': 0,
}

describe('the gateway of today on a database of the release before', () => {
  const closing: (() => Promise<unknown>)[] = []
  const problems: unknown[] = []
  const handled: string[] = []
  let inReview: string[] = []
  let settings: GatewaySettings
  let pool: Pool
  let sandbox: Sandbox
  let gateway: Gateway

  beforeAll(async () => {
    const connection = await createEmptyDatabase()
    pool = openPool({ ...connection, max: 3 }, () => {})
    closing.push(() => pool.end())
    await restoreOldRelease(pool)
    await migrate(pool, { migrations: MIGRATIONS_FROM_OLD })
    await rebindRefunds(pool, [OLD_KEY])
    await squash(pool)
    const reviewed =
      await pool.query(`select "merchantOrderId" as "id" from galla.orders where "needsReview" is not null
      union all select coalesce("merchantRefundId", "refundId") from galla.refunds where "needsReview" is not null`)
    inReview = reviewed.rows.map(({ id }) => id)

    const folder = await mkdtemp(join(tmpdir(), 'galla-upgrade-'))
    closing.push(() => rm(folder, { recursive: true }))
    const state = join(folder, 'provider.jsonl')
    writeOldProvider(state)
    sandbox = createSandbox({
      state,
      clock: { frozen: true, startMs: STOPPED_AT_MS },
      tokenLifeSec: 315_360_000,
      callbacks: { url: CALLBACK_URL, mode: 'classic', ...SECRET },
      deliver: (url, init) => gateway.fetch(new Request(url, init)),
      sleep: async () => {},
    })
    closing.push(() => sandbox.close())
    const answers = oldAnswers()
    const fetch: typeof sandbox.fetch = async (url, init) => {
      const [, kind, id = ''] = /\/(order|refund)\/([^/]+)\/status/.exec(String(url)) ?? []
      const answer = kind && answers[kind as keyof typeof answers][id]
      return answer ? Response.json(answer) : sandbox.fetch(url, init)
    }
    const record =
      (name: string) =>
      ({ order }: OrderEvent) =>
        void handled.push(`${name} ${order.merchantOrderId}`)
    settings = {
      ...CLIENT,
      client: ({ tokenStore }) => new Galla({ ...CLIENT, clientVersion: 1, fetch, tokenStore }),
      callbackCredentials: SECRET,
      clock: sandbox.clock,
      database: connection,
      dataKeys: [OLD_KEY],
      refundControls: { approvalAbove: 30_000 },
      log: {
        info() {},
        warn() {},
        error: (fields: unknown, message: unknown) => void problems.push([message, fields]),
      },
      on: { 'order.completed': record('completed'), 'order.failed': record('failed') },
    }
    gateway = await createGateway(settings)
    closing.push(() => gateway.stop())
    const advance = async (ms: number) => {
      await sandbox.clock.advance(ms)
      await sandbox.idle()
      await gateway.runPendingJobs()
    }
    const open = await pool.query(
      `select "merchantRefundId" as "id" from galla.refunds where "state" in ('REQUESTED', 'PENDING', 'CONFIRMED')`,
    )
    // Those that were never sent, or end at the provider already, stay.
    for (const { id } of open.rows) await sandbox.simulateRefund(id, { outcome: 'SUCCESS' }).catch(() => {})
    await gateway.runPendingJobs()
    for (const ms of [
      ...Array(5).fill(MINUTE_MS),
      ...Array(4).fill(HOUR_MS),
      ...Array(4).fill(6 * HOUR_MS),
      ...Array(10).fill(DAY_MS),
    ])
      await advance(ms)
  }, 60_000)
  afterAll(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })
  const read = async (text: string) => (await pool.query(text)).rows

  it('does all due work without an error', () => {
    // A person is asked about a refund of the dashboard that was open for 14 days. Nothing else is.
    expect(problems).toEqual([
      ['Refund needs review', expect.objectContaining({ merchantRefundId: 'external:OMR-x2', reason: 'undecided' })],
    ])
  })

  it('decides what the provider decides, and fulfils no order again', () => {
    const completed = ['callback-due', 'doubted-open', 'doubted-review', 'undelivered-now']
    const failed = [
      'callback-failed',
      'days-undecided',
      'now-attempted',
      'now-pending',
      'now-sending',
      'now-unknown',
      'unknown',
    ]
    expect(handled.sort()).toEqual([...completed.map((id) => `completed ${id}`), ...failed.map((id) => `failed ${id}`)])
  })

  it('leaves in review what was in review, as long as the provider says the same', async () => {
    const left = await read(`select "merchantOrderId" as "id" from galla.orders where "needsReview" is not null
      union all select coalesce("merchantRefundId", "refundId") from galla.refunds where "needsReview" is not null`)
    const answered = [
      'callback-failed',
      'days-undecided',
      'doubted-open',
      'doubted-review',
      'unknown',
      'days-pending-r',
      'gone-open',
      'r-doubt',
    ]
    const before = inReview.filter((id) => !answered.includes(id))
    expect(left.map(({ id }) => id).sort()).toEqual([...before, 'OMR-x2'].sort())
  })

  it('has a ledger that agrees with the orders, the refunds and the provider, once persons have answered what is asked', async () => {
    const note = 'looked it up'
    await gateway.refunds.resolveReview('r-amount-pending', { decision: 'adopt-amount', note })
    await gateway.refunds.resolveReview('external:OMR-x5', { decision: 'completed', note })
    await gateway.refunds.resolveReview('r-corrected', { decision: 'accept', note })
    expect(await gateway.orders.get('o-x-too-much')).toMatchObject({ refundedAmount: 70_000, overdrawnAmount: 20_100 })
    const { context, stop } = await createContext(settings)
    await resolveReview(context, 'accepted-unnamed', { note })
    await stop()
    expect(await gateway.orders.get('accepted-unnamed')).toMatchObject({ refundableAmount: 79_900 })
    expect((await gateway.orders.get('accepted-unnamed'))?.needsReview).toBeUndefined()
    await gateway.runPendingJobs()

    const back = new Map<string, number>()
    for (const { id } of await read('select "merchantOrderId" as "id" from galla.orders')) {
      const order = await sandbox.order(id).catch(() => undefined)
      back.set(id, SAID[id] ?? order?.refundedAmount ?? 0)
    }
    expect(await auditLedger(pool, back)).toEqual([])
    expect(await read('select "id" from galla.refunds where galla."differsFromLedger"("id")')).toEqual([])
  })
})
